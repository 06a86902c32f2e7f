package jfab.training.train;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import jfab.training.engine.StepPart;

/**
 * TensorBoard's event file, new for each run: records of length, masked checksum of the length, content and its masked checksum,
 * little-endian; the content is an Event in protocol buffers, {@link EventMessage}.
 */
final class EventFile implements MetricsFile {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final RecordFile out;

    private EventFile(RecordFile out) {
        this.out = out;
    }

    static EventFile open(Path folder, Consumer<String> console) {
        Instant now = Instant.now();
        Path file = folder.resolve("events.out.tfevents.%010d.%s.%d.%d"
                .formatted(now.getEpochSecond(), host(), ProcessHandle.current().pid(), COUNT.getAndIncrement()));
        RecordFile out = RecordFile.open(file, console);
        out.add(record(EventMessage.version(now.toEpochMilli())));
        return new EventFile(out);
    }

    @Override
    public void write(StepMetrics step) {
        EventMessage event = new EventMessage(step.time(), step.step());
        step.fetched().forEach(event::add);
        event.add("samples_per_second", step.samplesPerSecond());
        event.add("milliseconds/step", step.seconds() * 1e3);
        for (StepPart part : StepPart.values()) {
            event.add("milliseconds/" + part.word(), step.milliseconds().getOrDefault(part, 0.0));
        }
        out.add(record(event.encode()));
    }

    private static byte[] record(byte[] content) {
        byte[] length = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(content.length)
                .array();
        return ByteBuffer.allocate(16 + content.length)
                .put(length)
                .put(checksum(length))
                .put(content)
                .put(checksum(content))
                .array();
    }

    /** CRC-32C, rotated and shifted so that a checksum of data that holds checksums stays a good one. */
    private static byte[] checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        int masked = Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8;
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(masked)
                .array();
    }

    private static String host() {
        try {
            return new String(
                    InetAddress.getLocalHost().getHostName().getBytes(StandardCharsets.UTF_8),
                    StandardCharsets.US_ASCII);
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        out.close();
    }
}
