package jfab.control.connection.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A command as a person would type it, for echo and dry runs; what is really sent is a {@link Script}. */
record Shown(Command command) {
    String text() {
        CommandContext around = command.around();
        List<String> steps = new ArrayList<>();
        if (!around.directory().isEmpty()) {
            steps.add("cd " + directory(around.directory()));
        }
        if (!around.umask().isEmpty()) {
            steps.add("umask " + around.umask());
        }
        for (Map.Entry<String, @Nullable String> variable : around.environment().entrySet()) {
            String value = variable.getValue();
            steps.add(
                    value == null
                            ? "unset " + variable.getKey()
                            : "export " + variable.getKey() + "=" + Command.quote(value));
        }
        around.secrets().values().keySet().forEach(name -> steps.add("export " + name + "=***"));
        steps.addAll(around.prefixes());
        boolean alone = steps.isEmpty();
        steps.add(command.line());
        String line = String.join(" && ", steps);
        RunAs as = around.as();
        if (as == null) {
            return line;
        }
        boolean plain = alone && line.matches("[\\w@%+=:,./ '-]+");
        return "sudo" + as.flags() + " " + (plain ? line : "sh -c " + Command.quote(line));
    }

    private static String directory(String path) {
        return path.startsWith("~/")
                ? "~/" + Command.quote(path.substring(2))
                : path.equals("~") ? path : Command.quote(path);
    }
}
