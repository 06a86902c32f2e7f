package jfab.training.ps;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import jfab.training.data.Column;
import jfab.training.data.Sample;
import jfab.training.engine.HostTensor;
import jfab.training.engine.StepListener;
import jfab.training.program.Activation;
import jfab.training.program.ArithmeticLayers.Operation;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.GradientClip;
import jfab.training.program.Layers;
import jfab.training.program.Learning;
import jfab.training.program.ParamAttr;
import jfab.training.program.Parameter;
import jfab.training.program.Program;
import jfab.training.program.ReductionLayers.Reduction;
import jfab.training.program.Regularization;
import jfab.training.program.SequenceLayers.Pool;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import jfab.training.program.Window;
import jfab.training.program.optimize.Adadelta;
import jfab.training.program.optimize.Adagrad;
import jfab.training.program.optimize.Adam;
import jfab.training.program.optimize.Adamax;
import jfab.training.program.optimize.DecayedAdagrad;
import jfab.training.program.optimize.Ftrl;
import jfab.training.program.optimize.LearningRate;
import jfab.training.program.optimize.Momentum;
import jfab.training.program.optimize.Optimizer;
import jfab.training.program.optimize.RmsProp;
import jfab.training.program.optimize.SampleSchedule;
import jfab.training.program.optimize.Schedules;
import jfab.training.program.optimize.Sgd;
import jfab.training.words.DataFeeder;
import org.jspecify.annotations.Nullable;

/** A small network with one to three losses, each with an optimizer of its own, and batches of all sizes: the same for the same seed. */
final class RandomNetwork {
    private static final int STEPS = 10;
    private static final int WORDS = 12;
    private static final int CLASSES = 3;

    private final Random random;
    private final Builder builder = Program.builder();
    private final Layers layers = new Layers(builder);
    private final List<Variable> fed = new ArrayList<>();
    private final List<String> losses = new ArrayList<>();
    private final Variable x;
    private final Variable id;
    private final Variable words;
    private final Variable image;
    private final Variable target;
    private final Variable label;
    private final boolean sparse;

    RandomNetwork(long seed) {
        random = new Random(seed);
        // Seeds that follow each other begin alike.
        random.nextLong();
        x = fed(layers.data("x", Shape.of(count(1, 8)), DataType.FLOAT32));
        id = fed(layers.data("id", Shape.of(1), DataType.INT64));
        words = fed(layers.dense().sequence("words", Shape.of(1), DataType.INT64));
        image = fed(layers.data("image", Shape.of(count(1, 2), 6, 6), DataType.FLOAT32));
        target = fed(layers.data("target", Shape.of(1), DataType.FLOAT32));
        label = fed(layers.data("label", Shape.of(1), DataType.INT64));
        sparse = chance(0.25);
        int minimized = count(1, 3);
        boolean before = chance(0.5);
        List<Variable> described = new ArrayList<>();
        for (int i = 0; i < minimized; i++) {
            Variable loss = loss();
            losses.add(loss.name());
            described.add(loss);
            if (!before) {
                optimizer().minimize(builder, loss);
            }
        }
        if (before) {
            described.forEach(loss -> optimizer().minimize(builder, loss));
        }
    }

    Program program() {
        return builder.build();
    }

    List<String> losses() {
        return losses;
    }

    /** Whether there are sparse tables, which only servers can keep. */
    boolean sparse() {
        return program().parameters().stream().anyMatch(Parameter::sparse);
    }

    /** The samples of each step. */
    List<List<Sample>> batches() {
        return IntStream.range(0, STEPS)
                .mapToObj(_ -> IntStream.range(0, chance(0.2) ? 1 : count(1, 9))
                        .mapToObj(_ -> sample())
                        .toList())
                .toList();
    }

    /** What feeds {@code samples}. */
    Map<String, HostTensor> feed(List<Sample> samples) {
        return new DataFeeder(fed, StepListener.none()).feed(samples);
    }

    private Sample sample() {
        List<Column> columns = new ArrayList<>();
        for (Variable variable : fed) {
            int numbers = Math.toIntExact(variable.shape().elementsFrom(1)) * (variable.sequences() ? count(1, 4) : 1);
            columns.add(
                    variable.type() == DataType.INT64
                            ? Column.integers(random.longs(numbers, 0, variable.equals(label) ? CLASSES : WORDS)
                                    .toArray())
                            : reals(numbers));
        }
        return new Sample(columns);
    }

    private Column reals(int numbers) {
        float[] values = new float[numbers];
        for (int i = 0; i < numbers; i++) {
            values[i] = 2 * random.nextFloat() - 1;
        }
        return Column.reals(values);
    }

    private Variable fed(Variable variable) {
        fed.add(variable);
        return variable;
    }

