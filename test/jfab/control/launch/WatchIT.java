package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of light processes on real OpenSSH hosts, looked at by {@code jfab watch} on a real terminal and by {@code jfab report}. */
@Needs({Tool.SSHD, Tool.NETWORK_NAMESPACES})
class WatchIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final List<String> HOSTS = List.of("172.16.0.5", "172.16.0.6", "172.16.0.7");
    private static final String LIGHT =
            Path.of("test/jfab/control/watch/lightjob.sh").toAbsolutePath().toString();
    /** Nine trainers, which go on. */
    private static final String FEW = "JOB20261121120001";
    /** Two hundred, of which the fifth has failed. */
    private static final String MANY = "JOB20261121120002";
    /** Four, which are told to end. */
    private static final String BRIEF = "JOB20261121120003";

    @TempDir
    static Path folder;

    private static NetnsCluster cluster;

    @BeforeAll
    static void startJobs() throws Exception {
        cluster = NetnsCluster.up(folder.resolve("cluster"), HOSTS.toArray(String[]::new));
        Files.writeString(
                folder.resolve("fabfile.groovy"),
                "cluster { hosts 'root@172.16.0.5', 'root@172.16.0.6', 'root@172.16.0.7' }\n");
        light(FEW, 9);
        light(BRIEF, 4);
        light(MANY, 200);
        Await.until(
                "every trainer has written",
                () -> metrics(FEW, 9).allMatch(Files::exists)
                        && metrics(BRIEF, 4).allMatch(Files::exists)
                        && metrics(MANY, 200).allMatch(Files::exists));
        Files.writeString(directory(MANY, 1).resolve(".jfab/trainer-4.exit"), "3\n");
    }

    /** The processes of the jobs end with the hosts. */
    @AfterAll
    static void stopHosts() throws IOException, InterruptedException {
        cluster.down();
    }

    /** Begins a job of one server on each host and of {@code trainers}. */
    private static void light(String job, int trainers) throws IOException {
        for (String host : HOSTS) {
            String index = "" + HOSTS.indexOf(host);
            cluster.on(host, "sh", LIGHT, "/root/work/" + job, "" + HOSTS.size(), index, "" + trainers)
                    .redirectOutput(folder.resolve(job + "-" + index + ".log").toFile())
                    .start();
        }
    }

    private static Stream<Path> metrics(String job, int trainers) {
        return IntStream.range(0, trainers)
                .mapToObj(rank ->
                        directory(job, rank % HOSTS.size()).resolve("metrics/trainer-" + rank + "/metrics.jsonl"));
    }

    private static Path directory(String job, int host) {
        return cluster.home(HOSTS.get(host)).resolve("work").resolve(job);
    }

    private static List<String> arguments(String... words) {
        List<String> all = new ArrayList<>(List.of(
                "-S",
                cluster.sshConfig().toString(),
                "-f",
                folder.resolve("fabfile.groovy").toString()));
        all.addAll(List.of(words));
        return all;
    }

    private static Ended end(String... words) throws IOException, InterruptedException {
        return JfabProcess.of(cluster::client, arguments(words)).end(LIMIT);
    }

    private static Tmux terminal(String name) throws IOException, InterruptedException {
        return Tmux.open(folder.resolve(name), 80, 24, cluster::client);
    }

    private static void watch(Tmux terminal, String job) throws IOException, InterruptedException {
        terminal.type(
                Path.of("jfab").toAbsolutePath() + " " + String.join(" ", arguments("watch", job)) + "; echo ended $?",
                "Enter");
    }

    /** What is typed is seen, by lines, and the cursor with it. */
    private static void assertUsable(Tmux terminal) throws IOException, InterruptedException {
        terminal.type("clear; stty -a; echo he''re", "Enter");
        String state = terminal.await("here");
        assertTrue(Tmux.matches(state, "\\sisig icanon iexten echo "), state);
        assertTrue(terminal.cursor(), "the cursor is hidden");
    }

    @Test
    @Needs(Tool.TMUX)
    void aJobIsReadableOn80ColumnsAndFollowsKeysAndResizesAndIsLeftAloneByQ() throws Exception {
        try (Tmux terminal = terminal("keys")) {
            watch(terminal, FEW);
            String screen = terminal.await("trainer 0-8: 9 running on 3 hosts");
            assertTrue(screen.startsWith(" " + FEW + "  running  "), screen);
            assertTrue(screen.lines().allMatch(each -> each.length() <= 80), screen);
            terminal.awaitMatch("\ntrainer-1 +172\\.16\\.0\\.6 +slow +\\d+ +\\S+ +320\\.0 ");
            terminal.awaitMatch("loss of trainer-0: .*[\u2801-\u28ff]");
            terminal.awaitMatch("\n172\\.16\\.0\\.5 +\\d+%  \\S+[GM] of ");

            terminal.type("a");
            terminal.await("\ntrainer-0 ");
            terminal.type("Down", "Down", "NPage", "NPage");
            terminal.await("\ntrainer-8 ");
            terminal.type("a");
            terminal.resize(110, 50);
            String large = terminal.await(
                    "all by name",
                    text -> text.contains("\npserver-0 ")
                            && text.contains("\ntrainer-8 ")
                            && text.lines().skip(49).anyMatch(last -> last.startsWith("arrows scroll")));
            assertEquals(50, large.lines().count(), large);
            terminal.resize(60, 12);
            terminal.await(
                    "a small one",
                    text -> text.startsWith(" " + FEW)
                            && text.lines().skip(11).anyMatch(last -> last.startsWith("arrows scroll")));

            terminal.resize(200, 24);
            terminal.type("q");
            String left = terminal.await("ended 0").replace("\n", "");
            assertTrue(left.contains(FEW + " goes on"), left);
            assertTrue(left.contains("kill " + FEW), left);
            terminal.resize(80, 24);
            assertUsable(terminal);
        }
        assertFalse(Files.exists(directory(FEW, 0).resolve(".jfab/trainer-0.exit")));
    }

    @Test
    @Needs(Tool.TMUX)
    void ctrlCAndTheEndOfTheProcessGiveTheTerminalBackAndLeaveTheJobAlone() throws Exception {
        try (Tmux terminal = terminal("stop")) {
            terminal.type("echo be''fore", "Enter");
            terminal.await("before");
            watch(terminal, FEW);
            terminal.await("loss of trainer-0");
            terminal.type("C-c");
            String left = terminal.await("ended 130");
            assertTrue(left.contains("before"), left);
            assertUsable(terminal);

            watch(terminal, FEW);
            terminal.await("loss of trainer-0");
            terminal.running().destroy();
            terminal.await("ended 143");
            assertUsable(terminal);
        }
        assertFalse(Files.exists(directory(FEW, 0).resolve(".jfab/trainer-0.exit")));
    }

    @Test
    @Needs(Tool.TMUX)
    void twoHundredRanksFitOn80ColumnsAndTheFailedAndTheSlowOneStandByName() throws Exception {
        try (Tmux terminal = terminal("many")) {
            watch(terminal, MANY);
            terminal.await("trainer 0-3,5-199: 199 running on 3 hosts");
            terminal.awaitMatch("\n  median +\\d+ ");
            terminal.awaitMatch("\ntrainer-4 +172\\.16\\.0\\.6 +exited 3 ");
            String screen = terminal.awaitMatch("\ntrainer-1 +172\\.16\\.0\\.6 +slow ");
            assertTrue(screen.lines().allMatch(each -> each.length() <= 80), screen);
        }
    }

    @Test
    @Needs(Tool.TMUX)
    void watchEndsWithTheJobAndWhatIsLeftIsTold() throws Exception {
        try (Tmux terminal = terminal("end")) {
            terminal.resize(110, 60);
            watch(terminal, BRIEF);
            terminal.await("trainer-3 ");
            for (int host = 0; host < HOSTS.size(); host++) {
                Files.createFile(directory(BRIEF, host).resolve(".jfab/over"));
            }
            String left = terminal.await("ended 0");
            assertTrue(left.contains(BRIEF + "  ended  "), left);
            assertTrue(Tmux.matches(left, "\ntrainer-3 +172\\.16\\.0\\.5 +exited 0 +\\d+ "), left);
        }
        // Without a terminal: a line for each picture.
        Ended lines = end("watch", BRIEF);
        assertEquals(0, lines.exitCode(), lines::text);
        assertEquals(
                1,
                lines.count("(?m)^\\S+ \\S+ " + BRIEF
                        + " ended, 0 of 3 pservers run, 0 of 4 trainers run, step \\d+, loss "),
                lines::text);
    }

    @Test
    @Needs(Tool.CHROMIUM)
    void theReportIsReadInABrowserOnAPhoneAndNothingElseIsAskedFor() throws Exception {
        Await.until(
                "some steps",
                () -> Files.readAllLines(metrics(FEW, 9).toList().getLast()).size() > 20);
        Path page = folder.resolve("report.html");
        Path png = folder.resolve("png");
        Ended report = end("report", FEW, "--to", page.toString(), "--png", png.toString());
        assertEquals(0, report.exitCode(), report::text);
        assertTrue(Files.size(png.resolve("loss.png")) > 1000);

        for (Browser.Seen seen : Browser.look(page, folder.resolve("browser"), 360, 1200)) {
            assertEquals(0, seen.hidden(), seen::toString);
            assertTrue(seen.points() > 9 * 20, seen::toString);
            assertTrue(seen.text().contains("trainer-1 on 172.16.0.6: 165 ms of its own per step"), seen::toString);
            assertEquals("", seen.asked(), seen::toString);
        }
    }
}
