package jfab.reference;

import groovy.lang.Closure;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jfab.control.connection.Connection;
import jfab.control.connection.DryConnector;
import jfab.control.connection.host.Host;
import jfab.role.Role;
import jfab.training.program.Layers;
import jfab.training.program.Variable;
import jfab.training.words.network.ImageWords;
import jfab.training.words.network.LayerWords;
import jfab.training.words.network.ScriptProgram;
import jfab.training.words.network.SequenceWords;

/** What words have, in their own sentences about what they have not. */
final class Asked {
    private static final String NO_SUCH = "no_such";
    private static final Pattern KNOWN = Pattern.compile("(?:There are|; use|takes) (.*?)(?:, not .*)?$");

    private static final Pattern NEEDS = Pattern.compile("\\w+ needs (\\w+), (.*)");

    /** What arguments are said to be, and one of those. */
    private static final Map<String, Object> EXAMPLES = Map.of(
            "a variable",
            new LayerWords(new Layers(new ScriptProgram().builder()).dense(), () -> {})
                    .data(Map.of("name", "x", "shape", List.of(1), "dtype", "float32")),
            "a whole number",
            1,
            "a number",
            1,
            "a number or what a schedule gives",
            1,
            "a text",
            "x",
            "a list",
            List.of(1, 1),
            "a closure or this.&function",
            new Closure<Object>(Asked.class) {});

    private Asked() {}

    /** The named arguments of each method of a connection that has any. */
    static Map<String, List<String>> connections() throws IllegalAccessException {
        Map<String, List<String>> named = new LinkedHashMap<>();
        try (Connection connection =
                new Connection(new DryConnector((host, stream, line) -> {}).connect(Host.parse("nobody@127.0.0.1")))) {
            for (Method method : Connection.class.getMethods()) {
                Class<?>[] types = method.getParameterTypes();
                if (types.length > 0 && types[0] == Map.class) {
                    Object[] arguments = Stream.of(types).map(Asked::argument).toArray();
                    try {
                        method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        List<String> known = known(String.valueOf(e.getCause().getMessage()));
                        if (!known.isEmpty()) {
                            named.put(method.getName(), known);
                        }
                    }
                }
            }
        }
        return named;
    }

    private static Object argument(Class<?> type) {
        return Map.<Class<?>, Object>of(
                        Map.class,
                        Map.of(NO_SUCH, 1),
                        List.class,
                        List.of("true"),
                        int.class,
                        1,
                        Predicate.class,
                        (Predicate<Object>) any -> true,
                        Callable.class,
                        (Callable<Object>) () -> "",
                        IntFunction.class,
                        (IntFunction<Object>) port -> "",
                        Closure.class,
                        new Closure<Object>(Asked.class) {})
                .getOrDefault(type, type.isAssignableFrom(String.class) ? "x" : null);
    }

    /** The named arguments of a word of training that its source does not list beside its name; empty where it takes any. */
    static List<String> arguments(String type, String word) {
        return known(refusal(type, word, Map.of(NO_SUCH, 1)));
    }

    /** Those of the arguments {@code named} that a word of training asks for, whichever flags it has. */
    static List<String> needed(String type, String word, List<String> named) {
        Map<String, Object> asked = asked(type, word);
        return asked.keySet().stream()
                .filter(name -> named.stream()
                        .filter(other -> !asked.containsKey(other))
                        .allMatch(other -> {
                            Map<String, Object> given = new LinkedHashMap<>(asked);
                            given.remove(name);
                            given.put(other, true);
                            return refusal(type, word, given).matches("\\w+ needs (" + name + "|" + other + "),.*");
                        }))
                .toList();
    }

    /** What a word asks for when it has nothing, one after another, as far as it can be given that here. */
    private static Map<String, Object> asked(String type, String word) {
        Map<String, Object> given = new LinkedHashMap<>();
        while (true) {
            Matcher asked = NEEDS.matcher(refusal(type, word, given));
            Object value = asked.matches() ? EXAMPLES.get(asked.group(2)) : null;
            if (value == null || given.put(asked.group(1), value) != null) {
                return given;
            }
        }
    }

