package jfab.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.bundle.EngineBundle;
import jfab.bundle.Workspace;
import jfab.connection.Group;
import jfab.role.Role;
import org.jspecify.annotations.Nullable;

/**
 * What one {@code start} adds to the fabfile's training.
 *
 * @param data local folder that is sent to every host as {@code data}; null for none
 * @param flags flags for the training program, as in {@code --passes 2}
 */
public record Submission(@Nullable Path data, List<String> flags) {
    public Submission {
        flags = List.copyOf(flags);
    }

    /**
     * Starts a job of {@code spec} on {@code hosts}; it goes on by itself when this returns.
     *
     * @param engine what runs the training program
     */
    public Job start(TrainingSpec spec, EngineBundle engine, Group hosts, LaunchListener listener)
            throws InterruptedException {
        ClusterSpec cluster = spec.cluster();
        Engine program = new Engine.Program(cluster.program());
        Order order = new Order(
                cluster,
                new Payload.Files(workspace(spec)),
                Map.of(Role.PSERVER, program, Role.TRAINER, program),
                Optional.of(engine),
                EngineFlags.of(flags),
                false,
                false);
        return new Launcher(order, listener).start(hosts);
    }

    private Workspace workspace(TrainingSpec spec) {
        if (!Files.isRegularFile(spec.program())) {
            throw new LaunchException(spec.program() + ": no such training program; the fabfile names it");
        }
        Workspace program = Workspace.empty().with(String.valueOf(spec.program().getFileName()), spec.program());
        return data == null ? program : program.with("data", data);
    }
}
