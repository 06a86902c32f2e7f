package jfab.engine.torch;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import jfab.engine.EngineException;
import jfab.engine.Peers;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A connection between each two trainers, over which the thread that trains sends and receives by itself.
 *
 * <p>For sums of few numbers in short steps: Gloo hands such a sum from thread to thread and back, which takes a millisecond, and
 * several where all processors are busy with other trainers.
 */
final class Mesh implements AutoCloseable {
    /** More trainers than this have more connections than they gain by. */
    private static final int MOST_TRAINERS = 16;
    /** What a trainer sends to all others together, in bytes; beyond it, Gloo's ring sends less. */
    private static final long MOST_SENT = 1L << 20;

    /** How long a wait keeps the processor: a thread that sleeps is woken late where all processors are busy. */
    private static final Duration AWAKE = Duration.ofMillis(20);

    private final Peers peers;
    private final Selector selector;
    /** By rank, without this trainer's. */
    private final Map<Integer, SelectionKey> others = new TreeMap<>();

    private Mesh(Peers peers, Map<Integer, SocketChannel> connected) throws IOException {
        this.peers = peers;
        selector = Selector.open();
        for (Map.Entry<Integer, SocketChannel> other : connected.entrySet()) {
            SocketChannel channel = other.getValue();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            others.put(other.getKey(), channel.register(selector, 0));
        }
    }

    /** Whether it pays to add up {@code bytes} of each of {@code trainers} here. */
    static boolean suits(int trainers, long bytes) {
        return trainers <= MOST_TRAINERS && (trainers - 1) * bytes <= MOST_SENT;
    }

    /**
     * Connects this trainer to all others, which do the same.
     *
     * @param store where each leaves word of where it listens
     * @param address of this machine, at which the others reach it
     */
    static Mesh connect(Peers peers, PeerStore store, String address) {
        try {
            return new Mesh(peers, MeshCalls.connect(peers, store, address));
        } catch (IOException e) {
            throw new EngineException("cannot connect to the other trainers: " + e.getMessage(), e);
        }
    }

    /**
     * Replaces {@code own} by its sum over all trainers, which is the same to the last bit in all of them.
     *
     * @param own contiguous and in this machine's memory; of the same size in all trainers
     */
    void sum(Tensor own) {
        List<Tensor> all = new ArrayList<>();
        List<Parcel> parcels = new ArrayList<>();
        int bytes = Math.toIntExact(own.nbytes());
        for (int rank = 0; rank < peers.size(); rank++) {
            SelectionKey key = others.get(rank);
            Tensor part = key == null ? own : torch.empty_like(own);
            all.add(part);
            if (key != null) {
                parcels.add(new Parcel(
                        key, rank, new TorchTensor(own).bytes(0, bytes), new TorchTensor(part).bytes(0, bytes)));
            }
        }
        try {
            exchange(parcels);
        } catch (IOException e) {
            throw new EngineException("cannot wait for the other trainers: " + e.getMessage(), e);
        }
        Tensor sum = all.getFirst();
        for (Tensor part : all.subList(1, all.size())) {
            sum = sum.add(part);
        }
        own.copy_(sum);
    }

    /** What goes to one trainer, and what comes from it. */
    private record Parcel(SelectionKey key, int rank, ByteBuffer out, ByteBuffer in) {
        boolean done() {
            return !out.hasRemaining() && !in.hasRemaining();
        }

        /** Sends and receives what can be at once; whether that was anything. */
        boolean move() throws IOException {
            SocketChannel channel = (SocketChannel) key.channel();
            int sent = out.hasRemaining() ? channel.write(out) : 0;
            int read = in.hasRemaining() ? channel.read(in) : 0;
            if (read < 0) {
                throw new EOFException("closed by it");
            }
            return sent + read > 0;
        }

        void await() {
            key.interestOps(
                    (out.hasRemaining() ? SelectionKey.OP_WRITE : 0) | (in.hasRemaining() ? SelectionKey.OP_READ : 0));
        }
    }

    private boolean move(Parcel parcel) {
        try {
            return parcel.move();
        } catch (IOException e) {
            throw new EngineException(
                    "the connection to " + peers.name(IntStream.of(parcel.rank())) + " broke: " + e.getMessage(), e);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck")
    private void exchange(List<Parcel> parcels) throws IOException {
        long since = System.nanoTime();
        long end = since + peers.step().toNanos();
        List<Parcel> open = new ArrayList<>(parcels);
        while (!open.isEmpty()) {
            boolean moved = false;
            for (Parcel parcel : open) {
                moved |= move(parcel);
            }
            open.removeIf(Parcel::done);
            if (moved || open.isEmpty()) {
                continue;
            }
            long now = System.nanoTime();
            if (now > end) {
                throw new EngineException("waited " + peers.step().toSeconds() + " s for the gradients of "
                        + peers.name(open.stream().mapToInt(Parcel::rank)));
            }
            if (now - since < AWAKE.toNanos()) {
                Thread.yield();
            } else {
                parcels.forEach(Parcel::await);
                selector.select(Math.max(1, Duration.ofNanos(end - now).toMillis()));
                selector.selectedKeys().clear();
            }
        }
    }

    @Override
    public void close() {
        try {
            for (SelectionKey key : others.values()) {
                key.channel().close();
            }
            selector.close();
        } catch (IOException e) {
            throw new EngineException("cannot close a connection: " + e.getMessage(), e);
        }
    }
}
