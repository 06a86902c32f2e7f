package jfab.control.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import jfab.control.connection.host.Host;
import jfab.control.launch.JobId;
import jfab.control.launch.ProcessEvent;
import jfab.control.launch.ProcessStatus;
import jfab.control.launch.Worker;
import jfab.control.launch.WorkerState;
import jfab.role.Role;

/** Jobs as tests need them. */
public final class Pictures {
    public static final Instant BEGUN = Instant.parse("2026-11-21T12:00:00Z");

    private Pictures() {}

    /** A trainer whose steps take 100 ms, of which it works {@code own}. */
    public static RankView trainer(int rank, String host, WorkerState state, int steps, double own) {
        return trainer(rank, host, state, steps(steps, own));
    }

    /** A trainer that takes 100 ms a step, the last of which has this loss. */
    public static RankView diverged(int rank, String host, double loss) {
        List<ObservedStep> all = new ArrayList<>(steps(40, 30));
        ObservedStep last = all.removeLast();
        all.add(new ObservedStep(
                last.time(), last.step(), OptionalDouble.of(loss), 64, 640, 0.1, last.milliseconds(), last.others()));
        return trainer(rank, host, new WorkerState.Running(), all);
    }

    private static List<ObservedStep> steps(int steps, double own) {
        return IntStream.range(0, steps)
                .mapToObj(step -> new ObservedStep(
                        BEGUN.plusMillis(100L * step),
                        step,
                        OptionalDouble.of(2.0 / (step + 1)),
                        64,
                        640,
                        0.1,
                        Map.of(ObservedStepPart.FORWARD, own, ObservedStepPart.WAIT, 100 - own),
                        step % 10 == 9
                                ? Map.of("accuracy_0", 0.5, "test_loss", 3.0 / step)
                                : Map.of("accuracy_0", 0.5)))
                .toList();
    }

    private static RankView trainer(int rank, String host, WorkerState state, List<ObservedStep> all) {
        Worker worker = new Worker(Host.parse(host), Role.TRAINER, rank, 4711, state);
        ProcessStatus status = ProcessStatus.of(worker, 0, Duration.ofSeconds(1), BEGUN, List.of());
        return new RankView("trainer", rank, host, Optional.of(status), 50, 300 * 1024, "S", all);
    }

    /** The same job with other ranks. */
    public static JobPicture with(JobPicture job, List<RankView> ranks) {
        return new JobPicture(job.id(), job.begun(), job.time(), job.hosts(), ranks, job.events());
    }

    /** A job on ten hosts, of which trainer 7 is slow, and trainer 11 failed where there is one. */
    public static JobPicture job(int trainers) {
        List<RankView> ranks = new ArrayList<>();
        for (int rank = 0; rank < trainers; rank++) {
            WorkerState state = rank == 11 ? new WorkerState.Exited(3) : new WorkerState.Running();
            ranks.add(trainer(rank, "gpu" + rank % 10, state, 40, rank == 7 ? 90 : 30));
        }
        List<HostView> hosts = IntStream.range(0, Math.min(10, trainers))
                .mapToObj(host -> new HostView(
                        "gpu" + host, true, 10 * host, 8e6, 64e6, List.of(new GpuLoad(0, 97, 20_480, 81_920, 71, 650))))
                .toList();
        List<ProcessEvent> events = ranks.stream()
                .map(rank -> new ProcessEvent(
                        Host.parse(rank.host()),
                        BEGUN.plusSeconds(rank.rank()),
                        rank.name(),
                        new ProcessEvent.Started(4711)))
                .toList();
        return new JobPicture(JobId.parse("JOB20261121120000"), BEGUN, BEGUN.plusSeconds(725), hosts, ranks, events);
    }
}
