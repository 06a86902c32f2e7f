package jfab.control.launch;

import jfab.control.connection.host.Host;
import jfab.role.Role;

/**
 * A process of a job on its host.
 *
 * @param rank its number among the processes of its role, from 0
 * @param pid its process number on the host
 */
public record Worker(Host host, Role role, int rank, long pid, WorkerState state) {
    /** Reads a line of {@code node.sh}: {@code trainer-0 1234 running}. */
    public static Worker parse(Host host, String line) {
        String[] parts = line.split(" ", 3);
        int dash = parts[0].lastIndexOf('-');
        int rank = (int) HostReport.number("rank", parts[0].substring(dash + 1), 0, Integer.MAX_VALUE);
        long pid = HostReport.number("pid", parts[1], 0, Long.MAX_VALUE);
        return new Worker(
                host,
                parts[0].startsWith(Role.PSERVER.word()) ? Role.PSERVER : Role.TRAINER,
                rank,
                pid,
                WorkerState.parse(parts[2]));
    }

    /** A process of whose number on the host nothing is known. */
    public static Worker of(Member member, WorkerState state) {
        return new Worker(member.host(), member.role(), member.rank(), 0, state);
    }

    /** The name of its records and of its log on the host. */
    public String name() {
        return nameOf(role, rank);
    }

    public static String nameOf(Role role, int rank) {
        return role.word() + "-" + rank;
    }

    @Override
    public String toString() {
        return role.word() + " " + rank + " on " + host;
    }
}
