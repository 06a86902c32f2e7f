package jfab.control.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import jfab.control.connection.host.Host;
import jfab.control.launch.JobId;
import jfab.control.launch.ProcessStatus;
import jfab.control.launch.Worker;
import jfab.control.launch.WorkerState;
import jfab.control.observe.JobPicture;
import jfab.control.observe.Pictures;
import jfab.control.observe.RankView;
import jfab.role.Role;
import org.junit.jupiter.api.Test;

class StillnessTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @Test
    void whoIsStoppedWhileOthersWaitForItIsNamed() {
        assertEquals(
                Optional.of("neither log nor metrics of any trainer have grown for 130 s; trainer 1 on gpu1: stopped by"
                        + " a signal, 0 % of a processor; the others: waiting, 2 % of a processor"),
                Stillness.sentence(job(rank(0, 130, "S", 2), rank(1, 131, "T", 0), rank(2, 130, "S", 2)), LIMIT));
    }

    @Test
    void whoSleepsWhileOthersSpinIsNamed() {
        assertEquals(
                Optional.of("neither log nor metrics of any trainer have grown for 130 s; trainer 2 on gpu2: waiting,"
                        + " 1 % of a processor; the others: computing, 99 % of a processor"),
                Stillness.sentence(job(rank(0, 130, "R", 99), rank(1, 131, "R", 100), rank(2, 130, "S", 1)), LIMIT));
    }

    /** Of two, none is an exception from what the others do: the one that computes is the one that the other waits for. */
    @Test
    void ofAsManyAsOthersNobodyIsSingledOut() {
        assertEquals(
                Optional.of("neither log nor metrics of any trainer have grown for 130 s; trainer 1 on gpu1: computing,"
                        + " 99 % of a processor; trainer 0 on gpu0: waiting, 0 % of a processor"),
                Stillness.sentence(job(rank(0, 130, "S", 0), rank(1, 131, "R", 99)), LIMIT));
        assertEquals(
                Optional.of("neither log nor metrics of any trainer have grown for 130 s; trainer 1 on gpu1: stopped by"
                        + " a signal, 0 % of a processor; trainer 0 on gpu0: waiting, 2 % of a processor"),
                Stillness.sentence(job(rank(0, 130, "S", 2), rank(1, 131, "T", 0)), LIMIT));
    }

    @Test
    void whereAllAreAlikeThatIsSaid() {
        assertEquals(
                Optional.of(
                        "neither log nor metrics of any trainer have grown for 121 s; all of them: waiting, 0 % of a"
                                + " processor"),
                Stillness.sentence(job(rank(0, 121, "S", 0), rank(1, 500, "S", 0)), LIMIT));
    }

    @Test
    void whoHasEndedWhileTheOthersWaitIsNamed() {
        assertEquals(
                Optional.of("neither log nor metrics of any trainer have grown for 130 s; trainer 1 on gpu1: ended;"
                        + " trainer 0 on gpu0: waiting, 2 % of a processor"),
                Stillness.sentence(job(rank(0, 130, "S", 2), ended(1, 0)), LIMIT));
        assertEquals(
                Optional.of(
                        "neither log nor metrics of any trainer have grown for 130 s; trainer 1 on gpu1: exited with 3;"
                                + " trainer 2 on gpu2: stopped by a signal, 0 % of a processor; the others: waiting, 2 % of a"
                                + " processor"),
                Stillness.sentence(
                        job(rank(0, 130, "S", 2), ended(1, 3), rank(2, 130, "T", 0), rank(3, 130, "S", 2)), LIMIT));
    }

    @Test
    void aJobOfWhichOneMovesDoesNotStandStill() {
        assertEquals(Optional.empty(), Stillness.sentence(job(rank(0, 130, "S", 2), rank(1, 3, "S", 0)), LIMIT));
    }

    private static RankView rank(int rank, int silent, String doing, double cpu) {
        return rank(rank, silent, doing, cpu, new WorkerState.Running());
    }

    private static RankView ended(int rank, int code) {
        return rank(rank, 0, "-", 0, new WorkerState.Exited(code));
    }

    private static RankView rank(int rank, int silent, String doing, double cpu, WorkerState state) {
        Worker worker = new Worker(Host.parse("gpu" + rank), Role.TRAINER, rank, 4711, state);
        ProcessStatus status = ProcessStatus.of(worker, 0, Duration.ofSeconds(silent), Instant.now(), List.of());
        return new RankView("trainer", rank, "gpu" + rank, Optional.of(status), cpu, 1, doing, List.of());
    }

    private static JobPicture job(RankView... ranks) {
        return new JobPicture(
                JobId.parse("JOB20261121120000"),
                Pictures.BEGUN,
                Pictures.BEGUN.plusSeconds(9),
                List.of(),
                List.of(ranks),
                List.of());
    }
}
