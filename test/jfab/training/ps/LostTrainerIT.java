package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import jfab.training.engine.HostTensor;
import jfab.training.ps.job.FaultSettings;
import jfab.training.ps.job.OnFailure;
import jfab.training.ps.job.ParameterServerException;
import jfab.training.ps.job.RolledBackException;
import jfab.training.ps.wire.Message;
import org.junit.jupiter.api.Test;

/** Trainers that die or fall silent, and jobs that go on without them. */
class LostTrainerIT {
    private static final Net NET = Net.fitALine();
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final Duration SILENCE = Duration.ofSeconds(1);

    @Test
    void aTrainerWithoutHeartbeatsIsLostThoughItsConnectionStands() throws Exception {
        FaultSettings faults = new FaultSettings(OnFailure.STOP, SILENCE);
        try (LoopbackJob job = new LoopbackJob(NET, 1, 2, WAIT, faults).startServers()) {
            RawCaller silent = new RawCaller(job.endpoints().getFirst(), "secret").send(new Message.Join(1, 2, 7));
            silent.awaitMessage();
            String cause = "trainer 1 of 2 (127.0.0.1) was lost at step 0: no sign of life for 1 s";
            assertEquals("OK after Abort[cause=" + cause + "]", silent.end());
            assertEquals(cause, failure(job.servers().getFirst()));
        }
    }

