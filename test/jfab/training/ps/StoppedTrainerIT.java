package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jfab.JfabException;
import jfab.training.engine.HostTensor;
import jfab.training.ps.job.FaultSettings;
import jfab.training.ps.job.OnFailure;
import jfab.training.ps.job.ParameterServerException;
import jfab.training.ps.job.RolledBackException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A trainer that a signal stops between two steps, which says so before it goes. */
class StoppedTrainerIT {
    private static final Net NET = Net.fitALine();
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final List<Map<String, HostTensor>> BATCHES = NET.batches(5, 4, 1);
    private static final String CAUSE = "trainer 1 of 2 (127.0.0.1) was stopped by a signal at step 3";

    @Test
    void whereAllStopEveryoneNamesItAndItsStep() throws Exception {
        try (LoopbackJob job = job(OnFailure.STOP)) {
            ParameterServerException other =
                    assertThrows(ParameterServerException.class, () -> LoopbackJob.get(trainWithOneThatIsStopped(job)));
            assertEquals(CAUSE, other.getMessage());
            assertTrue(other.consequence() && other.orderly(), "it may save what it has");
            for (Future<?> server : job.servers()) {
                ParameterServerException e =
                        assertThrows(ParameterServerException.class, () -> LoopbackJob.get(server));
                assertEquals(CAUSE, e.getMessage());
                assertTrue(e.consequence());
            }
        }
    }

    @Test
    void whereAllGoBackTheyDoSoForItAsWell() throws Exception {
        try (LoopbackJob job = job(OnFailure.RESTART)) {
            assertEquals(
                    CAUSE,
                    assertThrows(RolledBackException.class, () -> LoopbackJob.get(trainWithOneThatIsStopped(job)))
                            .getMessage());
            for (Future<?> server : job.servers()) {
                assertEquals(
                        CAUSE,
                        assertThrows(RolledBackException.class, () -> LoopbackJob.get(server))
                                .getMessage());
            }
        }
    }

    @Test
    void whereTheOthersGoOnTheySaySo() throws Exception {
        try (LoopbackJob job = job(OnFailure.CONTINUE)) {
            assertEquals(
                    BATCHES.size(),
                    LoopbackJob.get(trainWithOneThatIsStopped(job)).size());
            job.awaitServers();
            String line = job.console().poll(60, TimeUnit.SECONDS);
            while (line != null && !line.startsWith("trainer 1")) {
                line = job.console().poll(60, TimeUnit.SECONDS);
            }
            assertEquals(CAUSE + "; the others go on without it", line);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = OnFailure.class,
            names = {"STOP", "RESTART"})
    void aStoppedServerIsNamedWithItsStep(OnFailure policy) throws Exception {
        try (LoopbackJob job = job(policy);
                ParameterClient first = job.joined(0);
                ParameterClient second = job.joined(1)) {
            List<Future<List<Double>>> trainers = List.of(
                    job.start(() -> job.train(first, job.trainer(0), BATCHES.subList(0, 2))),
                    job.start(() -> job.train(second, job.trainer(1), BATCHES.subList(0, 2))));
            for (Future<List<Double>> trainer : trainers) {
                LoopbackJob.get(trainer);
            }
            job.stopServers();
            Class<? extends JfabException> kind =
                    policy == OnFailure.STOP ? ParameterServerException.class : RolledBackException.class;
            for (int i = 0; i < 2; i++) {
                Future<?> server = job.servers().get(i);
                assertEquals(
                        "parameter server " + job.endpoints().get(i) + " was stopped by a signal at step 2",
                        assertThrows(kind, () -> LoopbackJob.get(server)).getMessage());
            }
        }
    }

    private static LoopbackJob job(OnFailure policy) {
        return new LoopbackJob(NET, 2, 2, WAIT, new FaultSettings(policy, Duration.ofSeconds(7))).startServers();
    }

    /** Trains on two trainers, of which the second is stopped after three steps; gives the other one. */
    private static Future<List<Double>> trainWithOneThatIsStopped(LoopbackJob job) throws Exception {
        ParameterClient staying = job.joined(0);
        ParameterClient stopped = job.joined(1);
        Future<List<Double>> other = job.start(() -> {
            try (staying) {
                return job.train(staying, job.trainer(0), BATCHES);
            }
        });
        Future<List<Double>> three = job.start(() -> {
            try (stopped) {
                List<Double> losses = job.train(stopped, job.trainer(1), BATCHES.subList(0, 3));
                stopped.stop();
                return losses;
            }
        });
        assertEquals(3, LoopbackJob.get(three).size());
        return other;
    }
}
