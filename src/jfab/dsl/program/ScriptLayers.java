package jfab.dsl.program;

import java.util.Map;
import jfab.program.DataType;
import jfab.program.Initialization;
import jfab.program.Layers;
import jfab.program.Variable;

/** Layers of a script, recorded in its main program. */
final class ScriptLayers implements LayerWords {
    private final Layers layers;
    private final Flags flags;

    ScriptLayers(ScriptProgram program, Flags flags) {
        layers = new Layers(program.builder());
        this.flags = flags;
    }

    @Override
    public Variable data(Map<String, ?> arguments) {
        flags.finish();
        Arguments named = Arguments.of("data", arguments, "name", "shape", "dtype");
        return layers.data(named.text("name"), named.shape("shape"), DataType.parse(named.text("dtype")));
    }

    @Override
    public Variable fc(Map<String, ?> arguments) {
        Arguments named = Arguments.of("fc", arguments, "input", "size", "act");
        return layers.fc(named.variable("input"), named.integer("size"), named.optionalText("act"));
    }

    @Override
    public Variable conv2d(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "conv2d", arguments, "input", "num_filters", "filter_size", "stride", "padding", "act", "param_attr");
        return layers.conv2d(
                named.variable("input"),
                named.integer("num_filters"),
                named.integer("filter_size"),
                named.integer("stride", 1),
                named.integer("padding", 0),
                named.optionalText("act"),
                named.optional("param_attr", Initialization.class));
    }

    @Override
    public Variable pool2d(Map<String, ?> arguments) {
        Arguments named =
                Arguments.of("pool2d", arguments, "input", "pool_size", "pool_type", "pool_stride", "pool_padding");
        String type = named.optionalText("pool_type");
        return layers.pool2d(
                named.variable("input"),
                named.integer("pool_size"),
                type == null ? "max" : type,
                named.integer("pool_stride", 1),
                named.integer("pool_padding", 0));
    }

    @Override
    public Variable simple_img_conv_pool(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "simple_img_conv_pool",
                arguments,
                "input",
                "num_filters",
                "filter_size",
                "pool_size",
                "pool_stride",
                "act",
                "param_attr");
        return layers.simpleImgConvPool(
                named.variable("input"),
                named.integer("num_filters"),
                named.integer("filter_size"),
                named.integer("pool_size"),
                named.integer("pool_stride"),
                named.optionalText("act"),
                named.optional("param_attr", Initialization.class));
    }

    @Override
    public Variable batch_norm(Map<String, ?> arguments) {
        Arguments named = Arguments.of("batch_norm", arguments, "input", "act", "momentum", "epsilon");
        return layers.batchNorm(
                named.variable("input"),
                named.optionalText("act"),
                named.real("momentum", 0.9),
                named.real("epsilon", 1e-5));
    }

    @Override
    public Variable square_error_cost(Map<String, ?> arguments) {
        Arguments named = Arguments.of("square_error_cost", arguments, "input", "label");
        return layers.squareErrorCost(named.variable("input"), named.variable("label"));
    }

    @Override
    public Variable cross_entropy(Map<String, ?> arguments) {
        Arguments named = Arguments.of("cross_entropy", arguments, "input", "label");
        return layers.crossEntropy(named.variable("input"), named.variable("label"));
    }

    @Override
    public Variable accuracy(Map<String, ?> arguments) {
        Arguments named = Arguments.of("accuracy", arguments, "input", "label");
        return layers.accuracy(named.variable("input"), named.variable("label"));
    }

    @Override
    public Variable mean(Map<String, ?> arguments) {
        return layers.mean(Arguments.of("mean", arguments, "x").variable("x"));
    }

    @Override
    public Variable mean(Variable x) {
        return layers.mean(x);
    }

    @Override
    public Initialization Xavier() {
        return Initialization.XAVIER;
    }

    @Override
    public Initialization MSRA() {
        return Initialization.MSRA;
    }
}
