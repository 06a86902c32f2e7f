package jfab.control.launch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import jfab.control.connection.host.Host;
import jfab.role.ExitCode;
import jfab.role.Role;
import org.jspecify.annotations.Nullable;

/**
 * Stays with a job until it has ended: shows what all its processes write, ends the others when one fails, and ends servers that do not
 * end by themselves once no trainer is left.
 */
final class Follow {
    /** For the failure that is the cause to be heard of, where its consequence was quicker. */
    private static final Duration HEARING = Duration.ofMillis(700);

    /** Servers of ours are done sooner; of others, many never are. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final Job job;
    private final Map<String, WorkerState> ended = new LinkedHashMap<>();
    private final Map<String, Member> members = new ConcurrentHashMap<>();
    private Optional<Member> first = Optional.empty();
    private boolean stopping;
    private boolean over;

    Follow(Job job) {
        this.job = job;
        job.description().members().forEach(member -> members.put(member.name(), member));
    }

    /**
     * Returns when the job has ended well. Where this is interrupted, the job goes on.
     *
     * @throws LaunchException naming the process that failed first, when the others have been ended
     */
    void untilEnd() throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var ender = threads.submit(this::endWhenDue);
            try {
                hear();
            } finally {
                finish();
                ender.cancel(Thread.currentThread().isInterrupted());
            }
        }
        if (first.isPresent()) {
            throw new Inquest(job).failure(suspect(first.get()));
        }
    }

    private synchronized Worker suspect(Member member) {
        WorkerState state = Objects.requireNonNull(ended.get(member.name()), "only what has ended has failed");
        return Worker.of(member, state);
    }

    private void hear() throws InterruptedException {
        Map<Host, List<String>> names = new LinkedHashMap<>();
        members.values()
                .forEach(member -> names.computeIfAbsent(member.host(), host -> new ArrayList<>())
                        .add(member.name()));
        new LogFlow(job, true, new Ears()).read(names, "0").orThrow();
    }

    private final class Ears implements LogFlow.Listener {
        @Override
        public void line(String name, String line) {
            Member member = members.get(name);
            if (member != null) {
                job.listener().said(member, line);
            }
        }

        @Override
        public void ended(Worker worker) {
            noteEnd(worker.name(), worker.state());
        }

        @Override
        public boolean wanted() {
            synchronized (Follow.this) {
                return !stopping;
            }
        }
    }

    private synchronized void noteEnd(String name, WorkerState state) {
        if (!stopping || !ended.containsKey(name)) {
            ended.put(name, state);
        }
        if (state.failed() && !stopping) {
            Member member = members.get(name);
            boolean better =
                    first.isEmpty() || (isConsequence(ended.get(first.get().name())) && !isConsequence(state));
            if (member != null && better && !(farewell() && member.role() == Role.PSERVER)) {
                first = Optional.of(member);
            }
        }
        notifyAll();
    }

    /** By SIGTERM, its supervisor ends one because another of its host has failed. */
    private static boolean isConsequence(@Nullable WorkerState state) {
        return state instanceof WorkerState.Exited(int code) && (code == ExitCode.ABORTED || code == EndOf.TERMINATED);
    }

    private synchronized void finish() {
        over = true;
        notifyAll();
    }

    /** Whether every trainer has ended well. */
    private synchronized boolean farewell() {
        return members.values().stream()
                .filter(member -> member.role() == Role.TRAINER)
                .allMatch(member -> ended.containsKey(member.name())
                        && !ended.get(member.name()).failed());
    }

    private void endWhenDue() {
        try {
            if (due()) {
                job.end(why());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the events of those that are ended say: nobody has typed {@code jfab kill}. */
    private synchronized String why() {
        return first.map(member -> "by the failure of " + member.name()).orElse("by the end of training");
    }

    /** Waits until there is something to be ended; false when all has ended by itself. */
    private synchronized boolean due() throws InterruptedException {
        while (!over && first.isEmpty() && !farewell()) {
            wait();
        }
        boolean failed = first.isPresent();
        long deadline = System.nanoTime() + (failed ? HEARING : FAREWELL).toNanos();
        while (!over && System.nanoTime() < deadline) {
            wait(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        }
        if (over) {
            return false;
        }
        stopping = true;
        job.listener()
                .notice(job.id()
                        + (failed
                                ? ": " + first.get() + " failed; ending the others"
                                : ": all trainers are done; ending the servers"));
        return true;
    }
}
