package jfab.training.words.v1;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.training.data.Reader;
import jfab.training.data.provider.InputType;
import jfab.training.data.provider.ProvidedSamples;
import jfab.training.data.provider.Provider;
import jfab.training.program.DataType;
import jfab.training.program.ProgramException;
import jfab.training.program.Variable;
import jfab.training.words.ScriptOutput;
import jfab.training.words.network.Arguments;
import jfab.training.words.network.RowSource;
import org.jspecify.annotations.Nullable;

/**
 * What {@code define_py_data_sources2} says: readers, or lists of files with a provider.
 *
 * @param slots the names of data layers in the order of columns; empty where that is the order of declaration
 * @param provider whose input types the columns have; null where only the samples tell
 */
record DataSources(
        @Nullable Reader<Object> train,
        @Nullable Reader<Object> test,
        List<String> slots,
        @Nullable Provider provider) {
    static final DataSources NONE = new DataSources(null, null, List.of(), null);

    /**
     * Reads the provider where there is one.
     *
     * @param folder of the configuration, where the module is looked for first
     */
    static DataSources of(Map<String, ?> arguments, Path folder, ScriptOutput out) {
        Arguments named = Arguments.of(
                "define_py_data_sources2", arguments, "train_list", "test_list", "module", "obj", "args", "slots");
        List<String> slots = arguments.get("slots") == null
                ? List.of()
                : named.list("slots", CharSequence.class).stream()
                        .map(CharSequence::toString)
                        .toList();
        Object train = arguments.get("train_list");
        Object test = arguments.get("test_list");
        if (!(train instanceof CharSequence) && !(test instanceof CharSequence)) {
            return new DataSources(reader("train_list", train), reader("test_list", test), slots, null);
        }
        ProviderScript script = ProviderScript.read(module(named, folder), out);
        List<String> objects = objects(named, arguments.get("obj"));
        Object args = arguments.get("args") == null ? Map.of() : arguments.get("args");
        Provider forTraining = script.get(objects.getFirst(), args, true);
        Provider forTesting = script.get(objects.getLast(), args, false);
        if (!forTesting.types().equals(forTraining.types())
                || !forTesting.names().equals(forTraining.names())) {
            throw new ProgramException("the providers " + objects.getFirst() + " and " + objects.getLast()
                    + " have other input_types: " + forTraining.types() + " and " + forTesting.types());
        }
        if (forTraining.named() && !slots.isEmpty()) {
            throw new ProgramException(
                    "slots is for input_types in a list; these are a map by the names of data layers");
        }
        return new DataSources(
                samples("train_list", train, forTraining), samples("test_list", test, forTesting), slots, forTraining);
    }

    /** What the provider says of the data layer of that name, which was declared after {@code number} others; null if nothing. */
    @Nullable
    InputType type(String name, int number) {
        if (provider == null) {
            return null;
        }
        int column = provider.named() ? provider.names().indexOf(name) : slots.isEmpty() ? number : slots.indexOf(name);
        return column >= 0 && column < provider.types().size()
                ? provider.types().get(column)
                : null;
    }

    /** Refuses data layers that are not what the provider gives. */
    void check(List<ConfigLayer.Data> layers) {
        Provider given = provider;
        if (given == null) {
            return;
        }
        if (!given.named()
                && (slots.isEmpty() ? layers.size() : slots.size())
                        != given.types().size()) {
            throw new ProgramException("provider '" + given.name() + "' gives "
                    + given.types().size() + " values, "
                    + given.types() + ", and there are other data layers: "
                    + String.join(
                            ", ", layers.stream().map(ConfigLayer.Data::name).toList())
                    + "; input_types in a map by their names need not be all of them");
        }
        for (int i = 0; i < layers.size(); i++) {
            ConfigLayer.Data layer = layers.get(i);
            Variable variable = layer.declared();
            InputType type = type(layer.name(), i);
            if (variable == null) {
                if (!given.named() && slots.isEmpty()) {
                    layer.numbersOrIndices();
                }
                continue;
            }
            if (type == null) {
                throw new ProgramException(
                        "provider '" + given.name() + "' gives nothing for data_layer '" + layer.name() + "'");
            }
            boolean fits = type.indices() == (variable.type() == DataType.INT64)
                    && type.sequence() == variable.sequences()
                    && (type.indices() ? type.size() <= layer.size() : type.size() == layer.size());
            if (!fits) {
                throw new ProgramException("data_layer '" + layer.name() + "' of size " + layer.size() + " is used as "
                        + (variable.type() == DataType.INT64 ? "indices" : "numbers")
                        + (variable.sequences() ? " in sequences" : "") + ", and provider '" + given.name() + "' gives "
                        + type);
            }
        }
    }

    private static @Nullable Reader<Object> reader(String name, @Nullable Object source) {
        return source == null ? null : RowSource.of(name, source);
    }

    private static @Nullable Reader<Object> samples(String name, @Nullable Object list, Provider provider) {
        return list instanceof CharSequence file
                ? new ProvidedSamples(Path.of(file.toString()), provider)
                : reader(name, list);
    }

    private static List<String> objects(Arguments named, @Nullable Object given) {
        List<String> objects = given instanceof List<?>
                ? named.list("obj", CharSequence.class).stream()
                        .map(CharSequence::toString)
                        .toList()
                : List.of(named.text("obj"));
        if (objects.isEmpty() || objects.size() > 2) {
            throw new ProgramException(
                    "obj is the name of a provider, or two of them for training and testing, not " + given);
        }
        return objects;
    }

    private static Path module(Arguments named, Path folder) {
        String name = named.text("module") + ".groovy";
        List<Path> places = new ArrayList<>(List.of(folder.resolve(name), Path.of(name)));
        return places.stream()
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> new ProgramException("there is no " + name + " beside the configuration, nor in "
                        + Path.of("").toAbsolutePath()
                        + (Files.exists(folder.resolve(named.text("module") + ".py"))
                                ? "; data providers are written in Groovy here, and " + named.text("module")
                                        + ".py is Python"
                                : "")));
    }
}
