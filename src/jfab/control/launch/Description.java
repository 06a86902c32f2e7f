package jfab.control.launch;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.control.connection.host.Host;

/**
 * All that is known of a job when it starts. Every host of the job has it, so that one of them can tell the whole job.
 *
 * @param hosts in their order, which is the number in each host's {@code nodefile}
 * @param members all processes, the servers first; empty while the job is on its way to its hosts
 * @param rootDir parent of the job's directory on each host, relative to the home directory unless absolute
 * @param workspace the directory on the hosts that its processes work in; empty for the job's own
 * @param grace how long a process may take to end after SIGTERM
 * @param timeLimit after which the job is ended; zero for never
 * @param settings by name, as a report shows them
 */
public record Description(
        JobId id,
        List<Host> hosts,
        List<Member> members,
        String rootDir,
        String workspace,
        Duration grace,
        Duration timeLimit,
        Map<String, String> settings) {
    public Description {
        hosts = List.copyOf(hosts);
        members = List.copyOf(members);
        settings = Map.copyOf(settings);
    }

    /** A job whose hosts have not been told what it is. */
    public static Description unknown(JobId id, List<Host> hosts, String rootDir, Duration grace) {
        return new Description(id, hosts, List.of(), rootDir, "", grace, Duration.ZERO, Map.of());
    }

    /** The same as the job that was asked for: a host tells what it likes, and what it names may be others' jobs. */
    Description as(JobId asked, String where) {
        return new Description(asked, hosts, members, where, workspace, grace, timeLimit, settings);
    }

    /** The members that run on {@code host}. */
    public List<Member> on(Host host) {
        return members.stream().filter(member -> member.host().equals(host)).toList();
    }

    /** The member called {@code name}, as in {@code trainer-12}. */
    public Optional<Member> member(String name) {
        return members.stream().filter(member -> member.name().equals(name)).findFirst();
    }

    /** Whether the member called {@code name} runs jfab's own engine, as it does where nothing else is known. */
    public boolean runsOurs(String name) {
        return member(name).map(Member::ours).orElse(true);
    }

    /** The job's directory on {@code host}. */
    public String directoryOn(Host host) {
        return host.expand(rootDir) + "/" + id;
    }
}
