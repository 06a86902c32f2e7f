package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jfab.role.Endpoint;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.transpile.ParameterSlice;
import jfab.training.program.transpile.SliceAttributes;
import jfab.training.ps.job.Deadlines;
import jfab.training.ps.job.ParameterServerException;
import jfab.training.ps.wire.DataKey;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.Message.Current;
import jfab.training.ps.wire.Message.Have;
import jfab.training.ps.wire.Message.Initial;
import jfab.training.ps.wire.Message.Join;
import jfab.training.ps.wire.Message.Layout;
import jfab.training.ps.wire.Message.Pull;
import jfab.training.ps.wire.Message.Resume;
import jfab.training.ps.wire.Message.Welcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The connection beside gRPC's that tensor data go over: what goes over it, and whom a server lets in. */
class DataLinkIT {
    private static final Net NET = Net.fitALine();
    private static final byte[] GREETING = "jfabdata".getBytes(StandardCharsets.US_ASCII);

    /** The head of a piece, written and read here by hand. */
    private record Frame(int slice, long offset, int length) {
        static final Frame PULSE = new Frame(-1, 0, 0);
    }

    /** The trainer's end of a data connection, byte by byte. */
    private record Wire(Socket socket, DataInputStream in, DataOutputStream out) implements AutoCloseable {
        /** One that has proved that it belongs to the job. */
        static Wire open(Endpoint server) throws Exception {
            Wire wire = silent(server);
            RawProof.callers(wire.in, wire.out, "secret");
            return wire;
        }

        static Wire silent(Endpoint server) throws IOException {
            Socket socket = new Socket(server.host(), server.port());
            socket.setSoTimeout(30_000);
            return new Wire(
                    socket,
                    new DataInputStream(socket.getInputStream()),
                    new DataOutputStream(socket.getOutputStream()));
        }

        Wire greet(DataKey key) throws IOException {
            out.write(GREETING);
            out.writeLong(key.high());
            out.writeLong(key.low());
            return this;
        }

        Wire admitted() throws IOException {
            assertArrayEquals(GREETING, in.readNBytes(GREETING.length));
            return this;
        }

        void send(Frame frame, byte[] bytes) throws IOException {
            ByteBuffer head = ByteBuffer.allocate(16)
                    .putInt(frame.slice())
                    .putLong(frame.offset())
                    .putInt(frame.length());
            out.write(head.array());
            out.write(bytes);
        }

        /** The head of the next piece, past the signs of life before it. */
        Frame head() throws IOException {
            Frame head = new Frame(in.readInt(), in.readLong(), in.readInt());
            return head.equals(Frame.PULSE) ? head() : head;
        }

        boolean ended() throws IOException {
            try {
                return in.read() < 0;
            } catch (SocketException e) {
                return true;
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void valuesGoInAnyOrderOverTheConnectionAndComeBackOverIt() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).startServers()) {
            RawCaller stream = new RawCaller(job.endpoints().getFirst(), "secret");
            DataKey key = welcome(stream, 1);
            try (Wire data = Wire.open(job.endpoints().getFirst()).greet(key).admitted()) {
                exchange(job, stream, data);
            }
            stream.send(new Message.Bye());
            job.awaitServers();
        }
    }

