package jfab.control.launch.start;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jfab.control.connection.Connection;
import jfab.control.connection.command.LineOutputStream;
import jfab.control.connection.command.Result;
import jfab.control.launch.NodeScript;

/**
 * The measuring program of one host, as another thread than that of its connection talks to it: {@code rate.sh}.
 *
 * <p>It ends with its input, which a broken connection ends too, and in any case when its time is up.
 */
final class RateProgram {
    private static final Duration SLACK = Duration.ofSeconds(5);
    private static final String ENDED = "";

    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final PipedInputStream in = new PipedInputStream();
    private final PipedOutputStream asked;
    private volatile boolean begun;

    RateProgram() {
        try {
            asked = new PipedOutputStream(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the program to its end; {@code arguments} are those of the script. */
    Result run(Connection connection, List<String> arguments, Duration limit) {
        try (OutputStream lines = LineOutputStream.each(said::add)) {
            return connection.pipe(
                    NodeScript.rate(arguments).within(limit.plus(SLACK)).warn(), in, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            said.add(ENDED);
        }
    }

    void ask(String line) {
        try {
            asked.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            asked.flush();
        } catch (IOException e) {
            // It is gone; whoever waits for its answer learns that.
        }
    }

    /** The words of the next line that begins with one of {@code begins}; nothing where the program has ended, or at the deadline. */
    Optional<List<String>> answer(long deadline, String... begins) throws InterruptedException {
        while (true) {
            String line = said.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                return Optional.empty();
            }
            if (line.equals(ENDED)) {
                said.add(ENDED);
                return Optional.empty();
            }
            begun = true;
            if (Stream.of(begins).anyMatch(begin -> (line + " ").startsWith(begin + " "))) {
                return Optional.of(List.of(line.split(" ", -1)));
            }
        }
    }

    /** Whether it has said anything. */
    boolean begun() {
        return begun;
    }

    /** Lets it end. */
    void end() {
        try {
            asked.close();
        } catch (IOException e) {
            // Then nobody reads it any more.
        }
    }
}
