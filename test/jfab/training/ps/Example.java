package jfab.training.ps;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.role.Role;
import jfab.role.RoleSpec;
import jfab.training.engine.HostTensor;
import jfab.training.train.v1.ConfigFlags;
import jfab.training.train.v1.ConfigTraining;
import jfab.training.words.TrainingScript;

/** A file of {@code examples} and what it is run with on tiny data. */
sealed interface Example {
    /** What trainer {@code trainer} of {@code trainers} is to train, up to its first {@code steps} steps. */
    ExampleRun run(int trainer, int trainers, int steps);

    /** One process that trains on what all of {@code runs} train on, whose batches are whole. */
    Alone alone(List<ExampleRun> runs);

    /**
     * Training in one process.
     *
     * @param net of that process, which no job has changed
     */
    record Alone(Net net, List<Map<String, HostTensor>> batches) {}

    /**
     * The example that {@code words} begin with, and more of its flags, or of its {@code --config_args} where it is a configuration.
     *
     * @param data where its data lies
     */
    static Example of(String words, Path data) {
        List<String> all = List.of(words.split(" ", -1));
        Path file = Path.of("examples", all.getFirst() + ".groovy");
        Path place = all.getFirst().startsWith("fit_a_line") ? data.resolve("housing.data") : data;
        List<String> more = all.subList(1, all.size());
        return all.getFirst().endsWith("_config")
                ? new Configuration(file, "data=" + place + String.join("", more))
                : new Script(
                        file,
                        Stream.concat(Stream.of("--data", place.toString()), more.stream())
                                .toList());
    }

    /** In Fluid's words: all trainers read the same batches and take shares of them. */
    record Script(Path file, List<String> flags) implements Example {
        /** Divides neither by two nor by three trainers. */
        private static final int BATCH = 7;

        @Override
        public ExampleRun run(int trainer, int trainers, int steps) {
            List<String> all = new ArrayList<>(flags);
            all.addAll(List.of("--batch_size", Integer.toString(BATCH)));
            return ExampleRun.of(local(trainer, trainers), steps, new TrainingScript(file, all)::run);
        }

        @Override
        public Alone alone(List<ExampleRun> runs) {
            ExampleRun whole = run(0, 1, runs.getFirst().batches().size());
            return new Alone(whole.net(), whole.batches());
        }
    }

    /** In the words of the first version: every trainer has batches of its own, and a step is that of the sum of their gradients. */
    record Configuration(Path file, String arguments) implements Example {
        private static final int BATCH = 3;

        @Override
        public ExampleRun run(int trainer, int trainers, int steps) {
            return run(trainer, trainers, steps, BATCH);
        }

        @Override
        public Alone alone(List<ExampleRun> runs) {
            List<Map<String, HostTensor>> batches = IntStream.range(
                            0, runs.getFirst().batches().size())
                    .mapToObj(step -> Net.joined(
                            runs.stream().map(run -> run.batches().get(step)).toList()))
                    .toList();
            return new Alone(run(0, 1, 1, BATCH * runs.size()).net(), batches);
        }

        private ExampleRun run(int trainer, int trainers, int steps, int batch) {
            RoleSpec role = local(trainer, trainers);
            List<String> flags = List.of("--config=" + file, "--config_args=" + arguments + ",batch=" + batch);
            return ExampleRun.of(role, steps, new ConfigTraining(new ConfigFlags(flags), role)::run);
        }
    }

    private static RoleSpec local(int trainer, int trainers) {
        return new RoleSpec(Role.LOCAL, List.of(), null, trainer, trainers);
    }
}
