package jfab.control.connection.command;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What stands around a command: the blocks that it is written in, in whatever order they are nested.
 *
 * <p>All of it holds for the command at once. It runs as {@code as}, and as that user enters the directory, sets the umask,
 * gets the environment and then does what comes before; so a directory that only root may enter can be used with sudo.
 *
 * @param directory working directory; empty for the one that the log-in begins in
 * @param environment variables; one with a null is unset
 * @param secrets variables that nobody on the host is to see
 * @param prefixes shell lines that must succeed before the command, in order
 * @param umask as the shell reads it; empty for the host's
 * @param as the user; null for the one who logged in
 */
public record CommandContext(
        String directory,
        Map<String, @Nullable String> environment,
        SecretVariables secrets,
        List<String> prefixes,
        String umask,
        @Nullable RunAs as) {
    /** Nothing. */
    public static final CommandContext NONE =
            new CommandContext("", Map.of(), new SecretVariables(Map.of()), List.of(), "", null);

    public CommandContext {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        prefixes = List.copyOf(prefixes);
    }

    /** {@code path} on the host as seen from here: itself where it is absolute or begins with a tilde. */
    public String path(String path) {
        return directory.isEmpty() || path.startsWith("/") || path.equals("~") || path.startsWith("~/")
                ? path
                : (directory.endsWith("/") ? directory : directory + "/") + path;
    }

    public CommandContext in(String path) {
        if (path.isEmpty() || path.indexOf('\0') >= 0) {
            throw new OptionException("cd needs the name of a directory, not '" + path + "'");
        }
        return new CommandContext(path(path), environment, secrets, prefixes, umask, as);
    }

    public CommandContext after(String line) {
        List<String> more = new ArrayList<>(prefixes);
        more.add(line);
        return new CommandContext(directory, environment, secrets, more, umask, as);
    }

    public CommandContext with(Map<String, ?> variables) {
        Map<String, @Nullable String> more = new LinkedHashMap<>(environment);
        Map<String, Secret> hidden = new LinkedHashMap<>(secrets.values());
        variables.forEach((name, value) -> {
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                throw new OptionException("'" + name + "' cannot be the name of an environment variable");
            }
            more.remove(name);
            hidden.remove(name);
            if (value instanceof Secret secret) {
                hidden.put(name, secret);
            } else {
                more.put(name, value == null ? null : value.toString());
            }
        });
        return new CommandContext(directory, more, new SecretVariables(hidden), prefixes, umask, as);
    }

    public CommandContext umask(String mask) {
        if (!mask.matches("[0-7]{1,4}")) {
            throw OptionException.value("umask", "'" + mask + "'", "an octal number, as in '027'");
        }
        return new CommandContext(directory, environment, secrets, prefixes, mask, as);
    }

    public CommandContext as(@Nullable RunAs other) {
        return new CommandContext(directory, environment, secrets, prefixes, umask, other);
    }
}
