package jfab.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What still works in a folder when its test is over: the supervisors of processes that the test has killed, which write down how
 * these ended. A folder can be deleted when they are done.
 */
public final class Leftovers {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(15);

    private Leftovers() {}

    /** Waits until nothing works in {@code folder}; what does not come to an end by itself is killed. */
    public static void await(Path folder) throws IOException {
        Path real = folder.toRealPath();
        long end = System.nanoTime() + PATIENCE;
        for (List<ProcessHandle> left = in(real); !left.isEmpty(); left = in(real)) {
            if (System.nanoTime() > end) {
                left.forEach(ProcessHandle::destroyForcibly);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** The processes that work in {@code folder}, or below it. */
    public static List<ProcessHandle> in(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(process ->
                        directory(process).filter(at -> at.startsWith(folder)).isPresent())
                .toList();
    }

    /** Where a process works; empty for one that has ended, one of another user, and on systems that do not say. */
    private static Optional<Path> directory(ProcessHandle process) {
        try {
            return Optional.of(Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/cwd")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
