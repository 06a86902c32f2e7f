package jfab.training.words.network;

import java.util.Map;
import jfab.training.program.GradientClip;
import jfab.training.program.Initialization;
import jfab.training.program.Initializer;
import jfab.training.program.Learning;
import jfab.training.program.ParamAttr;
import jfab.training.program.Regularization;

/** Words for {@code param_attr} and {@code bias_attr}: what a layer is told about its parameters. */
public final class InitializerWords {
    /**
     * {@code ParamAttr(name: null, initializer: null, learning_rate: 1.0, trainable: true)}.
     *
     * <p>Layers that give the same name share the parameter. {@code param_attr: 'name'} and {@code param_attr: Xavier()} say
     * one thing only; {@code bias_attr: false} leaves the bias out.
     */
    public ParamAttr ParamAttr(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "ParamAttr",
                arguments,
                "name",
                "initializer",
                "learning_rate",
                "regularizer",
                "trainable",
                "gradient_clip");
        return new ParamAttr(
                named.optionalText("name"),
                named.optional("initializer", Initialization.class),
                new Learning(
                        named.real("learning_rate", 1),
                        named.optional("regularizer", Regularization.class),
                        named.optional("gradient_clip", GradientClip.class)),
                named.flag("trainable", true));
    }

    /** {@code Constant(0.5)}. */
    public Initialization Constant(Number value) {
        return Initialization.constant(value.doubleValue());
    }

    /** {@code Constant(value: 0.0)}. */
    public Initialization Constant(Map<String, ?> arguments) {
        return Constant(Arguments.of("Constant", arguments, "value").real("value", 0));
    }

    /** {@code Uniform(low: -1.0, high: 1.0)}: equally likely in between. */
    public Initialization Uniform(Map<String, ?> arguments) {
        Arguments named = Arguments.of("Uniform", arguments, "low", "high");
        return Initialization.always(new Initializer.Uniform(named.real("low", -1), named.real("high", 1)));
    }

    /** {@code Normal(loc: 0.0, scale: 1.0)}: mean and standard deviation. */
    public Initialization Normal(Map<String, ?> arguments) {
        Arguments named = Arguments.of("Normal", arguments, "loc", "scale");
        return Initialization.always(new Initializer.Normal(named.real("loc", 0), named.real("scale", 1)));
    }

    /** {@code Xavier()}: uniform within ±√(6 / (fan in + fan out)). */
    public Initialization Xavier() {
        return Initialization.XAVIER;
    }

    /** {@code Xavier(uniform: true)}; without {@code uniform} normal with deviation √(2 / (fan in + fan out)). */
    public Initialization Xavier(Map<String, ?> arguments) {
        boolean uniform = Arguments.of("Xavier", arguments, "uniform").flag("uniform", true);
        return uniform ? Initialization.XAVIER : Initialization.NORMAL_XAVIER;
    }

    /** {@code MSRA()}: uniform within ±√(6 / fan in). */
    public Initialization MSRA() {
        return Initialization.UNIFORM_MSRA;
    }

    /** {@code MSRA(uniform: true)}; without {@code uniform} normal with deviation √(2 / fan in), conv2d's default. */
    public Initialization MSRA(Map<String, ?> arguments) {
        boolean uniform = Arguments.of("MSRA", arguments, "uniform").flag("uniform", true);
        return uniform ? Initialization.UNIFORM_MSRA : Initialization.MSRA;
    }
}
