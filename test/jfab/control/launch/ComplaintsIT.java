package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.bundle.Installation;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.FitALine;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What users of other launchers complained of, on one job of the training engine with five servers and five trainers: its hosts give
 * their processes an environment in which little works, and servers of an older job are still there.
 */
@Needs(Tool.SSHD)
class ComplaintsIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int SAMPLES = 42;
    private static final String SECRET = "hunter2";

    @TempDir
    static Path folder;

    private static SshdHosts hosts;
    private static List<Path> older = List.of();
    private static Ended job;

    @BeforeAll
    static void runTheJob() throws IOException, InterruptedException {
        Path libraries = Files.createDirectories(folder.resolve("libraries"));
        for (String library : List.of("libjvm.so", "libtorch.so", "libtorch_cpu.so", "libgomp.so.1", "libz.so.1")) {
            Files.writeString(libraries.resolve(library), "no library");
        }
        hosts = SshdHosts.start(
                folder,
                2,
                Map.of(
                        "PATH", "/nonexistent/bin",
                        "LD_LIBRARY_PATH", libraries.toString(),
                        "JAVA_HOME", "/nonexistent/java",
                        "CLASSPATH", "/nonexistent/classes",
                        "PYTHONHOME", "/nonexistent/python",
                        "PYTHONPATH", "/nonexistent/modules",
                        "CDPATH", folder.toString(),
                        "JAVA_TOOL_OPTIONS", "-XX:+NoSuchOption",
                        "SITE_API_KEY", SECRET));
        Path target = Path.of("target");
        hosts.keepEngine(new Installation(target).engine(false), target.resolve("engine"));
        writePackage();
        Ended before = train(
                "older", "command role: 'pserver', ['sh', 'server.sh']\ncommand role: 'trainer', ['true']", "--detach");
        assertEquals(0, before.exitCode(), before::text);
        older = List.of(hosts.job(1), hosts.job(2));
        job = train("newer", "program 'fit.groovy'\npservers 5\ntrainers 5");
    }

    /** A server that serves for ever, and a program that says which samples it trains on, by their labels. */
    private static void writePackage() throws IOException {
        Path work = Files.createDirectories(folder.resolve("package"));
        Files.writeString(work.resolve("server.sh"), """
                exec perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(Listen => 5, LocalAddr => $ENV{POD_IP},
                    LocalPort => $ENV{PADDLE_PORT}, ReuseAddr => 1) or die "cannot listen: $!\\n";
                    close $c while $c = $s->accept'
                """);
        Files.write(
                work.resolve("housing.data"),
                IntStream.range(0, SAMPLES * 5 / 4 + 1)
                        .mapToObj(row -> (row + " ").repeat(13) + row)
                        .toList());
        Files.writeString(work.resolve("fit.groovy"), FitALine.PROGRAM + """
                for (samples in share(batch(uci_housing_train('housing.data'), 20))) {
                    exe.run(t.get_trainer_program(), feed: feeder.feed(samples), fetch_list: [cost])
                    samples.each { println "sample ${it.columns()[1].values()[0] as int}" }
                }
                """);
    }

    private static Ended train(String name, String more, String... words) throws IOException, InterruptedException {
        Path fabfile = Files.writeString(folder.resolve(name + ".groovy"), """
                cluster {
                    hosts %s
                    port 17564
                    %s
                    environment OMP_NUM_THREADS: 1
                }
                """.formatted(hosts.quoted(), more));
        return hosts.train(fabfile, words).end(LIMIT);
    }

    @AfterAll
    static void stopHosts() throws IOException {
        for (Path each : older) {
            SshdHosts.running(each).forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        }
        hosts.close();
    }

    private static int port(Path job) throws IOException {
        String description = Files.readString(job.resolve(".jfab/description.json"));
        return DescriptionFile.read(description, "here").members().stream()
                .filter(member -> member.name().equals("pserver-" + (job.startsWith(hosts.home(1)) ? 0 : 1)))
                .flatMap(member -> member.ports().stream())
                .findFirst()
                .orElseThrow();
    }

    private static List<Path> records(String end) throws IOException {
        List<Path> found = new ArrayList<>();
        for (int host = 1; host <= 2; host++) {
            try (Stream<Path> files = Files.list(hosts.job(host).resolve(".jfab"))) {
                files.filter(file -> file.toString().endsWith(end)).forEach(found::add);
            }
        }
        return found;
    }

    @Test
    void fiveServersAndFiveTrainersTrainAndEachEndsWithExitCode0() throws IOException {
        assertEquals(0, job.exitCode(), job::text);
        assertEquals(10, records(".exit").size());
        for (Path exit : records(".exit")) {
            assertEquals("0\n", Files.readString(exit), exit::toString);
        }
    }

    @Test
    void aJobTrainsWhileServersOfAnOlderJobOfTheSameUserStillServe() throws IOException {
        assertEquals(0, job.exitCode(), job::text);
        for (int host = 1; host <= 2; host++) {
            assertNotEquals(older.get(host - 1), hosts.job(host));
            assertEquals(1, SshdHosts.running(older.get(host - 1)).size(), "nobody ended them");
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("127.0.0." + host, port(older.get(host - 1))), 1000);
            }
        }
    }

    @Test
    void theDataIsSharedOutToTheTrainersOneSampleToOneTrainer() {
        Map<String, List<Integer>> samples = new TreeMap<>();
        Pattern.compile("(?m)(trainer \\d)] sample (\\d+)$")
                .matcher(job.out())
                .results()
                .forEach(each -> samples.computeIfAbsent(each.group(1), _ -> new ArrayList<>())
                        .add(Integer.valueOf(each.group(2))));
        assertEquals(5, samples.size(), job::text);
        List<Integer> all =
                samples.values().stream().flatMap(List::stream).sorted().toList();
        assertEquals(IntStream.range(0, SAMPLES).boxed().toList(), all, job::text);
    }

    @Test
    void whatALoginShellSetsDoesNotBreakTheEngineAndIsOnRecordForEachProcess() throws Exception {
        assertEquals(0, job.exitCode(), job::text);
        List<Path> environments = records(".environment");
        assertEquals(10, environments.size());
        for (Path environment : environments) {
            String text = Files.readString(environment);
            assertTrue(text.contains("/nonexistent/bin:/usr/bin"), text);
            assertTrue(text.contains("export LD_LIBRARY_PATH='" + folder.resolve("libraries") + "'\n"), text);
            assertTrue(text.contains("export OMP_NUM_THREADS='1'\n"), text);
            assertTrue(text.contains("export PADDLE_TRAINERS='5'\n"), text);
            assertTrue(text.contains("# SITE_API_KEY is left out"), text);
            assertFalse(text.contains(SECRET), text);
            assertTrue(text.contains("# JFAB_JOB_TOKEN is left out"), text);
            LightCluster.awaitGone(environment.resolveSibling("token"));
        }
    }
}
