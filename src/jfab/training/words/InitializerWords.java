package jfab.training.words;

import java.util.Map;
import jfab.training.program.Initialization;
import jfab.training.program.ParamAttr;

/** Words for {@code param_attr} and {@code bias_attr}: what a layer is told about its parameters. */
public interface InitializerWords {
    /**
     * {@code ParamAttr(name: null, initializer: null, learning_rate: 1.0, trainable: true)}.
     *
     * <p>Layers that give the same name share the parameter. {@code param_attr: 'name'} and {@code param_attr: Xavier()} say
     * one thing only; {@code bias_attr: false} leaves the bias out.
     */
    ParamAttr ParamAttr(Map<String, ?> arguments);

    /** {@code Constant(0.5)}. */
    Initialization Constant(Number value);

    /** {@code Constant(value: 0.0)}. */
    Initialization Constant(Map<String, ?> arguments);

    /** {@code Uniform(low: -1.0, high: 1.0)}: equally likely in between. */
    Initialization Uniform(Map<String, ?> arguments);

    /** {@code Normal(loc: 0.0, scale: 1.0)}: mean and standard deviation. */
    Initialization Normal(Map<String, ?> arguments);

    /** {@code Xavier()}: uniform within ±√(6 / (fan in + fan out)). */
    Initialization Xavier();

    /** {@code Xavier(uniform: true)}; without {@code uniform} normal with deviation √(2 / (fan in + fan out)). */
    Initialization Xavier(Map<String, ?> arguments);

    /** {@code MSRA()}: uniform within ±√(6 / fan in). */
    Initialization MSRA();

    /** {@code MSRA(uniform: true)}; without {@code uniform} normal with deviation √(2 / fan in), conv2d's default. */
    Initialization MSRA(Map<String, ?> arguments);
}
