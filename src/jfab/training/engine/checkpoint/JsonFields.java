package jfab.training.engine.checkpoint;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object of a JSON file, whose mistakes are named by file and place.
 *
 * @param place {@code operators[3]}, empty for the outermost object
 */
record JsonFields(Path file, String place, Map<?, ?> fields) {
    static JsonFields of(Path file, String place, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> fields)) {
            throw new CheckpointException(file, (place.isEmpty() ? "the file" : place) + " is not an object");
        }
        return new JsonFields(file, place, fields);
    }

    boolean has(String name) {
        return fields.get(name) != null;
    }

    String text(String name) {
        return get(name, String.class, "a text");
    }

    boolean flag(String name) {
        return get(name, Boolean.class, "true or false");
    }

    List<?> list(String name) {
        return get(name, List.class, "a list");
    }

    List<String> texts(String name) {
        return list(name).stream()
                .map(element -> checked(name, element, String.class, "a list of texts"))
                .toList();
    }

    List<Long> numbers(String name) {
        return list(name).stream()
                .map(element -> checked(name, element, Number.class, "a list of numbers")
                        .longValue())
                .toList();
    }

    /** The objects in a list. */
    List<JsonFields> objects(String name) {
        List<?> list = list(name);
        return java.util.stream.IntStream.range(0, list.size())
                .mapToObj(i -> of(file, place(name) + "[" + i + "]", list.get(i)))
                .toList();
    }

    /** An object whose values are lists of texts. */
    Map<String, List<String>> slots(String name) {
        JsonFields inner = of(file, place(name), fields.get(name));
        Map<String, List<String>> slots = new LinkedHashMap<>();
        inner.fields.keySet().forEach(slot -> slots.put(String.valueOf(slot), inner.texts(String.valueOf(slot))));
        return slots;
    }

    /** An object of constants: whole numbers, reals (with a point or an exponent), texts, true, false, lists of these. */
    Map<String, Object> constants(String name) {
        JsonFields inner = of(file, place(name), fields.get(name));
        Map<String, Object> constants = new LinkedHashMap<>();
        inner.fields.forEach(
                (key, value) -> constants.put(String.valueOf(key), inner.constant(String.valueOf(key), value)));
        return constants;
    }

    CheckpointException wrong(String name, String problem) {
        return new CheckpointException(file, place(name) + " " + problem);
    }

    private Object constant(String name, @Nullable Object value) {
        return switch (value) {
            case Integer number -> number.longValue();
            case Long number -> number;
            case Number number -> number.doubleValue();
            case Boolean flag -> flag;
            case String text -> text;
            case List<?> list ->
                list.stream().map(element -> constant(name, element)).toList();
            case null, default -> throw wrong(name, "is " + value + ", which is no constant");
        };
    }

    private <T> T get(String name, Class<T> type, String description) {
        return checked(name, fields.get(name), type, description);
    }

    private <T> T checked(String name, @Nullable Object value, Class<T> type, String description) {
        if (!type.isInstance(value)) {
            throw wrong(name, value == null ? "is missing" : "is " + value + ", not " + description);
        }
        return type.cast(value);
    }

    private String place(String name) {
        return place.isEmpty() ? name : place + "." + name;
    }
}
