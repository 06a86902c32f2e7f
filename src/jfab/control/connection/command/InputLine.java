package jfab.control.connection.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A line of standard input that answers a question, where that is no terminal: a pipe or a file. */
public final class InputLine {
    private InputLine() {}

    /**
     * Shows {@code question} and reads its answer; an interrupt ends the waiting.
     *
     * @return null at the end of the input, or when the asking thread is interrupted
     */
    public static @Nullable String ask(String question) {
        System.err.print(question + "\n");
        return TerminalLine.waited(InputLine::read);
    }

    /**
     * One line and not a byte more: what follows is meant for other questions, and for commands.
     *
     * @return null at the end of the input
     */
    public static @Nullable String read() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            int next = System.in.read();
            if (next < 0) {
                return null;
            }
            for (; next >= 0 && next != '\n'; next = System.in.read()) {
                line.write(next);
            }
        } catch (IOException e) {
            return null;
        }
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
