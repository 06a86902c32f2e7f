package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import jfab.control.connection.SshdFixture;
import jfab.control.launch.JfabProcess.Ended;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands between a command and its host, and is waited for each time. */
@Needs(Tool.SSHD)
class CommandStartIT {
    /** A class of a program, or one that Java makes when a switch over types, or a record's {@code equals}, is first met. */
    private static final Pattern LATE = Pattern.compile(
            "((?:jfab|com\\.jcraft|org\\.conscrypt|groovy)\\.\\S*|\\S*\\$\\$TypeSwitch|\\S*LambdaForm\\$\\S*)/?\\S* source: .*");

    @TempDir
    private Path folder;

    /** For one that is in no record, Java opens the jars, which takes as long as a host needs to say who it is. */
    @Test
    void aCommandForAHostMakesNoClassAndTakesNoneFromAJar() throws Exception {
        Path target = Path.of("target").toAbsolutePath();
        assumeTrue(
                Files.getLastModifiedTime(target.resolve("jfab.jar"))
                                .compareTo(Files.getLastModifiedTime(target.resolve("command.aot")))
                        <= 0,
                "mvn -Pquick makes no record");
        Path log = folder.resolve("log");
        Ended ended;
        try (SshdFixture sshd = SshdFixture.start()) {
            Path config = Files.writeString(
                    folder.resolve("config"),
                    "Host *\n IdentityFile %s/id_ed25519\n UserKnownHostsFile %s/known_hosts\n StrictHostKeyChecking accept-new\n"
                            .formatted(sshd.folder(), folder));
            List<String> command =
                    List.of("-S", config.toString(), "-H", sshd.host().toString(), "--", "echo", "there");
            // The first one notes the host's key.
            JfabProcess.of(line -> within(log, line), command).end(Duration.ofSeconds(60));
            ended = JfabProcess.of(line -> within(log, line), command).end(Duration.ofSeconds(60));
        }
        assertEquals(0, ended.code(), ended.text());
        assertTrue(ended.out().contains("there"), ended.text());
        List<String> late = Files.readAllLines(log).stream()
                .filter(line -> !line.endsWith("shared objects file"))
                .map(line -> line.replaceFirst("^(\\[[^]]*])*\\s*", ""))
                .filter(line -> LATE.matcher(line).matches())
                .toList();
        assertEquals(List.of(), late);
    }

    /** No fabfile lies above. */
    private List<String> within(Path log, List<String> line) {
        List<String> within = new ArrayList<>(List.of("env", "-C", folder.toString(), "HOME=" + folder));
        within.addAll(List.of("JDK_JAVA_OPTIONS=-Xlog:class+load:file=" + log));
        within.addAll(line);
        return within;
    }
}
