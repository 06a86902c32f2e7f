package jfab.training.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The lines of a Latin-1 text, read as they are asked for; blank ones are passed over. Closes its source at the end. */
public final class TextLines implements Iterator<TextLine> {
    private final ByteSource source;
    private byte[] buffer = new byte[256];
    private long number;
    private @Nullable TextLine following;

    public TextLines(ByteSource source) {
        this.source = source;
        following = read();
    }

    /** An error of the whole text; {@code problem} goes on after its name. */
    public DataException error(String problem) {
        return source.error(problem);
    }

    @Override
    public boolean hasNext() {
        return following != null;
    }

    @Override
    public TextLine next() {
        TextLine line = following;
        if (line == null) {
            throw new NoSuchElementException();
        }
        following = read();
        return line;
    }

    private @Nullable TextLine read() {
        while (true) {
            long offset = source.offset();
            int length = 0;
            int next = source.next();
            if (next < 0) {
                source.close();
                return null;
            }
            for (; next >= 0 && next != '\n'; next = source.next()) {
                if (length == buffer.length) {
                    buffer = Arrays.copyOf(buffer, 2 * length);
                }
                buffer[length++] = (byte) next;
            }
            number++;
            int end = length > 0 && buffer[length - 1] == '\r' ? length - 1 : length;
            String text = new String(buffer, 0, end, StandardCharsets.ISO_8859_1);
            if (!text.isBlank()) {
                return new TextLine(source, number, offset, text);
            }
        }
    }
}
