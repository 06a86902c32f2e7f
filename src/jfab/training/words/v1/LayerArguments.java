package jfab.training.words.v1;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.program.ProgramException;
import jfab.training.program.Variable;
import jfab.training.words.FluidWords;
import jfab.training.words.network.Arguments;

/** The named arguments of one layer of a configuration, on their way into Fluid's words. */
final class LayerArguments {
    private final FluidWords fluid;
    private final String word;
    private final Map<String, ?> given;
    private final Arguments named;

    private LayerArguments(FluidWords fluid, String word, Map<String, ?> given, Arguments named) {
        this.fluid = fluid;
        this.word = word;
        this.given = given;
        this.named = named;
    }

    /** Refuses names that are neither {@code own} nor what all layers take. */
    static LayerArguments of(FluidWords fluid, String word, Map<String, ?> given, String... own) {
        List<String> known = new ArrayList<>(List.of("input", "name", "layer_attr"));
        known.addAll(List.of(own));
        return new LayerArguments(fluid, word, given, Arguments.of(word, given, known.toArray(String[]::new)));
    }

    Arguments named() {
        return named;
    }

    /** Those of {@code names} that were given, under the same names. */
    Map<String, Object> told(String... names) {
        Map<String, Object> told = new LinkedHashMap<>();
        for (String name : names) {
            Object value = given.get(name);
            if (value != null) {
                told.put(name, value);
            }
        }
        return told;
    }

    /** A text, or {@code preset}. */
    String text(String name, String preset) {
        String value = named.optionalText(name);
        return value == null ? preset : value;
    }

    /** Tells {@code act}, unless it is the linear one, which has no name in Fluid. */
    void activation(Map<String, Object> told, String preset) {
        String act = text("act", preset);
        if (!act.isEmpty()) {
            told.put("act", act);
        }
    }

    /** The only input. */
    ConfigLayer input() {
        List<ConfigLayer> inputs = ConfigLayer.inputs(word, given);
        if (inputs.size() != 1) {
            throw new ProgramException(word + " takes one input, not " + inputs.size());
        }
        return inputs.getFirst();
    }

    /** The only input, as images. */
    Variable images() {
        return input().images(named.optional("num_channels", Integer.class));
    }

    /** All inputs, as numbers. */
    List<Variable> numbers() {
        return ConfigLayer.inputs(word, given).stream()
                .map(ConfigLayer::numbers)
                .toList();
    }

    /** A layer that is called otherwise than {@code input}. */
    ConfigLayer layer(String name) {
        ConfigLayer layer = named.optional(name, ConfigLayer.class);
        if (layer == null) {
            throw new ProgramException(word + " needs " + name + ", a layer");
        }
        return layer;
    }

    /** What the layer gives: {@code output} with {@code layer_attr: ExtraAttr(drop_rate: ...)} applied. */
    ConfigLayer output(Variable output) {
        return given.get("layer_attr") instanceof Map<?, ?> extra && extra.get("drop_rate") instanceof Number rate
                ? dropout(output, rate.doubleValue())
                : new ConfigLayer.Computed(output);
    }

    ConfigLayer dropout(Variable input, double rate) {
        return new ConfigLayer.Computed(
                rate == 0 ? input : fluid.layer("dropout", Map.of("x", input, "dropout_prob", rate)));
    }
}
