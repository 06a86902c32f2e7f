package jfab.training.ps;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import jfab.training.engine.HostTensor;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.Initializer;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.optimize.Optimizer;
import jfab.training.program.optimize.Sgd;
import jfab.training.program.transpile.DistributedPrograms;

/**
 * What a parameter of 100 MB costs per step on loopback, beside the same bytes over a bare connection; {@code test/bench/wire}
 * runs it.
 *
 * <p>One server, one trainer, in threads of one process. A push counts until the socket has taken its last byte, which may
 * still be on its way; the second pull of a step holds nothing but the transfer. Rounds take turns with those of the
 * bare connection, and medians are compared, so that other work on the machine slows down both.
 */
final class Throughput {
    private static final int ELEMENTS = 25_000_000;
    private static final int ROUNDS = 15;
    private static final double MEGABYTES = ELEMENTS * 4 / 1e6;

    private Throughput() {}

    public static void main(String[] args) throws Exception {
        Net net = net();
        try (RawTcp tcp = new RawTcp();
                LoopbackJob job = new LoopbackJob(net, 1, 1).startServers();
                ParameterClient client = job.joined(0)) {
            exchange(client, job.programs(job.trainer(0)), tcp);
        }
    }

    private static void exchange(ParameterClient client, DistributedPrograms programs, RawTcp tcp) throws Exception {
        Operator send = only(programs.trainer(), OpType.SEND);
        Operator receive = only(programs.trainer(), OpType.RECV);
        HostTensor tensor = HostTensor.wrap(
                Shape.of(ELEMENTS), DataType.FLOAT32, ByteBuffer.allocateDirect(ELEMENTS * Float.BYTES));
        client.send(only(programs.trainerStartup(), OpType.SEND), Map.of("w", tensor), 0);
        client.receive(receive, Map.of("w", tensor));
        List<Cost> bare = new ArrayList<>();
        List<Cost> pushes = new ArrayList<>();
        List<Cost> pulls = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            bare.add(Cost.of(() -> tcp.transfer(4L * ELEMENTS)));
            pushes.add(Cost.of(() -> client.send(send, Map.of("w@GRAD", tensor), 1)));
            client.receive(receive, Map.of("w", tensor));
            pulls.add(Cost.of(() -> client.receive(receive, Map.of("w", tensor))));
        }
        Cost tcpCost = Cost.median(bare);
        System.out.println("tcp " + tcpCost.show(tcpCost));
        System.out.println("push " + Cost.median(pushes).show(tcpCost));
        System.out.println("pull " + Cost.median(pulls).show(tcpCost));
    }

    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    /** What moving the parameter once takes; processor time is that of all threads, and says more where others use the machine. */
    private record Cost(double seconds, double processor) {
        static Cost of(Work work) throws Exception {
            long start = System.nanoTime();
            Duration before = used();
            work.run();
            return new Cost(
                    (System.nanoTime() - start) / 1e9, used().minus(before).toNanos() / 1e9);
        }

        private static Duration used() {
            return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
        }

        static Cost median(List<Cost> costs) {
            return new Cost(median(costs, Cost::seconds), median(costs, Cost::processor));
        }

        /** The first third is for the compiler to warm up. */
        private static double median(List<Cost> costs, ToDoubleFunction<Cost> of) {
            double[] sorted =
                    costs.stream().skip(ROUNDS / 3).mapToDouble(of).sorted().toArray();
            return sorted[sorted.length / 2];
        }

        String show(Cost tcp) {
            return "%.0f MB/s, %.2f of TCP; %.3f s of processors, TCP %.2f of that"
                    .formatted(MEGABYTES / seconds, tcp.seconds / seconds, processor, tcp.processor / processor);
        }
    }

    private static Operator only(Program program, OpType type) {
        return program.operators().stream()
                .filter(operator -> operator.type() == type)
                .findFirst()
                .orElseThrow();
    }

    private static Net net() {
        Builder builder = Program.builder();
        builder.parameter("w", Shape.of(ELEMENTS), new Initializer.Constant(0));
        builder.temporary("loss", Shape.of(1), DataType.FLOAT32);
        builder.operator(
                new Operator(OpType.MEAN, Map.of("X", List.of("w")), Map.of("Out", List.of("loss")), Map.of()));
        Optimizer.of(new Sgd(), 0.1).minimize(builder, builder.build().variable("loss"));
        return new Net(builder.build(), "loss", Map.of());
    }
}
