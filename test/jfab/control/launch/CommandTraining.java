package jfab.control.launch;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import jfab.control.launch.start.ClusterSpec;
import jfab.control.launch.start.ClusterSpec.Limits;
import jfab.control.launch.start.ClusterSpec.Network;
import jfab.control.launch.start.ClusterTraining;
import jfab.control.launch.start.Share;
import jfab.role.Role;

/** Jobs of tests in which commands run in place of the training engine, and none is looked for. */
final class CommandTraining {
    private CommandTraining() {}

    /** So many trainers on each host, which run {@code command}. */
    static ClusterTraining of(
            String rootDir,
            int trainers,
            List<String> command,
            Map<String, ? extends CharSequence> environment,
            Notices notices) {
        Network network = new Network("", 7164, false, 1, 0);
        return of(rootDir, network, 0, trainers, Map.of(Role.TRAINER, command), environment, notices);
    }

    /** So many servers and trainers on each host, which run the commands of their roles. */
    static ClusterTraining of(
            String rootDir,
            Network network,
            int pservers,
            int trainers,
            Map<Role, List<String>> commands,
            Map<String, ? extends CharSequence> environment,
            Notices notices) {
        ClusterSpec spec = new ClusterSpec(
                rootDir,
                network,
                Share.each(pservers),
                Share.each(trainers),
                commands,
                "",
                environment,
                Map.of(),
                List.of(),
                new Limits(Duration.ofSeconds(60), Duration.ofSeconds(3), Duration.ZERO),
                false);
        return new ClusterTraining(
                spec,
                gpu -> {
                    throw new AssertionError("no engine is needed");
                },
                notices);
    }
}
