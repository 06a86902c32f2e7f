package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jfab.control.connection.SshdFixture;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host's shell, or a command, on a terminal, which util-linux's script provides. */
@Needs(Tool.SSHD)
class ShellIT {
    @TempDir
    private Path folder;

    @Test
    @Needs(Tool.TERMINALS)
    void keysGoToTheShellAndItsExitCodeComesBack() throws Exception {
        try (SshdFixture sshd = SshdFixture.start()) {
            Files.writeString(
                    folder.resolve("fabfile.groovy"), "task('sh') { c -> println \"left with ${c.shell()}\" }\n");
            String seen =
                    onTerminal(sshd, "stty cols 91 rows 33;", "sh", "echo $((40 + 2))-$TERM; stty size; tty; exit 7\r");
            assertTrue(seen.contains("42-xterm"), seen);
            assertTrue(seen.contains("33 91"), seen);
            assertTrue(seen.contains("/dev/pts/"), seen);
            assertTrue(seen.contains("left with 7"), seen);
        }
    }

    @Test
    @Needs(Tool.TERMINALS)
    void aCommandsTerminalIsAsLargeAsTheUsersAndFollowsIt() throws Exception {
        try (SshdFixture sshd = SshdFixture.start()) {
            Path ready = folder.resolve("ready");
            Files.writeString(folder.resolve("fabfile.groovy"), """
                    task('top') { c ->
                        c.run("stty size; echo \\$TERM; touch %s; until stty size | grep '20 40'; do sleep 0.05; done",
                            pty: true, timeout: 30)
                    }
                    """.formatted(ready));
            String resizing = "(until [ -e " + ready + " ]; do sleep 0.05; done; stty cols 40 rows 20) </dev/tty & ";
            String seen = onTerminal(sshd, "stty cols 91 rows 33; " + resizing, "top", "");
            assertTrue(seen.contains("33 91"), seen);
            assertTrue(seen.contains("xterm"), seen);
            assertTrue(seen.contains("20 40"), seen);
        }
    }

    @Test
    @Needs(Tool.TERMINALS)
    void aCommandBehindDashesHasTheKeyboardOfOneHost() throws Exception {
        try (SshdFixture sshd = SshdFixture.start()) {
            String command = "'printf \"your name$ \"; read name; echo hello-$name; stty size; exit 3'";
            String seen = onTerminal(sshd, "stty cols 91 rows 33;", "-p -- " + command, "ada\r");
            assertTrue(seen.contains("hello-ada"), seen);
            assertTrue(seen.contains("33 91"), seen);
            assertTrue(seen.contains("exited with 3"), seen);
        }
    }

    @Test
    @Needs(Tool.TERMINALS)
    void aTaskGivesTheKeyboardToACommandInItsDirectory() throws Exception {
        try (SshdFixture sshd = SshdFixture.start()) {
            Files.writeString(folder.resolve("fabfile.groovy"), """
                    task('ask') { c ->
                        c.cd('/usr') { c.env(GREETING: 'good day') {
                            println "left with ${c.shell('printf "name$ "; read name; echo "$GREETING $name in $(pwd)"; exit 4')}"
                        } }
                    }
                    """);
            String seen = onTerminal(sshd, "", "ask", "ada\r");
            assertTrue(seen.contains("good day ada in /usr"), seen);
            assertTrue(seen.contains("left with 4"), seen);
        }
    }

    @Test
    @Needs(Tool.TERMINALS)
    void controlCIsAKeyForTheProgramOnTheHost() throws Exception {
        try (SshdFixture sshd = SshdFixture.start()) {
            Files.writeString(folder.resolve("fabfile.groovy"), """
                    task('wait') { c ->
                        println "left with ${c.shell('trap "echo typed; exit 6" INT; printf "name$ "; while :; do sleep 0.1; done')}"
                    }
                    """);
            String seen = onTerminal(sshd, "", "wait", "\3");
            assertTrue(seen.contains("typed"), seen);
            assertTrue(seen.contains("left with 6"), seen);
        }
    }

