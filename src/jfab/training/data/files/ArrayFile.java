package jfab.training.data.files;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import jfab.PlainText;
import jfab.training.data.ArrayRow;
import jfab.training.data.Column;
import jfab.training.data.DataException;

/**
 * An array that NumPy has saved, {@code .npy} or an entry of an {@code .npz}, in memory.
 *
 * @param shape of the whole array; its first dimension counts samples
 */
@SuppressWarnings("ArrayRecordComponent") // a value for one reader, which compares nothing
record ArrayFile(Path file, String name, char kind, int bytes, List<Integer> shape, ByteBuffer content) {
    private static final Pattern HEADER = Pattern.compile(
            "\\{\\s*'descr':\\s*'([<>|=])([a-z])(\\d+)',\\s*'fortran_order':\\s*(True|False),\\s*'shape':\\s*\\(([\\d, ]*)\\),?\\s*}\\s*");
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    /** The array in {@code file}, or under {@code entry} in it where it ends in {@code .npz}. */
    static ArrayFile read(Path file, String entry) {
        try {
            if (!file.toString().endsWith(".npz")) {
                try (InputStream in = Files.newInputStream(file)) {
                    return read(file, "", in);
                }
            }
            try (ZipFile zip = new ZipFile(file.toFile())) {
                ZipEntry found = zip.getEntry(entry + ".npy");
                if (found == null) {
                    throw new DataException(
                            file,
                            "has no array '" + entry + "'; it has "
                                    + String.join(
                                            ", ",
                                            zip.stream()
                                                    .map(each -> each.getName().replaceFirst("\\.npy$", ""))
                                                    .toList()));
                }
                try (InputStream in = zip.getInputStream(found)) {
                    return read(file, entry + ": ", in);
                }
            }
        } catch (EOFException e) {
            throw new DataException(file, "ends too early", e);
        } catch (IOException e) {
            throw DataException.reading(file, e);
        }
    }

    private static ArrayFile read(Path file, String name, InputStream in) throws IOException {
        byte[] start = exactly(in, 8);
        if (!Arrays.equals(start, 0, 6, MAGIC, 0, 6) || start[6] < 1 || start[6] > 3) {
            throw new DataException(file, name + "at byte 0: is not an array that NumPy has saved");
        }
        ByteBuffer length = ByteBuffer.wrap(exactly(in, start[6] == 1 ? 2 : 4)).order(ByteOrder.LITTLE_ENDIAN);
        int size = start[6] == 1 ? length.getShort() & 0xffff : length.getInt();
        if (size < 0 || size > 1 << 20) {
            throw new DataException(file, name + "at byte 8: a header of " + size + " bytes cannot be right");
        }
        String header = new String(exactly(in, size), StandardCharsets.UTF_8);
        Matcher said = HEADER.matcher(header);
        if (!said.matches() || said.group(5).isBlank()) {
            throw new DataException(
                    file,
                    name + "cannot be used: " + PlainText.line(header)
                            + "; arrays of numbers with a row per sample can");
        }
        char kind = said.group(2).charAt(0);
        if (!List.of("f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "b1")
                .contains(kind + said.group(3))) {
            throw new DataException(
                    file,
                    name + "holds " + kind + said.group(3)
                            + ", which is not read; save it with .astype('float32') or 'int64'");
        }
        int bytes = Integer.parseInt(said.group(3));
        List<Integer> shape;
        long total;
        try {
            shape = Arrays.stream(said.group(5).split(","))
                    .map(String::strip)
                    .filter(text -> !text.isEmpty())
                    .map(Integer::valueOf)
                    .toList();
            total = shape.stream().mapToLong(Integer::longValue).reduce(bytes, Math::multiplyExact);
        } catch (NumberFormatException | ArithmeticException e) {
            throw new DataException(file, name + "has a shape that no memory holds: (" + said.group(5) + ")", e);
        }
        if (total > Integer.MAX_VALUE - 16) {
            throw new DataException(
                    file, name + "has " + total + " bytes; files up to 2 GB can be read, save it in several");
        }
        byte[] read = in.readNBytes((int) total);
        if (read.length < total || in.read() >= 0) {
            throw new DataException(
                    file,
                    name + (read.length < total ? "ends after " + read.length + " of the " : "goes on after the ")
                            + total + " bytes that its shape " + shape + " needs");
        }
        byte[] content = said.group(4).equals("True") ? byRows(read, shape, bytes) : read;
        return new ArrayFile(
                file,
                name,
                kind,
                bytes,
                shape,
                ByteBuffer.wrap(content)
                        .order(said.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN));
    }

    /** The elements of {@code columns}, whose first index runs fastest, as C has them: the last one does. */
    private static byte[] byRows(byte[] columns, List<Integer> shape, int bytes) {
        byte[] rows = new byte[columns.length];
        int[] sizes = shape.stream().mapToInt(Integer::intValue).toArray();
        int[] index = new int[sizes.length];
        for (int from = 0; from < columns.length; from += bytes) {
            int to = 0;
            for (int i = 0; i < sizes.length; i++) {
                to = to * sizes[i] + index[i];
            }
            System.arraycopy(columns, from, rows, to * bytes, bytes);
            for (int i = 0; i < sizes.length && ++index[i] == sizes[i]; i++) {
                index[i] = 0;
            }
        }
        return rows;
    }

    int rows() {
        return shape.getFirst();
    }

    /** The numbers of one row. */
    ArrayRow row(int row) {
        String source = file + ": " + name;
        List<Long> inner = shape.stream().skip(1).map(Integer::longValue).toList();
        int each = shape.stream().skip(1).reduce(1, Math::multiplyExact);
        if (kind != 'f') {
            long[] values = new long[each];
            for (int i = 0; i < each; i++) {
                values[i] = whole((row * each + i) * bytes);
            }
            return new ArrayRow(Column.integers(values), inner, source);
        }
        float[] values = new float[each];
        for (int i = 0; i < each; i++) {
            int at = (row * each + i) * bytes;
            values[i] = (float) real(at);
            if (!Float.isFinite(values[i])) {
                throw new DataException(
                        file, name + "row " + row + " has " + real(at) + ", which is no number to learn from");
            }
        }
        return new ArrayRow(Column.reals(values), inner, source);
    }

    private double real(int at) {
        return switch (bytes) {
            case 2 -> Float.float16ToFloat(content.getShort(at));
            case 4 -> content.getFloat(at);
            default -> content.getDouble(at);
        };
    }

    private long whole(int at) {
        return switch (bytes) {
            case 1 -> kind == 'i' ? content.get(at) : content.get(at) & 0xff;
            case 2 -> kind == 'i' ? content.getShort(at) : content.getShort(at) & 0xffff;
            case 4 -> kind == 'i' ? content.getInt(at) : content.getInt(at) & 0xffffffffL;
            default -> content.getLong(at);
        };
    }

    private static byte[] exactly(InputStream in, int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException();
        }
        return bytes;
    }
}
