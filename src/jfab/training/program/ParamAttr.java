package jfab.training.program;

import org.jspecify.annotations.Nullable;

/**
 * What a layer is told about one of its parameters, {@code param_attr} and {@code bias_attr} in Fluid's words.
 *
 * @param name of the parameter, null for the layer's own choice; layers that give the same name share the parameter
 * @param initializer its first values, null for the layer's default
 * @param learning how it learns, where that differs from other parameters
 * @param trainable whether optimizers change it
 */
public record ParamAttr(
        @Nullable String name, @Nullable Initialization initializer, Learning learning, boolean trainable) {
    /** Nothing said: the layer decides. */
    public static final ParamAttr DEFAULT = new ParamAttr(null, null, Learning.DEFAULT, true);

    public ParamAttr {
        if (name != null && name.isBlank()) {
            throw new ProgramException("the name of a ParamAttr must not be empty");
        }
    }

    public static ParamAttr named(String name) {
        return new ParamAttr(name, null, Learning.DEFAULT, true);
    }

    public static ParamAttr of(Initialization initializer) {
        return new ParamAttr(null, initializer, Learning.DEFAULT, true);
    }
}
