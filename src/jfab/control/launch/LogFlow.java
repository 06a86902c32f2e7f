package jfab.control.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jfab.JfabException;
import jfab.control.connection.Group;
import jfab.control.connection.GroupResult;
import jfab.control.connection.command.LineOutputStream;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The logs of a job's processes, line by line, over as many connections as it takes: where one breaks, the next goes on at the byte
 * where it ended, so that no line is lost and none comes twice.
 *
 * @param follow until all have ended; otherwise what there is now
 * @param run of the job, as {@link Survey#run} counts them: nothing is told of a later one to who follows
 * @param listener hears what the processes write and how they end, those of each host in a thread of its own
 * @param patience how long a host may be away
 */
record LogFlow(Job job, boolean follow, int run, Listener listener, Duration patience) {
    /** For a host that comes back, which may have to start again. */
    private static final Duration LONG_PATIENCE = Duration.ofMinutes(13);

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(16);

    LogFlow(Job job, boolean follow, int run, Listener listener) {
        this(job, follow, run, listener, follow ? LONG_PATIENCE : PATIENCE);
    }

    /** Hears what processes do. */
    interface Listener {
        void line(String name, String line);

        void ended(Worker worker);

        /** {@code name} has not begun in the time that it had for that, or the job was ended before. */
        default void absent(String name) {}

        /** {@code name} failed with {@code code} in attempt {@code attempt} of its job, and waits for the next one; told again by a line that is made again. */
        default void failed(int attempt, String name, int code) {}

        /** Whether a broken connection is to be made again. */
        default boolean wanted() {
            return true;
        }
    }

    /** As below, of processes that have begun. */
    GroupResult<Host> read(Map<Host, List<String>> names, String from) throws InterruptedException {
        return read(names, from, Duration.ZERO);
    }

    /**
     * Gives the logs of processes, all hosts at the same time. One that cannot be reached for long has failed.
     *
     * @param names of the processes, by host
     * @param from where their logs begin: {@code 0}, or {@code -N} for their last N lines
     * @param late how long those that have not begun may take for that; they are given from their begin
     */
    GroupResult<Host> read(Map<Host, List<String>> names, String from, Duration late) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Outcome<Host>>> works = new ArrayList<>();
            names.forEach((host, own) -> works.add(() -> new Reading(host, own, from, late).untilEnd()));
            List<Outcome<Host>> outcomes = new ArrayList<>();
            for (Future<Outcome<Host>> future : threads.invokeAll(works)) {
                switch (future.state()) {
                    case SUCCESS -> outcomes.add(future.resultNow());
                    case FAILED -> throw new IllegalStateException(future.exceptionNow());
                    case CANCELLED, RUNNING -> throw new InterruptedException();
                }
            }
            return new GroupResult<>(outcomes);
        }
    }

    /** Whether it may be better in a moment, as where a signal ended the request; what the host itself refuses stays refused. */
    private static boolean passes(JfabException failure) {
        return failure instanceof ConnectionException;
    }

    /** How far each log of a host has been read, and the lines that are not whole yet. */
    private final class Reading implements BlockOutputStream.Blocks {
        private final Host host;
        private final Duration late;
        private final Map<String, String> from = new LinkedHashMap<>();
        private final Map<String, LineOutputStream> cutters = new LinkedHashMap<>();
        private final List<String> over = new ArrayList<>();
        /** Those that wait for room on the disk, of which that was said, until they write something. */
        private final Set<String> waiting = ConcurrentHashMap.newKeySet();

        private volatile boolean answered;
        private volatile Signs signs = new Signs();

        Reading(Host host, List<String> names, String begin, Duration late) {
            this.host = host;
            this.late = late;
            names.forEach(name -> {
                from.put(name, begin);
                cutters.put(name, LineOutputStream.each(line -> {
                    waiting.remove(name);
                    listener.line(name, line);
                }));
            });
        }

        Outcome<Host> untilEnd() throws InterruptedException {
            Duration pause = FIRST_PAUSE;
            long since = System.nanoTime();
            @Nullable JfabException failure = once();
            while (failure != null) {
                if (answered) {
                    since = System.nanoTime();
                    pause = FIRST_PAUSE;
                }
                if (!listener.wanted() || !passes(failure) || System.nanoTime() - since > patience.toNanos()) {
                    break;
                }
                if (!answered) {
                    job.listener().notice(failure.getMessage() + "; trying again");
                }
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
                pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
                failure = once();
            }
            // The last lines may have no end.
            cutters.values().forEach(LineOutputStream::close);
            return failure == null ? new Outcome.Succeeded<>(host, host) : new Outcome.Failed<>(host, failure);
        }

        /** Reads over one connection; null when there is nothing more to come. */
        private @Nullable JfabException once() throws InterruptedException {
            answered = false;
            signs = new Signs();
            var outcome = new Group(List.of(host), job.hosts().connector()).run(connection -> {
                new Node(connection, job.description().rootDir())
                        .flow(
                                job.id(),
                                follow ? Optional.of(signs) : Optional.empty(),
                                late,
                                follow ? OptionalInt.of(run) : OptionalInt.empty(),
                                from,
                                new BlockOutputStream(this));
                return host;
            });
            // Who has been told of every end hangs up, which may end the request before it ends by itself.
            return outcome.ok() || over.size() == cutters.size()
                    ? null
                    : outcome.failed().getFirst().failure();
        }

        @Override
        public void answers() {
            // Of a log that is there already, an answer without any of it is none, or a host could keep us for ever.
            answered |= follow;
            signs.heard();
        }

        @Override
        public void begins(String name, long offset) {
            from.put(name, Long.toString(offset));
        }

        @Override
        public void bytes(String name, byte[] bytes, int offset, int length) throws IOException {
            LineOutputStream cutter = cutters.get(name);
            if (cutter != null) {
                answered |= length > 0;
                cutter.write(bytes, offset, length);
                from.compute(name, (same, begin) -> Long.toString(Long.parseLong(String.valueOf(begin)) + length));
            }
        }

        @Override
        public void failed(int attempt, String name, int code) {
            // Of those of other hosts it is not to speak.
            if (cutters.containsKey(name)) {
                listener.failed(attempt, name, code);
            }
        }

        @Override
        public void waits(String name) {
            if (cutters.containsKey(name) && waiting.add(name)) {
                String who =
                        job.description().member(name).map(Member::toString).orElse(name + " on " + host);
                job.listener()
                        .notice(job.id() + ": " + who + " is " + WorkerState.Hold.ROOM
                                + " of its host, to begin again");
            }
        }

        @Override
        public void ended(String line) {
            Worker worker = Node.read(host, line, each -> Worker.parse(host, each));
            if (cutters.containsKey(worker.name()) && !over.contains(worker.name())) {
                over.add(worker.name());
                // What has begun has a number.
                if (worker.pid() == 0) {
                    listener.absent(worker.name());
                } else {
                    listener.ended(worker);
                }
            }
            if (over.size() == cutters.size()) {
                signs.end();
            }
        }
    }
}
