package jfab.control.connection.host;

import java.io.IOException;
import java.util.stream.Stream;

/** A program on this machine. Who runs jfab starts it: this process itself, or another one that has called it. */
public final class LocalProgram {
    private static volatile Starter starter = ProcessBuilder::start;

    private LocalProgram() {}

    /** What starts programs. Their streams are pipes, {@code /dev/null} or discarded. */
    @FunctionalInterface
    public interface Starter {
        Process start(ProcessBuilder program) throws IOException;
    }

    /** Has {@code instead} start all programs from now on. */
    public static void startedBy(Starter instead) {
        starter = instead;
    }

    /** As {@link ProcessBuilder#start}. */
    public static Process start(ProcessBuilder program) throws IOException {
        return starter.start(program);
    }

    /**
     * {@code process} first, where it has not gone, and all that it has started: a shell whose program ends before it would start
     * the next one.
     */
    public static Stream<ProcessHandle> family(Process process) {
        try {
            return Stream.concat(Stream.of(process.toHandle()).filter(ProcessHandle::isAlive), process.descendants());
        } catch (UnsupportedOperationException e) {
            return Stream.empty();
        }
    }
}
