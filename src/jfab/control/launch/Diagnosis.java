package jfab.control.launch;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import jfab.PlainText;
import jfab.role.ExitCode;

/**
 * Why a job failed, as its user is told.
 *
 * @param sentence {@code gpu01: trainer 3 died first, 14:02:11, killed by SIGKILL (out of memory? see dmesg): its line}
 * @param lines its last lines
 * @param followers who ended after it; empty where nobody did
 */
public record Diagnosis(FirstCause cause, String sentence, List<String> lines, String followers) {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final int LINES = 10;
    private static final int MOST_FOLLOWERS = 8;

    public Diagnosis {
        lines = List.copyOf(lines);
    }

    /** Tells of {@code given} in {@code job}. */
    static Diagnosis of(FirstCause given, Description job, Testimony.Logs logs) throws InterruptedException {
        Testimony testimony = Testimony.ofFirst(given, logs);
        FirstCause cause = testimony.cause();
        Worker worker = cause.status().worker();
        String file = job.member(worker.name()).map(Member::log).orElseGet(() -> switch (worker.role()) {
            case PSERVER -> "log/server.log";
            case TRAINER, LOCAL -> "log/train.log";
        });
        Optional<String> line = testimony.line();
        boolean ours = job.runsOurs(worker.name());
        // One that knows of another's failure has not died of its own.
        boolean told = cause.code() == ExitCode.ABORTED && line.isPresent() && ours;
        String sentence = worker.host() + ": " + worker.role().word() + " " + worker.rank()
                + (told ? " ended, " : " died first, ")
                + (cause.state() instanceof WorkerState.Lost ? "" : clock(cause, "", ", "))
                + (told ? "because " : how(cause) + done(cause, job) + testimony.mark(ours))
                + line.map(said -> said + Suspects.in(said, job, worker).hint() + ordinal(said, job, worker))
                        .orElse("")
                + xids(cause, job) + " (" + job.id() + ", " + file + ")"
                + Testimony.ofLast(cause, logs)
                        .map(last -> inTheEnd(last, worker, job))
                        .orElse("");
        return new Diagnosis(cause, sentence, ErrorLine.last(testimony.life(), LINES), followers(cause));
    }

    /** What the last attempt ended by, where that is not what the first did: {@code ; in the end trainer 0 on gpu01 exited with 1: its line}. */
    private static String inTheEnd(Testimony last, Worker first, Description job) {
        Worker worker = last.cause().status().worker();
        return "; in the end "
                + (worker.name().equals(first.name()) ? "it" : worker)
                + (switch (last.cause().state()) {
                    case WorkerState.Running _ -> " runs";
                    case WorkerState.Lost _ -> " is gone without an exit code";
                    case WorkerState.Exited _
                    when last.cause().status().stopped().equals(Death.TIME_LIMIT) -> " was stopped by its time limit";
                    case WorkerState.Exited(int code) ->
                        (EndOf.code(code).startsWith("killed") ? " was " : " ") + EndOf.explained(code);
                })
                + done(last.cause(), job)
                + last.mark(job.runsOurs(worker.name()))
                + last.line().orElse("");
    }

    /** What became of the GPUs that it could use: {@code ; GPU 3 of gpu01 had Xid 79 at 14:02:09, it has fallen off the bus}. */
    private static String xids(FirstCause cause, Description job) {
        String visible = visible(job, cause.status().worker());
        // Where they have other names than numbers, any may be its own.
        Set<String> own = visible.matches("[0-9,]+") ? Set.of(visible.split(",")) : Set.of();
        return cause.xids().stream()
                .filter(xid -> own.isEmpty()
                        || !xid.name().matches("gpu-\\d+")
                        || own.contains(xid.name().substring("gpu-".length())))
                .map(xid -> "; GPU " + xid.name().substring("gpu-".length()) + " of " + xid.host() + " had "
                        + xid.text().replaceFirst(",", " at " + clock(xid.time()) + ","))
                .collect(Collectors.joining());
    }

    private static String visible(Description job, Worker worker) {
        return job.member(worker.name()).map(Member::visibleGpus).orElse("");
    }

    /** Of a program that takes the GPU of its rank where it sees its own alone. */
    private static String ordinal(String said, Description job, Worker worker) {
        String visible = visible(job, worker);
        return visible.isEmpty() || !said.contains("invalid device ordinal")
                ? ""
                : "; it sees GPU " + visible + " alone, as number 0: a program that counts all of its host needs"
                        + " trainers gpus: 'all'";
    }

    private static String how(FirstCause cause) {
        String told = cause.status().stopped();
        return switch (cause.state()) {
            case WorkerState.Running _ -> "but runs";
            case WorkerState.Exited(int code) ->
                (told.isEmpty() || cause.again() > 0
                                ? EndOf.explained(code)
                                : "stopped " + told + ", " + EndOf.stopped(code))
                        + restarts(" after ", cause.status().restarts() - cause.again(), "")
                        + restarts(", which ", cause.again(), " did not mend");
            case WorkerState.Lost(boolean rebooted) ->
                "is gone without an exit code" + clock(cause, ", last heard of at ", "")
                        + (rebooted
                                ? " (its host was started again)"
                                : " (its supervisor was killed too, so that nobody knows how it ended)");
        };
    }

    /** {@code , after trainer 1 on gpu02 had ended well at 14:02:09, so that no more attempts are made}: those that are left cannot meet it. */
    private static String done(FirstCause cause, Description job) {
        if (cause.done().isEmpty()) {
            return "";
        }
        ProcessStatus first = cause.done().getFirst();
        int more = cause.done().size() - 1;
        String failed = cause.status().worker().name();
        boolean attempts = job.member(failed)
                .filter(member -> Attempts.of(member, job).who() != Attempts.Who.OWN)
                .isPresent();
        return ", after " + first.worker()
                + Death.last(first)
                        .map(time -> " had ended well at " + clock(time))
                        .orElse("")
                + (more == 0 ? "" : ", and " + more + " more" + (more == 1 ? "" : " of them"))
                + (attempts ? ", so that no more attempts are made" : "");
    }

    private static String clock(FirstCause cause, String before, String behind) {
        return cause.time() == null ? "" : before + clock(cause.time()) + behind;
    }

    private static String clock(Instant time) {
        return CLOCK.format(time.atZone(ZoneId.systemDefault()));
    }

    private static String restarts(String before, int count, String behind) {
        return count < 1 ? "" : before + PlainText.counted(count, "restart") + behind;
    }

    private static String followers(FirstCause cause) {
        if (cause.followers().isEmpty()) {
            return "";
        }
        List<String> named = new ArrayList<>(cause.followers().stream()
                .limit(MOST_FOLLOWERS)
                .map(status -> status.worker().role().word() + " "
                        + status.worker().rank() + " on " + status.worker().host() + " (" + status.shown() + ")")
                .toList());
        int rest = cause.followers().size() - named.size();
        if (rest > 0) {
            named.add(rest + " more");
        }
        return "then " + named.stream().collect(Collectors.joining(", "));
    }

    /** All of it, to be thrown. */
    public LaunchException exception() {
        Worker worker = cause.worker();
        return new LaunchException(sentence, List.of(worker)).ofJob(worker.state());
    }
}
