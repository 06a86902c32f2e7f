package jfab.control.connection.jsch.channels;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;

/**
 * What sudo says before a command begins: recognized, answered, and taken out of the output.
 *
 * <p>Everything is held back until the command has begun. If it never does, sudo's reason is what is left.
 */
final class SudoDialogue {
    private static final int MOST = 1 << 20;

    private final String ask;
    private final String go;
    private final IntConsumer asked;
    private final Runnable begun;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private int seen;
    private int questions;
    private long id;
    private boolean done;

    /**
     * A dialogue of a command whose script has {@code mark}.
     *
     * @param asked told each time that sudo wants a password, with how often it has by then
     * @param begun told when the command begins, which reads the input that follows
     */
    SudoDialogue(String mark, IntConsumer asked, Runnable begun) {
        this.ask = mark + "-ask";
        this.go = mark + "-go ";
        this.asked = asked;
        this.begun = begun;
    }

    /** The process id of the command's shell; 0 while there is none. */
    long id() {
        return id;
    }

    byte[] filter(byte[] bytes) {
        if (done) {
            return bytes;
        }
        held.writeBytes(bytes);
        String text = held.toString(StandardCharsets.ISO_8859_1);
        int start = text.indexOf(go);
        int end = start < 0 ? -1 : text.indexOf('\n', start);
        if (end >= 0) {
            done = true;
            String digits = text.substring(start + go.length(), end).strip();
            id = digits.matches("[0-9]{1,18}") ? Long.parseLong(digits) : 0;
            begun.run();
            return text.substring(end + 1).getBytes(StandardCharsets.ISO_8859_1);
        }
        if (held.size() > MOST) {
            // Whatever this is, sudo's question is not that long; its begin would be searched again and again.
            done = true;
            return held.toByteArray();
        }
        for (int at = text.indexOf(ask, seen); at >= 0; at = text.indexOf(ask, seen)) {
            seen = at + ask.length();
            questions++;
            asked.accept(questions);
        }
        return new byte[0];
    }

    /** What sudo had to say when no command began. */
    byte[] rest() {
        if (done) {
            return new byte[0];
        }
        done = true;
        String said = held.toString(StandardCharsets.ISO_8859_1).replace(ask, "");
        return said.strip().isEmpty() ? new byte[0] : said.getBytes(StandardCharsets.ISO_8859_1);
    }
}
