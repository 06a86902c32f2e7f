package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import groovy.json.JsonSlurper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.WithSshd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command jfab shows and writes down, on a real OpenSSH server. */
class OutputIT extends WithSshd {
    private static final String HOSTS = "127.0.0.1,127.0.0.2,127.0.0.3";

    @TempDir
    private Path folder;

    private List<String> line(String... arguments) {
        List<String> all = new ArrayList<>(List.of(
                "-i",
                sshd.folder().resolve("id_ed25519").toString(),
                "--port",
                Integer.toString(sshd.port()),
                "-H",
                HOSTS));
        all.addAll(List.of(arguments));
        return all;
    }

    private Ended jfab(String... arguments) throws Exception {
        return JfabProcess.run(folder, "", line(arguments));
    }

    @Test
    void equalOutputsAreShownOnce() throws Exception {
        String differing = "echo all; case $SSH_CONNECTION in *127.0.0.2*) echo two;; esac";
        String heads =
                "---------------\n127.0.0.[1,3] (2)\n---------------\nall\n---------------\n127.0.0.2\n---------------\n";
        assertEquals(heads + "all\ntwo\n", jfab("-b", "--", differing).out());
        assertEquals(
                heads + "--- 127.0.0.[1,3]\n+++ 127.0.0.2\n@@ -1,1 +1,2 @@\n all\n+two\n",
                jfab("--diff", "--", differing).out());
    }

    @Test
    void whatCannotBePrintedIsAFailureUnlessNobodyReadsIt() throws Exception {
        assertEquals("1 jfab: standard output could not be written: No space left on device\n", into(">/dev/full"));
        assertEquals("0 ", into("| true"));
    }

    /** The exit code and the errors of the command jfab, which prints to somewhere else. */
    private static String into(String where) throws Exception {
        String shell = where.startsWith(">")
                ? "\"$@\" " + where + "; echo \"$? \""
                : "exec 3>&1; { \"$@\"; echo \"$? \" >&3; } " + where;
        List<String> command = List.of("sh", "-c", shell, "sh");
        JfabProcess.Ended ended = JfabProcess.of(
                        jfab -> Stream.concat(command.stream(), jfab.stream()).toList(), List.of("--version"))
                .end(Duration.ofMinutes(1));
        return ended.out().strip() + " " + ended.err();
    }

    @Test
    void jsonIsAllThatStandsOnStandardOutput() throws Exception {
        Ended ended = jfab("--output=json", "--", "echo 'é \"'; exit 3");
        List<Map<?, ?>> events = new ArrayList<>();
        ended.out().lines().forEach(text -> events.add((Map<?, ?>) new JsonSlurper().parseText(text)));
        assertEquals(
                3,
                events.stream()
                        .filter(event -> "notice".equals(event.get("event")))
                        .count());
        assertEquals(
                List.of("é \"", "é \"", "é \""),
                events.stream()
                        .filter(event -> "line".equals(event.get("event")))
                        .map(event -> event.get("text"))
                        .toList());
        assertEquals(
                List.of(3, 3, 3),
                events.stream()
                        .filter(event -> "finished".equals(event.get("event")))
                        .map(event -> event.get("exitCode"))
                        .toList());
        assertEquals("ended", events.getLast().get("event"));
        assertEquals(3, ended.exitCode());
        assertEquals("", ended.err());
    }

    @Test
    void aFolderOfLogsThatCannotBeMadeIsNamedWithTheReason() throws Exception {
        Files.writeString(folder.resolve("taken"), "");
        Ended ended = jfab("--log-dir", "taken", "--", "true");
        assertEquals("jfab: --log-dir taken: taken is a file and no folder\n", ended.err());
        assertEquals(1, ended.exitCode());
    }

