package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of document 003, which knows one port for all servers, for engines that are not jfab's. */
@Needs({Tool.SSHD, Tool.NETWORK_NAMESPACES})
class CommonPortIT {
    private static final String FIRST = "172.16.0.5";
    private static final String SECOND = "172.16.0.6";
    private static final String LISTEN = "use IO::Socket::INET; $s = IO::Socket::INET->new(Listen => 5, ReuseAddr => 1,"
            + " LocalAddr => $ARGV[0], LocalPort => $ARGV[1]) or die \"cannot listen: $!\\n\"; $| = 1; print \"listening\\n\";"
            + " close $c while $c = $s->accept";

    @TempDir
    static Path folder;

    private static NetnsCluster cluster;
    private static Process holder;

    /** The second host's port 7164 is another's, so the hosts by themselves would choose ports that differ. */
    @BeforeAll
    static void startHosts() throws IOException, InterruptedException {
        cluster = NetnsCluster.up(folder.resolve("cluster"), FIRST, SECOND);
        holder = cluster.on(SECOND, "perl", "-e", LISTEN, SECOND, "7164").start();
        assertEquals("listening", holder.inputReader().readLine());
        Path workspace = Files.createDirectories(folder.resolve("workspace"));
        Files.writeString(workspace.resolve("listen.pl"), LISTEN);
        String note = "env | grep '^PADDLE_PSERVER' | sort >env.${TRAINER_ID:-$PADDLE_PORT}\n";
        Files.writeString(
                workspace.resolve("server.sh"),
                note + "exec perl listen.pl \"$PADDLE_CURRENT_IP\" \"${PADDLE_PSERVER_PORT:-$PADDLE_PORT}\"\n");
        Files.writeString(workspace.resolve("train.sh"), note);
    }

    @AfterAll
    static void stopHosts() throws IOException, InterruptedException {
        holder.destroy();
        cluster.down();
    }

    private static Ended train(String servers) throws IOException, InterruptedException {
        Path fabfile = Files.writeString(folder.resolve("fabfile.groovy"), """
                cluster {
                    hosts '%s', '%s'
                    port 7164
                    pservers %s
                    grace 1
                    command role: 'pserver', ['sh', 'server.sh']
                    command role: 'trainer', ['sh', 'train.sh']
                }
                """.formatted(FIRST, SECOND, servers));
        return JfabProcess.of(
                        cluster::client,
                        List.of(
                                "-S",
                                cluster.sshConfig().toString(),
                                "-f",
                                fabfile.toString(),
                                "cluster-train",
                                "-p",
                                folder.resolve("workspace").toString()))
                .end(Duration.ofMinutes(2));
    }

    /** What the processes of the newest job had in their environments, each different set of lines once. */
    private static Set<List<String>> environments(int expected) throws IOException {
        List<List<String>> all = new ArrayList<>();
        for (String host : List.of(FIRST, SECOND)) {
            Path job;
            try (Stream<Path> jobs = Files.list(cluster.home(host).resolve("work"))) {
                job = jobs.sorted().reduce((one, other) -> other).orElseThrow();
            }
            try (Stream<Path> files = Files.list(job)) {
                for (Path file : files.toList()) {
                    if (file.getFileName().toString().startsWith("env.")) {
                        all.add(Files.readAllLines(file));
                    }
                }
            }
        }
        assertEquals(expected, all.size());
        Set<List<String>> different =
                new TreeSet<>((one, other) -> one.toString().compareTo(other.toString()));
        different.addAll(all);
        return different;
    }

    @Test
    void serversOnHostsOfTheirOwnGetOnePortThatIsFreeOnAll() throws IOException, InterruptedException {
        Ended ended = train("each: 1");
        assertEquals(0, ended.exitCode(), ended::text);
        Set<List<String>> environments = environments(4);
        String last = environments.iterator().next().getLast();
        int port = Integer.parseInt(last.replaceFirst("PADDLE_PSERVER_PORT=", ""));
        assertTrue(port > 7164, last);
        String list = "PADDLE_PSERVERS_IP_PORT_LIST=%s:%d,%s:%d".formatted(FIRST, port, SECOND, port);
        assertEquals(Set.of(List.of(list, "PADDLE_PSERVER_IPS=" + FIRST + "," + SECOND, last)), environments);
    }

    @Test
    void serversThatShareAHostAreNamedWhereTheContractCannotHold() throws IOException, InterruptedException {
        Ended ended = train("each: 2");
        assertEquals(0, ended.exitCode(), ended::text);
        assertEquals(
                1,
                ended.count(
                        "(?m)^JOB\\d+: PADDLE_PSERVER_IPS and PADDLE_PSERVER_PORT, which know one port for all servers,"
                                + " are not set: servers 0 and 1 both run on 172\\.16\\.0\\.5; PSERVERS and"
                                + " PADDLE_PSERVERS_IP_PORT_LIST name them all$"),
                ended::text);
        List<String> only = environments(6).iterator().next();
        assertEquals(1, only.size(), only::toString);
        assertTrue(
                only.getFirst().startsWith("PADDLE_PSERVERS_IP_PORT_LIST=172.16.0.5:7164,172.16.0.5:7165,"),
                only::toString);
    }
}
