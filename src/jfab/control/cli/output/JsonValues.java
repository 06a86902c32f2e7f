package jfab.control.cli.output;

import groovy.json.JsonOutput;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.command.Result;
import jfab.control.connection.command.Secret;
import jfab.control.connection.files.TransferResult;
import org.jspecify.annotations.Nullable;

/** Values of tasks as JSON has them, secrets masked: numbers, truth values, texts, lists and maps; all else as text. */
final class JsonValues {
    private JsonValues() {}

    /** An object whose members stay in their order: names and values by turns. */
    static Map<String, @Nullable Object> object(Object... members) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            object.put(members[i].toString(), members[i + 1]);
        }
        return object;
    }

    static String stream(Stream stream) {
        return stream.name().toLowerCase(Locale.ROOT);
    }

    static double seconds(Duration took) {
        return took.toMillis() / 1000.0;
    }

    /** A value for people: a text as it is, all else on one line. */
    static String shown(Object value) {
        Object plain = value(value);
        return plain instanceof String text ? text : JsonOutput.toJson(plain);
    }

    static @Nullable Object value(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Number number -> number;
            case Boolean truth -> truth;
            case Result result -> result(result);
            case TransferResult sent ->
                object(
                        "remote",
                        Secret.masked(sent.remote()),
                        "local",
                        Secret.masked(sent.local()),
                        "files",
                        sent.files(),
                        "bytes",
                        sent.bytes(),
                        "unchanged",
                        sent.unchanged(),
                        "took",
                        seconds(sent.took()));
            case Collection<?> several ->
                several.stream().map(JsonValues::value).toList();
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> copy = new LinkedHashMap<>();
                map.forEach((key, each) -> copy.put(Secret.masked(String.valueOf(key)), value(each)));
                yield copy;
            }
            default -> Secret.masked(value.toString());
        };
    }

    private static Map<String, @Nullable Object> result(Result result) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        copy.put("command", Secret.masked(result.command().line()));
        copy.put("exitCode", result.exitStatus());
        if (result.signal() != null) {
            copy.put("signal", result.signal());
        }
        copy.put("took", seconds(result.took()));
        copy.put("out", Secret.masked(result.out()));
        copy.put("err", Secret.masked(result.err()));
        return copy;
    }
}
