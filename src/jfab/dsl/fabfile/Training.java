package jfab.dsl.fabfile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.bundle.BuildOutput;
import jfab.connection.Group;
import jfab.launch.Job;
import jfab.launch.LaunchException;
import jfab.launch.LaunchListener;
import jfab.launch.Submission;
import jfab.launch.TrainingSpec;
import org.jspecify.annotations.Nullable;

/** What task bodies know as {@code training}: starts the fabfile's training jobs and finds them again. */
public final class Training {
    private final LaunchListener listener;
    private @Nullable TrainingSpec spec;

    Training(LaunchListener listener) {
        this.listener = listener;
    }

    LaunchListener listener() {
        return listener;
    }

    void describe(TrainingSpec described) {
        spec = described;
    }

    /**
     * Starts a job on {@code hosts}, a parameter server and a trainer on each.
     *
     * @param options flags for the training program by name, as in {@code passes: 2}; {@code data}, a local folder, is sent
     *     along; {@code use_gpu} other than 0 takes the engine that was built for GPUs
     */
    public TrainingJob start(Map<String, ?> options, Group hosts) throws InterruptedException {
        String data = text(options, "data");
        boolean gpu = !List.of("", "0", "false").contains(text(options, "use_gpu"));
        List<String> flags = new ArrayList<>();
        options.forEach((name, value) -> {
            if (!name.equals("data")) {
                flags.addAll(List.of("--" + name, String.valueOf(value)));
            }
        });
        if (!data.isEmpty()) {
            flags.addAll(List.of("--data", "data"));
        }
        Submission submission = new Submission(data.isEmpty() ? null : Path.of(data), flags);
        return new TrainingJob(
                submission.start(spec(), BuildOutput.ofThisProgram().engine(gpu), hosts, listener), listener);
    }

    /** The job named {@code id} on {@code hosts}, or the newest one where {@code id} is empty. */
    public TrainingJob job(Group hosts, String id) throws InterruptedException {
        return new TrainingJob(Job.find(id, hosts, spec().rootDir(), listener), listener);
    }

    private TrainingSpec spec() {
        if (spec == null) {
            throw new LaunchException("the fabfile has no training block; add: training { program 'FILE' }");
        }
        return spec;
    }

    private static String text(Map<String, ?> options, String name) {
        Object value = options.get(name);
        return value == null ? "" : value.toString();
    }
}
