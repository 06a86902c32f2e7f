package jfab.training.program.optimize;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.GradientClip;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Parameter;
import jfab.training.program.ProgramException;
import jfab.training.program.Regularization;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import org.jspecify.annotations.Nullable;

/**
 * What lies between a gradient and the optimizer: clipping, then regularization, as Fluid has it. Operators give the gradient a
 * new value under its own name.
 *
 * @param clip of parameters that have none of their own
 * @param regularization of parameters that have none of their own
 */
record GradientPath(
        Builder program,
        @Nullable GradientClip clip,
        @Nullable Regularization regularization) {
    void append(List<Parameter> trainable) {
        Map<String, List<Parameter>> groups = new LinkedHashMap<>();
        Map<String, Double> norms = new LinkedHashMap<>();
        for (Parameter parameter : trainable) {
            GradientClip own = parameter.learning().clip();
            switch (own == null ? clip : own) {
                case null -> {}
                case GradientClip.ByValue(double min, double max) ->
                    append(OpType.CLIP, parameter, Map.of(), Map.of("min", min, "max", max));
                case GradientClip.ByNorm(double norm) ->
                    shorten(List.of(parameter), Variable.gradientName(parameter.name()), norm);
                case GradientClip.ByGlobalNorm(double norm, String group) -> {
                    Double other = norms.putIfAbsent(group, norm);
                    if (other != null && other != norm) {
                        throw new ProgramException("the gradients of group '" + group + "' are to be clipped to norm "
                                + other + " and to norm " + norm + "; a group has one norm");
                    }
                    groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(parameter);
                }
            }
        }
        norms.forEach((group, norm) -> shorten(groups.getOrDefault(group, List.of()), group, norm));
        trainable.forEach(this::regularize);
    }

    private void shorten(List<Parameter> parameters, String name, double norm) {
        String squared = name + "@SQUARED_NORM";
        // A group of the same name that is minimized for another loss has a norm of its own.
        String free = program.find(squared) == null ? squared : program.layerName(squared);
        Variable squares = program.temporary(free, Shape.of(1), DataType.FLOAT32);
        program.operator(new Operator(
                OpType.SQUARED_L2_NORM,
                Map.of(
                        "Grad",
                        parameters.stream()
                                .map(parameter -> Variable.gradientName(parameter.name()))
                                .toList()),
                Map.of("Out", List.of(squares.name())),
                Map.of()));
        for (Parameter parameter : parameters) {
            append(OpType.CLIP_BY_NORM, parameter, Map.of("SquaredNorm", squares), Map.of("max_norm", norm));
        }
    }

    private void regularize(Parameter parameter) {
        Regularization own = parameter.learning().regularization();
        Map<String, Variable> weight = Map.of("Param", parameter.variable());
        switch (own == null ? regularization : own) {
            case null -> {}
            case Regularization.L1Decay(double coefficient) ->
                append(OpType.L1_DECAY, parameter, weight, Map.of("coeff", coefficient));
            case Regularization.L2Decay(double coefficient) ->
                append(OpType.L2_DECAY, parameter, weight, Map.of("coeff", coefficient));
        }
    }

    private void append(
            OpType type, Parameter parameter, Map<String, Variable> others, Map<String, Object> attributes) {
        Variable gradient = parameter.variable().gradient();
        Map<String, Variable> inputs = new LinkedHashMap<>(others);
        inputs.put("Grad", gradient);
        program.operator(Operator.of(type, inputs, Map.of("Out", gradient), attributes));
    }
}
