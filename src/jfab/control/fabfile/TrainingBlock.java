package jfab.control.fabfile;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.control.bundle.Installation;
import jfab.control.bundle.Workspace;
import jfab.control.connection.Group;
import jfab.control.launch.Job;
import jfab.control.launch.LaunchException;
import jfab.control.launch.LaunchListener;
import jfab.control.launch.start.ClusterTraining;
import jfab.control.launch.start.Payload;
import jfab.control.task.CallFrame;
import org.jspecify.annotations.Nullable;

/** What task bodies know as {@code training}: starts jobs of the fabfile's {@code training} block. */
public final class TrainingBlock {
    private final LaunchListener listener;
    private @Nullable TrainingRecorder block;

    TrainingBlock(LaunchListener listener) {
        this.listener = listener;
    }

    LaunchListener listener() {
        return listener;
    }

    void describe(TrainingRecorder described) {
        block = described;
    }

    /** Whether the fabfile has such a block. */
    boolean described() {
        return block != null;
    }

    /** What the block says. */
    TrainingRecorder block() {
        if (block == null) {
            throw new LaunchException("the fabfile has no training block; add: training { program 'FILE' }");
        }
        return block;
    }

    /**
     * Starts a job on {@code hosts}, a parameter server and a trainer on each.
     *
     * @param options flags for the training program by name, as in {@code passes: 2}; {@code data}, a local folder, is sent
     *     along; {@code use_gpu} other than 0 takes the engine that was built for GPUs
     */
    public Job start(Map<String, ?> options, Group hosts) throws InterruptedException {
        Path program = block().localProgram();
        if (!Files.isRegularFile(program)) {
            throw new LaunchException(program + ": no such training program; the fabfile names it");
        }
        Workspace files = Workspace.empty().with(String.valueOf(program.getFileName()), program);
        List<String> flags = new ArrayList<>();
        options.forEach((name, value) -> {
            if (!name.equals("data")) {
                flags.addAll(List.of("--" + name, String.valueOf(value)));
            }
        });
        @Nullable Object data = options.get("data");
        if (data != null && !data.toString().isEmpty()) {
            files = files.with("data", Path.of(data.toString()));
            flags.addAll(List.of("--data", "data"));
        }
        return new ClusterTraining(block().cluster(), Installation.ofThisProgram()::engine, listener)
                .start(plain(hosts), new Payload.Files(files), flags, false);
    }

    /** A job that is interrupted is ended on its hosts, which the words of a body that is stopped no longer do. */
    private static Group plain(Group hosts) {
        return CallFrame.current().map(frame -> frame.group(hosts.hosts())).orElse(hosts);
    }
}
