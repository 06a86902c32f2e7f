package jfab.control.fabfile;

import java.util.Optional;
import jfab.control.connection.command.TerminalLine;

/** Whoever answers the questions of tasks. */
public interface User {
    /** The line that is typed; empty where nobody is there to answer. */
    Optional<String> answer(String question);

    /** The line that is typed without echo; empty where nobody is there to answer. */
    Optional<String> secret(String question);

    /** Who sits at the terminal of this process. */
    static User atTerminal() {
        return new User() {
            @Override
            public Optional<String> answer(String question) {
                return Optional.ofNullable(TerminalLine.ask(question, true));
            }

            @Override
            public Optional<String> secret(String question) {
                return Optional.ofNullable(TerminalLine.ask(question, false));
            }
        };
    }
}
