package jfab.training.train.v1;

import java.util.Iterator;
import java.util.List;
import jfab.training.data.Reader;
import jfab.training.data.provider.ProvidedSamples;
import jfab.training.words.FlagException;
import jfab.training.words.TimedReader;
import jfab.training.words.TrainingProcess;
import jfab.training.words.v1.TrainerConfig;
import org.jspecify.annotations.Nullable;

/** The samples of a configuration, {@code batch_size} at a time. */
final class Batches {
    /** How many samples are mixed at once, as data providers did in training. */
    private static final int POOL = 1 << 16;

    private Batches() {}

    /** Mixed; every trainer reads all the samples of its node, which readers cannot compare, in an order of its own, and says so. */
    static Reader<List<Object>> training(ConfigFlags flags, TrainingProcess process, TrainerConfig config) {
        Reader<Object> samples = there(config.train(), "train_list");
        if (samples instanceof ProvidedSamples provided) {
            return new TimedReader<>(new SharedData(flags, process, config, provided).batches(), process.listener());
        }
        // Asked for when it is read, since the servers may number trainers as they join.
        Reader<Object> mixed = new Reader<>() {
            private @Nullable Reader<Object> order;

            @Override
            public Iterator<Object> iterator() {
                Reader<Object> own = order;
                if (own == null) {
                    int trainers = process.role().trainers();
                    if (trainers > 1) {
                        process.print("data: train_list is a reader, which the " + trainers
                                + " trainers do not share; this one takes all of its samples, in an order of its own");
                    }
                    own = Reader.shuffle(
                            samples, POOL, flags.number("seed") + process.role().trainerId());
                    order = own;
                }
                return own.iterator();
            }
        };
        return new TimedReader<>(Reader.batch(mixed, config.batchSize()), process.listener());
    }

    /** In their order. */
    static Reader<List<Object>> testing(TrainingProcess process, TrainerConfig config) {
        return new TimedReader<>(
                Reader.batch(there(config.tested(), "test_list"), config.batchSize()), process.listener());
    }

    private static Reader<Object> there(@Nullable Reader<Object> reader, String name) {
        if (reader == null) {
            throw new FlagException(
                    "the configuration has no samples for this job; give define_py_data_sources2 a reader as " + name);
        }
        return reader;
    }
}