    private Variable loss() {
        Variable features = features();
        Variable first = cost(features);
        if (chance(0.7)) {
            return first;
        }
        Variable second = layers.arithmetic().scale(cost(features), 0.5, 0, true, null);
        return layers.arithmetic().sums(List.of(first, second));
    }

    private Variable cost(Variable features) {
        return switch (random.nextInt(4)) {
            case 0 ->
                layers.mean(layers.crossEntropy(
                        layers.dense().fc(List.of(features), CLASSES, attribute(), attribute(), "softmax"), label));
            case 1 ->
                layers.mean(layers.loss()
                        .softmaxWithCrossEntropy(
                                layers.dense().fc(List.of(features), CLASSES, attribute(), null, null), label, false));
            case 2 -> {
                Variable predicted = layers.dense().fc(List.of(features), 1, attribute(), attribute(), null);
                Variable far = layers.arithmetic().elementwise(Operation.SUB, predicted, target, -1, null);
                yield layers.mean(layers.arithmetic().activation(Activation.of("square"), far, Map.of()));
            }
            default ->
                layers.mean(layers.squareErrorCost(
                        layers.dense().fc(List.of(features), 1, attribute(), attribute(), null), target));
        };
    }

    private Variable features() {
        List<Variable> parts = new ArrayList<>(List.of(dense(x)));
        if (chance(0.4)) {
            parts.add(embedding(id));
        }
        if (chance(0.3)) {
            Variable rows = embedding(words);
            if (chance(0.5)) {
                rows = layers.sequence().convolution(rows, count(1, 4), count(1, 3), attribute(), attribute(), act());
            }
            parts.add(layers.sequence().pool(rows, one(List.of(Pool.values()))));
        }
        if (chance(0.3)) {
            Variable filtered = layers.image()
                    .conv2d(image, count(1, 3), Window.of(3, 1, random.nextInt(2)), 1, attribute(), attribute(), act());
            parts.add(layers.image().pool2d(filtered, chance(0.5) ? "max" : "avg", Window.of(2, 2, 0)));
        }
        if (chance(0.1)) {
            parts.add(layers.shape().oneHot(id, WORDS));
        }
        if (chance(0.1)) {
            Variable first = layers.dense().fc(parts, 4, attribute(), attribute(), act());
            Variable second = layers.dense().fc(parts, 4, attribute(), attribute(), "softmax");
            parts.add(layers.arithmetic().cosSim(first, second, 2));
        }
        if (chance(0.1)) {
            Variable wide = layers.dense().fc(parts, 6, attribute(), attribute(), act());
            Variable folded = layers.shape().reshape(wide, List.of(-1L, 2L, 3L), null);
            parts.add(layers.reduction()
                    .reduce(chance(0.5) ? Reduction.SUM : Reduction.MEAN, folded, List.of(1L), false));
        }
        if (chance(0.2)) {
            Variable first = layers.dense().fc(parts, 3, attribute(), attribute(), act());
            Variable second = layers.dense().fc(parts, 3, attribute(), attribute(), act());
            return layers.arithmetic()
                    .elementwise(chance(0.5) ? Operation.ADD : Operation.MUL, first, second, -1, act());
        }
        if (parts.stream().allMatch(part -> part.shape().rank() == 2) && chance(0.5)) {
            return layers.shape().concat(parts, 1);
        }
        return layers.dense().fc(parts, count(1, 6), attribute(), attribute(), act());
    }

    private Variable dense(Variable input) {
        Variable output = input;
        for (int depth = count(0, 2); depth > 0; depth--) {
            output = layers.dense().fc(List.of(output), count(1, 8), attribute(), attribute(), act());
        }
        if (chance(0.12)) {
            // Large enough to be cut for two servers.
            output = layers.dense().fc(List.of(output), count(2100, 2200), attribute(), attribute(), act());
            output = layers.dense().fc(List.of(output), count(8, 9), attribute(), attribute(), act());
        }
        if (chance(0.04)) {
            // Large enough to be sent ahead, and to be averaged in buckets.
            output = layers.dense().fc(List.of(output), 600, attribute(), attribute(), act());
            output = layers.dense().fc(List.of(output), 600, attribute(), attribute(), act());
            output = layers.dense().fc(List.of(output), count(1, 4), attribute(), attribute(), act());
        }
        if (chance(0.15)) {
            long width = output.shape().dimension(1);
            ParamAttr shared = new ParamAttr("shared_" + builder.layerName("name"), null, learning(), true);
            for (int i = 0; i < 2; i++) {
                output = layers.dense().fc(List.of(output), width, shared, null, act());
            }
        }
        return output;
    }

