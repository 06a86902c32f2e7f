package jfab.control.connection;

import java.util.List;
import java.util.Map;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandContext;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.CommandOptions;
import jfab.control.connection.command.OptionException;
import jfab.control.connection.command.Result;

/** Programs that go on when the connection ends. */
record Launch(Transport transport, Map<String, ?> options, Defaults defaults) {
    private static final List<String> MEANINGLESS =
            List.of("in", "out", "err", "responders", "watchers", "pty", "hide", "warn", "ok");

    long start(String line, CommandContext around) {
        for (String name : MEANINGLESS) {
            if (options.containsKey(name)) {
                throw new OptionException("launch does not take the option '" + name
                        + "': nobody waits for the program; its output goes to log:");
            }
        }
        RunOptions words = new RunOptions("launch", options, defaults);
        String log = words.text("log", "/dev/null");
        // The program tells its own process id before it lets go of the streams, which are all that a connection waits
        // for.
        String own = "echo $$; exec >> \"$0\" 2>&1 < /dev/null; " + "exec /bin/sh -c \"$1\"";
        String script = ": >> " + word(log) + " || exit\nsetsid /bin/sh -c " + Command.quote(own) + " " + word(log)
                + " " + Command.quote(line) + " &";
        Command command = words.on(script, around, "log");
        CommandOptions manner =
                command.manner().onTerminal(false).accepting(List.of(0)).hiding(true);
        Result result = transport.run(command.with(manner));
        if (result.out().isEmpty()) {
            // A dry run, or a test that records: nothing has been launched.
            return 0;
        }
        try {
            return Long.parseLong(result.out().strip());
        } catch (NumberFormatException e) {
            throw new CommandException(
                    result,
                    "`" + line + "` could not be launched: the host answered '"
                            + result.out().strip() + "'");
        }
    }

    private static String word(String file) {
        if (file.startsWith("~/")) {
            return "\"$HOME\"" + Command.quote(file.substring(1));
        }
        return Command.quote(file.startsWith("/") ? file : "./" + file);
    }
}