    @Test
    void everyHostHasALogThatIsTheUsersAlone() throws Exception {
        jfab("--log-dir", "logs/today", "--", "echo out; echo err >&2");
        Path log = folder.resolve("logs/today/127.0.0.2.log");
        String time = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}[+-]\\d\\d:\\d\\d ";
        List<String> kinds = Files.readAllLines(log).stream()
                .map(text -> text.replaceFirst("^" + time, ""))
                .filter(text -> !text.startsWith("say "))
                .toList();
        assertEquals("run --", kinds.getFirst());
        assertTrue(kinds.containsAll(List.of("out out", "err err")), kinds::toString);
        assertEquals("end -- ok", kinds.getLast());
        assertTrue(Files.readString(folder.resolve("logs/today/jfab.log")).endsWith(" end exit code 0\n"));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(log)));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(log.getParent())));
    }

    @Test
    void aLogIsNotWrittenThroughALinkThatAHostsTreeHasBrought() throws Exception {
        Path mine = Files.writeString(folder.resolve("mine"), "mine");
        Files.createSymbolicLink(Files.createDirectory(folder.resolve("logs")).resolve("127.0.0.2.log"), mine);
        Ended ended = jfab("--log-dir", "logs", "--", "echo evil");
        assertTrue(ended.err().contains("--log-dir logs is incomplete: 127.0.0.2.log is a link,"), ended.err());
        assertEquals("mine", Files.readString(mine));
    }

    @Test
    void aSecretIsMaskedWhereverItAppears() throws Exception {
        Files.writeString(folder.resolve("token"), "s3cr3t'x\n");
        Files.writeString(folder.resolve("fabfile.groovy"), """
                def token = secret(file: 'token')
                task('all') { c ->
                    println "printed $token"
                    c.run(['echo', 'printed', token])
                    c.run("printf 's3c'; sleep 0.2; printf \\"r3t'x\\\\n\\" >&2; sleep 0.1; printf \\"r3t'x\\\\n\\"")
                    c.run(['sh', '-c', 'exit 5', token])
                }
                task('bug') { c -> throw new IllegalStateException("with $token") }
                """);
        for (List<String> run : List.of(List.of("all"), List.of("--output=json", "all"), List.of("--debug", "bug"))) {
            Ended ended = jfab(IntStream.range(0, run.size() + 1)
                    .mapToObj(i -> i == 0 ? "--log-dir=logs" : run.get(i - 1))
                    .toArray(String[]::new));
            String shown = ended.out() + ended.err();
            assertFalse(shown.contains("3cr3t"), shown);
            assertTrue(shown.contains("***"), shown);
        }
        try (var logs = Files.list(folder.resolve("logs"))) {
            for (Path log : logs.toList()) {
                assertFalse(Files.readString(log).contains("3cr3t"), log::toString);
            }
        }
    }

    @Test
    void aVariableIsMaskedBeforeItsSecretIsUsed() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), """
                def token = secret(env: 'TOKEN')
                task('all') { c ->
                    println "printed ${System.getenv('TOKEN')}"
                    c.run("printf 's3c'; printf 'r3t-x\\n'")
                }
                """);
        Ended ended =
                JfabProcess.run(folder, Map.of("TOKEN", "s3cr3t-x"), line("all").toArray(String[]::new));
        String shown = ended.out() + ended.err();
        assertEquals(0, ended.exitCode(), shown);
        assertFalse(shown.contains("s3cr3t-x"), shown);
        assertTrue(shown.contains("printed ***"), shown);
    }

    @Test
    void muchOutputArrivesWholeInLittleMemory() throws Exception {
        List<String> line = line("--", "seq 1 2000000");
        try (JfabProcess jfab = JfabProcess.start(folder, List.of("-Xmx128m"), line)) {
            Ended ended = jfab.await();
            assertEquals(0, ended.exitCode(), ended.err());
            long[] sums = new long[4];
            ended.out().lines().forEach(text -> {
                int host = text.charAt("[127.0.0.".length()) - '0';
                sums[host] += Long.parseLong(text.substring(text.indexOf(' ') + 1));
            });
            long sum = 2_000_000L * 2_000_001 / 2;
            assertEquals(
                    List.of(sum, sum, sum),
                    IntStream.rangeClosed(1, 3).mapToObj(i -> sums[i]).toList());
        }
    }

    @Test
    void quietSaysNothingOfWhatGoesWell() throws Exception {
        Ended ended = jfab("-q", "--", "echo x");
        assertEquals("", ended.out() + ended.err());
        assertEquals(2, jfab("-q", "--diff", "--", "x").exitCode());
    }

    @Test
    void coloursComeWhenTheyAreAskedFor() throws Exception {
        assertTrue(jfab("--color=always", "--", "echo x").out().contains("\u001b[36m[127.0.0.1]\u001b[0m x\n"));
        assertFalse(jfab("--", "echo x").out().contains("\u001b"));
    }
}
