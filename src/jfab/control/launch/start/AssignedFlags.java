package jfab.control.launch.start;

import java.util.Map;
import java.util.Set;
import jfab.control.launch.LaunchException;
import jfab.role.Role;

/** The flags by which a job tells the processes of a configuration of version 1 their part: nobody else can give them. */
final class AssignedFlags {
    /** What each says, and where that comes from. */
    private static final Map<String, String> SOURCES = Map.of(
            "pservers", "the addresses of the servers, from hosts, pservers and port of the cluster block",
            "num_gradient_servers", "the number of trainers, from hosts and trainers of the cluster block",
            "trainer_id", "the number of each trainer, in the order of hosts in the cluster block");

    private AssignedFlags() {}

    /**
     * Refuses those of {@code flags} that are for {@code role}, and flags of both roles that are given to it alone.
     *
     * @throws LaunchException where there is one
     */
    static void refuse(EngineFlags flags, Role role) {
        // What names no role is the trainers'.
        EngineFlags given = role == Role.PSERVER ? flags.ofServers(Set.of()) : flags.of(role);
        for (EngineFlags.Flag flag : given.flags()) {
            String source = SOURCES.get(flag.name());
            if (source != null) {
                throw LaunchException.usage("--" + flag.name() + " is given to each process by the job: it is " + source
                        + "; leave it out");
            }
        }
        for (EngineFlags.Flag flag : flags.alone(role).flags()) {
            if (EngineFlags.SHARED.contains(flag.name())) {
                throw LaunchException.usage("--" + role.word() + "." + flag.name()
                        + ": servers and trainers share it; write --" + flag.name() + ", without a role");
            }
        }
    }
}
