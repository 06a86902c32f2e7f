package jfab.engine.torch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import jfab.engine.EngineException;
import jfab.engine.Peers;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Trainers in threads, which find each other by a real store and add up over real connections. */
@Timeout(60)
class MeshTest {
    private static final Duration STEP = Duration.ofSeconds(1);
    private static final Duration JOIN = Duration.ofSeconds(20);

    private ExecutorService threads;
    private List<PeerStore> stores;

    @BeforeEach
    void open() {
        threads = Executors.newCachedThreadPool();
        stores = new ArrayList<>();
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        stores.reversed().forEach(PeerStore::close);
    }

    /** Sums of numbers that depend on the order in which they are added, and of more bytes than a connection holds. */
    @Test
    void allHaveTheSameSumToTheLastBit() throws Exception {
        for (int count : new int[] {1, 3, 2_000_000}) {
            List<float[]> sums = inAll(3, member -> sum(member.mesh(), member.rank(), count));
            assertEquals(count, sums.getFirst().length);
            for (int i = 0; i < count; i++) {
                assertEquals(number(0, i) + number(1, i) + number(2, i), sums.getFirst()[i], 1e-5);
            }
            assertArrayEquals(sums.get(0), sums.get(1), 0);
            assertArrayEquals(sums.get(0), sums.get(2), 0);
        }
    }

    @Test
    void oneThatComesLaterIsWaitedForAlsoWhenTheOthersHaveGoneToSleep() throws Exception {
        List<float[]> sums = inAll(2, member -> {
            if (member.rank() == 1) {
                pause(STEP.toMillis() / 2);
            }
            float[] first = sum(member.mesh(), member.rank(), 300_000);
            float[] second = sum(member.mesh(), member.rank(), 300_000);
            assertArrayEquals(first, second);
            return second;
        });
        assertEquals(number(0, 7) + number(1, 7), sums.getFirst()[7]);
    }

    @Test
    void oneThatDoesNotComeIsNamed() throws Exception {
        List<String> problems = inAll(2, member -> {
            if (member.rank() == 1) {
                pause(2 * STEP.toMillis());
                return "";
            }
            return assertThrows(EngineException.class, () -> member.mesh().sum(numbers(0, 3)))
                    .getMessage();
        });
        assertEquals("waited 1 s for the gradients of trainer 1 of 2", problems.getFirst());
    }

    @Test
    void oneThatIsGoneEndsTheWaitAtOnce() throws Exception {
        List<String> problems = inAll(2, member -> {
            if (member.rank() == 1) {
                member.mesh().close();
                return "";
            }
            return assertThrows(EngineException.class, () -> member.mesh().sum(numbers(0, 3)))
                    .getMessage();
        });
        assertTrue(problems.getFirst().startsWith("the connection to trainer 1 of 2 broke: "), problems.getFirst());
    }

    /** Neither one that says nothing, nor one that talks of something else, nor one that hangs up. */
    @Test
    void strangersAreNotTakenForTrainers() throws Exception {
        int port = freePort();
        Peers first = peers(0, 2, port);
        PeerStore store = PeerStore.open(first, JOIN);
        stores.add(store);
        Future<Mesh> met = threads.submit(() -> Mesh.connect(first, store, "127.0.0.1"));
        Peers second = peers(1, 2, port);
        PeerStore others = PeerStore.reach(second, JOIN);
        stores.add(others);
        int listening = Integer.parseInt(others.text("mesh/0").split(" ", -1)[1]);
        InetAddress here = InetAddress.getLoopbackAddress();
        try (var _ = new Socket(here, listening);
                Socket other = new Socket(here, listening)) {
            new Socket(here, listening).close();
            other.getOutputStream().write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            try (Mesh mesh = Mesh.connect(second, others, "127.0.0.1");
                    Mesh answered = met.get(JOIN.toSeconds(), TimeUnit.SECONDS)) {
                Future<float[]> sum = threads.submit(() -> inScope(() -> sum(mesh, 1, 3)));
                float[] own = inScope(() -> sum(answered, 0, 3));
                assertArrayEquals(own, sum.get(JOIN.toSeconds(), TimeUnit.SECONDS));
            }
        }
    }

    @Test
    void aMeshIsForFewTrainersAndFewNumbers() {
        assertTrue(Mesh.suits(2, 1 << 20));
        assertFalse(Mesh.suits(2, (1 << 20) + 1));
        assertFalse(Mesh.suits(3, 1 << 20));
        assertTrue(Mesh.suits(16, 1000));
        assertFalse(Mesh.suits(17, 1));
    }

    private record Member(int rank, Mesh mesh) {}

    private <T> List<T> inAll(int trainers, Function<Member, T> part) throws Exception {
        int port = freePort();
        List<Future<T>> parts = new ArrayList<>();
        for (int rank = 0; rank < trainers; rank++) {
            Peers peers = peers(rank, trainers, port);
            PeerStore store = PeerStore.open(peers, JOIN);
            stores.add(store);
            parts.add(threads.submit(() -> inScope(() -> {
                try (Mesh mesh = Mesh.connect(peers, store, "127.0.0.1")) {
                    return part.apply(new Member(peers.rank(), mesh));
                }
            })));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> running : parts) {
            results.add(running.get(2 * JOIN.toSeconds(), TimeUnit.SECONDS));
        }
        return results;
    }

    private static <T> T inScope(Callable<T> part) throws Exception {
        try (var _ = new PointerScope()) {
            return part.call();
        }
    }

    private static Peers peers(int rank, int size, int port) {
        return new Peers(rank, size, "127.0.0.1", port, JOIN, STEP, JOIN);
    }

    private static float[] sum(Mesh mesh, int rank, int count) {
        Tensor own = numbers(rank, count);
        mesh.sum(own);
        return values(own);
    }

    private static Tensor numbers(int rank, int count) {
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = number(rank, i);
        }
        return torch.tensor(numbers);
    }

    private static float number(int rank, int i) {
        return (float) Math.sin(i) / (rank + 1);
    }

    private static float[] values(Tensor tensor) {
        FloatBuffer numbers = new TorchTensor(tensor)
                .bytes(0, Math.toIntExact(tensor.nbytes()))
                .asFloatBuffer();
        float[] values = new float[numbers.remaining()];
        numbers.get(values);
        return values;
    }

    private static void pause(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
