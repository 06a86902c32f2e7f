package jfab.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import jfab.JfabException;
import jfab.connection.CommandException;
import jfab.connection.ConnectionException;
import jfab.connection.Group;
import jfab.connection.Host;
import org.jspecify.annotations.Nullable;

/**
 * The logs of processes of one host, line by line, over as many connections as it takes: where one breaks, the next goes on
 * at the byte where it ended, so that no line is lost and none comes twice.
 *
 * @param lines hears what the processes write and how they end
 */
record LogFlow(Job job, Host host, Listener lines) {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long PAUSE_MILLIS = 500;

    /** Hears what processes do. */
    interface Listener {
        void line(String name, String line);

        void ended(Worker worker);
    }

    /**
     * Gives the logs from these bytes on.
     *
     * @param follow until all have ended; otherwise what there is now
     * @throws JfabException when the host has not been reached for a minute
     */
    void from(Map<String, Long> offsets, boolean follow) throws InterruptedException {
        Reading reading = new Reading(offsets);
        long progress = System.nanoTime();
        long read = reading.total.get();
        while (true) {
            JfabException failure = reading.once(follow);
            if (failure == null) {
                reading.finish();
                return;
            }
            if (reading.total.get() > read) {
                read = reading.total.get();
                progress = System.nanoTime();
            }
            if (!passes(failure) || System.nanoTime() - progress > PATIENCE.toNanos()) {
                reading.finish();
                throw failure;
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    /** Whether it may be better in a moment; what the host itself refuses stays refused. */
    private static boolean passes(JfabException failure) {
        return failure instanceof ConnectionException
                || (failure instanceof CommandException e && e.result().exitStatus() != 1);
    }

    /** How far each log has been read, and the lines that are not whole yet. */
    private final class Reading implements BlockOutputStream.Blocks {
        private final Map<String, Long> offsets = new LinkedHashMap<>();
        private final Map<String, LineOutputStream> cutters = new LinkedHashMap<>();
        private final AtomicLong total = new AtomicLong();
        private final List<String> over = new ArrayList<>();

        Reading(Map<String, Long> start) {
            offsets.putAll(start);
            start.keySet().forEach(name -> cutters.put(name, new LineOutputStream(line -> lines.line(name, line))));
        }

        /** Reads over one connection; null when there is nothing more to come. */
        @Nullable
        JfabException once(boolean follow) throws InterruptedException {
            var outcome = new Group(List.of(host), job.hosts().connector()).run(connection -> {
                Node node = new Node(connection, job.description().rootDir());
                node.flow(job.id(), follow, offsets, new BlockOutputStream(this));
                return host;
            });
            return outcome.ok() ? null : outcome.failed().getFirst().failure();
        }

        @Override
        public void bytes(String name, byte[] bytes, int offset, int length) throws IOException {
            LineOutputStream cutter = cutters.get(name);
            if (cutter != null) {
                cutter.write(bytes, offset, length);
                offsets.merge(name, (long) length, Long::sum);
                total.addAndGet(length);
            }
        }

        @Override
        public void ended(String line) {
            Worker worker = Worker.parse(host, line);
            if (!over.contains(worker.name())) {
                over.add(worker.name());
                lines.ended(worker);
            }
        }

        /** Gives the last lines, which have no end. */
        void finish() {
            cutters.values().forEach(LineOutputStream::close);
        }
    }
}
