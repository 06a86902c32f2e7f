package jfab.training.train;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import jfab.role.RoleAssignment;
import jfab.role.RoleSpec;
import jfab.training.train.v1.ConfigTraining;
import jfab.training.words.TrainingProcess;
import jfab.training.words.TrainingScript;

/** What a training process was started for: a script in Fluid's words, or a configuration with flags. */
sealed interface Workload {
    RoleSpec role();

    /** As it was started, for the log. */
    String commandline();

    void run(TrainingProcess process);

    /** Where the process saves when it is stopped. */
    Path saveDirectory();

    /** The folder after {@code --metrics_dir}. */
    Optional<String> metricsDirectory();

    /** The folders for metrics: after {@code --metrics_dir}, and in {@code JFAB_METRICS_DIR}, which a job is watched by. */
    default List<Path> metrics(Map<String, String> environment) {
        return Stream.concat(metricsDirectory().stream(), Stream.ofNullable(environment.get("JFAB_METRICS_DIR")))
                .filter(text -> !text.isBlank())
                .map(text -> Path.of(text).toAbsolutePath().normalize())
                .distinct()
                .toList();
    }

    /** What {@code arguments}, of which there are some, ask for. */
    static Workload of(List<String> arguments, Map<String, String> environment) {
        if (ConfigTraining.startedBy(arguments)) {
            return new OfConfig(ConfigTraining.of(arguments, environment));
        }
        RoleAssignment assignment = RoleSpec.from(arguments.subList(1, arguments.size()), environment);
        Path file = Path.of(arguments.getFirst());
        return new OfScript(file, assignment, new TrainingScript(file, assignment.arguments()));
    }

    /** A script. */
    record OfScript(Path file, RoleAssignment assignment, TrainingScript script) implements Workload {
        @Override
        public RoleSpec role() {
            return assignment.role();
        }

        @Override
        public String commandline() {
            return file + " " + String.join(" ", assignment.arguments());
        }

        @Override
        public void run(TrainingProcess process) {
            script.run(process);
        }

        @Override
        public Path saveDirectory() {
            return script.saveDirectory();
        }

        @Override
        public Optional<String> metricsDirectory() {
            return script.common("metrics_dir");
        }
    }

    /** A configuration. */
    record OfConfig(ConfigTraining training) implements Workload {
        @Override
        public RoleSpec role() {
            return training.role();
        }

        @Override
        public String commandline() {
            return training.flags().toString();
        }

        @Override
        public void run(TrainingProcess process) {
            training.run(process);
        }

        @Override
        public Path saveDirectory() {
            return Path.of(training.flags().optional("save_dir").orElse("./output"));
        }

        @Override
        public Optional<String> metricsDirectory() {
            return training.flags().optional("metrics_dir");
        }
    }
}
