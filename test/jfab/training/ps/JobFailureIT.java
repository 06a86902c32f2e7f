package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import jfab.role.Endpoint;
import jfab.training.engine.HostTensor;
import jfab.training.ps.job.JobSettings;
import jfab.training.ps.job.ParameterServerException;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.MessageCodec;
import org.junit.jupiter.api.Test;

/** Whatever goes wrong in one process, every other one ends soon and says which process it was. */
class JobFailureIT {
    private static final Net NET = Net.fitALine();
    private static final List<Map<String, HostTensor>> BATCHES = NET.batches(3, 4, 1);

    @Test
    void aTrainerThatFailsIsNamedByAll() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 2, 2).startServers();
                ParameterClient failing = job.joined(1);
                ParameterClient waiting = job.joined(0)) {
            Future<List<Double>> other = job.start(() -> job.train(waiting, job.trainer(0), BATCHES));
            failing.abort("mnist_conv.groovy:3: boom");
            String cause = "trainer 1 failed: mnist_conv.groovy:3: boom";
            assertEquals(cause, failure(other, true));
            assertEquals(cause, failure(job.servers().get(0), true));
            assertEquals(cause, failure(job.servers().get(1), true));
        }
    }

    /** The script may fail before it has used a server. */
    @Test
    void aTrainerThatFailsBeforeItJoinedIsNamedToo() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 2).startServers();
                ParameterClient failing = new ParameterClient(job.trainer(0), job.settings("secret"))) {
            failing.abort("no such file");
            assertEquals("trainer 0 failed: no such file", failure(job.servers().getFirst(), true));
        }
    }

    @Test
    void aTrainerWhoseConnectionBreaksIsNamedByAll() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 2).startServers()) {
            ParameterClient waiting = job.joined(0);
            Future<List<Double>> other = job.start(() -> job.train(waiting, job.trainer(0), BATCHES));
            RawCaller lost = new RawCaller(job.endpoints().getFirst(), "secret");
            lost.send(new Message.Join(1, 2, 7));
            lost.awaitMessage();
            lost.hangUp();
            String cause = "trainer 1 of 2 (127.0.0.1) was lost at step 0: its connection broke";
            assertEquals(cause, failure(other, true));
            assertEquals(cause, failure(job.servers().getFirst(), true));
        }
    }

    @Test
    void aServerThatIsStoppedIsNamedAndItsPortIsFree() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 2).startServers();
                ParameterClient waiting = job.joined(0)) {
            Future<List<Double>> trainer = job.start(() -> job.train(waiting, job.trainer(0), BATCHES));
            job.stopServers();
            String cause = "parameter server " + job.endpoints().getFirst() + " was stopped by a signal";
            assertEquals(cause, failure(job.servers().getFirst(), false));
            assertEquals(cause, failure(trainer, true));
            new ServerSocket(job.endpoints().getFirst().port(), 1, InetAddress.getLoopbackAddress()).close();
        }
    }

    @Test
    void aServerNamesTheTrainersThatDidNotCome() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 3, Duration.ofSeconds(1)).startServers()) {
            Future<List<Double>> trainer = job.start(() -> job.train(job.trainer(1), BATCHES));
            String cause = failure(job.servers().getFirst(), false);
            assertTrue(
                    List.of("waited 1 s for trainers 0, 2 of 3 to join", "waited 1 s for trainers 0, 1, 2 of 3 to join")
                            .contains(cause),
                    cause);
            failure(trainer, cause.contains("0, 2"));
        }
    }

    @Test
    void aTrainerNamesTheServersThatDoNotListen() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 2, 1, Duration.ofSeconds(1));
                ParameterClient client = new ParameterClient(job.trainer(0), job.settings("secret"))) {
            List<String> names =
                    job.endpoints().stream().map(Endpoint::toString).sorted().toList();
            String servers = "parameter servers " + String.join(", ", names) + " to listen";
            assertEquals(
                    "waited 1 s for " + servers,
                    assertThrows(ParameterServerException.class, client::rank).getMessage());
            assertEquals(List.of("waiting for " + servers), List.copyOf(job.console()));
        }
    }

    @Test
    void aBusyPortIsOneSentence() throws Exception {
        Endpoint busy = Ports.free(1).getFirst();
        try (var _ = new ServerSocket(busy.port(), 1, InetAddress.getLoopbackAddress())) {
            assertEquals(
                    "cannot listen on " + busy + ": another process listens there; end it or choose another port",
                    refusal(busy));
        }
        Endpoint foreign = new Endpoint("192.0.2.1", busy.port());
        assertEquals("cannot listen on " + foreign + ": this machine does not have that address", refusal(foreign));
    }

    @Test
    void whoDoesNotBelongToTheJobIsRefusedAndTheJobGoesOn() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).startServers()) {
            Endpoint server = job.endpoints().getFirst();
            Future<List<Double>> early =
                    job.start(() -> List.of((double) job.joined(0).rank()));
            assertEquals(List.of(0.0), LoopbackJob.get(early));
            assertEquals(
                    "UNAUTHENTICATED: the server: its JFAB_JOB_TOKEN, the job's secret, is another one than here",
                    new RawCaller(server, "guess")
                            .send(new Message.Join(0, 1, 7))
                            .end());
            assertEquals(
                    "UNAUTHENTICATED: the server: it lets in only those who know the job's secret, and here JFAB_JOB_TOKEN"
                            + " is not set",
                    new RawCaller(server, "").send(new Message.Join(0, 1, 7)).end());
            assertEquals(
                    "INVALID_ARGUMENT: the caller has not joined",
                    new RawCaller(server, "secret").send(new Message.Pull(0)).end());
            assertEquals(
                    "INVALID_ARGUMENT: it sent what is no message: there is no message of kind 71",
                    new RawCaller(server, "secret")
                            .send(new byte[] {'G', 'E', 'T'})
                            .end());
            String tooLong = new RawCaller(server, "secret")
                    .send(new byte[MessageCodec.MAX_MESSAGE + 1])
                    .end();
            // gRPC's refusal and the server's answer to the broken call race; and where the message comes in several
            // frames, gRPC refuses it
            // once per frame, which breaks the caller's connection. Each ends the call, and none the job.
            assertTrue(tooLong.matches("(RESOURCE_EXHAUSTED|INVALID_ARGUMENT|UNAVAILABLE): .*"), tooLong);
            assertEquals(
                    "OK after Abort[cause=trainer 0 has already joined, from 127.0.0.1 (parameter server " + server
                            + ")]",
                    new RawCaller(server, "secret")
                            .send(new Message.Join(0, 1, 7))
                            .end());
            assertFalse(job.servers().getFirst().isDone(), "the server serves on");
        }
    }

    private static String refusal(Endpoint endpoint) {
        return String.valueOf(assertThrows(
                        ParameterServerException.class,
                        () -> Listener.open(endpoint, JobSettings.from(Map.of(), _ -> {}), new ArrayDeque<>()))
                .getMessage());
    }

    private static String failure(Future<?> process, boolean consequence) {
        ParameterServerException e = assertThrows(ParameterServerException.class, () -> LoopbackJob.get(process));
        assertEquals(consequence, e.consequence(), e.getMessage());
        return String.valueOf(e.getMessage());
    }
}
