package jfab.training.train.v1;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfab.training.data.Reader;
import jfab.training.engine.Device;
import jfab.training.engine.HostTensor;
import jfab.training.words.DataFeeder;
import jfab.training.words.FlagException;
import jfab.training.words.TrainedNetwork;
import jfab.training.words.TrainingProcess;
import jfab.training.words.v1.TrainerConfig;
import org.jspecify.annotations.Nullable;

/** {@code --job=train}: passes over the samples, with tests and saved parameters between them. */
final class TrainJob {
    private final ConfigFlags flags;
    private final TrainingProcess process;
    private final TrainerConfig config;
    private final TrainedNetwork network;
    private final Device place;
    private final TrainLog log;
    private @Nullable Path saved;

    TrainJob(ConfigFlags flags, TrainingProcess process, TrainerConfig config, TrainedNetwork network, Device place) {
        this.flags = flags;
        this.process = process;
        this.config = config;
        this.network = network;
        this.place = place;
        log = new TrainLog(flags, process, config);
    }

    void run() {
        if (config.cost() == null) {
            throw new FlagException("the configuration has no cost to train for; --job=test computes its outputs");
        }
        if (saves()) {
            PassFolder.prepare(flags);
        }
        Reader<List<Object>> batches = Batches.training(flags, process, config);
        RateSchedule schedule = new RateSchedule(network.scope());
        DataFeeder feeder = new DataFeeder(config.slots(), process.listener());
        try (TrainerThreads trainers = new TrainerThreads(flags.number("trainer_count"), process, network, place)) {
            for (int pass = flags.number("start_pass"); pass < flags.number("num_passes"); pass++) {
                log.begin(pass);
                schedule.begin(pass);
                int batch = 0;
                for (List<Object> samples : batches) {
                    batch++;
                    step(trainers, pass, batch, samples.size(), feeder, samples);
                }
                log.end();
                if (flags.number("test_period") == 0) {
                    test();
                }
                if (period("saving_period", pass + 1)) {
                    save(PassFolder.of(flags, pass));
                }
            }
        }
    }

    private void step(
            TrainerThreads trainers, int pass, int batch, int count, DataFeeder feeder, List<Object> samples) {
        List<String> fetch = new ArrayList<>(config.fetch());
        boolean statistics =
                period("show_parameter_stats_period", batch) && process.role().trainerId() == 0;
        ParameterStatistics parameters = new ParameterStatistics(network);
        if (statistics) {
            fetch.addAll(parameters.gradients());
        }
        List<HostTensor> values = trainers.train(samples, feeder, fetch);
        log.step(batch, values, count);
        if (statistics) {
            parameters
                    .lines(values.subList(config.fetch().size(), values.size()))
                    .forEach(process::print);
        }
        if (period("test_period", batch)) {
            test();
        }
        if (period("saving_period_by_batches", batch)) {
            save(PassFolder.of(flags, pass, batch));
        }
    }

    private boolean period(String name, int number) {
        int period = flags.number(name);
        return period > 0 && number % period == 0;
    }

    private void test() {
        if (config.tested() != null && process.role().trainerId() == 0) {
            Tally tally = new Testing(process, config, network).run((_, _) -> {});
            log.tested(tally, "");
        }
    }

    private boolean saves() {
        return flags.optional("save_dir").isPresent() && process.role().trainerId() == 0;
    }

    /** The first trainer saves, as its values are everybody's. */
    private void save(Path folder) {
        if (!saves()) {
            return;
        }
        process.print("Saving parameters to " + folder);
        network.save(folder);
        Path former = saved;
        if (flags.on("save_only_one") && former != null && !former.equals(folder)) {
            SavedFolder.remove(former);
        }
        saved = folder;
    }
}
