package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jfab.role.Endpoint;
import jfab.role.Role;
import jfab.role.RoleSpec;
import jfab.training.engine.HostTensor;
import jfab.training.ps.job.ParameterServerException;
import org.junit.jupiter.api.Test;

/** Who belongs to a job proves that on each connection, by a secret that never travels. */
class ProofIT {
    private static final Net NET = Net.fitALine();
    private static final String SECRET = "secret";

    /** A connection byte by byte. */
    private record Raw(Socket socket, DataInputStream in, DataOutputStream out) implements AutoCloseable {
        static Raw of(Socket socket) throws IOException {
            socket.setSoTimeout(30_000);
            return new Raw(
                    socket,
                    new DataInputStream(socket.getInputStream()),
                    new DataOutputStream(socket.getOutputStream()));
        }

        static Raw to(LoopbackJob job) throws Exception {
            Endpoint server = job.endpoints().getFirst();
            assertEquals("Server listening on " + server, job.console().poll(60, TimeUnit.SECONDS));
            job.console().add("Server listening on " + server);
            return of(new Socket(server.host(), server.port()));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void whatAnotherConnectionWasProvedWithIsWorthNothing() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).startServers();
                Raw first = Raw.to(job);
                Raw again = Raw.to(job)) {
            byte[] proof = RawProof.callers(first.in(), first.out(), SECRET);
            RawProof.challenge(again.in(), again.out());
            RawProof.tell(again.out(), 'p', proof);
            assertEquals("rd", text(again.in().readNBytes(2)));
            assertEquals(-1, again.in().read());
        }
    }

    @Test
    void aServersOwnWordsProveNothingToIt() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).startServers();
                Raw mirror = Raw.to(job)) {
            byte[] challenge = RawProof.challenge(mirror.in(), mirror.out());
            RawProof.tell(mirror.out(), 'p', RawProof.of("SERVER", SECRET, RawProof.NONCE, challenge));
            assertEquals("rd", text(mirror.in().readNBytes(2)));
        }
    }

    /** Not even a frame of HTTP/2 is answered, which an HTTP/2 library would have to read. */
    @Test
    void whoProvesNothingSpeaksWithNobody() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).startServers();
                Raw stranger = Raw.to(job)) {
            stranger.out().writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
            stranger.out().write(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
            assertEquals("rs", text(stranger.in().readAllBytes()));
        }
    }

    /** It gives the caller's own words back, the proof too. */
    @Test
    void aTrainerDoesNotJoinAServerThatOnlyEchoes() throws Exception {
        assertEquals("it does not know the job's secret", refusal(SECRET, raw -> {
            byte[] nonce = RawProof.told(raw.in(), 'h');
            RawProof.tell(raw.out(), 'c', nonce);
            RawProof.tell(raw.out(), 'p', RawProof.told(raw.in(), 'p'));
        }));
    }

    @Test
    void whatIsNoServerOfAJobIsNamedAsThat() throws Exception {
        assertEquals(
                "what listens there is no parameter server of jfab",
                refusal(SECRET, raw -> raw.out().writeBytes("220 mail.example.org ESMTP\r\n")));
    }

    @Test
    void aSecretOnOneSideOnlyIsASentenceOnTheOther() throws Exception {
        assertEquals(
                "it lets in only those who know the job's secret, and here JFAB_JOB_TOKEN is not set",
                refusal("", raw -> raw.out().writeBytes("rs")));
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).with("").startServers();
                ParameterClient client = new ParameterClient(job.trainer(0), job.settings(SECRET))) {
            assertEquals(
                    "parameter server " + job.endpoints().getFirst()
                            + " was lost: it has no secret, and here JFAB_JOB_TOKEN is set; set it for all processes of"
                            + " the job, or for none",
                    assertThrows(ParameterServerException.class, client::rank).getMessage());
        }
    }

    @Test
    void aJobWithoutASecretTrains() throws Exception {
        List<Map<String, HostTensor>> batches = NET.batches(2, 4, 1);
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).with("").startServers()) {
            assertEquals(List.of(LoopbackJob.local(NET, batches)), job.train(List.of(batches)));
            job.awaitServers();
        }
    }

    /** Between a trainer and its server, both directions, the data connection included. */
    @Test
    void theSecretIsNotAmongTheBytesThatTravel() throws Exception {
        String secret = "a-secret-that-is-looked-for-on-the-wire";
        ByteArrayOutputStream heard = new ByteArrayOutputStream();
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).with(secret).startServers();
                ServerSocket tap = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Endpoint server = job.endpoints().getFirst();
            Raw.to(job).close();
            var _ = job.start(() -> {
                while (!tap.isClosed()) {
                    Socket caller = tap.accept();
                    Socket callee = new Socket(server.host(), server.port());
                    var _ = job.start(() -> pass(caller, callee, heard));
                    var _ = job.start(() -> pass(callee, caller, heard));
                }
                return null;
            });
            RoleSpec role =
                    new RoleSpec(Role.TRAINER, List.of(new Endpoint("127.0.0.1", tap.getLocalPort())), null, 0, 1);
            try (ParameterClient client = new ParameterClient(role, job.settings(secret))) {
                assertEquals(0, client.rank());
                assertNotNull(client.links().getFirst().data());
            }
            job.awaitServers();
        }
        String bytes = text(heard.toByteArray());
        assertTrue(bytes.contains("jfabdata"), "the tap has heard the data connection");
        assertFalse(bytes.contains(secret));
        assertFalse(bytes.contains(
                Base64.getEncoder().withoutPadding().encodeToString(secret.getBytes(StandardCharsets.UTF_8))));
    }

    private static Void pass(Socket from, Socket to, ByteArrayOutputStream heard) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                synchronized (heard) {
                    heard.write(buffer, 0, count);
                }
                out.write(buffer, 0, count);
            }
        }
        return null;
    }

    @FunctionalInterface
    private interface Rogue {
        void answer(Raw trainer) throws Exception;
    }

    /** What a trainer with {@code secret} says of a server that is none. */
    private static String refusal(String secret, Rogue rogue) throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                LoopbackJob job = new LoopbackJob(NET, 1, 1)) {
            var _ = job.start(() -> {
                while (!listening.isClosed()) {
                    Raw raw = Raw.of(listening.accept());
                    var _ = job.start(() -> {
                        rogue.answer(raw);
                        return null;
                    });
                }
                return null;
            });
            Endpoint server = new Endpoint("127.0.0.1", listening.getLocalPort());
            RoleSpec role = new RoleSpec(Role.TRAINER, List.of(server), null, 0, 1);
            try (ParameterClient client = new ParameterClient(role, job.settings(secret))) {
                String message = String.valueOf(assertThrows(ParameterServerException.class, client::rank)
                        .getMessage());
                return message.replace("parameter server " + server + " was lost: ", "");
            }
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
