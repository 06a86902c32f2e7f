package jfab.training.words.v1;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import jfab.training.program.ProgramException;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import jfab.training.words.FluidWords;
import org.jspecify.annotations.Nullable;

/** What a layer of a configuration gives: something computed, or data whose type follows from who uses it first. */
public sealed interface ConfigLayer {
    /** As numbers. */
    Variable numbers();

    /** As indices, such as labels. */
    Variable indices();

    /** As images of {@code channels}, or of as many as there are. */
    Variable images(@Nullable Integer channels);

    /** What an operator computes. */
    record Computed(Variable variable) implements ConfigLayer {
        @Override
        public Variable numbers() {
            return variable;
        }

        @Override
        public Variable indices() {
            throw new ProgramException(variable + " is computed, and a label or an id must be data");
        }

        @Override
        public Variable images(@Nullable Integer channels) {
            return variable;
        }
    }

    /** What is fed. */
    final class Data implements ConfigLayer {
        private final FluidWords fluid;
        private final String name;
        private final long size;
        private final List<Integer> image;
        private final Supplier<DataKind> kind;
        private @Nullable Variable declared;

        /**
         * Not declared in the program before it is used.
         *
         * @param size how many numbers a sample has, or how many indices there are
         * @param image height and width, or empty
         * @param kind asked for when a layer uses it
         */
        Data(FluidWords fluid, String name, long size, List<Integer> image, Supplier<DataKind> kind) {
            this.fluid = fluid;
            this.name = name;
            this.size = size;
            this.image = List.copyOf(image);
            this.kind = kind;
        }

        String name() {
            return name;
        }

        long size() {
            return size;
        }

        /** Null where no layer has used it. */
        @Nullable
        Variable declared() {
            return declared;
        }

        /** What was declared; it is an error if no layer has used it. */
        Variable numbersOrIndices() {
            Variable variable = declared;
            if (variable == null) {
                throw new ProgramException("no layer uses data_layer '" + name + "'");
            }
            return variable;
        }

        @Override
        public Variable numbers() {
            return as(kind.get().numbers(name), List.of((int) size));
        }

        @Override
        public Variable indices() {
            return as(kind.get().indices(name), List.of(1));
        }

        @Override
        public Variable images(@Nullable Integer channels) {
            return as(kind.get().numbers(name), shape(channels));
        }

        private List<Integer> shape(@Nullable Integer channels) {
            if (!image.isEmpty()) {
                int depth = (int) (size / ((long) image.get(0) * image.get(1)));
                return List.of(depth, image.get(0), image.get(1));
            }
            int depth = channels == null ? 1 : channels;
            int side = (int) Math.round(Math.sqrt((double) size / depth));
            if ((long) side * side * depth != size) {
                throw new ProgramException(
                        "data_layer '" + name + "' has " + size + " numbers, which are no square image of " + depth
                                + " channels; give num_channels, or height and width");
            }
            return List.of(depth, side, side);
        }

        private Variable as(DataKind use, List<Integer> shape) {
            Variable earlier = declared;
            if (earlier == null) {
                earlier = fluid.layer("data", use.arguments(name, shape));
                declared = earlier;
            } else if (earlier.type() != use.type()) {
                throw new ProgramException("data_layer '" + name + "' is used as numbers and as indices");
            }
            return earlier;
        }
    }

    /** The elements that one sample has of {@code variable}. */
    static long width(Variable variable) {
        Shape shape = variable.shape();
        return shape.elementsFrom(1);
    }

    /** {@code input: layer} or {@code input: [layer, layer]}. */
    static List<ConfigLayer> inputs(String word, Map<String, ?> arguments) {
        Object given = arguments.get("input");
        List<?> layers = given instanceof List<?> list ? list : given == null ? List.of() : List.of(given);
        if (layers.isEmpty() || !layers.stream().allMatch(ConfigLayer.class::isInstance)) {
            throw new ProgramException(
                    word + " needs input, a layer or a list of layers" + (given == null ? "" : ", not " + given));
        }
        return layers.stream().map(ConfigLayer.class::cast).toList();
    }
}
