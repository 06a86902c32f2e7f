package jfab.training.train.v1;

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
     * @param help what it decides; empty for one that decides nothing
     */
    record Flag(Kind kind, String preset, String help) {
        boolean isSwitch() {
            return kind == Kind.SWITCH || kind == Kind.IDLE_SWITCH;
        }

        boolean idle() {
            return kind == Kind.IDLE || kind == Kind.IDLE_SWITCH;
        }
    }

    private static final String USED = """
            config TEXT | the file that configures the training
            config_args TEXT | a=1,b=2: what the configuration asks for by name
            job TEXT train | train, test, time or checkgrad
            num_passes NUMBER 100 | the pass to end before
            start_pass NUMBER 0 | the pass to begin with, from the parameters that the one before it saved
            test_pass NUMBER -1 | with --job=test: the saved pass to begin with
            trainer_count NUMBER 1 | threads, each with a share of the batch
            use_gpu SWITCH 0 | compute on a GPU
            gpu_id NUMBER 0 | the GPU to compute on
            seed NUMBER 1 | of the first values and of the order of samples
            save_dir TEXT | where parameters are saved, pass-00000 and so on
            saving_period NUMBER 1 | save after so many passes
            saving_period_by_batches NUMBER 0 | save after so many batches as well
            save_only_one SWITCH 0 | keep the newest saved pass only
            init_model_path TEXT | saved parameters to begin with: a saved pass, or a safetensors file of others
            init_model_names TEXT | ours=theirs,ours=theirs^T: parameters of a safetensors file of others; ^T turns a matrix over
            load_missing_parameter_strategy TEXT fail | fail, rand or zero, for parameters that are not there
            dot_period NUMBER 1 | print a dot after so many batches
            log_period NUMBER 100 | print a line after so many batches
            test_period NUMBER 0 | test after so many batches; 0: after each pass
            show_parameter_stats_period NUMBER 0 | print statistics of the parameters after so many batches
            checkgrad_eps REAL 1e-5 | with --job=checkgrad: the size of the differences
            predict_output_dir TEXT | with --job=test: where what the network says is written
            local SWITCH | train alone, whatever the environment says; --local=0: as a trainer of a job
            num_gradient_servers NUMBER 1 | trainers in the job
            trainer_id NUMBER 0 | the number of this trainer, from 0
            pservers TEXT 127.0.0.1 | addresses of the servers, a,b
            port NUMBER 20134 | of the servers
            nics TEXT | the network interface that a server listens on
            comment TEXT | for the log
            metrics_dir TEXT | where metrics.jsonl and a TensorBoard event file are written
            log-format TEXT paddle | paddle or fluid: the form of the lines that are printed
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
            int bar = line.indexOf(" | ");
            List<String> words = new ArrayList<>(List.of(line.substring(0, bar).split(" ", -1)));
            words.add("");
            flags.put(words.get(0), new Flag(Kind.valueOf(words.get(1)), words.get(2), line.substring(bar + 3)));
        }
        for (String name : IDLE.strip().split("\\s+", -1)) {
            flags.put(name, new Flag(Kind.IDLE, "", ""));
        }
        for (String name : IDLE_SWITCHES.strip().split("\\s+", -1)) {
            flags.put(name, new Flag(Kind.IDLE_SWITCH, "", ""));
        }
        return Map.copyOf(flags);
    }
}