    @Test
    @Needs(Tool.TERMINALS)
    void whoSaysAskInTheSshConfigIsAskedOnATerminal() throws Exception {
        try (SshdFixture sshd = SshdFixture.start()) {
            Path known = folder.resolve("known");
            String line = "-o StrictHostKeyChecking=ask --known-hosts " + known + " -- 'echo go-$((40 + 2))'";
            String refused = onTerminal(sshd, "", line, "no\r");
            assertTrue(refused.contains("you did not say yes to it"), refused);
            String seen = onTerminal(sshd, "", line, "yes\r");
            assertTrue(seen.contains("is unknown and shows the host key ssh-ed25519 SHA256:"), seen);
            assertTrue(seen.contains("go-42"), seen);
        }
    }

    @Test
    void nobodyTypesAPasswordThatJfabHas() throws Exception {
        try (SshdFixture sshd = SshdFixture.start()) {
            Files.writeString(
                    folder.resolve("fabfile.groovy"), "task('top') { c -> c.asUser('root') { c.shell('top') } }\n");
            JfabProcess.Ended ended = JfabProcess.run(folder, "", arguments(sshd, "top"));
            assertEquals(1, ended.exitCode(), ended.err());
            assertTrue(ended.err().contains("write sudo into the line (fabfile.groovy:1)"), ended.err());
        }
    }

    @Test
    void withoutATerminalThereIsNoShell() throws Exception {
        try (SshdFixture sshd = SshdFixture.start()) {
            Files.writeString(folder.resolve("fabfile.groovy"), "task('sh') { c -> c.shell() }\n");
            JfabProcess.Ended ended = JfabProcess.run(folder, "", arguments(sshd, "sh"));
            assertEquals(1, ended.exitCode(), ended.err());
            assertTrue(
                    ended.err()
                            .contains(
                                    "shell needs a terminal, and standard input or output is none (fabfile.groovy:1)"),
                    ended.err());
        }
    }

    private static List<String> arguments(SshdFixture sshd, String task) {
        return List.of(
                "-H",
                sshd.host().toString(),
                "-i",
                sshd.folder().resolve("id_ed25519").toString(),
                task);
    }

    /** Runs jfab on a terminal where {@code keys} are typed once the host's shell is there; gives all that is shown. */
    private String onTerminal(SshdFixture sshd, String before, String task, String keys) throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        String line =
                before + " exec " + java + " --enable-native-access=ALL-UNNAMED -XX:TieredStopAtLevel=1 -Duser.home="
                        + folder + " -cp " + System.getProperty("java.class.path") + " jfab.control.Main "
                        + String.join(" ", arguments(sshd, task));
        ProcessBuilder builder = new ProcessBuilder("script", "-qec", line, "/dev/null")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().put("TERM", "xterm");
        builder.environment().put("SHELL", "/bin/sh");
        Process script = builder.start();
        CompletableFuture.delayedExecutor(60, TimeUnit.SECONDS).execute(script::destroyForcibly);
        try {
            StringBuilder seen = new StringBuilder();
            boolean typed = false;
            byte[] buffer = new byte[4096];
            for (int count = read(script, buffer); count >= 0; count = read(script, buffer)) {
                seen.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
                // The prompt of the shell, or jfab's own question.
                if (!typed && seen.toString().matches("(?s).*([#$]|fingerprint\\)\\?) (\\x1b\\[.*)?$")) {
                    typed = true;
                    script.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
                    script.getOutputStream().flush();
                }
            }
            assertTrue(script.waitFor(20, TimeUnit.SECONDS), seen.toString());
            return seen.toString();
        } finally {
            script.destroyForcibly();
        }
    }

    private static int read(Process script, byte[] buffer) throws IOException {
        return script.getInputStream().read(buffer);
    }
}
