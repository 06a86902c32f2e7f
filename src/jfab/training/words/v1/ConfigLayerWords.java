package jfab.training.words.v1;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.training.program.ProgramException;
import jfab.training.program.Variable;
import jfab.training.words.FluidWords;
import jfab.training.words.network.Arguments;

/** Layers of a configuration: the names, arguments and defaults of PaddlePaddle's first version. */
public final class ConfigLayerWords {
    private final FluidWords fluid;
    private final List<ConfigLayer.Data> data = new ArrayList<>();
    private DataSources sources = DataSources.NONE;

    ConfigLayerWords(FluidWords fluid) {
        this.fluid = fluid;
    }

    /** Says what data layers are that do not say it themselves. */
    void sources(DataSources sources) {
        this.sources = sources;
    }

    /** Data layers, in order of declaration. */
    List<ConfigLayer.Data> data() {
        return data;
    }

    /** {@code data_layer(name:, size:, height:, width:, type: integer_value_sequence(10))}: what is fed; without {@code type} its use says what it is. */
    public ConfigLayer data_layer(Map<String, ?> arguments) {
        Arguments named = Arguments.of("data_layer", arguments, "name", "size", "height", "width", "type");
        List<Integer> image = arguments.containsKey("height") || arguments.containsKey("width")
                ? List.of((int) named.integer("height"), (int) named.integer("width"))
                : List.of();
        DataKind kind = named.optional("type", DataKind.class);
        String name = named.text("name");
        int number = data.size();
        ConfigLayer.Data layer = new ConfigLayer.Data(
                fluid,
                name,
                named.integer("size"),
                image,
                () -> kind == null ? DataKind.of(sources.type(name, number)) : kind);
        data.add(layer);
        return layer;
    }

    /** {@code fc_layer(input:, size:, act: TanhActivation(), bias_attr:, layer_attr:, name:)}: of one layer or several. */
    public ConfigLayer fc_layer(Map<String, ?> arguments) {
        LayerArguments layer = LayerArguments.of(fluid, "fc_layer", arguments, "size", "act", "bias_attr");
        List<Variable> inputs = layer.numbers();
        Map<String, Object> told = layer.told("size", "bias_attr");
        told.put("input", inputs.size() == 1 ? inputs.getFirst() : inputs);
        told.put(
                "param_attr",
                smart(inputs.stream().mapToLong(ConfigLayer::width).max().orElse(1)));
        layer.activation(told, "tanh");
        return layer.output(fluid.layer("fc", told));
    }

    /** {@code dropout_layer(input:, dropout_rate:, name:)}. */
    public ConfigLayer dropout_layer(Map<String, ?> arguments) {
        LayerArguments layer = LayerArguments.of(fluid, "dropout_layer", arguments, "dropout_rate");
        return layer.dropout(layer.input().numbers(), layer.named().real("dropout_rate"));
    }

    /** {@code embedding_layer(input:, size:, name:)}: a row of a table for each index. */
    public ConfigLayer embedding_layer(Map<String, ?> arguments) {
        LayerArguments layer = LayerArguments.of(fluid, "embedding_layer", arguments, "size");
        if (!(layer.input() instanceof ConfigLayer.Data ids)) {
            throw new ProgramException("embedding_layer needs input, a data_layer of indices");
        }
        return layer.output(fluid.layer(
                "embedding",
                Map.of(
                        "input", ids.indices(),
                        "size", List.of((int) ids.size(), (int) layer.named().integer("size")),
                        "param_attr", smart(ids.size()))));
    }

    /** {@code concat_layer(input: [a, b], name:)}. */
    public ConfigLayer concat_layer(Map<String, ?> arguments) {
        LayerArguments layer = LayerArguments.of(fluid, "concat_layer", arguments);
        return layer.output(fluid.layer("concat", Map.of("input", layer.numbers(), "axis", 1)));
    }

    /** {@code pooling_layer(input:, pooling_type: MaxPooling(), name:)}: one row for a sequence. */
    public ConfigLayer pooling_layer(Map<String, ?> arguments) {
        LayerArguments layer = LayerArguments.of(fluid, "pooling_layer", arguments, "pooling_type");
        return layer.output(fluid.layer(
                "sequence_pool",
                Map.of("input", layer.input().numbers(), "pool_type", layer.text("pooling_type", "max"))));
    }

    /** {@code sequence_conv_pool(input:, context_len:, hidden_size:, fc_act: TanhActivation(), pool_type: MaxPooling(), name:)}. */
    public ConfigLayer sequence_conv_pool(Map<String, ?> arguments) {
        LayerArguments layer = LayerArguments.of(
                fluid, "sequence_conv_pool", arguments, "context_len", "hidden_size", "fc_act", "pool_type");
        return layer.output(fluid.layer(
                "sequence_conv_pool",
                Map.of(
                        "input", layer.input().numbers(),
                        "num_filters", (int) layer.named().integer("hidden_size"),
                        "filter_size", (int) layer.named().integer("context_len"),
                        "act", layer.text("fc_act", "tanh"),
                        "pool_type", layer.text("pool_type", "max"))));
    }

    /** {@code text_conv_pool(...)}: another name of {@link #sequence_conv_pool}. */
    public ConfigLayer text_conv_pool(Map<String, ?> arguments) {
        return sequence_conv_pool(arguments);
    }

    /** {@code cos_sim(a:, b:, scale: 1, name:)}. */
    public ConfigLayer cos_sim(Map<String, ?> arguments) {
        LayerArguments layer = LayerArguments.of(fluid, "cos_sim", arguments, "a", "b", "scale");
        return layer.output(fluid.layer(
                "cos_sim",
                Map.of(
                        "X", layer.layer("a").numbers(),
                        "Y", layer.layer("b").numbers(),
                        "scale", layer.named().real("scale", 1))));
    }

    /** First values of the first version: normal, with deviation 1 / √(rows of the weight). */
    private Object smart(long rows) {
        return fluid.call("Normal", Map.of("loc", 0.0, "scale", 1 / Math.sqrt((double) rows)));
    }
}
