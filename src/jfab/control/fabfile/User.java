package jfab.control.fabfile;

import java.io.Console;
import java.util.Optional;

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
                return console().map(console -> console.readLine("%s ", question));
            }

            @Override
            public Optional<String> secret(String question) {
                return console()
                        .map(console -> console.readPassword("%s ", question))
                        .map(String::new);
            }

            private static Optional<Console> console() {
                return Optional.ofNullable(System.console()).filter(Console::isTerminal);
            }
        };
    }
}