    @Test
    void whatIsNoPieceOfASliceEndsTheJobThatNamesItsSender() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).startServers()) {
            RawCaller stream = new RawCaller(job.endpoints().getFirst(), "secret");
            DataKey key = welcome(stream, 1);
            try (Wire data = Wire.open(job.endpoints().getFirst()).greet(key).admitted()) {
                stream.send(new Initial());
                data.send(new Frame(99, 0, Integer.MAX_VALUE), new byte[0]);
                assertEquals(
                        "trainer 0 of 1 (127.0.0.1) was lost at step 0: it sent values of slice 99 at byte 0 where the "
                                + "first byte of slice 0 or of another that is missing was expected",
                        failure(job.servers().getFirst()));
                assertTrue(data.ended());
            }
        }
    }

    @Test
    void aConnectionOutlivesTheHandshakeThatGrpcWaitsForAndOneThatSaysNothingDoesNot() throws Exception {
        Deadlines soon = new Deadlines(Duration.ofSeconds(2), Duration.ofMillis(200));
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).with(soon).startServers()) {
            Endpoint server = job.endpoints().getFirst();
            RawCaller stream = new RawCaller(server, "secret");
            DataKey key = welcome(stream, 1);
            try (Wire data = Wire.open(server).greet(key).admitted();
                    Wire mute = Wire.silent(server);
                    Wire proven = Wire.open(server);
                    Wire half = Wire.open(server)) {
                half.out().write(GREETING);
                assertTrue(mute.ended());
                assertTrue(proven.ended());
                assertTrue(half.ended());
                // All came later than the data connection, whose time is therefore over as well.
                exchange(job, stream, data);
            }
            stream.send(new Message.Bye());
            job.awaitServers();
        }
    }

    @Test
    void aServerThatEndsEndsItsDataConnections() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).startServers()) {
            RawCaller stream = new RawCaller(job.endpoints().getFirst(), "secret");
            DataKey key = welcome(stream, 1);
            try (Wire data = Wire.open(job.endpoints().getFirst()).greet(key).admitted()) {
                stream.send(new Message.Bye());
                job.awaitServers();
                assertTrue(data.ended());
            }
        }
    }

    @Test
    void aConnectionThatBreaksAloneEndsTheJobToo() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).startServers()) {
            RawCaller stream = new RawCaller(job.endpoints().getFirst(), "secret");
            DataKey key = welcome(stream, 1);
            Wire.open(job.endpoints().getFirst()).greet(key).admitted().close();
            assertEquals(
                    "the data connection between trainer 0 of 1 (127.0.0.1) and parameter server "
                            + job.endpoints().getFirst()
                            + " broke: the other end, or something between, closed it",
                    failure(job.servers().getFirst()));
        }
    }

    @Test
    void whoHasNoKeyIsRefusedInOneLineAndTheJobGoesOn() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).startServers()) {
            RawCaller stream = new RawCaller(job.endpoints().getFirst(), "secret");
            DataKey key = welcome(stream, 1);
            try (var _ = Wire.open(job.endpoints().getFirst()).greet(key).admitted()) {
                for (DataKey wrong : List.of(DataKey.none(), DataKey.draw(), key)) {
                    try (Wire foreign = Wire.open(job.endpoints().getFirst()).greet(wrong)) {
                        assertTrue(foreign.ended());
                    }
                    assertEquals("refused a data connection from 127.0.0.1: it has no key of this job", line(job));
                }
                assertNull(job.console().poll());
                stream.send(new Message.Bye());
                job.awaitServers();
            }
        }
    }

    @Test
    void whoIsRefusedAgainAndAgainDoesNotFillTheLog() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).startServers()) {
            welcome(new RawCaller(job.endpoints().getFirst(), "secret"), 1);
            for (int i = 1; i <= DataDoor.TOLD + 10; i++) {
                try (Wire foreign = Wire.open(job.endpoints().getFirst()).greet(DataKey.draw())) {
                    assertTrue(foreign.ended());
                }
            }
            for (int i = 1; i < DataDoor.TOLD; i++) {
                assertEquals("refused a data connection from 127.0.0.1: it has no key of this job", line(job));
            }
            assertTrue(line(job).endsWith("; from here on each 1000th refusal is told"));
            assertNull(job.console().poll());
        }
    }

    @Test
    void everyTrainerHasOnePerServer() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 2, 1).startServers();
                ParameterClient client = job.joined(0)) {
            client.links().forEach(link -> assertNotNull(link.data()));
        }
    }

    @Test
    void anEncryptedJobHasNone(@TempDir Path folder) throws Exception {
        TestCertificate own = TestCertificate.make(folder, "own");
        try (LoopbackJob job =
                        new LoopbackJob(NET, 1, 1).with(own.trusting(own)).startServers();
                ParameterClient client = job.joined(0)) {
            assertNull(client.links().getFirst().data());
        }
    }

    /** The first values go to the server and come back. */
    private static void exchange(LoopbackJob job, RawCaller stream, Wire data) throws Exception {
        Operator send = send(job);
        stream.send(new Layout(SliceAttributes.layout(send))).send(new Have(List.of()));
        assertInstanceOf(Resume.class, stream.awaitMessage());
        List<ParameterSlice> slices = SliceAttributes.slices(send);
        // The data may be there before their announcement, and what is said after that waits for them.
        data.send(Frame.PULSE, new byte[0]);
        data.send(frame(1, slices.get(1)), bytes(slices.get(1), 7));
        stream.send(new Initial()).send(new Pull(0));
        data.send(frame(0, slices.get(0)), bytes(slices.get(0), 9));
        assertEquals(new Current(0), stream.awaitMessage());
        for (int slice = 0; slice < 2; slice++) {
            Frame head = data.head();
            assertEquals(slice, head.slice());
            assertEquals(0, head.offset());
            assertArrayEquals(
                    bytes(slices.get(slice), slice == 0 ? 9 : 7), data.in().readNBytes(head.length()));
        }
    }

    private static DataKey welcome(RawCaller caller, int trainers) throws InterruptedException {
        caller.send(new Join(0, trainers, 7));
        DataKey key = assertInstanceOf(Welcome.class, caller.awaitMessage()).key();
        assertTrue(key.given());
        return key;
    }

    private static Operator send(LoopbackJob job) {
        return job.programs(job.trainer(0)).trainer().operators().stream()
                .filter(operator -> operator.type() == OpType.SEND)
                .findFirst()
                .orElseThrow();
    }

    private static Frame frame(int slice, ParameterSlice of) {
        return new Frame(slice, 0, Math.toIntExact(of.length() * Float.BYTES));
    }

    private static byte[] bytes(ParameterSlice slice, int value) {
        byte[] bytes = new byte[Math.toIntExact(slice.length() * Float.BYTES)];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static String line(LoopbackJob job) throws InterruptedException {
        String line = job.console().poll(60, TimeUnit.SECONDS);
        return line == null || !line.startsWith("Server listening") ? String.valueOf(line) : line(job);
    }

    private static String failure(Future<?> process) {
        return String.valueOf(assertThrows(ParameterServerException.class, () -> LoopbackJob.get(process))
                .getMessage());
    }
}