    /** What the others do in a step may take as long as it likes. */
    @Test
    void aTrainerThatComputesForLongerThanTheSilenceIsNotLost() throws Exception {
        FaultSettings faults = new FaultSettings(OnFailure.STOP, SILENCE);
        List<Map<String, HostTensor>> batches = NET.batches(2, 4, 1);
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1, WAIT, faults).startServers();
                ParameterClient client = job.joined(0)) {
            long end = System.nanoTime() + 2 * SILENCE.toNanos();
            while (System.nanoTime() < end) {
                Thread.sleep(5);
            }
            assertEquals(2, job.train(client, job.trainer(0), batches).size());
        }
    }

    /** It lives, and does not come to the end of its step: a loop without end, or a reader that waits for something. */
    @Test
    void aTrainerThatTakesTooLongForAStepEndsTheJob() throws Exception {
        try (LoopbackJob job =
                new LoopbackJob(NET, 1, 2).withStep(Duration.ofSeconds(2)).startServers()) {
            Future<ParameterClient> other = job.start(() -> job.joined(1));
            try (ParameterClient client = job.joined(0);
                    ParameterClient slow = LoopbackJob.get(other)) {
                assertEquals(1, slow.rank());
                String said = String.valueOf(assertThrows(
                                ParameterServerException.class,
                                () -> job.train(client, job.trainer(0), NET.batches(1, 4, 1)))
                        .getMessage());
                assertTrue(said.contains("waited 2 s for trainer 1 of 2"), said);
            }
        }
    }

    @Test
    void aTrainerThatIsDoneWaitsTenSecondsForTheOthersAndLeavesWithoutThem() throws Exception {
        List<Map<String, HostTensor>> batches = NET.batches(2, 4, 1);
        try (LoopbackJob job = new LoopbackJob(NET, 1, 2).startServers()) {
            Future<ParameterClient> other = job.start(() -> job.joined(0));
            ParameterClient first = job.joined(1);
            try (ParameterClient second = LoopbackJob.get(other)) {
                first.close();
                assertEquals(2, job.train(second, job.trainer(0), batches).size());
            }
            job.awaitServers();
        }
    }

    @Test
    void theOthersGoOnWithoutATrainerThatDiedAndItsSamplesDoNotCount() throws Exception {
        FaultSettings faults = new FaultSettings(OnFailure.CONTINUE, Duration.ofSeconds(7));
        List<Map<String, HostTensor>> batches = NET.batches(3, 4, 1);
        try (LoopbackJob job = new LoopbackJob(NET, 2, 2, WAIT, faults).startServers()) {
            ParameterClient staying = job.joined(0);
            for (var endpoint : job.endpoints()) {
                RawCaller lost = new RawCaller(endpoint, "secret").send(new Message.Join(1, 2, 7));
                lost.awaitMessage();
                // The beginning of a push, of which the rest never comes.
                lost.send(new Message.Push(0, 100));
                lost.hangUp();
            }
            Future<List<Double>> trainer = job.start(() -> {
                try (staying) {
                    return job.train(staying, job.trainer(0), batches);
                }
            });
            assertEquals(LoopbackJob.local(NET, batches), LoopbackJob.get(trainer));
            job.awaitServers();
            String line = job.console().poll(60, TimeUnit.SECONDS);
            while (line != null && !line.startsWith("trainer 1")) {
                line = job.console().poll(60, TimeUnit.SECONDS);
            }
            assertEquals(
                    "trainer 1 of 2 (127.0.0.1) was lost at step 0: its connection broke; the others go on without it",
                    line);
        }
    }

    @Test
    void whereNoTrainerIsLeftTheJobFails() throws Exception {
        FaultSettings faults = new FaultSettings(OnFailure.CONTINUE, Duration.ofSeconds(7));
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1, WAIT, faults).startServers()) {
            RawCaller lost = new RawCaller(job.endpoints().getFirst(), "secret").send(new Message.Join(0, 1, 7));
            lost.awaitMessage();
            lost.hangUp();
            assertTrue(failure(job.servers().getFirst()).startsWith("trainer 0 of 1 (127.0.0.1) was lost at step 0"));
        }
    }

    /** As one that evaluates for minutes: it would learn of it at its next step, and all others would wait for its end. */
    @Test
    void aTrainerOutsideOfAStepIsToldOfTheEndUnlessItWritesItsModel() throws Exception {
        FaultSettings faults = new FaultSettings(OnFailure.STOP, SILENCE);
        LinkedBlockingQueue<String> busy = new LinkedBlockingQueue<>();
        LinkedBlockingQueue<String> writing = new LinkedBlockingQueue<>();
        try (LoopbackJob job = new LoopbackJob(NET, 1, 2, WAIT, faults).startServers();
                ParameterClient first = job.joined(0, busy::add);
                ParameterClient second = job.joined(1, writing::add)) {
            second.interruptible(false);
            job.stopServers();
            String cause = "parameter server " + job.endpoints().getFirst() + " was stopped by a signal";
            assertEquals(cause, busy.poll(60, TimeUnit.SECONDS));
            assertEquals(0, writing.size());
            second.interruptible(true);
            assertEquals(cause, writing.poll(60, TimeUnit.SECONDS));
            assertThrows(ParameterServerException.class, first::check);
        }
    }

    /** It has something to go back to, and its server comes back. */
    @Test
    void aTrainerThatGoesBackToACheckpointMayBeBusyForHalfAsLongAsTheOthersWaitForIt() throws Exception {
        LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
        FaultSettings faults = new FaultSettings(OnFailure.RESTART, SILENCE);
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1, WAIT, faults).startServers();
                ParameterClient client = job.joined(0, told::add)) {
            job.stopServers();
            // Longer than where the job stops; that the wait is too short on a slow machine makes no test fail.
            assertNull(told.poll(2 * SILENCE.toMillis(), TimeUnit.MILLISECONDS));
            assertThrows(RolledBackException.class, client::check);
        }
    }

    /** A loop without end, say: nobody else starts it again. */
    @Test
    void aTrainerThatDoesNotGoBackEndsBeforeTheOthersGiveUp() throws Exception {
        LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
        FaultSettings faults = new FaultSettings(OnFailure.RESTART, SILENCE);
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1, Duration.ofSeconds(5), faults).startServers();
                ParameterClient _ = job.joined(0, told::add)) {
            job.stopServers();
            assertEquals(
                    "parameter server " + job.endpoints().getFirst()
                            + " was stopped by a signal; trainer 0 has not gone back to the last checkpoint within 2.5 s,"
                            + " and ends in order to be started again",
                    told.poll(60, TimeUnit.SECONDS));
        }
    }

    /** Started again it would train once more, and the others would be gone. */
    @Test
    void aTrainerThatIsLostWhileItWaitsForTheOthersToFinishSendsThemBack() throws Exception {
        FaultSettings faults = new FaultSettings(OnFailure.RESTART, WAIT);
        try (LoopbackJob job = new LoopbackJob(NET, 1, 2, WAIT, faults).startServers();
                ParameterClient busy = job.joined(0)) {
            RawCaller finished = new RawCaller(job.endpoints().getFirst(), "secret")
                    .send(new Message.Join(1, 2, 7))
                    .send(new Message.Bye());
            // A step that does not wait for the other one: its farewell was heard.
            assertEquals(
                    1, job.train(busy, job.trainer(0), NET.batches(1, 4, 1)).size());
            finished.hangUp();
            String cause = "trainer 1 of 2 (127.0.0.1) was lost at step 1: its connection broke";
            Future<?> server = job.servers().getFirst();
            assertEquals(
                    cause,
                    assertThrows(RolledBackException.class, () -> LoopbackJob.get(server))
                            .getMessage());
            assertThrows(RolledBackException.class, busy::finish);
        }
    }

    private static String failure(Future<?> process) {
        return String.valueOf(assertThrows(ParameterServerException.class, () -> LoopbackJob.get(process))
                .getMessage());
    }
}
