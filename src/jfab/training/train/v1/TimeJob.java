package jfab.training.train.v1;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import jfab.training.data.Reader;
import jfab.training.engine.Device;
import jfab.training.words.DataFeeder;
import jfab.training.words.TrainedNetwork;
import jfab.training.words.TrainingProcess;
import jfab.training.words.v1.TrainerConfig;

/** {@code --job=time}: trains for {@code --test_period} batches, 100 where that is 0, after ten to warm up, and tells the time of one. */
record TimeJob(ConfigFlags flags, TrainingProcess process, TrainerConfig config, TrainedNetwork network, Device place) {
    private static final int WARM_UP = 10;

    void run() {
        int batches = flags.number("test_period") == 0 ? 100 : flags.number("test_period");
        Reader<List<Object>> reader = Batches.training(flags, process, config);
        DataFeeder feeder = new DataFeeder(config.slots(), process.listener());
        Iterator<List<Object>> samples = reader.iterator();
        long begun = System.nanoTime();
        long count = 0;
        try (TrainerThreads trainers = new TrainerThreads(flags.number("trainer_count"), process, network, place)) {
            for (int batch = 0; batch < WARM_UP + batches; batch++) {
                if (!samples.hasNext()) {
                    samples = reader.iterator();
                }
                if (batch == WARM_UP) {
                    begun = System.nanoTime();
                    count = 0;
                }
                List<Object> next = samples.next();
                trainers.train(next, feeder, config.fetch());
                count += next.size();
            }
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        process.print(String.format(
                Locale.ROOT,
                " Time batches=%d samples=%d ms_per_batch=%.3f samples_per_second=%.1f",
                batches,
                count,
                seconds * 1e3 / batches,
                count / seconds));
    }
}
