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
import java.util.stream.Stream;
import jfab.control.connection.GroupResult;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.Outcome;
import jfab.role.ExitCode;
import jfab.role.Role;
import org.jspecify.annotations.Nullable;

/**
 * Stays with a job until it has ended: shows what all its processes write, ends the others when one fails, and ends servers that do not
 * end by themselves once no trainer is left. Where trainers begin again together, it has those of all hosts do so when one has failed. A
 * job that is begun again when it has ended, while this machine slept maybe, is left alone.
 */
final class Follow {
    /** For the failure that is the cause to be heard of, where its consequence was quicker. */
    private static final Duration HEARING = Duration.ofMillis(700);

    /** Servers of ours are done sooner; of others, many never are. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    /** Before a host that could not be reached is told once more to end its processes. */
    private static final Duration AGAIN = Duration.ofSeconds(2);

    private final Job job;
    private final Map<String, WorkerState> ended = new LinkedHashMap<>();
    private final Map<String, Member> members = new ConcurrentHashMap<>();
    private Optional<Member> first = Optional.empty();
    /** Of the job's trainers, where these begin again together: the one that has begun, and the one that somebody waits for. */
    private int attempt;

    private int awaited;
    private @Nullable Member failed;
    private @Nullable WorkerState failedState;
    private boolean stopping;
    private boolean over;

    Follow(Job job) {
        this.job = job;
        job.description().members().forEach(member -> members.put(member.name(), member));
    }

    /**
     * Returns when the job has ended well, maybe without trainers that failed and that it could go on without. Where this is
     * interrupted, the job goes on.
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
            throw new FailureSearch(job).failure(suspect(first.get()));
        }
        Optional<LaunchException> unfinished = new FailureSearch(job).unfinished();
        if (unfinished.isPresent()) {
            throw unfinished.get();
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
        new LogFlow(job, true, FailureSearch.FIRST_RUN, new Ears())
                .read(names, "0")
                .orThrow();
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
        public void failed(int number, String name, int code) {
            noteFailure(number, name, new WorkerState.Exited(code));
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
        Member member = members.get(name);
        if (state.failed() && !stopping && member != null) {
            boolean better = first.isEmpty() || (isConsequence(first.get()) && !isConsequence(member));
            if (member.survived() && first.isEmpty() && othersTrain()) {
                job.listener()
                        .notice(job.id() + ": " + Worker.of(member, state) + ", " + EndOf.shown(state)
                                + "; the others go on without it");
            } else if (better && !(farewell() && member.role() == Role.PSERVER)) {
                first = Optional.of(member);
            }
        }
        notifyAll();
    }

    private synchronized void noteFailure(int number, String name, WorkerState state) {
        Member member = members.get(name);
        boolean better = failedState != null && !EndOf.abrupt(failedState) && EndOf.abrupt(state);
        if (member != null && number >= attempt && (number >= awaited || better)) {
            awaited = number + 1;
            failed = member;
            failedState = state;
            notifyAll();
        }
    }

    /** By SIGTERM, its supervisor ends one because another of its host has failed. */
    private boolean isConsequence(Member member) {
        return ended.get(member.name()) instanceof WorkerState.Exited(int code)
                && ((code == ExitCode.ABORTED && member.ours()) || code == EndOf.TERMINATED);
    }

    /** Whether a trainer is left that runs or has ended well. */
    private boolean othersTrain() {
        return trainers().anyMatch(member -> !hasFailed(member));
    }

    private Stream<Member> trainers() {
        return members.values().stream().filter(member -> member.role() == Role.TRAINER);
    }

    private boolean hasFailed(Member member) {
        WorkerState state = ended.get(member.name());
        return state != null && state.failed();
    }

    private synchronized void finish() {
        over = true;
        notifyAll();
    }

    /** Whether every trainer has ended well, but those that the others went on without. */
    private synchronized boolean farewell() {
        return othersTrain()
                && trainers()
                        .allMatch(member ->
                                ended.containsKey(member.name()) && (member.survived() || !hasFailed(member)));
    }

    private void endWhenDue() {
        try {
            for (Member cause = attemptDue(); cause != null; cause = attemptDue()) {
                begin(attempt, cause);
            }
            if (due()) {
                // Who ends is not kept waiting by a host that is to say why, and may not answer any more.
                Thread telling = Thread.ofVirtual().start(this::tellWhy);
                endOthers();
                if (!telling.join(FAREWELL)) {
                    telling.interrupt();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Also on a host that cannot be reached now, as long as anything is heard: it would go on, and begin again, by itself. */
    private void endOthers() throws InterruptedException {
        GroupResult<Job.Ended> ended = job.end(why(), FailureSearch.FIRST_RUN);
        while (!ended.ok() && !isOver()) {
            listen(AGAIN);
            ended = job.among(ended.failed().stream().map(Outcome::host).toList())
                    .end(why(), FailureSearch.FIRST_RUN);
        }
    }

    private synchronized boolean isOver() {
        return over;
    }

    /** What the events of those that are ended say: nobody has typed {@code jfab kill}. */
    private synchronized String why() {
        return first.map(member -> "by the failure of " + member.name()).orElse("by the end of training");
    }

    /** Says why the others are ended: a process that somebody had end, as by {@code jfab kill} elsewhere, has not failed. */
    private void tellWhy() {
        try {
            whyOthersEnd().ifPresent(why -> job.listener().notice(job.id() + ": " + why));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<String> whyOthersEnd() throws InterruptedException {
        Optional<Member> ended = suspected();
        return ended.isEmpty()
                ? Optional.of("all trainers are done; ending the servers")
                : new FailureSearch(job).end(ended.get()).map(end -> end + "; ending the others");
    }

    private synchronized Optional<Member> suspected() {
        return first;
    }

    private void begin(int number, Member cause) throws InterruptedException {
        job.listener()
                .notice(job.id() + ": " + cause + " failed; all trainers begin again, attempt " + number + " of "
                        + cause.restarts());
        job.atOnce(node -> node.advance(job.id(), number, "by the failure of " + cause.name(), FailureSearch.FIRST_RUN))
                .failed()
                .forEach(host -> job.listener().notice(host.failure().getMessage()));
    }

    /** Waits until trainers have to begin again, and says who failed; null when there will be no more of that. */
    private synchronized @Nullable Member attemptDue() throws InterruptedException {
        while (!over && first.isEmpty() && !farewell() && awaited <= attempt) {
            wait();
        }
        listen(HEARING);
        Member cause = failed;
        if (over || first.isPresent() || cause == null || awaited <= attempt) {
            return null;
        }
        if (members.values().stream()
                .anyMatch(member -> member.role() == Role.TRAINER && ended.containsKey(member.name()))) {
            // It would not be there when the others meet again.
            ended.put(cause.name(), Objects.requireNonNull(failedState, "set with the member"));
            first = Optional.of(cause);
            return null;
        }
        attempt = awaited;
        return cause;
    }

    private synchronized void listen(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!over && System.nanoTime() < deadline) {
            wait(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        }
    }

    /** Waits until there is something to be ended; false when all has ended by itself. */
    private synchronized boolean due() throws InterruptedException {
        while (!over && first.isEmpty() && !farewell()) {
            wait();
        }
        listen(first.isPresent() ? Duration.ZERO : FAREWELL.minus(HEARING));
        stopping = !over;
        return stopping;
    }
}
