package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.WithSshd;
import jfab.tools.Await;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What jfab leaves when a supervisor, or the end of its terminal, tells it to end: on hosts as little as after Ctrl-C. */
class ToldToEndIT extends WithSshd {
    private static final long LARGE = 3L << 30;

    @TempDir
    private Path folder;

    @BeforeEach
    void sshConfig() throws Exception {
        Files.createDirectories(folder.resolve(".ssh"));
        sshConfig(sshd);
    }

    private void sshConfig(SshdFixture server) throws Exception {
        Files.writeString(
                folder.resolve(".ssh/config"),
                "Host *\n  Port " + server.port() + "\n  IdentityFile "
                        + server.folder().resolve("id_ed25519") + "\n");
    }

    private JfabProcess start(String task) throws Exception {
        return JfabProcess.start(folder, List.of(), List.of("-H", "127.0.0.1", task));
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143, run", "HUP, 129, run", "TERM, 143, local", "INT, 130, local"})
    void itsCommandsEndAndNoFurtherOneBegins(String signal, int code, String word) throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), """
                task('go') { c ->
                    c.%s('echo $$ >%s/pid; sleep 1000; true', warn: true)
                    c.run('touch %s/next')
                }
                """.formatted(word, folder, folder));
        Path pid = folder.resolve("pid");
        try (JfabProcess jfab = start("go")) {
            Await.until("process", () -> Files.exists(pid) && Files.size(pid) > 1);
            jfab.signal(signal);
            assertEquals(code, jfab.await().exitCode());
        }
        long id = Long.parseLong(Files.readString(pid).strip());
        Await.until("end of process " + id, () -> ProcessHandle.of(id).isEmpty());
        assertFalse(Files.exists(folder.resolve("next")));
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
    void aTaskThatCatchesExceptionsGoesNoFurtherAndTidiesUp(String signal, int code) throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), """
                task('go') { c ->
                    try {
                        c.run('echo $$ >%1$s/pid; sleep 1000; true')
                    } catch (Exception e) {
                        new File('%1$s/caught').text = e
                    } finally {
                        c.run('touch %1$s/tidied')
                    }
                    c.run('touch %1$s/next')
                }
                """.formatted(folder));
        Path pid = folder.resolve("pid");
        try (JfabProcess jfab = start("go")) {
            Await.until("process", () -> Files.exists(pid) && Files.size(pid) > 1);
            jfab.signal(signal);
            assertEquals(code, jfab.await().exitCode());
        }
        assertEquals(List.of(".ssh", "fabfile.groovy", "pid", "tidied"), ours());
    }

    /** As a terminal's Ctrl-C does, which may reach the command before it is known here. */
    @Test
    void aCommandHereThatEndsByItBeforeIsNoFailure() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), """
                task('go') { c ->
                    try {
                        c.local('touch %1$s/pid; until [ -e %1$s/now ]; do sleep 0.01; done; (sleep 0.05; kill -INT $PPID) & kill -INT $$')
                    } catch (Exception e) {
                        new File('%1$s/caught').text = e
                    }
                }
                """.formatted(folder));
        try (JfabProcess jfab = start("go")) {
            Await.until("process", () -> Files.exists(folder.resolve("pid")));
            Files.createFile(folder.resolve("now"));
            assertEquals(130, jfab.await().exitCode());
        }
        assertFalse(Files.exists(folder.resolve("caught")));
    }

    @Test
    void aSecondCtrlCEndsWhatFinallyHasBegun() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), """
                task('go') { c ->
                    try {
                        c.run('touch %1$s/begun; sleep 1000; true')
                    } finally {
                        c.run('echo $$ >%1$s/pid; exec sleep 1000')
                    }
                }
                """.formatted(folder));
        Path pid = folder.resolve("pid");
        try (JfabProcess jfab = start("go")) {
            Await.until("process", () -> Files.exists(folder.resolve("begun")));
            jfab.signal("INT");
            Await.until("process", () -> Files.exists(pid) && Files.size(pid) > 1);
            jfab.signal("INT");
            assertEquals(130, jfab.await().exitCode());
        }
        gone(pid);
    }

    /** However it does its work, and catches what comes of that. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "group('127.0.0.1').run { g -> g.run(LONG) }",
                "group('127.0.0.1').run { g -> try { g.run(LONG) } catch (Exception e) { g.run('touch %1$s/next') } }",
                "group('127.0.0.1').run(LONG)",
                "invoke('long')",
                "invoke(group('127.0.0.1'), 'long')",
                "c.start(LONG).join()",
                "c.local(LONG)",
                "def t = Thread.start { c.run(LONG) }; t.join()"
            })
    void nothingFurtherBegins(String work) throws Exception {
        Files.writeString(
                folder.resolve("fabfile.groovy"), """
                LONG = 'echo $$ >>%1$s/pid; exec sleep 1000'
                task('long') { c -> c.run(LONG) }
                task('go') { c ->
                    3.times {
                        try { WORK } catch (Exception e) { println e }
                    }
                    c.run('touch %1$s/next')
                }
                task('fast') { c ->
                    if (c.host == 'localhost') {
                        c.run('until [ -e %1$s/pid ]; do sleep 0.1; done; exit 3')
                    }
                    3.times {
                        try { WORK } catch (Exception e) { println e }
                    }
                    c.run('touch %1$s/next')
                }
                """.replace("WORK", work).formatted(folder));
        Path pid = folder.resolve("pid");
        try (JfabProcess jfab = start("go")) {
            Await.until("process", () -> Files.exists(pid) && Files.size(pid) > 1);
            jfab.signal("INT");
            assertEquals(130, jfab.await().exitCode());
        }
        assertEquals(List.of(".ssh", "fabfile.groovy", "pid"), ours());
        gone(pid);
        Files.delete(pid);
        Ended ended = JfabProcess.run(folder, "", List.of("--fail-fast", "-H", "127.0.0.1,localhost", "fast"));
        assertEquals(3, ended.exitCode(), ended.err());
        assertEquals(List.of(".ssh", "fabfile.groovy", "pid"), ours());
        gone(pid);
    }

    @ParameterizedTest
    @ValueSource(strings = {"c ->", "Group c ->"})
    void aTaskThatSleepsGoesNoFurtherAndTidiesUp(String parameter) throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), """
                task('go') { PARAMETER
                    try {
                        c.run('touch %1$s/pid')
                        3.times { try { sleep 1000 * 1000 } catch (Exception e) { new File('%1$s/caught').text = e } }
                        new File('%1$s/next').text = 'slept'
                    } finally {
                        c.run('touch %1$s/tidied')
                    }
                }
                """.replace("PARAMETER", parameter)
                .formatted(folder));
        try (JfabProcess jfab = start("go")) {
            Await.until("process", () -> Files.exists(folder.resolve("pid")));
            jfab.signal("INT");
            assertEquals(130, jfab.await().exitCode());
        }
        assertEquals(List.of(".ssh", "fabfile.groovy", "pid", "tidied"), ours());
    }

    /** A body for all hosts, as one for each. */
    @ParameterizedTest
    @ValueSource(strings = {"g.run(LONG)", "g.sudo(LONG)", "local(LONG)", "g.run { c -> c.run(LONG) }"})
    void aTaskOfAllHostsGoesNoFurtherAndTidiesUp(String work) throws Exception {
        Files.writeString(
                folder.resolve("fabfile.groovy"), """
                LONG = 'echo $$ >>%1$s/pid; exec sleep 1000'
                task('go') { Group g ->
                    try {
                        3.times {
                            try { WORK } catch (Exception e) { new File('%1$s/caught').text = e }
                        }
                        g.run('touch %1$s/next')
                    } finally {
                        g.run('touch %1$s/tidied')
                    }
                }
                """.replace("WORK", work).formatted(folder));
        Path pid = folder.resolve("pid");
        try (JfabProcess jfab = start("go")) {
            Await.until("process", () -> Files.exists(pid) && Files.size(pid) > 1);
            jfab.signal("INT");
            assertEquals(130, jfab.await().exitCode());
        }
        assertEquals(List.of(".ssh", "fabfile.groovy", "pid", "tidied"), ours());
        gone(pid);
    }

    /** A body for all hosts, one for each, and again one for each of a group's. */
    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void tasksThatInvokeEachOtherGoNoFurtherAndTidyUp(String signal, int code) throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), """
                task('go') { Group g -> invoke('each') }
                task('each') { c ->
                    try {
                        invoke(group('localhost'), 'deep')
                    } catch (Exception e) {
                        new File('%1$s/caught').text = e
                    } finally {
                        c.run('touch %1$s/tidied')
                    }
                }
                task('deep') { c ->
                    3.times {
                        try { c.run('echo $$ >>%1$s/pid; exec sleep 1000') } catch (Exception e) { new File('%1$s/caught').text = e }
                    }
                    c.run('touch %1$s/next')
                }
                """.formatted(folder));
        Path pid = folder.resolve("pid");
        try (JfabProcess jfab = start("go")) {
            Await.until("process", () -> Files.exists(pid) && Files.size(pid) > 1);
            jfab.signal(signal);
            assertEquals(code, jfab.await().exitCode());
        }
        assertEquals(List.of(".ssh", "fabfile.groovy", "pid", "tidied"), ours());
        gone(pid);
    }

    /** A lock that is left would else go unnoticed. */
    @ParameterizedTest
    @ValueSource(strings = {"c", "Group g"})
    void whatFailsInFinallyIsSaid(String hosts) throws Exception {
        Files.writeString(
                folder.resolve("fabfile.groovy"), """
                task('go') { %2$s ->
                    try {
                        %3$s.run('echo $$ >%1$s/pid; exec sleep 1000')
                    } finally {
                        %3$s.run('exit 3')
                    }
                }
                """.formatted(folder, hosts, hosts.substring(hosts.length() - 1)));
        Path pid = folder.resolve("pid");
        try (JfabProcess jfab = start("go")) {
            Await.until("process", () -> Files.exists(pid) && Files.size(pid) > 1);
            jfab.signal("INT");
            Ended ended = jfab.await();
            assertTrue(ended.err().contains("`exit 3` exited with 3"), ended::text);
        }
    }

    private static void gone(Path pid) throws Exception {
        List<String> pids = Files.readAllLines(pid);
        assertEquals(1, pids.size(), "begun");
        long id = Long.parseLong(pids.getFirst());
        Await.until("end of process " + id, () -> ProcessHandle.of(id).isEmpty());
    }

    private List<String> ours() throws Exception {
        return names(folder).stream()
                .filter(name -> !List.of(".local", ".cache").contains(name))
                .sorted()
                .toList();
    }

    /** What only shows something ends; another task does its work. */
    @ParameterizedTest
    @CsvSource({"tail_log, 130, false", "--, 130, false", "deploy, 0, true"})
    void whoHasNoReaderAnyMore(String task, int code, boolean done) throws Exception {
        Path pid = folder.resolve("pid");
        String command = "echo $$ >" + pid
                + "; i=0; while [ $i -lt 50 ]; do echo line; sleep 0.1; i=$((i+1)); done; touch " + folder + "/done";
        Files.writeString(folder.resolve("fabfile.groovy"), "task('" + task + "') { c -> c.run('" + command + "') }\n");
        List<String> line = new ArrayList<>(List.of("-H", "127.0.0.1", task));
        if (task.equals("--")) {
            Files.delete(folder.resolve("fabfile.groovy"));
            line.add(command);
        }
        try (JfabProcess jfab = JfabProcess.start(folder, List.of(), line)) {
            jfab.nextLine();
            jfab.stopReading();
            assertEquals(code, jfab.await().exitCode());
        }
        long id = Long.parseLong(Files.readString(pid).strip());
        Await.until("end of process " + id, () -> ProcessHandle.of(id).isEmpty());
        assertEquals(done, Files.exists(folder.resolve("done")));
    }

    @ParameterizedTest
    @CsvSource({"put", "get"})
    void aTransferLeavesNothing(String word) throws Exception {
        Path to = Files.createDirectory(folder.resolve("to"));
        Files.writeString(
                folder.resolve("fabfile.groovy"),
                "task('go') { c -> c." + word + "('" + large() + "', '" + to + "/') }\n");
        try (JfabProcess jfab = start("go")) {
            Await.until("bytes", () -> !names(to).isEmpty());
            jfab.signal("TERM");
            assertEquals(143, jfab.await().exitCode());
        }
        assertEquals(List.of(), names(to));
    }

    @Test
    void aTransferFromAHostThatHasStoppedLeavesNothing() throws Exception {
        Path pid = folder.resolve("pid");
        Path server = Files.writeString(
                folder.resolve("server"), "#!/bin/sh\necho $$ >'" + pid + "'\nexec /usr/lib/openssh/sftp-server\n");
        Files.setPosixFilePermissions(server, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path to = Files.createDirectory(folder.resolve("to"));
        try (SshdFixture stopping = SshdFixture.start("Subsystem sftp " + server)) {
            sshConfig(stopping);
            Files.writeString(
                    folder.resolve("fabfile.groovy"), "task('go') { c -> c.get('" + large() + "', '" + to + "/') }\n");
            try (JfabProcess jfab = start("go")) {
                Await.until("bytes", () -> !names(to).isEmpty());
                signal("STOP", pid);
                jfab.signal("TERM");
                assertEquals(143, jfab.await().exitCode());
            } finally {
                signal("CONT", pid);
            }
        }
        assertEquals(List.of(), names(to));
    }

    private static void signal(String name, Path pid) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + name, Files.readString(pid).strip())
                        .start()
                        .waitFor());
    }

    /** A file that takes long to be copied. */
    private Path large() throws Exception {
        Path large = Files.createDirectory(folder.resolve("from")).resolve("large");
        try (var file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(LARGE);
        }
        return large;
    }

    private static List<String> names(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
