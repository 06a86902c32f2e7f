package jfab.control.connection.jsch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jfab.tools.Await;

/** What tests of commands wait for; what does not come in time fails the test. */
final class Awaited {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private Awaited() {}

    /** Waits until there is no such process any more. */
    static boolean gone(String pid) throws Exception {
        ProcessHandle process = ProcessHandle.of(Long.parseLong(pid)).orElse(null);
        if (process != null) {
            process.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        return true;
    }

    /** Waits until a file is there and has this text. */
    static boolean says(Path file, String text) throws IOException, InterruptedException {
        Await.until(
                file + " says: " + text,
                () -> Files.exists(file) && Files.readString(file).equals(text));
        return true;
    }

    /** Whether a folder has something that is not whole yet. */
    static boolean hidden(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith(".jfab-"));
        }
    }

    /** Waits until it has nothing of that kind any more. */
    static void noneHidden(Path folder) throws IOException, InterruptedException {
        Await.until("nothing hidden in " + folder, () -> !hidden(folder));
    }
}
