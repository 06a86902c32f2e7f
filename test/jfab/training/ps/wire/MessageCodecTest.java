package jfab.training.ps.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import jfab.training.ps.wire.Message.Abort;
import jfab.training.ps.wire.Message.Beat;
import jfab.training.ps.wire.Message.Bye;
import jfab.training.ps.wire.Message.Compare;
import jfab.training.ps.wire.Message.Compared;
import jfab.training.ps.wire.Message.Compressed;
import jfab.training.ps.wire.Message.Current;
import jfab.training.ps.wire.Message.Fed;
import jfab.training.ps.wire.Message.Have;
import jfab.training.ps.wire.Message.Ids;
import jfab.training.ps.wire.Message.IdsAsked;
import jfab.training.ps.wire.Message.Initial;
import jfab.training.ps.wire.Message.Join;
import jfab.training.ps.wire.Message.Layout;
import jfab.training.ps.wire.Message.Malformed;
import jfab.training.ps.wire.Message.Mark;
import jfab.training.ps.wire.Message.NormParts;
import jfab.training.ps.wire.Message.Norms;
import jfab.training.ps.wire.Message.Pull;
import jfab.training.ps.wire.Message.Push;
import jfab.training.ps.wire.Message.Resume;
import jfab.training.ps.wire.Message.Rollback;
import jfab.training.ps.wire.Message.RowGradients;
import jfab.training.ps.wire.Message.Rows;
import jfab.training.ps.wire.Message.RowsAsked;
import jfab.training.ps.wire.Message.Stop;
import jfab.training.ps.wire.Message.Values;
import jfab.training.ps.wire.Message.Welcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MessageCodecTest {
    private final MessageCodec codec = new MessageCodec();

    static List<Message> messages() {
        return List.of(
                new Join(-1, 2, Long.MIN_VALUE),
                new Beat(77),
                new Welcome(1, new DataKey(Long.MIN_VALUE, 7), List.of(40L, 20L)),
                new Have(List.of()),
                new Resume(40),
                new Mark(60),
                new Rollback("parameter server 10.0.0.1:6173 was lost"),
                new Stop("a signal"),
                new Layout("0f1e"),
                new Initial(),
                new Push(7, 64),
                new Pull(8),
                new Current(8),
                new Current(8),
                new Values(3, 1 << 20, floats(1, -2, 3.5f)),
                new RowsAsked("embedding_0.w_0", longs(7, -1)),
                new RowsAsked("Größe", longs()),
                new IdsAsked("embedding_0.w_0"),
                new Ids(3, longs(1, 2)),
                new Rows(floats(1, 2)),
                new RowGradients("embedding_0.w_0", longs(7, 8), floats(1, -2, 3.5f, 4)),
                new NormParts(3, List.of()),
                new Norms(3, List.of(0.25, 1e300)),
                new Compare("0f1e", -7),
                new Compared(true, 1L << 40),
                new Fed("0f1e"),
                new Compressed(3, 1 << 20, 2, Encoding.TOP_HALF, ByteBuffer.wrap(new byte[6])),
                new Bye(),
                new Abort("trainer 1 failed: mnist.groovy:3: größer"));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void whatIsDrainedIsWhatIsParsed(Message message) throws IOException {
        assertEquals(message, codec.parse(new ByteArrayInputStream(drained(message))));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void whatIsReadIsWhatIsDrained(Message message) throws IOException {
        byte[] read = codec.stream(message).readAllBytes();
        assertEquals(HexFormat.of().formatHex(drained(message)), HexFormat.of().formatHex(read));
        assertEquals(read.length, codec.stream(message).available());
    }

    @ParameterizedTest
    @CsvSource({
        "'', a message ends too early",
        "00, there is no message of kind 0",
        "7f, there is no message of kind 127",
        "ff, there is no message of kind -1",
        "0105ffffffff02, a message ends too early",
        "0101ffffffff02000000, 'protocol version 1 is not spoken here, but 5'",
        "0500000000000000, a message ends too early",
        "14010061ffffffff, a message ends too early",
        "16010061020000000000, a message ends too early",
        "0901, BYE is followed by 1 bytes too many",
    })
    void whatIsNoMessageIsNamed(String hex, String problem) {
        assertEquals(
                new Malformed(problem),
                codec.parse(new ByteArrayInputStream(HexFormat.of().parseHex(hex))));
    }

    @Test
    void directMemoryIsSentWithoutMovingItsPosition() throws IOException {
        ByteBuffer data = ByteBuffer.allocateDirect(100_000).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 25_000; i++) {
            data.putFloat(i);
        }
        data.flip();
        Values values =
                assertInstanceOf(Values.class, codec.parse(new ByteArrayInputStream(drained(new Values(0, 0, data)))));
        assertEquals(100_000, data.remaining());
        assertEquals(List.of(data), values.data());
        assertEquals(
                24_999f, values.data().getFirst().order(ByteOrder.LITTLE_ENDIAN).getFloat(99_996));
    }

    @Test
    void aLongTextIsCut() throws IOException {
        Abort abort = assertInstanceOf(
                Abort.class, codec.parse(new ByteArrayInputStream(drained(new Abort("x".repeat(1_000_000))))));
        assertEquals(MessageCodec.MAX_TEXT, abort.cause().length());
    }

    private byte[] drained(Message message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ((MessageStream) codec.stream(message)).drainTo(bytes);
        return bytes.toByteArray();
    }

    private static ByteBuffer longs(long... values) {
        ByteBuffer buffer = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asLongBuffer().put(values);
        return buffer;
    }

    private static ByteBuffer floats(float... values) {
        ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asFloatBuffer().put(values);
        return buffer;
    }
}
