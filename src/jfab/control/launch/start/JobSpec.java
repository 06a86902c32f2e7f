package jfab.control.launch.start;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import jfab.control.bundle.EngineBundle;
import jfab.role.Role;

/**
 * A job that somebody wants to be started.
 *
 * @param engines what each role runs
 * @param bundle jfab's engine, where a role runs it
 * @param flags for the processes
 * @param measured whether it is found out first how fast the hosts send to each other
 */
record JobSpec(
        ClusterSpec cluster,
        Payload payload,
        Map<Role, Engine> engines,
        Optional<EngineBundle> bundle,
        EngineFlags flags,
        boolean measured) {
    /** The variable that says where jfab's engine keeps checkpoints. */
    static final String CHECKPOINTS = "JFAB_CHECKPOINT_DIR";

    private static final String ON_FAILURE = "JFAB_ON_FAILURE";

    JobSpec {
        engines = Map.copyOf(engines);
    }

    /** The user's variables; a secret that cannot be had is told when they are first asked for. */
    Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>();
        cluster.environment().forEach((name, value) -> environment.put(name, value.toString()));
        return environment;
    }

    Engine engine(Role role) {
        Engine engine = engines.get(role);
        if (engine == null) {
            throw new IllegalStateException("no engine for " + role);
        }
        return engine;
    }

    /** Whether processes of jfab's engine are started again after a failure and have nothing to go back to. */
    boolean losesSteps() {
        return !cluster.environment().containsKey(CHECKPOINTS) && restartsOurs();
    }

    /** Whether processes of jfab's engine are started again after a failure, which its servers take for the end of the job. */
    boolean restartsInVain() {
        Object said = cluster.environment().get(ON_FAILURE);
        return restartsOurs() && (said == null || said.toString().equalsIgnoreCase("stop"));
    }

    private boolean restartsOurs() {
        return engines.entrySet().stream()
                .anyMatch(each -> each.getValue().ours() && cluster.restarts().getOrDefault(each.getKey(), 0) > 0);
    }

    /** Whether jfab's engine is all that runs: it is told its part by arguments, not by what its environment says. */
    boolean allOurs() {
        return engines.values().stream().allMatch(Engine::ours);
    }

    /** What a report says of the job's settings. */
    Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>();
        for (EngineFlags.Flag flag : flags.flags()) {
            settings.merge(
                    flag.words().getFirst().replaceFirst("^--?", "").replaceFirst("=.*", ""),
                    flag.value().orElse("1"),
                    (first, second) -> first + " " + second);
        }
        settings.put(
                "work on",
                switch (payload) {
                    case Payload.Folder(var folder) -> "package " + folder;
                    case Payload.Deployed(var directory) -> "workspace " + directory;
                    case Payload.Files(var workspace) -> workspace.files().size() + " files";
                });
        return settings;
    }
}
