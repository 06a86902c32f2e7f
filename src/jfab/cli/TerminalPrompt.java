package jfab.cli;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import jfab.connection.Prompt;
import org.jspecify.annotations.Nullable;

/** Asks on the terminal without echo; where standard input is no terminal, a question takes one line of it. */
public final class TerminalPrompt implements Prompt {
    private @Nullable BufferedReader lines;

    @Override
    public synchronized @Nullable String secret(String question) {
        // Which of null and a console that is no terminal stands for "none" differs between JDKs.
        Optional<Console> console = Optional.ofNullable(System.console()).filter(Console::isTerminal);
        if (console.isPresent()) {
            char[] typed = console.get().readPassword("%s ", question);
            return typed == null ? null : new String(typed);
        }
        try {
            if (lines == null) {
                lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            }
            return lines.readLine();
        } catch (IOException e) {
            return null;
        }
    }
}
