package jfab.training.words;

import java.util.Map;
import jfab.training.program.GradientClip;
import jfab.training.program.Initialization;
import jfab.training.program.Initializer;
import jfab.training.program.Learning;
import jfab.training.program.ParamAttr;
import jfab.training.program.Regularization;

/** First values and attributes of a script's parameters. */
final class ScriptInitializers implements InitializerWords {
    @Override
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

    @Override
    public Initialization Constant(Number value) {
        return Initialization.constant(value.doubleValue());
    }

    @Override
    public Initialization Constant(Map<String, ?> arguments) {
        return Constant(Arguments.of("Constant", arguments, "value").real("value", 0));
    }

    @Override
    public Initialization Uniform(Map<String, ?> arguments) {
        Arguments named = Arguments.of("Uniform", arguments, "low", "high");
        return Initialization.always(new Initializer.Uniform(named.real("low", -1), named.real("high", 1)));
    }

    @Override
    public Initialization Normal(Map<String, ?> arguments) {
        Arguments named = Arguments.of("Normal", arguments, "loc", "scale");
        return Initialization.always(new Initializer.Normal(named.real("loc", 0), named.real("scale", 1)));
    }

    @Override
    public Initialization Xavier() {
        return Initialization.XAVIER;
    }

    @Override
    public Initialization Xavier(Map<String, ?> arguments) {
        boolean uniform = Arguments.of("Xavier", arguments, "uniform").flag("uniform", true);
        return uniform ? Initialization.XAVIER : Initialization.NORMAL_XAVIER;
    }

    @Override
    public Initialization MSRA() {
        return Initialization.UNIFORM_MSRA;
    }

    @Override
    public Initialization MSRA(Map<String, ?> arguments) {
        boolean uniform = Arguments.of("MSRA", arguments, "uniform").flag("uniform", true);
        return uniform ? Initialization.UNIFORM_MSRA : Initialization.MSRA;
    }
}
