package jfab.training.words.v1;

import groovy.lang.Closure;
import groovy.util.Expando;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jfab.JfabException;
import jfab.script.ScriptException;
import jfab.script.ScriptFailure;
import jfab.script.ScriptFile;
import jfab.script.Words;
import jfab.training.data.Reader;
import jfab.training.data.ReaderException;
import jfab.training.data.provider.InputType;
import jfab.training.data.provider.InputType.Kind;
import jfab.training.data.provider.Provider;
import jfab.training.program.ProgramException;
import jfab.training.words.ScriptOutput;
import jfab.training.words.network.Arguments;
import jfab.training.words.network.RowSource;
import org.jspecify.annotations.Nullable;

/** A data provider in a file, {@code dataprovider.groovy}. */
final class ProviderScript implements ProviderWords {
    /** As data providers of the first version mixed where they were not told. */
    private static final int POOL = 1 << 16;

    private record Said(Arguments named, Map<String, ?> options, Closure<?> rows) {}

    private final Path file;
    private final Map<String, Said> said = new TreeMap<>();

    private ProviderScript(Path file) {
        this.file = file;
    }

    /**
     * Runs {@code file}.
     *
     * @param out where it prints
     */
    static ProviderScript read(Path file, ScriptOutput out) {
        ProviderScript script = new ProviderScript(file);
        try {
            ScriptFile.of(file, script).cached().importing(CacheType.class).run(Map.of("out", out));
        } catch (ProgramException | ReaderException e) {
            throw new ScriptException(ScriptFailure.locate(e, file), String.valueOf(e.getMessage()), e);
        }
        return script;
    }

    /**
     * The provider of that name, ready to read.
     *
     * @param args for its init_hook
     * @param training whether its samples are trained on
     */
    Provider get(String name, Object args, boolean training) {
        Said provider = said.get(name);
        if (provider == null) {
            throw new ProgramException(file.getFileName() + " has no provider('" + name + "', ...)"
                    + (said.isEmpty() ? "" : "; it has " + String.join(", ", said.keySet()))
                    + Words.suggestion(name, said.keySet()));
        }
        Expando settings = new Expando();
        settings.setProperty("input_types", provider.options().get("input_types"));
        settings.setProperty("is_train", training);
        Closure<?> hook = provider.named().optional("init_hook", Closure.class);
        if (hook != null) {
            explained("", () -> hook.call(settings, args));
        }
        Map<String, InputType> types = types(name, settings.getProperty("input_types"));
        long pool = provider.named().integer("pool_size", -1);
        return new Provider(
                name,
                List.copyOf(types.keySet()),
                List.copyOf(types.values()),
                pool < 1 ? POOL : Math.toIntExact(pool),
                training && provider.named().flag("should_shuffle", true),
                provider.options().get("cache") == CacheType.CACHE_PASS_IN_MEM,
                source() + args,
                data -> rows(name, provider.rows(), settings, data));
    }

    private Reader<Object> rows(String name, Closure<?> rows, Expando settings, String data) {
        Object source = rows.getMaximumNumberOfParameters() == 3
                ? new Closure<@Nullable Object>(this) {
                    @SuppressWarnings({"unused", "EffectivelyPrivate"}) // what Groovy calls
                    public @Nullable Object doCall(Object row) {
                        return rows.call(settings, data, row);
                    }
                }
                : explained(data, () -> rows.call(settings, data));
        Reader<Object> reader = RowSource.of("the provider", source);
        return () -> {
            var all = reader.iterator();
            return new java.util.Iterator<>() {
                private long given;

                @Override
                public boolean hasNext() {
                    return Boolean.TRUE.equals(explained(place(), all::hasNext));
                }

                @Override
                public Object next() {
                    Object row = all.next();
                    given++;
                    return row;
                }

                private String place() {
                    return data + ": row " + (given + 1) + " of " + name;
                }
            };
        };
    }

    /** What {@code call} gives; its failure is told with the line of this file, and with the place in the data that was being read. */
    private @Nullable Object explained(String data, java.util.concurrent.Callable<?> call) {
        try {
            return call.call();
        } catch (ProgramException | ReaderException e) {
            throw new ScriptException(ScriptFailure.locate(e, file), behind(data, String.valueOf(e.getMessage())), e);
        } catch (Exception e) {
            JfabException told = ScriptFailure.explain(e, file, List.of());
            throw data.isEmpty() ? told : new ReaderException(behind(data, String.valueOf(told.getMessage())), e);
        }
    }

    /** {@code problem} behind the place in the data that was being read, where there is one. */
    private static String behind(String data, String problem) {
        return data.isEmpty() ? problem : data + ": " + problem;
    }

    private static Map<String, InputType> types(String name, @Nullable Object given) {
        Map<String, InputType> types = new LinkedHashMap<>();
        if (given instanceof Map<?, ?> map) {
            map.forEach((slot, type) -> types.put(String.valueOf(slot), type(name, type)));
        } else if (given instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                types.put(Integer.toString(i), type(name, list.get(i)));
            }
        }
        if (types.isEmpty()) {
            throw new ProgramException(
                    "provider '" + name
                            + "' needs input_types, such as [dense_vector(13), integer_value(2)]; its init_hook may set settings.input_types");
        }
        return types;
    }

    private static InputType type(String name, @Nullable Object type) {
        if (!(type instanceof InputType known)) {
            throw new ProgramException(
                    "provider '" + name + "' needs input_types such as dense_vector(13), not " + type);
        }
        return known;
    }

    private String source() {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void provider(Map<String, ?> options, String name, Closure<?> rows) {
        Arguments named =
                Arguments.of("provider", options, "input_types", "pool_size", "should_shuffle", "cache", "init_hook");
        named.optional("cache", CacheType.class);
        int parameters = rows.getMaximumNumberOfParameters();
        if (parameters != 2 && parameters != 3) {
            throw new ProgramException("provider '" + name
                    + "' takes { settings, file_name -> rows } or { settings, file_name, row -> ... }");
        }
        said.put(name, new Said(named, options, rows));
    }

    @Override
    public InputType dense_vector(int size) {
        return new InputType(Kind.DENSE_VECTOR, size, false);
    }

    @Override
    public InputType dense_vector_sequence(int size) {
        return new InputType(Kind.DENSE_VECTOR, size, true);
    }

    @Override
    public InputType integer_value(int size) {
        return new InputType(Kind.INTEGER_VALUE, size, false);
    }

    @Override
    public InputType integer_value_sequence(int size) {
        return new InputType(Kind.INTEGER_VALUE, size, true);
    }

    @Override
    public InputType sparse_binary_vector(int size) {
        return new InputType(Kind.SPARSE_BINARY_VECTOR, size, false);
    }

    @Override
    public InputType sparse_binary_vector_sequence(int size) {
        return new InputType(Kind.SPARSE_BINARY_VECTOR, size, true);
    }
}
