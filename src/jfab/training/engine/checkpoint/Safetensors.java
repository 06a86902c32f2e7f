package jfab.training.engine.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import jfab.training.engine.Tensor;
import jfab.training.program.Shape;

/**
 * Tensors in one file of the safetensors format, which Python reads as well: the header's length as eight little-endian bytes,
 * the header in JSON, the elements.
 */
public final class Safetensors {
    /** Bytes moved at once. */
    static final int CHUNK = 1 << 24;

    private Safetensors() {}

    /**
     * Writes {@code tensors} to {@code file}, all or nothing: under another name first, onto the disk, then renamed.
     *
     * @param tensors by name, in the order of the file
     * @return the names of those that are NaN or infinite somewhere
     */
    public static Set<String> write(Path file, Map<String, Tensor> tensors) {
        Set<String> spoiled = new LinkedHashSet<>();
        WholeFile.write(file, out -> {
            WholeFile.drain(out, SafetensorsHeader.of(tensors).encode());
            for (Map.Entry<String, Tensor> named : tensors.entrySet()) {
                Tensor tensor = named.getValue();
                for (long at = 0; at < tensor.byteSize(); at += CHUNK) {
                    ByteBuffer bytes = tensor.bytes(at, (int) Math.min(CHUNK, tensor.byteSize() - at));
                    if (!FiniteValues.in(tensor.type(), bytes)) {
                        spoiled.add(named.getKey());
                    }
                    WholeFile.drain(out, bytes);
                }
            }
        });
        return spoiled;
    }

    /** Fills {@code targets} from {@code file}, by name; each must be there in its shape and type. */
    public static void read(Path file, Map<String, Tensor> targets) {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            long headerLength = headerLength(file, in);
            SafetensorsHeader header = header(file, in);
            for (Map.Entry<String, Tensor> target : targets.entrySet()) {
                Tensor tensor = target.getValue();
                long start = 8 + headerLength + header.offset(file, target.getKey(), tensor.shape(), tensor.type());
                for (long at = 0; at < tensor.byteSize(); at += CHUNK) {
                    tensor.write(at, fill(file, in, start + at, (int) Math.min(CHUNK, tensor.byteSize() - at)));
                }
            }
        } catch (NoSuchFileException e) {
            throw new CheckpointException(file, "no such file", e);
        } catch (IOException e) {
            throw new CheckpointException(file, "cannot be read: " + WholeFile.reason(e), e);
        }
    }

    /** The shapes of all tensors in {@code file}, by name. */
    public static Map<String, Shape> shapes(Path file) {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            return header(file, in).shapes();
        } catch (NoSuchFileException e) {
            throw new CheckpointException(file, "no such file", e);
        } catch (IOException e) {
            throw new CheckpointException(file, "cannot be read: " + WholeFile.reason(e), e);
        }
    }

    private static long headerLength(Path file, FileChannel in) throws IOException {
        long length = fill(file, in, 0, 8).getLong();
        if (length < 2 || length > Math.min(in.size() - 8, 100_000_000)) {
            throw new CheckpointException(
                    file, "is not a safetensors file: its header would have " + length + " bytes");
        }
        return length;
    }

    private static SafetensorsHeader header(Path file, FileChannel in) throws IOException {
        ByteBuffer json = fill(file, in, 8, (int) headerLength(file, in));
        return SafetensorsHeader.decode(
                file, StandardCharsets.UTF_8.decode(json).toString());
    }

    /** Where the elements of a tensor lie, and how they are written. */
    record Place(String type, long start, int bytes) {}

    /** The place of {@code name}, which is there, whatever its type. */
    static Place place(Path file, FileChannel in, String name) throws IOException {
        SafetensorsHeader.Entry entry = header(file, in).entry(file, name);
        return new Place(entry.type(), 8 + headerLength(file, in) + entry.first(), Math.toIntExact(entry.bytes()));
    }

    static ByteBuffer fill(Path file, FileChannel in, long position, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (in.read(buffer, position + buffer.position()) < 0) {
                throw new CheckpointException(
                        file, "ends at byte " + in.size() + ", before the values that its header names");
            }
        }
        return buffer.flip();
    }
}
