package jfab.control.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jfab.control.cli.output.Screen;
import jfab.control.connection.Defaults;
import jfab.control.connection.command.Input;
import jfab.control.connection.command.SudoPassword;
import org.jspecify.annotations.Nullable;

/** What the command line and the terminal say about the commands of tasks. */
public final class CommandDefaults {
    private CommandDefaults() {}

    /** Those of {@code core}; asks for the password of sudo at once where it says so. */
    public static Defaults of(CoreOptions core) {
        // Where standard input is no terminal it may be meant for the commands, and nobody is there to be asked later.
        SudoPassword password =
                SudoPassword.ask(Screen.isTerminal(0) || core.promptForSudoPassword() ? new TerminalPrompt() : null);
        if (core.promptForSudoPassword()) {
            password.get();
        }
        boolean terminal = Screen.isTerminal(0) && Screen.isTerminal(1);
        return new Defaults(
                        core.manner(),
                        password,
                        standardInput(),
                        terminal ? RawTerminal::open : null,
                        terminal ? new UserWindow() : null)
                .broadcasting(core.given().containsKey(CoreFlag.BROADCAST));
    }

    private static @Nullable Input standardInput() {
        return Screen.isTerminal(0) || isNothing() ? null : new SpooledInput(System.in);
    }

    private static boolean isNothing() {
        try {
            return Files.isSameFile(Path.of("/proc/self/fd/0"), Path.of("/dev/null"));
        } catch (IOException e) {
            return false;
        }
    }
}
