package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.internal.PlatformDependent;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import jfab.role.Endpoint;
import jfab.training.engine.HostTensor;
import jfab.training.ps.job.Deadlines;
import jfab.training.ps.proof.DescriptorLimit;
import jfab.training.ps.proof.JobSecret;
import jfab.training.ps.proof.ServerHandshake;
import jfab.training.ps.proof.UnprovenConnections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strangers who keep a server's port busy with connections that prove nothing: the job trains on, with little memory. */
class UnprovenConnectionsIT {
    private static final Net NET = Net.fitALine();
    private static final String SECRET = "secret";
    private static final int LIMIT = UnprovenConnections.limit(DescriptorLimit.ofProcess());

    /** So late that no connection of these tests is closed by it. */
    private static final Deadlines LATE = new Deadlines(Duration.ofMinutes(20), Duration.ofSeconds(10));

    /** A stranger's connection. */
    private record Stranger(Socket socket, DataInputStream in, DataOutputStream out) implements Closeable {
        static Stranger to(InetSocketAddress server) throws IOException {
            Socket socket = new Socket(server.getAddress(), server.getPort());
            socket.setSoTimeout(20_000);
            return new Stranger(
                    socket,
                    new DataInputStream(socket.getInputStream()),
                    new DataOutputStream(socket.getOutputStream()));
        }

        Stranger says(String words) throws IOException {
            out.write(words.getBytes(StandardCharsets.ISO_8859_1));
            return this;
        }

        /** Begins a proof and leaves it: when this returns, the server has read the first of its bytes and keeps it. */
        Stranger beginsToProve() throws Exception {
            says("h" + new String(RawProof.NONCE, StandardCharsets.US_ASCII) + "p");
            RawProof.told(in, 'c');
            return this;
        }

        /** Whether the server has closed it, once it has. */
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

    /** Many connections that are closed together. */
    private record Crowd<T extends Closeable>(List<T> all) implements AutoCloseable {
        Crowd() {
            this(new ArrayList<>());
        }

        @Override
        public void close() throws IOException {
            for (T each : all) {
                each.close();
            }
        }
    }

    @Test
    void aCrowdThatProvesNothingTakesLittleMemoryAndKeepsNobodyOut() throws Exception {
        List<Map<String, HostTensor>> batches = NET.batches(4, 4, 1);
        try (LoopbackJob job = new LoopbackJob(NET, 1, 2).with(LATE).startServers();
                Crowd<Stranger> crowd = new Crowd<>()) {
            try (ParameterClient early = job.joined(0)) {
                long before = PlatformDependent.usedDirectMemory();
                for (int i = 0; i < 3 * LIMIT; i++) {
                    crowd.all().add(Stranger.to(address(job)).beginsToProve());
                }
                long taken = PlatformDependent.usedDirectMemory() - before;
                assertTrue(before >= 0, "Netty counts its memory");
                assertTrue(taken < 32 << 20, "bytes for " + LIMIT + " connections: " + taken);
                for (Stranger old : crowd.all().subList(0, 2 * LIMIT)) {
                    assertTrue(old.ended());
                }
                // Of those that stay, even the oldest is heard: its proof is a wrong one.
                for (Stranger stays :
                        List.of(crowd.all().get(2 * LIMIT), crowd.all().getLast())) {
                    stays.says("x".repeat(32));
                    assertEquals('r', stays.in().readByte());
                }
                Future<List<Double>> first =
                        job.start(() -> job.train(early, job.trainer(0).withTrainerId(early.rank()), batches));
                Future<List<Double>> late = job.start(() -> job.train(job.trainer(1), batches));
                assertEquals(batches.size(), LoopbackJob.get(first).size());
                assertEquals(batches.size(), LoopbackJob.get(late).size());
            }
            job.awaitServers();
            assertEquals(1, notices(job));
        }
    }

