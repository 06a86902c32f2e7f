package jfab.control.connection.command;

import java.io.ByteArrayInputStream;
import java.io.CharArrayReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A stream that a task hands to a word, maybe on several hosts: the first to read it would leave nothing for the others. What lies in
 * memory is there for each of them from where it stood; any other stream is taken once, and refused the next time.
 */
public final class GivenStream {
    private static final Map<Closeable, Boolean> TAKEN = Collections.synchronizedMap(new WeakHashMap<>());

    private GivenStream() {}

    /** Whether {@code content} is a stream that gives what it has to one reader alone. */
    public static boolean once(@Nullable Object content) {
        return (content instanceof InputStream && !(content instanceof ByteArrayInputStream))
                || (content instanceof Reader && !kept(content));
    }

    private static boolean kept(Object reader) {
        return reader instanceof StringReader || reader instanceof CharArrayReader;
    }

    /** {@code in}, to be read by one alone. */
    public static InputStream of(InputStream in) throws IOException {
        if (!(in instanceof ByteArrayInputStream)) {
            take(in);
            return in;
        }
        synchronized (in) {
            in.mark(0);
            byte[] all = in.readAllBytes();
            in.reset();
            return new ByteArrayInputStream(all);
        }
    }

    /** All that {@code reader} has from where it stands. */
    public static String text(Reader reader) throws IOException {
        boolean kept = kept(reader);
        if (!kept) {
            take(reader);
        }
        synchronized (reader) {
            if (kept) {
                reader.mark(0);
            }
            StringWriter text = new StringWriter();
            reader.transferTo(text);
            if (kept) {
                reader.reset();
            }
            return text.toString();
        }
    }

    private static void take(Closeable stream) throws IOException {
        if (TAKEN.put(stream, true) != null) {
            throw new IOException("the stream has been read already, for this host or another one, and has its content"
                    + " once; give the file, text or bytes");
        }
    }
}