    private Variable embedding(Variable ids) {
        long padding = chance(0.2) ? 3 : -1;
        boolean rows = sparse && chance(0.7);
        if (chance(0.2)) {
            // One table for all lookups of its kind, under several losses none.
            ParamAttr shared = new ParamAttr("table_" + losses.size() + rows, null, Learning.DEFAULT, true);
            return layers.dense().embedding(ids, WORDS, 3, rows, padding, shared);
        }
        return layers.dense().embedding(ids, WORDS, count(1, 4), rows, padding, attribute());
    }

    private @Nullable String act() {
        List<String> known =
                List.of("relu", "tanh", "sigmoid", "softsign", "elu", "leaky_relu", "swish", "stanh", "softplus");
        return chance(0.2) ? null : one(known);
    }

    private ParamAttr attribute() {
        return chance(0.7) ? ParamAttr.DEFAULT : new ParamAttr(null, null, learning(), chance(0.8));
    }

    private Learning learning() {
        return new Learning(
                one(List.of(0.0, 0.5, 1.0, 2.0)), chance(0.3) ? regularization() : null, chance(0.3) ? clip() : null);
    }

    private Regularization regularization() {
        return chance(0.5) ? new Regularization.L2Decay(0.05) : new Regularization.L1Decay(0.01);
    }

    private GradientClip clip() {
        return switch (random.nextInt(3)) {
            case 0 -> new GradientClip.ByValue(-0.1, 0.2);
            case 1 -> new GradientClip.ByNorm(0.3);
            default -> new GradientClip.ByGlobalNorm(0.4, "default_group");
        };
    }

    private Optimizer optimizer() {
        return switch (random.nextInt(9)) {
            case 0 -> at(0.1, rate -> new Optimizer(new Sgd(), rate, decay(), bound()));
            case 1 -> at(0.05, rate -> new Optimizer(new Momentum(0.9, chance(0.5)), rate, decay(), bound()));
            case 2 -> at(0.1, rate -> new Optimizer(new Adagrad(1e-6, chance(0.5) ? 0.1 : 0), rate, decay(), bound()));
            case 3 -> at(0.02, rate -> new Optimizer(new DecayedAdagrad(0.95, 1e-6), rate, decay(), bound()));
            case 4 ->
                at(0.01, rate -> new Optimizer(new RmsProp(0.95, 1e-6, 0.5, chance(0.5)), rate, decay(), bound()));
            case 5 -> at(0.01, rate -> new Optimizer(new Adam(0.9, 0.999, 1e-8), rate, decay(), bound()));
            case 6 -> at(0.01, rate -> new Optimizer(new Adamax(0.9, 0.999, 1e-8), rate, decay(), bound()));
            case 7 -> at(1, rate -> new Optimizer(new Adadelta(1e-6, 0.95), rate, decay(), bound()));
            default -> at(0.1, rate -> new Optimizer(new Ftrl(0.01, 0.01, -0.5), rate, decay(), bound()));
        };
    }

    private Optimizer at(double rate, Function<LearningRate, Optimizer> optimizer) {
        return optimizer.apply(chance(0.5) ? new LearningRate.Constant(rate) : schedule(rate));
    }

    private LearningRate schedule(double rate) {
        Schedules schedules = new Schedules(builder);
        return new LearningRate.Scheduled(
                switch (random.nextInt(8)) {
                    case 0 -> schedules.exponentialDecay(rate, 3, 0.7, chance(0.5));
                    case 1 -> schedules.naturalExpDecay(rate, 3, 0.3, chance(0.5));
                    case 2 -> schedules.inverseTimeDecay(rate, 2, 0.5, chance(0.5));
                    case 3 -> schedules.polynomialDecay(rate, 4, rate / 10, 2, chance(0.5));
                    case 4 -> schedules.piecewiseDecay(List.of(2L, 6L), List.of(rate, rate / 2, rate / 4));
                    case 5 -> schedules.cosineDecay(rate, 2, 5);
                    case 6 -> schedules.linearWarmup(new LearningRate.Constant(rate), 4, rate / 10, rate);
                    default -> samples(schedules, rate);
                });
    }

    /** There is one count of samples in a program. */
    private Variable samples(Schedules schedules, double rate) {
        return program().parameter(SampleSchedule.SAMPLES) == null
                ? new SampleSchedule(SampleSchedule.Policy.EXP, rate, 0.9, 5, List.of(), List.of()).in(builder, 1)
                : schedules.noamDecay(64, 4, rate);
    }

    private @Nullable Regularization decay() {
        return chance(0.3) ? regularization() : null;
    }

    private @Nullable GradientClip bound() {
        return chance(0.3) ? clip() : null;
    }

    private int count(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    private <T> T one(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private boolean chance(double probability) {
        return random.nextDouble() < probability;
    }
}
