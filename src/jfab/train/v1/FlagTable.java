package jfab.train.v1;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The flags of {@code paddle train} and {@code paddle pserver} with their defaults. */
final class FlagTable {
    /** What a flag takes. */
    enum Kind {
        TEXT,
        NUMBER,
        REAL,
        /** {@code --use_gpu}, {@code --nouse_gpu}, {@code --use_gpu=1}. */
        SWITCH,
        /** Anything; it says nothing here. */
        IDLE,
        /** The same, for a switch, which takes no further word. */
        IDLE_SWITCH
    }

    /**
     * One flag.
     *
     * @param preset what it is where it is not given
     */
    record Flag(Kind kind, String preset) {
        boolean isSwitch() {
            return kind == Kind.SWITCH || kind == Kind.IDLE_SWITCH;
        }

        boolean idle() {
            return kind == Kind.IDLE || kind == Kind.IDLE_SWITCH;
        }
    }

    private static final String USED = """
            config TEXT
            config_args TEXT
            job TEXT train
            num_passes NUMBER 100
            start_pass NUMBER 0
            test_pass NUMBER -1
            trainer_count NUMBER 1
            use_gpu SWITCH 0
            gpu_id NUMBER 0
            seed NUMBER 1
            save_dir TEXT
            saving_period NUMBER 1
            saving_period_by_batches NUMBER 0
            save_only_one SWITCH 0
            init_model_path TEXT
            load_missing_parameter_strategy TEXT fail
            dot_period NUMBER 1
            log_period NUMBER 100
            test_period NUMBER 0
            show_parameter_stats_period NUMBER 0
            checkgrad_eps REAL 1e-5
            predict_output_dir TEXT
            local SWITCH
            num_gradient_servers NUMBER 1
            trainer_id NUMBER 0
            pservers TEXT 127.0.0.1
            port NUMBER 20134
            nics TEXT
            comment TEXT
            metrics_dir TEXT
            log-format TEXT paddle
            """;

    /** A gRPC stream per server carries all; the rest belongs to wires, threads and statistics that are made otherwise here. */
    private static final String IDLE = """
            ports_num ports_num_for_sparse rdma_tcp start_pserver small_messages sock_send_buf_size sock_recv_buf_size
            pserver_num_threads async_count async_lagged_ratio_min async_lagged_ratio_default log_period_server
            average_test_period model_list predict_file log_barrier_lowest_nodes check_sparse_distribution_batches
            check_sparse_distribution_ratio check_sparse_distribution_unbalance_degree v
            """;

    private static final String IDLE_SWITCHES = """
            test_all_data_in_one_period test_wait distribute_test show_layer_stat loadsave_parameters_in_pserver
            use_old_updater log_barrier_abstract log_barrier_show_log check_sparse_distribution_in_pserver log_clipping
            log_error_clipping parallel_nn allow_only_one_model_on_one_gpu with_cost logtostderr
            """;

    static final Map<String, Flag> ALL = all();

    private FlagTable() {}

    private static Map<String, Flag> all() {
        Map<String, Flag> flags = new TreeMap<>();
        for (String line : USED.lines().toList()) {
            List<String> words = new ArrayList<>(List.of(line.split(" ", -1)));
            words.add("");
            flags.put(words.get(0), new Flag(Kind.valueOf(words.get(1)), words.get(2)));
        }
        for (String name : IDLE.strip().split("\\s+", -1)) {
            flags.put(name, new Flag(Kind.IDLE, ""));
        }
        for (String name : IDLE_SWITCHES.strip().split("\\s+", -1)) {
            flags.put(name, new Flag(Kind.IDLE_SWITCH, ""));
        }
        return Map.copyOf(flags);
    }
}
