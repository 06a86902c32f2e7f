package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host of a job loses its power and comes back: no process is left there, and the boot id of their records is not its own any more. */
@Needs({Tool.SSHD, Tool.NETWORK_NAMESPACES})
class RebootIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    static Path folder;

    private static NetnsCluster cluster;

    @BeforeAll
    static void startHosts() throws IOException, InterruptedException {
        cluster = NetnsCluster.up(folder.resolve("cluster"), "172.16.0.5", "172.16.0.6");
        Files.createDirectories(folder.resolve("package"));
        Files.writeString(folder.resolve("fabfile.groovy"), """
                cluster {
                    hosts    '172.16.0.5', '172.16.0.6'
                    trainers each: 1
                    grace    1
                    restart  trainer: 3
                    command  role: 'trainer', ['sh', '-c', 'while :; do echo a step; sleep 0.2; done']
                }
                """);
    }

    @AfterAll
    static void stopHosts() throws IOException, InterruptedException {
        cluster.down();
    }

    private static JfabProcess jfab(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "-S",
                cluster.sshConfig().toString(),
                "-f",
                folder.resolve("fabfile.groovy").toString()));
        all.addAll(List.of(words));
        return JfabProcess.of(cluster::client, all);
    }

    @Test
    void theJobEndsWithThatCause() throws IOException, InterruptedException {
        JfabProcess job = jfab("cluster-train", "-p", folder.resolve("package").toString());
        job.awaitOutput("[172.16.0.6 trainer 1] a step", LIMIT);
        cluster.reboot("172.16.0.6");
        Ended ended = job.end(LIMIT);
        assertEquals(1, ended.exitCode(), ended::text);
        assertEquals(
                1,
                ended.count("jfab: 172.16.0.6: trainer 1 died first, is gone without an exit code,"
                        + " last heard of at \\d\\d:\\d\\d:\\d\\d \\(its host was started again\\)"),
                ended::text);
        Ended status = jfab("status").end(LIMIT);
        assertEquals(1, status.count("(?m)^172.16.0.6 trainer +1 .* gone without an exit code$"), status::text);
        assertEquals(
                1, status.count("(?m)^172.16.0.5 trainer +0 .* stopped by the failure of trainer-1$"), status::text);
        Ended killed = jfab("kill").end(LIMIT);
        assertEquals(0, killed.exitCode(), killed::text);
        assertEquals(1, killed.count("nothing runs"), killed::text);
    }
}
