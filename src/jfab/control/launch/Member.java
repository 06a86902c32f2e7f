package jfab.control.launch;

import java.util.List;
import java.util.Map;
import jfab.control.connection.host.Host;
import jfab.role.Role;

/**
 * One process of a job as it is meant to run.
 *
 * @param rank its number among the processes of its role over the whole job, from 0
 * @param host where it runs
 * @param address under which the job's other processes reach it
 * @param ports that are its own on that address, the first first; empty for none
 * @param log its output, relative to the job's directory
 * @param argv what is run
 * @param environment variables that it gets besides those of its host
 * @param restarts how often it is started again at most when it fails
 */
public record Member(
        Role role,
        int rank,
        Host host,
        String address,
        List<Integer> ports,
        String log,
        List<String> argv,
        Map<String, String> environment,
        int restarts) {
    /** The variable by which a process is told what GPUs there are. */
    public static final String VISIBLE_GPUS = "CUDA_VISIBLE_DEVICES";

    public Member {
        ports = List.copyOf(ports);
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
    }

    /** The GPUs that it sees, as CUDA reads them; empty where it was told of none. */
    public String visibleGpus() {
        return environment.getOrDefault(VISIBLE_GPUS, "");
    }

    /** Its address as programs take it: IPv6 without the brackets that a port behind it wants. */
    public String plainAddress() {
        return address.replaceAll("[\\[\\]]", "");
    }

    /** The name of its records on its host: {@code trainer-12}. */
    public String name() {
        return Worker.nameOf(role, rank);
    }

    /** Whether it runs jfab's own engine. */
    public boolean ours() {
        return !argv.isEmpty() && argv.getFirst().endsWith("/bin/train");
    }

    /** Whether the others go on when it fails: a trainer of jfab's engine that was told {@code JFAB_ON_FAILURE=continue}. */
    public boolean survived() {
        return role == Role.TRAINER && ours() && "continue".equalsIgnoreCase(environment.get("JFAB_ON_FAILURE"));
    }

    @Override
    public String toString() {
        return role.word() + " " + rank + " on " + host;
    }
}
