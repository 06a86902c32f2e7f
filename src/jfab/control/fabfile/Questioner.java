package jfab.control.fabfile;

import java.util.Optional;
import jfab.control.connection.command.InputLine;
import jfab.control.connection.command.TerminalLine;

/** Whoever answers the questions of tasks. */
public interface Questioner {
    /** The line that is typed; empty where nobody is there to answer. */
    Optional<String> answer(String question);

    /** The line that is typed without echo; empty where nobody is there to answer. */
    Optional<String> secret(String question);

    /** Whether a person is asked, and no program that has written its answers down. */
    default boolean person() {
        return false;
    }

    /** Who sits at the terminal of this process; without one, the next line of standard input. */
    static Questioner atTerminal() {
        return new Questioner() {
            @Override
            public Optional<String> answer(String question) {
                return Optional.ofNullable(
                        TerminalLine.possible() ? TerminalLine.ask(question, true) : InputLine.ask(question));
            }

            @Override
            public boolean person() {
                return TerminalLine.possible();
            }

            @Override
            public Optional<String> secret(String question) {
                return Optional.ofNullable(
                        TerminalLine.possible() ? TerminalLine.ask(question, false) : InputLine.ask(question));
            }
        };
    }
}
