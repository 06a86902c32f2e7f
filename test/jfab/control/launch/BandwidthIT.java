package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jfab.control.bundle.EngineBundle;
import jfab.control.bundle.Installation;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host whose network is slow is named before the job starts, as {@code cluster-train --preflight} asks. */
@Needs({Tool.SSHD, Tool.NETWORK_NAMESPACES})
class BandwidthIT {
    private static final String FIRST = "172.16.0.5";
    private static final String SECOND = "172.16.0.6";
    private static final String THIRD = "172.16.0.7";

    @TempDir
    static Path folder;

    private static NetnsCluster cluster;

    @BeforeAll
    static void startHosts() throws IOException, InterruptedException {
        cluster = NetnsCluster.up(folder.resolve("cluster"), FIRST, SECOND, THIRD);
        Files.createDirectories(folder.resolve("workspace"));
        Files.writeString(folder.resolve("workspace/program.groovy"), "println 'trained'\n");
        fabfile("three", "command role: 'trainer', ['echo', 'trained']", FIRST, SECOND, THIRD);
        fabfile("two", "program 'program.groovy'", FIRST, SECOND);
    }

    private static void fabfile(String name, String engine, String... hosts) throws IOException {
        Files.writeString(folder.resolve(name + ".groovy"), """
                cluster {
                    hosts '%s'
                    pservers 0
                    %s
                }
                """.formatted(String.join("', '", hosts), engine));
    }

    @AfterAll
    static void stopHosts() throws IOException, InterruptedException {
        cluster.down();
    }

    @AfterEach
    void openNetwork() throws IOException, InterruptedException {
        for (String host : List.of(FIRST, SECOND, THIRD)) {
            cluster.on(host, "tc", "qdisc", "del", "dev", "eth0", "root")
                    .start()
                    .waitFor();
        }
    }

    /** What {@code host} sends is as slow as over an old network: 5 MB/s. */
    private static void slow(String host) throws IOException, InterruptedException {
        String[] command = "tc qdisc add dev eth0 root tbf rate 40mbit burst 32kbit latency 400ms".split(" ");
        assertEquals(0, cluster.on(host, command).start().waitFor());
    }

    /** Runs a job to its end, which must be a good one whatever the network is like. */
    private static Ended trained(String fabfile) throws IOException, InterruptedException {
        Ended ended = JfabProcess.of(
                        cluster::client,
                        List.of(
                                "-S",
                                cluster.sshConfig().toString(),
                                "-f",
                                folder.resolve(fabfile + ".groovy").toString(),
                                "cluster-train",
                                "--preflight",
                                "--job-dispatch-package=" + folder.resolve("workspace")))
                .end(Duration.ofMinutes(1));
        assertEquals(0, ended.exitCode(), ended::text);
        assertEquals(2, Math.min(2, ended.count("\\] trained\n")), ended::text);
        return ended;
    }

    @Test
    void ofThreeHostsTheOneWithTheSlowLinkIsNamedAndNoOther() throws IOException, InterruptedException {
        slow(SECOND);
        Ended ended = trained("three");
        assertEquals(
                3,
                ended.count("(?m)^\\S*172\\.16\\.0\\.\\d sends [\\d.]+ MB/s to \\S+, [\\d.]+ MB/s to \\S+$"),
                ended::text);
        assertEquals(1, ended.count("at only"), ended::text);
        assertEquals(
                1,
                ended.count(
                        "(?m)^\\S*172\\.16\\.0\\.6 sends at only \\d\\.\\d MB/s, where most hosts reach \\d{2,} MB/s, so"),
                ended::text);
    }

    @Test
    void betweenTwoHostsTheEngineMeasuresBothDirectionsAndThePoorOneIsRemarkedOn()
            throws IOException, InterruptedException {
        EngineBundle engine = new Installation(Path.of("target")).engine(false);
        for (String host : List.of(FIRST, SECOND)) {
            Path cache = Files.createDirectories(cluster.home(host).resolve(".jfab/cache"));
            Files.createSymbolicLink(
                    cache.resolve(engine.digest()), Path.of("target/engine").toAbsolutePath());
        }
        slow(SECOND);
        Ended ended = trained("two");
        assertEquals(
                1, ended.count("(?m)^\\S*172\\.16\\.0\\.5 sends \\d{2,} MB/s to \\S*172\\.16\\.0\\.6$"), ended::text);
        assertEquals(
                1, ended.count("(?m)^\\S*172\\.16\\.0\\.6 sends \\d\\.\\d MB/s to \\S*172\\.16\\.0\\.5$"), ended::text);
        assertEquals(1, ended.count("at only"), ended::text);
        assertEquals(1, ended.count("0\\.6 sends to \\S*0\\.5 at only \\d\\.\\d MB/s: a job that"), ended::text);
    }
}
