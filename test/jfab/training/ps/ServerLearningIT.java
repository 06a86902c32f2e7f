package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import jfab.training.engine.HostTensor;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.GradientClip;
import jfab.training.program.Layers;
import jfab.training.program.Program;
import jfab.training.program.Regularization;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
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
import jfab.training.program.optimize.UpdateRule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Two servers, two trainers with half of each batch, and one process with all of it learn the same, however they learn. */
class ServerLearningIT {
    private static final int STEPS = 10;
    private static final int BATCH = 15;

    static Stream<Arguments> rules() {
        return Stream.of(
                rule("sgd", new Sgd(), 0.1),
                rule("momentum", new Momentum(0.9, false), 0.02),
                rule("nesterov", new Momentum(0.9, true), 0.02),
                rule("adagrad", new Adagrad(1e-6, 0.1), 0.01),
                rule("decayed adagrad", new DecayedAdagrad(0.95, 1e-2), 0.01),
                rule("rmsprop", new RmsProp(0.95, 1e-3, 0.5, false), 0.003),
                rule("centered rmsprop", new RmsProp(0.95, 1e-3, 0.5, true), 0.003),
                rule("adam", new Adam(0.9, 0.999, 1e-4), 0.003),
                rule("adamax", new Adamax(0.9, 0.999, 1e-4), 0.003),
                rule("adadelta", new Adadelta(1e-3, 0.95), 0.02),
                rule("ftrl", new Ftrl(0.001, 0.01, -0.5), 0.003));
    }

    static Stream<Arguments> gradients() {
        Optimizer momentum = Optimizer.of(new Momentum(0.9, false), 0.05);
        return Stream.of(
                Arguments.of("L2", of(momentum.regularized(new Regularization.L2Decay(0.1)))),
                Arguments.of("L1", of(momentum.regularized(new Regularization.L1Decay(0.01)))),
                Arguments.of("by value", of(momentum.clipped(new GradientClip.ByValue(-0.01, 0.02)))),
                Arguments.of("by norm", of(momentum.clipped(new GradientClip.ByNorm(0.1)))),
                Arguments.of("by global norm", of(momentum.clipped(new GradientClip.ByGlobalNorm(0.2, "all")))),
                Arguments.of(
                        "by global norm, then L2",
                        of(momentum.clipped(new GradientClip.ByGlobalNorm(0.2, "all"))
                                .regularized(new Regularization.L2Decay(0.1)))));
    }

    static Stream<Arguments> schedules() {
        return Stream.of(
                schedule(
                        "a warm-up before a decay",
                        schedules -> schedules.linearWarmup(
                                new LearningRate.Scheduled(schedules.exponentialDecay(0.2, 2, 0.5, false)),
                                4,
                                0.001,
                                0.2)),
                Arguments.of("samples", samples()),
                schedule("pieces", schedules -> schedules.piecewiseDecay(List.of(2L, 5L), List.of(0.001, 0.2, 0.01))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"rules", "gradients", "schedules"})
    void aJobLearnsAsOneProcess(String name, Function<Builder, Optimizer> optimizer) throws Exception {
        Net net = net(optimizer);
        List<Map<String, HostTensor>> batches = net.batches(STEPS, BATCH, 1);
        List<List<Map<String, HostTensor>>> halves = List.of(Net.share(batches, 0, 2), Net.share(batches, 1, 2));
        List<Double> local = LoopbackJob.local(net, batches);
        try (LoopbackJob job = new LoopbackJob(net, 2, 2).startServers()) {
            List<List<Double>> losses = job.train(halves);
            job.awaitServers();
            for (int step = 0; step < STEPS; step++) {
                double mean = 0;
                for (int trainer = 0; trainer < 2; trainer++) {
                    mean += losses.get(trainer).get(step)
                            * Net.size(halves.get(trainer).get(step))
                            / BATCH;
                }
                assertEquals(local.get(step), mean, 1e-5, name + ", step " + step);
            }
        }
        assertNotEquals(local.getFirst(), local.getLast(), 1e-3, "the parameters have moved");
    }

    /** The first layer's weight has 18,000 numbers and is cut in two; its bias and the second layer lie whole on one server each. */
    private static Net net(Function<Builder, Optimizer> optimizer) {
        Builder builder = Program.builder();
        Layers layers = new Layers(builder);
        Variable x = layers.data("x", Shape.of(20), DataType.FLOAT32);
        Variable y = layers.data("y", Shape.of(1), DataType.FLOAT32);
        Variable hidden = layers.fc(x, 900, "tanh");
        Variable loss = layers.mean(layers.squareErrorCost(layers.fc(hidden, 1, null), y));
        optimizer.apply(builder).minimize(builder, loss);
        return new Net(builder.build(), loss.name(), Map.of("x", Shape.of(20), "y", Shape.of(1)));
    }

    private static Arguments rule(String name, UpdateRule rule, double rate) {
        return Arguments.of(name, of(Optimizer.of(rule, rate)));
    }

    private static Function<Builder, Optimizer> of(Optimizer optimizer) {
        return _ -> optimizer;
    }

    /** Servers count the samples of all trainers, whose shares are not alike. */
    private static Function<Builder, Optimizer> samples() {
        SampleSchedule poly = new SampleSchedule(SampleSchedule.Policy.POLY, 0.2, 0.05, 1.5, List.of(), List.of());
        return builder -> new Optimizer(new Sgd(), new LearningRate.Scheduled(poly.in(builder, 1)));
    }

    private static Arguments schedule(String name, Function<Schedules, Variable> schedule) {
        Function<Builder, Optimizer> optimizer =
                builder -> new Optimizer(new Sgd(), new LearningRate.Scheduled(schedule.apply(new Schedules(builder))));
        return Arguments.of(name, optimizer);
    }
}