    private static String refusal(String type, String word, Map<String, ?> given) {
        try {
            Object family = family(type);
            // Java gives them in any order, and those with more parameters take over what they are given besides the
            // map.
            Method[] methods = family.getClass().getMethods();
            Arrays.sort(methods, Comparator.comparingInt(Method::getParameterCount));
            for (Method method : methods) {
                Class<?>[] types = method.getParameterTypes();
                if (method.getName().equals(word) && types.length > 0 && types[0] == Map.class) {
                    method.setAccessible(true);
                    method.invoke(
                            family,
                            Stream.of(types)
                                    .map(each -> each == Map.class ? given : argument(each))
                                    .toArray());
                }
            }
            return "";
        } catch (InvocationTargetException e) {
            return String.valueOf(e.getCause().getMessage());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + "." + word, e);
        }
    }

    /** Words that refuse a name before they need anything of what they are made with. */
    private static Object family(String type) throws ReflectiveOperationException {
        Class<?> words = Class.forName(type.replaceFirst("ProviderWords$", "ProviderScript"));
        Constructor<?> constructor = words.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        return constructor.newInstance(Stream.of(constructor.getParameterTypes())
                .map(needed -> needed == ScriptProgram.class ? new ScriptProgram() : needed == int.class ? 1 : null)
                .toArray());
    }

    private static final List<String> ROLES = List.of(Role.PSERVER.word(), Role.TRAINER.word());

    /** The named arguments of each word of a cluster block that has a few. */
    static final Map<String, List<String>> CLUSTER = Map.of(
            "command", List.of("role"),
            "restart", ROLES,
            "perHost", List.of("pservers", "trainers"),
            "pservers", List.of("each", "on"),
            "trainers", List.of("each", "gpus", "on"));

    /**
     * The texts that arguments of words may be: {@code act}, or {@code pool2d.pool_type} where words differ; those of a configuration of
     * version 1 begin with {@code version1}.
     */
    static Map<String, List<String>> values() {
        Layers layers = new Layers(new ScriptProgram().builder());
        LayerWords dense = new LayerWords(layers.dense(), () -> {});
        Variable images = dense.data(Map.of("name", "images", "shape", List.of(1, 8, 8), "dtype", "float32"));
        Variable words = dense.data(Map.of("name", "words", "shape", List.of(4), "dtype", "float32", "lod_level", 1));
        List<String> activations = asked(() -> dense.fc(Map.of("input", images, "size", 1, "act", NO_SUCH)));
        List<String> ofImages = asked(() ->
                new ImageWords(layers.image()).pool2d(Map.of("input", images, "pool_size", 2, "pool_type", NO_SUCH)));
        List<String> ofSequences = asked(
                () -> new SequenceWords(layers.sequence()).sequence_pool(Map.of("input", words, "pool_type", NO_SUCH)));
        Map<String, List<String>> values = new LinkedHashMap<>();
        values.put("act", activations);
        values.put("conv_act", activations);
        values.put("dtype", asked(() -> dense.data(Map.of("name", "x", "shape", List.of(1), "dtype", NO_SUCH))));
        for (String word : List.of("pool2d", "simple_img_conv_pool", "img_conv_group")) {
            values.put(word + ".pool_type", ofImages);
        }
        for (String word : List.of("sequence_pool", "sequence_conv_pool")) {
            values.put(word + ".pool_type", ofSequences);
        }
        values.put("command.role", ROLES);
        values.put(
                "version1.settings.learning_rate_schedule",
                known(refusal(
                        "jfab.training.words.v1.ConfigWords",
                        "settings",
                        Map.of("batch_size", 1, "learning_rate_schedule", NO_SUCH))));
        return values;
    }

    private static List<String> asked(Supplier<?> word) {
        try {
            throw new IllegalStateException("not refused: " + word.get());
        } catch (RuntimeException e) {
            return known(String.valueOf(e.getMessage()));
        }
    }

    private static List<String> known(String refusal) {
        Matcher said = KNOWN.matcher(refusal);
        List<String> known = new ArrayList<>();
        if (said.find()) {
            for (String name : said.group(1).replaceAll(",? (or|and) ", ", ").split(", ", -1)) {
                if (!name.equals("null")) {
                    known.add(name.replace(":", ""));
                }
            }
        }
        return known;
    }
}
