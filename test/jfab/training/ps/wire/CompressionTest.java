package jfab.training.ps.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import jfab.training.engine.HostTensor;
import jfab.training.program.ProgramException;
import jfab.training.program.Shape;
import jfab.training.program.transpile.Compression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompressionTest {
    @Test
    void theLargestGoFirstAndTheOthersAreMadeUpFor() throws Exception {
        ChunkEncoder encoder = ChunkEncoder.pushing(new Compression(false, 0.4));
        assertArrayEquals(new float[] {0, -5, 0, 4, 0}, received(encoder, 1, -5, 2, 4, 0));
        assertArrayEquals(new float[] {0, 0, 4, 0, 3}, received(encoder, 0, 0, 2, 0, 3), "2 was left of the third");
        assertArrayEquals(
                new float[] {1, 0, 0, 0, 0.5f}, received(encoder, 0, 0, 0, 0, 0.5f), "1 was left of the first");
    }

    @Test
    void ofEqualNumbersAsManyGoAsThereIsRoomFor() throws Exception {
        ChunkEncoder encoder = ChunkEncoder.pushing(new Compression(false, 0.5));
        assertArrayEquals(new float[] {1, -1, 0, 0}, received(encoder, 1, -1, 1, -1));
        assertArrayEquals(new float[] {0, 0, 1, -1}, received(encoder, 0, 0, 0, 0));
    }

    /** 1/3 has no end in binary: what rounding leaves out comes along sooner or later. */
    @ParameterizedTest
    @CsvSource({"true, 0", "true, 0.25", "false, 0.25"})
    void overManyPushesNothingIsLost(boolean fp16, double topK) throws Exception {
        ChunkEncoder encoder = ChunkEncoder.pushing(new Compression(fp16, topK));
        double[] sums = new double[4];
        for (int push = 0; push < 400; push++) {
            float[] received = received(encoder, 1 / 3f, 1 / 7f, -1 / 3f, 1 / 1000f);
            for (int i = 0; i < sums.length; i++) {
                sums[i] += received[i];
            }
        }
        assertArrayEquals(new double[] {400 / 3.0, 400 / 7.0, -400 / 3.0, 0.4}, sums, 1.5);
        double roundedAlone = 400.0 * Float.float16ToFloat(Float.floatToFloat16(1 / 3f));
        assertEquals(400 / 3.0, sums[0], fp16 && topK == 0 ? Math.abs(400 / 3.0 - roundedAlone) / 10 : 1.5);
    }

    @Test
    void whatIsPulledIsRoundedAndNothingBecomesInfinite() throws Exception {
        ChunkEncoder encoder = ChunkEncoder.pulling(new Compression(true, 0.1));
        assertArrayEquals(
                new float[] {0.5f, 65504, -65504, Float.NaN}, received(encoder, 0.5f, 1e6f, -1e6f, Float.NaN));
        assertArrayEquals(
                new float[] {1e6f},
                received(ChunkEncoder.pulling(new Compression(false, 0.1)), 1e6f),
                "pulls are whole");
    }

    @Test
    void messagesAreAsMuchShorterAsPromised() throws IOException {
        ByteBuffer data = ByteBuffer.allocate(4000).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(2000, size(new Compression(true, 0), data), 32);
        assertEquals(80, size(new Compression(false, 0.01), data), 32);
        assertEquals(60, size(new Compression(true, 0.01), data), 32);
    }

    @Test
    void theThresholdIsThatOfSorting() {
        Random random = new Random(3);
        for (int length : new int[] {1, 2, 1000}) {
            float[] numbers = new float[length];
            float[] sorted = new float[length];
            for (int i = 0; i < length; i++) {
                numbers[i] = (float) (random.nextGaussian() * Math.pow(10, random.nextInt(20) - 10));
                sorted[i] = Math.abs(numbers[i]);
            }
            Arrays.sort(sorted);
            for (int kept = 1; kept <= length; kept += 7) {
                assertEquals(
                        new Threshold(Float.floatToRawIntBits(sorted[length - kept]), 1), Threshold.of(numbers, kept));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HALF, 2, 000000, 3 bytes for 2 numbers of 16 bits",
        "TOP, 2, 0000000000, 5 bytes for entries of 8",
        "TOP, 2, 0200000000000000, number 2 of 2",
        "TOP_HALF, 2, ffffffff0000, number -1 of 2"
    })
    void whatCannotBeUnpackedIsRefused(Encoding encoding, int count, String bytes, String problem) {
        ByteBuffer data = ByteBuffer.wrap(HexFormat.of().parseHex(bytes)).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(
                problem,
                assertThrows(ProtocolException.class, () -> encoding.decode(count, data))
                        .getMessage());
    }

    @Test
    void aShareThatSavesNothingIsRefused() {
        assertEquals(
                "top_k is a share from 0, which pushes everything, to 0.5, not 0.6",
                assertThrows(ProgramException.class, () -> new Compression(false, 0.6))
                        .getMessage());
    }

    private static int size(Compression compression, ByteBuffer data) throws IOException {
        return new MessageCodec()
                .stream(ChunkEncoder.pushing(compression).encode(0, 0, data)).available();
    }

    private static float[] received(ChunkEncoder encoder, float... numbers) throws Exception {
        HostTensor source = HostTensor.of(Shape.of(numbers.length), numbers);
        HostTensor target = HostTensor.zeros(Shape.of(numbers.length), source.type());
        ChunkSink sink = new ChunkSink(List.of(SliceView.of(target)));
        Message sent = encoder.encode(0, 0, source.bytes(0, 4 * numbers.length));
        MessageCodec codec = new MessageCodec();
        sink.accept(assertInstanceOf(Message.Content.class, codec.parse(codec.stream(sent))));
        float[] received = new float[numbers.length];
        target.bytes(0, 4 * numbers.length).asFloatBuffer().get(received);
        return received;
    }
}
