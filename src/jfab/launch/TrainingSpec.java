package jfab.launch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * What the fabfile says about training, the same for every job started from it.
 *
 * @param program the training program, a local Groovy file
 * @param rootDir parent of the job directories on each host, relative to the home directory unless absolute
 * @param port where the parameter server of each host listens
 * @param environment variables for every process of a job; not for secrets
 * @param startLimit how long a parameter server may take until it listens
 * @param grace how long a process may take to end after SIGTERM
 */
public record TrainingSpec(
        Path program, String rootDir, int port, Map<String, String> environment, Duration startLimit, Duration grace) {
    public TrainingSpec {
        environment = Map.copyOf(environment);
        if (port < 1 || port > 65535) {
            throw new LaunchException("training port " + port + " is not between 1 and 65535");
        }
        if (rootDir.isBlank()) {
            throw new LaunchException("the training's rootDir is empty");
        }
    }

    /** The same as a cluster with a server and a trainer on each host. */
    ClusterSpec cluster() {
        return new ClusterSpec(
                rootDir,
                new ClusterSpec.Network("", port, 1, 0),
                Share.each(1),
                Share.each(1),
                Map.of(),
                String.valueOf(program.getFileName()),
                environment,
                Map.of(),
                new ClusterSpec.Limits(startLimit, grace, Duration.ZERO));
    }
}
