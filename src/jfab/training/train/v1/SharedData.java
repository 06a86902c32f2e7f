package jfab.training.train.v1;

import java.util.Iterator;
import java.util.List;
import jfab.role.RoleSpec;
import jfab.training.data.Reader;
import jfab.training.data.provider.ProvidedSamples;
import jfab.training.words.TrainingProcess;
import jfab.training.words.v1.TrainerConfig;

/**
 * Whose samples each trainer of a job takes, which they agree on before the first step.
 *
 * <p>Where all have the same list and the same files, they share each batch. Where these differ, their owner has split them, and each trainer
 * takes all of its own; one that has fewer takes part without samples until the pass of the others is over.
 */
record SharedData(ConfigFlags flags, TrainingProcess process, TrainerConfig config, ProvidedSamples samples) {
    Reader<List<Object>> batches() {
        Reader<Object> mixed = samples.mixed(flags.number("seed"), flags.number("start_pass"));
        RoleSpec role = process.role();
        int trainers = role.trainers();
        if (trainers == 1) {
            return Reader.batch(mixed, config.batchSize());
        }
        if (process.compare(samples.digest(), 0).same()) {
            process.print("data: all " + trainers + " trainers have the same " + samples.list()
                    + " and the same files, and share each batch of " + config.batchSize() * trainers);
            return Reader.share(Reader.batch(mixed, config.batchSize() * trainers), role.trainerId(), trainers);
        }
        long own = 0;
        for (Object _ : samples) {
            own++;
        }
        long batches = Math.ceilDiv(own, config.batchSize());
        long most = process.compare("", batches).most();
        process.print("data: " + samples.list() + " or its files differ between the " + trainers
                + " trainers; this one takes all of its own " + own + " samples, " + batches + " of the " + most
                + " batches of a pass, and counts by samples");
        return padded(Reader.batch(mixed, config.batchSize()), most);
    }

    /** Empty batches behind the others, so that all trainers end a pass together. */
    private static Reader<List<Object>> padded(Reader<List<Object>> batches, long count) {
        return () -> {
            Iterator<List<Object>> own = batches.iterator();
            return new Iterator<>() {
                private long given;

                @Override
                public boolean hasNext() {
                    return own.hasNext() || given < count;
                }

                @Override
                public List<Object> next() {
                    given++;
                    return own.hasNext() ? own.next() : List.of();
                }
            };
        };
    }
}
