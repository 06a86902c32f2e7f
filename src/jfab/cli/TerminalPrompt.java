package jfab.cli;

import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import jfab.connection.Prompt;
import org.jspecify.annotations.Nullable;

/** Asks on the terminal without echo; where standard input is no terminal, a question takes one line of it. */
public final class TerminalPrompt implements Prompt {
    @Override
    public synchronized @Nullable String secret(String question) {
        // Which of null and a console that is no terminal stands for "none" differs between JDKs.
        Optional<Console> console = Optional.ofNullable(System.console()).filter(Console::isTerminal);
        if (console.isPresent()) {
            char[] typed = console.get().readPassword("%s ", question);
            return typed == null ? null : new String(typed);
        }
        try {
            return line();
        } catch (IOException e) {
            return null;
        }
    }

    /** One line and not a byte more: what follows is meant for the commands. */
    private static @Nullable String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = System.in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = System.in.read()) {
            line.write(next);
        }
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
