package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jfab.ClassesLocation;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that a trainer's host does not reach, although SSH reaches both: named before a trainer waits in vain. */
@Needs({Tool.SSHD, Tool.NETWORK_NAMESPACES})
class PreflightIT {
    private static final String SERVER = "172.16.0.5";
    private static final String TRAINER = "172.16.0.6";

    @TempDir
    static Path folder;

    private static NetnsCluster cluster;

    @BeforeAll
    static void startHosts() throws IOException, InterruptedException {
        cluster = NetnsCluster.up(folder.resolve("cluster"), SERVER, TRAINER);
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        String classes = ClassesLocation.of(PortHolder.class).toString();
        Files.createDirectories(folder.resolve("workspace"));
        Files.writeString(folder.resolve("workspace/trainer.sh"), "echo trained\n");
        Files.writeString(
                folder.resolve("fabfile.groovy"), """
                cluster {
                    hosts '%s', '%s'
                    pservers on: '%s'
                    trainers on: '%s'
                    grace 1
                    command role: 'pserver', ['sh', '-c', 'exec %s -cp %s jfab.control.launch.PortHolder "$POD_IP" "$PADDLE_PORT"']
                    command role: 'trainer', ['sh', 'trainer.sh']
                }
                """.formatted(SERVER, TRAINER, SERVER, TRAINER, java, classes));
    }

    @AfterAll
    static void stopHosts() throws IOException, InterruptedException {
        cluster.down();
    }

    private static Ended train() throws IOException, InterruptedException {
        return JfabProcess.of(
                        cluster::client,
                        List.of(
                                "-S",
                                cluster.sshConfig().toString(),
                                "-f",
                                folder.resolve("fabfile.groovy").toString(),
                                "cluster-train",
                                "--job-dispatch-package=" + folder.resolve("workspace")))
                .end(Duration.ofMinutes(2));
    }

    private static void route(String host, String... words) throws IOException, InterruptedException {
        String[] command = new String[words.length + 2];
        command[0] = "ip";
        command[1] = "route";
        System.arraycopy(words, 0, command, 2, words.length);
        assertEquals(0, cluster.on(host, command).start().waitFor());
    }

    @Test
    void aServerWithoutARouteToItIsNamedWithBothHostsAndItsPort() throws IOException, InterruptedException {
        route(TRAINER, "add", "unreachable", SERVER + "/32");
        try {
            Ended ended = train();
            assertEquals(1, ended.exitCode(), ended::text);
            assertEquals(
                    1,
                    ended.count(
                            "(?m)^jfab: \\S*172\\.16\\.0\\.6 \\(172\\.16\\.0\\.6\\) to pserver 0 on \\S*172\\.16\\.0\\.5 at"
                                    + " 172\\.16\\.0\\.5:\\d+ finds no route: the two lie on networks without a route"),
                    ended::text);
            assertEquals(0, ended.count("trained"), ended::text);
        } finally {
            route(TRAINER, "del", "unreachable", SERVER + "/32");
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsNamedWithWhatToLookAt() throws IOException, InterruptedException {
        // As a firewall that drops: what the server answers is lost.
        route(SERVER, "add", "blackhole", TRAINER + "/32");
        try {
            Ended ended = train();
            assertEquals(1, ended.exitCode(), ended::text);
            assertEquals(
                    1,
                    ended.count("(?m)^jfab: .*172\\.16\\.0\\.5:\\d+ gets no answer: look at the firewalls"),
                    ended::text);
            assertEquals(0, ended.count("trained"), ended::text);
        } finally {
            route(SERVER, "del", "blackhole", TRAINER + "/32");
        }
    }

    @Test
    void aServerThatIsReachedLetsTheTrainersBegin() throws IOException, InterruptedException {
        Ended ended = train();
        assertEquals(0, ended.exitCode(), ended::text);
        assertEquals(1, ended.count("(?m)^\\[\\S*172\\.16\\.0\\.6 trainer 0\\] trained$"), ended::text);
    }
}
