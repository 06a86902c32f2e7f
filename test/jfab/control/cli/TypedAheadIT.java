package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is typed before a question stands on the terminal, which util-linux's script provides, answers no question. */
class TypedAheadIT {
    private static final String FABFILE = """
            task('ask', local: true) { ->
                println "first ${prompt('Code of one?')}."
                println "second ${prompt('Code of two?')}."
                println "third has ${secret(prompt: 'Code of three?').toString().size()}."
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void linesThatWereTypedAheadGoToNoOtherQuestionAndSecretsAreNotShownAfterAStop() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), FABFILE);
        String java = ProcessHandle.current().info().command().orElseThrow();
        String line = "set -m; " + java + " --enable-native-access=ALL-UNNAMED -XX:TieredStopAtLevel=1 -Duser.home="
                + folder + " -cp " + System.getProperty("java.class.path")
                + " jfab.control.Main ask; stty echo; echo stopped; fg";
        ProcessBuilder builder = new ProcessBuilder("script", "-qec", line, "/dev/null")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().put("SHELL", "/bin/sh");
        Process script = builder.start();
        CompletableFuture.delayedExecutor(60, TimeUnit.SECONDS).execute(script::destroyForcibly);
        try {
            StringBuilder seen = new StringBuilder();
            await(script, seen, "Code of one? ");
            // A second line, a third and half a fourth.
            type(script, "1111\n2222\n3333\n44");
            await(script, seen, "Code of two? ");
            type(script, "5555\n6666\n");
            await(script, seen, "Code of three? ");
            // As after Ctrl-Z and fg: whoever had the terminal meanwhile shows what is typed.
            type(script, "\32");
            await(script, seen, "stopped");
            await(script, seen, "Code of three? ");
            type(script, "unseen\n");
            await(script, seen, "third has ");
            await(script, seen, ".");
            assertTrue(seen.toString().contains("first 1111."), seen.toString());
            assertTrue(seen.toString().contains("second 5555."), seen.toString());
            assertTrue(seen.toString().contains("third has 6."), seen.toString());
            assertFalse(seen.toString().contains("unseen"), seen.toString());
        } finally {
            script.destroyForcibly();
        }
    }

    private static void type(Process script, String keys) throws Exception {
        script.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
        script.getOutputStream().flush();
    }

    /** Reads on until {@code text} is shown. */
    private static void await(Process script, StringBuilder seen, String text) throws Exception {
        int from = seen.length();
        while (seen.indexOf(text, from) < 0) {
            int next = script.getInputStream().read();
            assertTrue(next >= 0, () -> "no '" + text + "' in " + seen);
            seen.append((char) next);
        }
    }
}
