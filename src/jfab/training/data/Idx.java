package jfab.training.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/**
 * A file of unsigned bytes in IDX format, plain or compressed by gzip: a big-endian magic number, the dimensions, the bytes.
 *
 * @param dimensions the first is the number of items
 * @param bytes of all items, one after another
 */
@SuppressWarnings("ArrayRecordComponent") // a value for one reader, which compares nothing
record Idx(int[] dimensions, byte[] bytes) {
    private static final int UNSIGNED_BYTES = 0x0800;

    /** Reads {@code file}, which must have {@code rank} dimensions. */
    static Idx read(Path file, int rank) {
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw, 1 << 16) : raw) {
            return read(file, rank, in);
        } catch (IOException e) {
            throw DataException.reading(file, e);
        }
    }

    private static Idx read(Path file, int rank, InputStream in) throws IOException {
        byte[] header = in.readNBytes(4 + 4 * rank);
        ByteBuffer numbers = ByteBuffer.wrap(header);
        if (header.length < 4 || numbers.getInt() != (UNSIGNED_BYTES | rank)) {
            throw new DataException(
                    file,
                    "at byte 0: the magic number " + (UNSIGNED_BYTES | rank)
                            + " of this kind of IDX file is not there");
        }
        if (header.length < 4 + 4 * rank) {
            throw new DataException(file, "ends at byte " + header.length + ", inside its header");
        }
        int[] dimensions = new int[rank];
        long size = 1;
        for (int axis = 0; axis < rank; axis++) {
            dimensions[axis] = numbers.getInt();
            if (dimensions[axis] < 0 || (size *= dimensions[axis]) > Integer.MAX_VALUE - 16) {
                throw new DataException(
                        file, "at byte " + (4 + 4 * axis) + ": the dimension " + dimensions[axis] + " cannot be right");
            }
        }
        byte[] bytes = in.readNBytes((int) size);
        if (bytes.length < size) {
            throw new DataException(
                    file,
                    "ends at byte " + (header.length + bytes.length) + " instead of " + (header.length + size)
                            + ", which its dimensions " + Arrays.toString(dimensions) + " need");
        }
        if (in.read() >= 0) {
            throw new DataException(
                    file,
                    "goes on at byte " + (header.length + size) + ", where its dimensions "
                            + Arrays.toString(dimensions) + " end");
        }
        return new Idx(dimensions, bytes);
    }
}
