package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.SshdFixture;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands between a command and its host, and is waited for each time. */
@Needs(Tool.SSHD)
class CommandStartIT {
    /** A class of a program, or one that Java makes when a switch over types is first met. */
    private static final Pattern LATE = Pattern.compile(
            "((?:jfab|com\\.jcraft|org\\.conscrypt|groovy)\\.\\S*|\\S*\\$\\$TypeSwitch)/?\\S* source: .*");

    @TempDir
    private Path folder;

    /** For one that is in no record, Java opens the jars, which takes as long as a host needs to say who it is. */
    @Test
    void aCommandForAHostMakesNoClassAndTakesNoneFromAJar() throws Exception {
        assertEquals(List.of(), late("command.aot", "--", "echo", "there"));
    }

    /** But for the class that Groovy makes of each word that is called on a host. */
    @Test
    void neitherDoesATaskThatSendsAFile() throws Exception {
        Files.writeString(folder.resolve("file"), "content");
        Files.writeString(
                folder.resolve("fabfile.groovy"),
                "task('send', what: '') { c, what -> c.put(what, '" + folder
                        + "/there', sync: true); println 'there' }\n");
        assertEquals(
                List.of(),
                late("jfab.aot", "send", "--what", "file").stream()
                        .filter(line -> !line.startsWith("jfab.control.connection.Connection$put "))
                        .toList());
    }

    /** What a command line for a host that says {@code there} loads that is not in {@code record}. */
    private List<String> late(String record, String... words) throws Exception {
        Path target = Path.of("target").toAbsolutePath();
        assumeTrue(
                Files.getLastModifiedTime(target.resolve("jfab.jar"))
                                .compareTo(Files.getLastModifiedTime(target.resolve(record)))
                        <= 0,
                "mvn -Pquick makes no record");
        Path log = folder.resolve("log");
        Ended ended;
        try (SshdFixture sshd = SshdFixture.start()) {
            List<String> command = new ArrayList<>(
                    List.of("-S", config(sshd).toString(), "-H", sshd.host().toString()));
            command.addAll(List.of(words));
            // The first one notes the host's key, and compiles the fabfile.
            JfabProcess.of(line -> within(log, line), command).end(Duration.ofSeconds(60));
            ended = JfabProcess.of(line -> within(log, line), command).end(Duration.ofSeconds(60));
        }
        assertEquals(0, ended.exitCode(), ended.text());
        assertTrue(ended.out().contains("there"), ended.text());
        return Files.readAllLines(log).stream()
                .filter(line -> !line.endsWith("shared objects file"))
                .map(line -> line.replaceFirst("^(\\[[^]]*])*\\s*", ""))
                .filter(line -> LATE.matcher(line).matches())
                .toList();
    }

    /** As its launcher starts it: a thread of a task that kept its processor while it waits would keep all others from going on. */
    @Test
    void tasksOnMoreHostsThanThereAreProcessorsDoNotWaitForEachOther() throws Exception {
        int hosts = Math.clamp(2L * Runtime.getRuntime().availableProcessors() + 1, 4, 10);
        Path file = Files.writeString(folder.resolve("file"), "content");
        Files.writeString(
                folder.resolve("fabfile.groovy"),
                "task('give') { c -> c.run('true'); c.put('" + file + "', '" + folder + "/for-' + c.host + '/') }\n");
        try (SshdFixture sshd = SshdFixture.start()) {
            List<String> names = new ArrayList<>();
            for (int host = 1; host <= hosts; host++) {
                Files.createDirectory(folder.resolve("for-127.0.0." + host));
                names.add(sshd.host(host).toString());
            }
            Ended ended = JfabProcess.of(
                            line -> within(folder.resolve("log"), line),
                            List.of("-S", config(sshd).toString(), "-H", String.join(",", names), "give"))
                    .end(Duration.ofSeconds(60));
            assertEquals(0, ended.exitCode(), ended.text());
        }
        for (int host = 1; host <= hosts; host++) {
            assertEquals("content", Files.readString(folder.resolve("for-127.0.0." + host + "/file")));
        }
    }

    private Path config(SshdFixture sshd) throws IOException {
        return Files.writeString(
                folder.resolve("config"),
                "Host *\n IdentityFile %s/id_ed25519\n UserKnownHostsFile %s/known_hosts\n StrictHostKeyChecking accept-new\n"
                        .formatted(sshd.folder(), folder));
    }

    /** No fabfile lies above. */
    private List<String> within(Path log, List<String> line) {
        List<String> within = new ArrayList<>(List.of("env", "-C", folder.toString(), "HOME=" + folder));
        within.addAll(List.of("JDK_JAVA_OPTIONS=-Xlog:class+load:file=" + log));
        within.addAll(line);
        return within;
    }
}
