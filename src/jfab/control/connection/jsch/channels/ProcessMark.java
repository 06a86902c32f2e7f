package jfab.control.connection.jsch.channels;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A first line on standard error that tells the process id of a command's shell, taken out of the output again.
 *
 * <p>sshd makes that shell the leader of a session, so its id names the group of all that the command starts. What a
 * start-up file of the shell prints before it is passed through.
 */
final class ProcessMark {
    private static final int NO_ID = 0;
    private static final int PATIENCE = 64 * 1024;
    private static final int ROOM = 128;

    /** More than start-up files of shells print. */
    private static final long MOST = 16L << 20;

    private final String mark = "jfab-" + UUID.randomUUID();
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private @Nullable AfterMark printed;
    private volatile long id = NO_ID;
    private boolean done;
    private long before;

    /** {@code line} with the mark before it, on a line of its own so that the shell cannot take one for part of the other. */
    String before(String line) {
        return "echo " + mark + " $$ >&2\n" + line;
    }

    /** The same with a mark on standard output as well, which {@link #after} takes out. */
    String beforeBoth(String line) {
        return before("echo " + mark + "\n" + line);
    }

    /** A stream for standard output that passes on what the command itself prints. */
    OutputStream after(OutputStream to) {
        AfterMark passed = new AfterMark(mark, to);
        printed = passed;
        return passed;
    }

    /** Whether the command has begun. */
    boolean came() {
        AfterMark passed = printed;
        return known() || (passed != null && passed.begun());
    }

    /** Whether the host goes on printing in place of the command, which ends by no deadline where none was asked for. */
    boolean flooded() {
        AfterMark passed = printed;
        return !came() && before + (passed == null ? 0 : passed.before()) > MOST;
    }

    /** What the host printed in place of the command. */
    String instead() {
        AfterMark passed = printed;
        return passed == null ? "" : passed.said();
    }

    boolean known() {
        return id > 1;
    }

    /** The process id; 0 while it is not known. */
    long id() {
        return id;
    }

    /** The output without the mark, as far as it is clear yet. */
    byte[] filter(byte[] bytes) {
        if (done) {
            return bytes;
        }
        before += bytes.length;
        held.writeBytes(bytes);
        String text = held.toString(StandardCharsets.ISO_8859_1);
        int start = text.indexOf(mark + " ");
        int end = start < 0 ? -1 : text.indexOf('\n', start);
        if (end >= 0) {
            String digits = text.substring(start + mark.length() + 1, end).strip();
            id = digits.matches("[0-9]{1,18}") ? Long.parseLong(digits) : NO_ID;
            done = true;
            return (text.substring(0, start) + text.substring(end + 1)).getBytes(StandardCharsets.ISO_8859_1);
        }
        if (held.size() <= PATIENCE) {
            return new byte[0];
        }
        // A start-up file may say much; what is kept has room for the mark.
        held.reset();
        held.writeBytes(text.substring(text.length() - ROOM).getBytes(StandardCharsets.ISO_8859_1));
        return text.substring(0, text.length() - ROOM).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** What is still held back when the output ends. */
    byte[] rest() {
        byte[] bytes = done ? new byte[0] : held.toByteArray();
        done = true;
        return bytes;
    }
}
