package jfab.control.connection.command;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The shell script that a command becomes: each of its surroundings wraps the text or passes it through, in one place. */
record Script(Command command) {
    /**
     * The text for the host's shell.
     *
     * @param mark what sudo prints before {@code -ask} when it wants a password, and the command before {@code -go} and its
     *     process id when it has begun, which then awaits an end of file on its terminal; null where nobody would answer
     */
    String text(@Nullable String mark) {
        RunAs as = command.around().as();
        if (as == null) {
            return read(body("\"$HOME\"", ""), "");
        }
        String begun = mark == null ? "" : "echo " + mark + "-go $$ >&2\n";
        if (mark != null && command.manner().pty()) {
            // With use_pty sudo passes the terminal's input on. If the command ends meanwhile, sudo 1.9 waits for more
            // input for ever; so what is sent at once is through before the command begins.
            begun += "read -r REPLY\n";
        }
        String asking = mark == null ? "" : " -S -p " + Command.quote(mark + "-ask");
        // The home that a tilde means is that of who logged in, and sudo changes HOME.
        String inner = begun + read(body("\"$1\"", "shift\n"), " sh \"$1\"");
        return "sudo -H" + asking + as.flags() + " -- /bin/sh -c " + Command.quote(inner) + " sh \"$HOME\"";
    }

    private String body(String home, String unclutter) {
        CommandContext around = command.around();
        StringBuilder script = new StringBuilder();
        if (!around.directory().isEmpty()) {
            script.append("cd -- ").append(word(around.directory(), home)).append(" || exit\n");
        }
        script.append(unclutter);
        if (!around.umask().isEmpty()) {
            script.append("umask ").append(around.umask()).append('\n');
        }
        for (Map.Entry<String, @Nullable String> variable : around.environment().entrySet()) {
            String value = variable.getValue();
            script.append(value == null ? "unset " : "export ").append(variable.getKey());
            script.append(value == null ? "\n" : "=" + Command.quote(value) + "\n");
        }
        script.append(around.secrets().before(""));
        for (String prefix : around.prefixes()) {
            script.append("{ ").append(prefix).append("\n} || exit\n");
        }
        return script + command.line();
    }

    private String read(String body, String arguments) {
        String shell = command.manner().shell();
        return switch (shell) {
            case "" -> body;
            case "login" -> "\"${SHELL:-/bin/sh}\" -lc " + Command.quote(body) + arguments;
            default -> Command.quote(shell) + " -c " + Command.quote(body) + arguments;
        };
    }

    /** A directory as one word that no shell takes for an option, nor looks for in CDPATH. */
    private static String word(String directory, String home) {
        if (directory.equals("~") || directory.startsWith("~/")) {
            String rest = directory.substring(1);
            return rest.isEmpty() ? home : home + Command.quote(rest);
        }
        return Command.quote(directory.startsWith("/") ? directory : "./" + directory);
    }
}
