package jfab.training.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.training.program.ProgramException;
import jfab.training.program.Variable;

/** Layers of a configuration, told in Fluid's words. */
final class ConfigLayers implements ConfigLayerWords {
    private final FluidWords fluid;
    private final List<ConfigLayer.Data> data = new ArrayList<>();

    ConfigLayers(FluidWords fluid) {
        this.fluid = fluid;
    }

    /** Data layers, in order of declaration. */
    List<ConfigLayer.Data> data() {
        return data;
    }

    @Override
    public ConfigLayer data_layer(Map<String, ?> arguments) {
        Arguments named = Arguments.of("data_layer", arguments, "name", "size", "height", "width", "type");
        List<Integer> image = arguments.containsKey("height") || arguments.containsKey("width")
                ? List.of((int) named.integer("height"), (int) named.integer("width"))
                : List.of();
        DataKind kind = named.optional("type", DataKind.class);
        ConfigLayer.Data layer = new ConfigLayer.Data(
                fluid, named.text("name"), named.integer("size"), image, kind == null ? DataKind.UNSAID : kind);
        data.add(layer);
        return layer;
    }

    @Override
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

    @Override
    public ConfigLayer dropout_layer(Map<String, ?> arguments) {
        LayerArguments layer = LayerArguments.of(fluid, "dropout_layer", arguments, "dropout_rate");
        return layer.dropout(layer.input().numbers(), layer.named().real("dropout_rate"));
    }

    @Override
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

    @Override
    public ConfigLayer concat_layer(Map<String, ?> arguments) {
        LayerArguments layer = LayerArguments.of(fluid, "concat_layer", arguments);
        return layer.output(fluid.layer("concat", Map.of("input", layer.numbers(), "axis", 1)));
    }

    @Override
    public ConfigLayer pooling_layer(Map<String, ?> arguments) {
        LayerArguments layer = LayerArguments.of(fluid, "pooling_layer", arguments, "pooling_type");
        return layer.output(fluid.layer(
                "sequence_pool",
                Map.of("input", layer.input().numbers(), "pool_type", layer.text("pooling_type", "max"))));
    }

    @Override
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

    @Override
    public ConfigLayer text_conv_pool(Map<String, ?> arguments) {
        return sequence_conv_pool(arguments);
    }

    @Override
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
