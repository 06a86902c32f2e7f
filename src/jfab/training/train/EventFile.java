package jfab.training.train;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import jfab.training.engine.StepPart;
import jfab.training.engine.checkpoint.CheckpointException;

/**
 * TensorBoard's event file, new for each run: records of length, masked checksum of the length, content and its masked checksum,
 * little-endian; the content is an Event in protocol buffers, {@link EventMessage}.
 */
final class EventFile implements MetricsFile {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final Path file;
    private final OutputStream out;
    private final Pace pace = new Pace();

    private EventFile(Path file, OutputStream out) {
        this.file = file;
        this.out = out;
    }

    static EventFile open(Path folder) {
        Instant now = Instant.now();
        Path file = folder.resolve("events.out.tfevents.%010d.%s.%d.%d"
                .formatted(now.getEpochSecond(), host(), ProcessHandle.current().pid(), COUNT.getAndIncrement()));
        try {
            Files.createDirectories(folder);
            EventFile events = new EventFile(
                    file, new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)));
            events.append(EventMessage.version(now.toEpochMilli()));
            return events;
        } catch (IOException e) {
            throw failure(file, e);
        }
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
        try {
            append(event.encode());
            if (pace.due()) {
                out.flush();
            }
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    private void append(byte[] content) throws IOException {
        byte[] length = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(content.length)
                .array();
        out.write(length);
        out.write(checksum(length));
        out.write(content);
        out.write(checksum(content));
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
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    private static CheckpointException failure(Path file, IOException e) {
        return new CheckpointException(file, "the metrics cannot be written: " + e.getMessage(), e);
    }
}
