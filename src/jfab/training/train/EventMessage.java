package jfab.training.train;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * TensorBoard's Event in protocol buffers: field 1 the time in seconds (double), 2 the step, 3 the file's version or 5 a summary, whose
 * fields 1 are values: field 1 the tag, 2 the number (float).
 */
final class EventMessage {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED32 = 5;

    private final ByteArrayOutputStream head;
    private final ByteArrayOutputStream summary = new ByteArrayOutputStream();

    /**
     * @param time in milliseconds since 1970
     */
    EventMessage(long time, long step) {
        head = head(time);
        key(head, 2, VARINT);
        varint(head, step);
    }

    /** The event that a file begins with. */
    static byte[] version(long time) {
        ByteArrayOutputStream event = head(time);
        bytes(event, 3, "brain.Event:2".getBytes(StandardCharsets.UTF_8));
        return event.toByteArray();
    }

    void add(String tag, double number) {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        bytes(value, 1, tag.getBytes(StandardCharsets.UTF_8));
        key(value, 2, FIXED32);
        value.writeBytes(buffer(4).putFloat((float) number).array());
        bytes(summary, 1, value.toByteArray());
    }

    byte[] encode() {
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        event.writeBytes(head.toByteArray());
        bytes(event, 5, summary.toByteArray());
        return event.toByteArray();
    }

    private static ByteArrayOutputStream head(long time) {
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        key(event, 1, FIXED64);
        event.writeBytes(buffer(8).putDouble(time / 1e3).array());
        return event;
    }

    private static void bytes(ByteArrayOutputStream out, int field, byte[] content) {
        key(out, field, BYTES);
        varint(out, content.length);
        out.writeBytes(content);
    }

    private static void key(ByteArrayOutputStream out, int field, int type) {
        out.write((field << 3) | type);
    }

    /** Seven bits per byte, the lowest first; the highest bit says that more follow. */
    private static void varint(ByteArrayOutputStream out, long number) {
        long rest = number;
        while (rest >>> 7 != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
