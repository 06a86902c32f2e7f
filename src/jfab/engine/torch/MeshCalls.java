package jfab.engine.torch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import jfab.engine.EngineException;
import jfab.engine.Peers;

/**
 * How the connections of a {@link Mesh} come about: each trainer listens, and calls those before it.
 *
 * <p>Where it listens, and a token that those who call have to show, is in the trainers' store.
 */
final class MeshCalls {
    private static final int TOKEN_BYTES = 16;
    private static final int GREETING_BYTES = TOKEN_BYTES + Integer.BYTES;
    private static final Duration GREETING = Duration.ofSeconds(5);

    private final Peers peers;
    private final PeerStore store;
    private final byte[] token = new byte[TOKEN_BYTES];
    private final Map<Integer, SocketChannel> connected = new TreeMap<>();

    private MeshCalls(Peers peers, PeerStore store) {
        this.peers = peers;
        this.store = store;
        new SecureRandom().nextBytes(token);
    }

    /**
     * A connection to each of the others, by rank.
     *
     * @param address of this machine, at which the others reach it
     */
    static Map<Integer, SocketChannel> connect(Peers peers, PeerStore store, String address) throws IOException {
        MeshCalls calls = new MeshCalls(peers, store);
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(address, 0))) {
            String port = Integer.toString(listener.socket().getLocalPort());
            store.put(
                    key(peers.rank()),
                    String.join(" ", address, port, HexFormat.of().formatHex(calls.token)));
            for (int rank = 0; rank < peers.rank(); rank++) {
                calls.call(rank);
            }
            calls.answer(listener.socket());
            return calls.connected;
        } catch (IOException | RuntimeException e) {
            for (SocketChannel channel : calls.connected.values()) {
                channel.close();
            }
            throw e;
        }
    }

    private static String key(int rank) {
        return "mesh/" + rank;
    }

    private void call(int rank) throws IOException {
        String name = peers.name(IntStream.of(rank));
        if (!PeerStore.until(peers.join(), () -> store.has(key(rank)))) {
            throw new EngineException("waited " + peers.join().toSeconds() + " s for " + name + " to listen");
        }
        String[] told = store.text(key(rank)).split(" ", -1);
        SocketChannel channel = SocketChannel.open();
        connected.put(rank, channel);
        try {
            channel.socket()
                    .connect(new InetSocketAddress(told[0], Integer.parseInt(told[1])), (int) GREETING.toMillis());
        } catch (IOException e) {
            throw new EngineException(
                    name + " cannot be reached at " + told[0] + ":" + told[1] + ": " + e.getMessage(), e);
        }
        ByteBuffer greeting = ByteBuffer.allocate(GREETING_BYTES);
        greeting.put(HexFormat.of().parseHex(told[2])).putInt(peers.rank()).flip();
        while (greeting.hasRemaining()) {
            channel.write(greeting);
        }
    }

    /** Takes the calls of all trainers behind this one; whoever else calls is not heard. */
    private void answer(ServerSocket listener) throws IOException {
        long end = System.nanoTime() + peers.join().toNanos();
        while (connected.size() < peers.size() - 1) {
            long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
            listener.setSoTimeout(Math.clamp(left, 1, Integer.MAX_VALUE));
            try {
                welcome(listener.accept());
            } catch (SocketTimeoutException e) {
                IntStream missing =
                        IntStream.range(peers.rank() + 1, peers.size()).filter(rank -> !connected.containsKey(rank));
                throw new EngineException(
                        "waited " + peers.join().toSeconds() + " s for " + peers.name(missing) + " to connect", e);
            }
        }
    }

    private void welcome(Socket caller) throws IOException {
        caller.setSoTimeout((int) GREETING.toMillis());
        byte[] greeting = new byte[0];
        try {
            greeting = caller.getInputStream().readNBytes(GREETING_BYTES);
        } catch (IOException e) {
            // As one that says nothing.
        }
        if (greeting.length == GREETING_BYTES && Arrays.equals(token, Arrays.copyOf(greeting, TOKEN_BYTES))) {
            connected.put(ByteBuffer.wrap(greeting).getInt(TOKEN_BYTES), caller.getChannel());
        } else {
            caller.close();
        }
    }
}
