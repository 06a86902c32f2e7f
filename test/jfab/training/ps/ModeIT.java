package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Function;
import jfab.training.engine.HostTensor;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.Initializer;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.optimize.LearningRate;
import jfab.training.program.optimize.Optimizer;
import jfab.training.program.optimize.Schedules;
import jfab.training.program.optimize.Sgd;
import jfab.training.program.transpile.DistributeTranspilerConfig;
import jfab.training.program.transpile.DistributedPrograms;
import jfab.training.program.transpile.TrainingMode;
import org.junit.jupiter.api.Test;

/** What each mode makes of pushes and pulls, one at a time: one parameter of two numbers, SGD with rate 0.5, two trainers. */
class ModeIT {
    private static final Net NET = net(_ -> new LearningRate.Constant(0.5));

    /** A trainer whose every move the test decides. */
    private record Hand(ParameterClient client, DistributedPrograms programs) implements AutoCloseable {
        static Hand of(LoopbackJob job, int rank) {
            return new Hand(job.joined(rank), job.programs(job.trainer(rank)));
        }

        void initialize(float... w) {
            client.send(operator(programs.trainerStartup(), OpType.SEND), Map.of("w", tensor(w)), 0);
        }

        void push(float... gradient) {
            client.send(operator(programs.trainer(), OpType.SEND), Map.of("w@GRAD", tensor(gradient)), 1);
        }

        double[] pull() {
            HostTensor w = tensor(0, 0);
            client.receive(operator(programs.trainer(), OpType.RECV), Map.of("w", w));
            return w.values();
        }

        @Override
        public void close() {
            client.close();
        }

        private static Operator operator(Program program, OpType type) {
            return program.operators().stream()
                    .filter(operator -> operator.type() == type)
                    .findFirst()
                    .orElseThrow();
        }

        private static HostTensor tensor(float... values) {
            return HostTensor.of(Shape.of(2), values);
        }
    }

    @FunctionalInterface
    private interface Play {
        void play(Hand first, Hand second, LoopbackJob job) throws Exception;
    }

    @Test
    void anAsynchronousTrainerWaitsForNobody() throws Exception {
        play(new TrainingMode.Asynchronous(0), (first, second, _) -> {
            first.push(2, 4);
            assertArrayEquals(new double[] {0, 0}, first.pull());
            first.push(2, 0);
            assertArrayEquals(new double[] {-1, 0}, first.pull());
            second.push(0, 2);
            assertArrayEquals(new double[] {-1, -1}, second.pull());
        });
    }

    /** The third gradient of two trainers begins the second step, for which the rate is 0.25. */
    @Test
    void asManyGradientsAsThereAreTrainersAreOneStepOfASchedule() throws Exception {
        Net net = net(schedules ->
                new LearningRate.Scheduled(schedules.piecewiseDecay(List.of(1L, 2L), List.of(0.5, 0.25, 0.125))));
        play(new TrainingMode.Asynchronous(0), net, (first, second, _) -> {
            first.push(2, 0);
            assertArrayEquals(new double[] {0, 2}, first.pull());
            first.push(2, 0);
            assertArrayEquals(new double[] {-1, 2}, first.pull());
            second.push(4, 0);
            assertArrayEquals(new double[] {-2, 2}, second.pull());
            second.close();
            first.push(4, 0);
            assertArrayEquals(new double[] {-3, 2}, first.pull(), "half of the second step was open");
            first.push(8, 0);
            assertArrayEquals(new double[] {-4, 2}, first.pull(), "who is alone makes a step with each gradient");
        });
    }

    /** v1's rule: two trainers, ratio 1.5, so that a lag of 3 is too much. */
    @Test
    void aGradientThatIsTooOldIsDiscardedAndCounted() throws Exception {
        List<String> report = play(new TrainingMode.Asynchronous(1.5), (first, second, _) -> {
            first.push(2, 4);
            first.pull();
            first.push(0, 0);
            first.pull();
            second.push(2, 2);
            assertArrayEquals(new double[] {-1, -1}, second.pull(), "a lag of 2 is not too much");
            for (int step = 0; step < 3; step++) {
                first.push(0, 0);
                first.pull();
            }
            second.push(100, 100);
            assertArrayEquals(new double[] {-1, -1}, second.pull());
        });
        assertEquals(
                List.of(
                        "trainer 0: 5 gradients, lag 0.2 (0: 4, 1: 1), waited for 0.0 s",
                        "trainer 1: 2 gradients, lag 2.5 (2: 1, 3: 1), 1 discarded as too old, waited for 0.0 s"),
                report);
    }

