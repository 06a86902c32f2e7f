package jfab.training.ps.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import jfab.training.engine.HostTensor;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import jfab.training.ps.wire.Message.Values;
import org.junit.jupiter.api.Test;

class ChunkTest {
    private static final String MISSING = "the first byte of slice 0 or of another that is missing was expected";
    private static final int LONG = MessageCodec.CHUNK / 4 + 10;

    @Test
    void slicesOfAWholeTensorArriveInSlicesOfTheirOwn() throws ProtocolException {
        HostTensor whole = counting(LONG + 5);
        List<SliceView> source = List.of(new SliceView(whole, 0, 20), new SliceView(whole, 20, 4L * LONG));
        HostTensor first = HostTensor.zeros(Shape.of(5), DataType.FLOAT32);
        HostTensor second = HostTensor.zeros(Shape.of(LONG), DataType.FLOAT32);
        ChunkSink sink = new ChunkSink(List.of(SliceView.of(first), SliceView.of(second)));
        List<Integer> sizes = new ArrayList<>();
        for (Iterator<Message> chunks = ChunkEncoder.asIs().messages(source); chunks.hasNext(); ) {
            assertFalse(sink.full());
            Values values = (Values) chunks.next();
            sizes.add(values.bytes());
            sink.accept(values);
        }
        assertTrue(sink.full());
        assertEquals(List.of(20, MessageCodec.CHUNK, 40), sizes);
        assertArrayEquals(new double[] {0, 1, 2, 3, 4}, first.values());
        assertEquals(5, second.values()[0]);
        assertEquals(LONG + 4, second.values()[LONG - 1]);
    }

    @Test
    void whatIsNotTheNextPieceIsRefused() {
        assertEquals("values of slice 1 at byte 0 where " + MISSING, refused(1, 0, 4));
        assertEquals("values of slice 0 at byte 4 where " + MISSING, refused(0, 4, 4));
        assertEquals("24 bytes for slice 0, of which 20 are missing", refused(0, 0, 24));
        assertEquals("3 bytes for slice 0, of which 20 are missing", refused(0, 0, 3));
        assertEquals("0 bytes for slice 0, of which 20 are missing", refused(0, 0, 0));
    }

    private static String refused(int slice, long offset, int bytes) {
        ChunkSink sink = new ChunkSink(List.of(SliceView.of(counting(5))));
        return String.valueOf(assertThrows(
                        ProtocolException.class,
                        () -> sink.accept(new Values(slice, offset, ByteBuffer.allocate(bytes))))
                .getMessage());
    }

    private static HostTensor counting(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = i;
        }
        return HostTensor.of(Shape.of(count), values);
    }
}
