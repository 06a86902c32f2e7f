package jfab.control.connection;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import jfab.Durations;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandContext;
import jfab.control.connection.command.CommandOptions;
import jfab.control.connection.command.Input;
import jfab.control.connection.command.OptionException;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.command.Responder;
import jfab.control.connection.command.RunAs;
import jfab.control.connection.command.Sink;
import jfab.control.connection.command.Streams;
import jfab.control.connection.command.SudoPassword;
import org.jspecify.annotations.Nullable;

/** The options of run, sudo, local and launch as tasks write them: {@code hide: true, timeout: 30}. */
record RunOptions(String word, Map<String, ?> given, Defaults defaults) {
    private static final List<String> KNOWN = List.of(
            "hide",
            "echo",
            "warn",
            "ok",
            "timeout",
            "pty",
            "env",
            "in",
            "out",
            "err",
            "responders",
            "watchers",
            "shell",
            "user",
            "group",
            "password");

    /** More than anybody waits, and little enough to be counted in nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(3650);

    /** {@code line} as these options have it, {@code more} being options that only this word has. */
    Command on(String line, CommandContext around, String... more) {
        TreeSet<String> known = new TreeSet<>(KNOWN);
        known.addAll(List.of(more));
        given.keySet().stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw Fabric.word(word, name).orElseGet(() -> OptionException.unknown(word, name, known));
                });
        return new Command(line, around(around), manner(), streams());
    }

    private CommandContext around(CommandContext around) {
        CommandContext inner = given.get("env") == null ? around : around.with(map("env", given.get("env")));
        boolean sudo = word.equals("sudo") || given.get("user") != null || given.get("group") != null;
        if (!sudo) {
            return inner;
        }
        Object password = given.get("password");
        RunAs outer = around.as();
        return inner.as(new RunAs(
                text("user", outer == null ? "" : outer.user()),
                text("group", outer == null ? "" : outer.group()),
                password != null ? SudoPassword.of(password) : outer == null ? defaults.password() : outer.password()));
    }

    private CommandOptions manner() {
        CommandOptions manner = defaults.manner();
        if (given.containsKey("hide")) {
            manner = manner.hiding(String.valueOf(given.get("hide")));
        }
        // What nobody is to see is not announced either, unless this very call asks for it.
        manner = manner.echoing(flag("echo", manner.echo() && !manner.silent()));
        manner = manner.onTerminal(flag("pty", manner.pty()));
        if (given.containsKey("ok")) {
            manner = manner.accepting(codes(given.get("ok")));
        }
        if (given.containsKey("warn")) {
            manner = flag("warn", false)
                    ? manner.accepting(List.of())
                    : manner.accepted().isEmpty() ? manner.accepting(List.of(0)) : manner;
        }
        if (given.containsKey("timeout")) {
            manner = manner.within(limit(given.get("timeout")));
        }
        // Fabric's shell=False asks for what is usual here.
        return given.get("shell") instanceof Boolean ? manner.by("") : manner.by(text("shell", manner.shell()));
    }

    private Streams streams() {
        Streams streams = Streams.PLAIN.in(defaults.window());
        Object in = given.get("in");
        if (in instanceof Boolean own) {
            streams = streams.reading(own ? defaults.input() : null);
        } else if (in != null) {
            streams = streams.reading(Input.of(in));
        }
        if (given.get("out") != null) {
            streams = streams.writing(
                    Stream.OUT,
                    Sink.of("out", given.get("out"), defaults.together().files()));
        }
        if (given.get("err") != null) {
            streams = streams.writing(
                    Stream.ERR,
                    Sink.of("err", given.get("err"), defaults.together().files()));
        }
        Object responders = given.containsKey("responders") ? given.get("responders") : given.get("watchers");
        return responders == null ? streams : streams.answering(Responder.of(responders));
    }

    private boolean flag(String name, boolean otherwise) {
        Object value = given.get(name);
        if (value != null && !(value instanceof Boolean)) {
            throw OptionException.value(name, value, "true or false");
        }
        return value == null ? otherwise : (Boolean) value;
    }

    String text(String name, String otherwise) {
        Object value = given.get(name);
        if (value != null && value.toString().isEmpty()) {
            throw OptionException.value(name, "''", "a name");
        }
        return value == null ? otherwise : value.toString();
    }

    private static List<Integer> codes(@Nullable Object value) {
        Collection<?> codes = value instanceof Collection<?> several ? several : List.of(String.valueOf(value));
        if (codes.isEmpty()) {
            throw OptionException.value("ok", codes, "a list of exit codes, as in [0, 1]; warn: true accepts all");
        }
        try {
            return codes.stream()
                    .map(code -> Integer.valueOf(String.valueOf(code)))
                    .toList();
        } catch (NumberFormatException e) {
            throw OptionException.value("ok", codes, "a list of exit codes, as in [0, 1]");
        }
    }

    private static @Nullable Duration limit(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        Duration limit;
        if (value instanceof Duration given) {
            limit = given;
        } else if (value instanceof Number seconds) {
            limit = Duration.ofMillis(Math.round(seconds.doubleValue() * 1000));
        } else {
            limit = Durations.read(value.toString())
                    .orElseThrow(() ->
                            OptionException.value("timeout", value, "seconds, a time such as '5m', or a Duration"));
        }
        if (!limit.isPositive() || limit.compareTo(LONGEST) > 0) {
            throw OptionException.value(
                    "timeout", value, "more than 0 seconds and at most " + LONGEST.toDays() + " days");
        }
        return limit;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, ?> map(String name, Object value) {
        if (value instanceof Map<?, ?> map && map.keySet().stream().allMatch(String.class::isInstance)) {
            return (Map<String, ?>) map;
        }
        throw OptionException.value(name, value, "a map, as in [A: 'x y']");
    }
}