    /** w = w - 0.5 (g + lambda g² (w - w_pulled)), with the values that this trainer pulled. */
    @Test
    void aLateGradientIsCorrectedForTheChangeSinceItsTrainerPulled() throws Exception {
        play(new TrainingMode.DelayCompensated(2), (first, second, _) -> {
            first.push(2, 4);
            assertArrayEquals(new double[] {0, 0}, first.pull(), "nothing has changed, nothing is corrected");
            second.push(1, -1);
            // g + 2 g² (w - 1 or 2) with w = 0: 1 - 2 = -1 and -1 - 4 = -5.
            assertArrayEquals(new double[] {0.5, 2.5}, second.pull());
            second.push(1, 1);
            assertArrayEquals(new double[] {0, 2}, second.pull(), "its copy is the one that it pulled last");
        });
    }

    @Test
    void aTrainerThatIsTooFarAheadWaitsForTheSlowest() throws Exception {
        play(new TrainingMode.BoundedStaleness(1), (first, second, job) -> {
            first.push(2, 4);
            assertArrayEquals(new double[] {0, 0}, first.pull(), "one step ahead is allowed");
            first.push(2, 0);
            Future<double[]> held = job.start(first::pull);
            second.push(0, 2);
            assertArrayEquals(new double[] {-1, -1}, LoopbackJob.get(held), "the answer waited for the other's step");
        });
    }

    @Test
    void aTrainerThatLeavesIsNotTheSlowest() throws Exception {
        play(new TrainingMode.BoundedStaleness(0), (first, second, job) -> {
            first.push(2, 4);
            Future<double[]> held = job.start(first::pull);
            second.close();
            assertArrayEquals(new double[] {0, 0}, LoopbackJob.get(held));
        });
    }

    @Test
    void synchronousTrainersAreReportedWithThoseTheyWaitedFor() throws Exception {
        List<String> report = play(new TrainingMode.Synchronous(), (first, second, job) -> {
            first.push(2, 4);
            Future<double[]> held = job.start(first::pull);
            second.push(0, 2);
            assertArrayEquals(new double[] {0.5, 0.5}, LoopbackJob.get(held));
        });
        assertTrue(
                report.getFirst().matches("trainer 0: 1 gradients, lag 0.0 \\(0: 1\\), waited for 0.0 s"),
                report.toString());
    }

    /** Plays with two trainers that have w = (1, 2), and gives the report of the first server. */
    private static List<String> play(TrainingMode mode, Play play) throws Exception {
        return play(mode, NET, play);
    }

    private static List<String> play(TrainingMode mode, Net net, Play play) throws Exception {
        try (LoopbackJob job = new LoopbackJob(net, 1, 2)
                .with(DistributeTranspilerConfig.standard().with(mode))
                .startServers()) {
            try (Hand first = Hand.of(job, 0);
                    Hand second = Hand.of(job, 1)) {
                first.initialize(1, 2);
                first.pull();
                assertArrayEquals(new double[] {1, 2}, second.pull());
                play.play(first, second, job);
            }
            job.awaitServers();
            return job.console().stream()
                    .filter(line -> line.startsWith("trainer"))
                    .toList();
        }
    }

    private static Net net(Function<Schedules, LearningRate> rate) {
        Builder builder = Program.builder();
        builder.parameter("w", Shape.of(2), new Initializer.Constant(0));
        builder.temporary("loss", Shape.of(1), DataType.FLOAT32);
        builder.operator(
                new Operator(OpType.MEAN, Map.of("X", List.of("w")), Map.of("Out", List.of("loss")), Map.of()));
        new Optimizer(new Sgd(), rate.apply(new Schedules(builder)))
                .minimize(builder, builder.build().variable("loss"));
        return new Net(builder.build(), "loss", Map.of());
    }
}
