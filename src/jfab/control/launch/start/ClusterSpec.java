package jfab.control.launch.start;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import jfab.control.launch.LaunchException;
import jfab.role.Role;

/**
 * What the fabfile says about cluster jobs, the same for every job started from it.
 *
 * @param rootDir parent of the job directories on each host, relative to the home directory unless absolute
 * @param network where processes meet
 * @param pservers the parameter servers of a job
 * @param trainers the trainers of a job
 * @param commands by role, what runs in place of the training engine
 * @param program the training program in the workspace that jfab's engine runs; empty for a configuration, {@code --config}
 * @param environment variables for every process of a job; of one that is a secret, the value is asked for when a job starts
 * @param restarts by role, how often a process is started again that failed
 * @param onEnd what the host of trainer 0 runs when the job has ended; empty for nothing
 * @param limits of a job's time
 * @param encrypted whether all that jfab's engine sends is encrypted
 */
public record ClusterSpec(
        String rootDir,
        Network network,
        Share pservers,
        Share trainers,
        Map<Role, List<String>> commands,
        String program,
        Map<String, ? extends CharSequence> environment,
        Map<Role, Integer> restarts,
        List<String> onEnd,
        Limits limits,
        boolean encrypted) {
    /** When a port's turn comes again, nobody can be left of who met there. */
    private static final int MOST_TURNS = 7;

    /**
     * Where processes meet.
     *
     * @param nic whose address the processes of a host are reached under; empty for the one towards the others
     * @param port the first that is tried for a server
     * @param fixed whether every server has that port of its host, and no host is asked which are free
     * @param portsNum how many ports a server of another engine has for dense parameters; ours has one port for all
     * @param portsNumForSparse how many more that has for sparse ones
     */
    public record Network(String nic, int port, boolean fixed, int portsNum, int portsNumForSparse) {
        public Network {
            if (port < 1 || portsNum < 1 || portsNumForSparse < 0 || port + portsNum + portsNumForSparse - 1 > 65535) {
                throw new LaunchException("port " + port + ", portsNum " + portsNum + ", portsNumForSparse "
                        + portsNumForSparse + " do not lie between 1 and 65535");
            }
            if (!nic.matches("[A-Za-z0-9_.:@-]*")) {
                throw new LaunchException("nic '" + nic + "' is not the name of a network interface, as eth0 is");
            }
        }

        /** All ports of a server of another engine. */
        int span() {
            return portsNum + portsNumForSparse;
        }
    }

    /**
     * How long things may take.
     *
     * @param start until a server listens
     * @param grace to end after SIGTERM
     * @param job all of it; zero for as long as it takes
     */
    public record Limits(Duration start, Duration grace, Duration job) {}

    public ClusterSpec {
        commands = Map.copyOf(commands);
        environment = Map.copyOf(environment);
        restarts = Map.copyOf(restarts);
        onEnd = List.copyOf(onEnd);
        if (rootDir.isBlank()) {
            throw new LaunchException("the cluster's rootDir is empty; write rootDir '/home/paddle'");
        }
        if (rootDir.startsWith("-")) {
            throw new LaunchException(
                    "the cluster's rootDir begins with -, as an option does; write rootDir './" + rootDir + "'");
        }
        // Requests and records are lines.
        if (rootDir.chars().anyMatch(Character::isISOControl)) {
            throw new LaunchException("the cluster's rootDir has a control character, such as a line break");
        }
        if (encrypted) {
            environment.keySet().stream()
                    .filter(name -> name.startsWith("JFAB_TLS_"))
                    .findFirst()
                    .ifPresent(name -> {
                        throw new LaunchException("encrypt true has a certificate of its own for each job; take " + name
                                + " out of the environment, or encrypt out");
                    });
        }
    }

    /** The same with another network. */
    ClusterSpec in(Network other) {
        return new ClusterSpec(
                rootDir, other, pservers, trainers, commands, program, environment, restarts, onEnd, limits, encrypted);
    }

    /** How many ports in a row are a process's own: trainers that begin again together meet at another port of the first one each time. */
    int ports(Role role, int rank) {
        boolean together = commands.containsKey(Role.TRAINER) && rank == 0;
        return role == Role.PSERVER
                ? commands.containsKey(role) ? network.span() : 1
                : together ? 1 + Math.min(restarts.getOrDefault(Role.TRAINER, 0), MOST_TURNS) : 1;
    }

    /** Where jobs are on the hosts, as a sentence shows it. */
    public String shownRootDir() {
        return rootDir.startsWith("/") ? rootDir : "~/" + rootDir;
    }
}