    /** Strangers begin as a data connection does, and never show a key. */
    @Test
    void aCrowdDoesNotKeepTrainersOutOfAJobWithoutASecret() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).with(LATE).with("").startServers()) {
            trainsAmong("jfabdat", job);
        }
    }

    /** Strangers begin a handshake of TLS, and leave it. */
    @Test
    void aCrowdDoesNotKeepTrainersOutOfAnEncryptedJob(@TempDir Path folder) throws Exception {
        TestCertificate own = TestCertificate.make(folder, "own");
        try (LoopbackJob job =
                new LoopbackJob(NET, 1, 1).with(LATE).with(own.trusting(own)).startServers()) {
            trainsAmong("\u0016\u0003\u0001", job);
        }
    }

    private static void trainsAmong(String words, LoopbackJob job) throws Exception {
        InetSocketAddress server = address(job);
        List<Map<String, HostTensor>> batches = NET.batches(2, 4, 1);
        int tooMany = 20;
        try (Crowd<SocketChannel> crowd = new Crowd<>();
                Selector heard = Selector.open()) {
            for (int i = 0; i < LIMIT + tooMany; i++) {
                SocketChannel stranger = SocketChannel.open(server);
                crowd.all().add(stranger);
                stranger.write(ByteBuffer.wrap(words.getBytes(StandardCharsets.ISO_8859_1)));
                stranger.configureBlocking(false).register(heard, SelectionKey.OP_READ);
            }
            awaitEnds(heard, tooMany);
            assertEquals(List.of(LoopbackJob.local(NET, batches)), job.train(List.of(batches)));
            job.awaitServers();
            assertEquals(1, notices(job));
        }
    }

    /** The server's threads may see connections in another order than they were made in, so it may close any of the first ones. */
    private static void awaitEnds(Selector heard, int count) throws IOException {
        int ended = 0;
        while (ended < count) {
            int before = ended;
            if (heard.select(20_000) == 0) {
                throw new AssertionError("of " + count + " connections that are too many " + before + " were closed");
            }
            for (SelectionKey key : heard.selectedKeys()) {
                if (ended((SocketChannel) key.channel())) {
                    key.cancel();
                    ended++;
                }
            }
            heard.selectedKeys().clear();
        }
    }

    private static boolean ended(SocketChannel stranger) throws IOException {
        try {
            return stranger.read(ByteBuffer.allocate(64)) < 0;
        } catch (SocketException e) {
            return true;
        }
    }

    /** As wide as before strangers were given less. */
    @Test
    void whatComesAfterTheProofIsReadInLargePieces() throws Exception {
        BlockingQueue<Integer> rooms = new LinkedBlockingQueue<>();
        UnprovenConnections unproven = new UnprovenConnections(1, LargeFrames.SIZE, _ -> {});
        EventLoopGroup threads = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try {
            Channel server = new ServerBootstrap()
                    .group(threads)
                    .channel(NioServerSocketChannel.class)
                    .childHandler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            channel.pipeline()
                                    .addLast(new ServerHandshake(
                                            new JobSecret(SECRET), unproven, null, new Rooms(rooms)));
                        }
                    })
                    .bind(InetAddress.getLoopbackAddress(), 0)
                    .sync()
                    .channel();
            try (Stranger member = Stranger.to((InetSocketAddress) server.localAddress())) {
                RawProof.callers(member.in(), member.out(), SECRET);
                member.says("x");
                assertEquals(LargeFrames.SIZE, rooms.poll(60, TimeUnit.SECONDS));
            }
        } finally {
            var _ = threads.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    /** Writes down how many bytes each read could have brought. */
    private static final class Rooms extends ChannelInboundHandlerAdapter {
        private final BlockingQueue<Integer> rooms;

        Rooms(BlockingQueue<Integer> rooms) {
            this.rooms = rooms;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            ByteBuf room = (ByteBuf) bytes;
            rooms.add(room.capacity());
            room.release();
        }
    }

    private static InetSocketAddress address(LoopbackJob job) throws InterruptedException {
        Endpoint server = job.endpoints().getFirst();
        if (job.console().isEmpty()) {
            job.console().add(String.valueOf(job.console().poll(60, TimeUnit.SECONDS)));
        }
        return new InetSocketAddress(server.host(), server.port());
    }

    private static long notices(LoopbackJob job) {
        return job.console().stream()
                .filter(line -> line.startsWith("more than " + LIMIT + " connections"))
                .count();
    }
}
