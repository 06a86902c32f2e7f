package jfab.ps;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.engine.HostTensor;
import jfab.program.Builder;
import jfab.program.DataType;
import jfab.program.Initializer;
import jfab.program.OpType;
import jfab.program.Operator;
import jfab.program.Program;
import jfab.program.Shape;
import jfab.program.optimize.Optimizer;
import jfab.program.optimize.Sgd;
import jfab.program.transpile.DistributedPrograms;

/**
 * What a parameter of 100 MB costs per step on loopback, beside the same bytes over a bare connection; run it by hand.
 *
 * <p>One server, one trainer, in threads of one process. A push counts until gRPC has taken its last message, a few of which
 * are still on their way; the second pull of a step holds nothing but the transfer. Rounds take turns with those of the
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
        List<Double> bare = new ArrayList<>();
        List<Double> pushes = new ArrayList<>();
        List<Double> pulls = new ArrayList<>();
        List<Double> steps = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            bare.add(tcp.seconds(4L * ELEMENTS));
            long start = System.nanoTime();
            client.send(send, Map.of("w@GRAD", tensor), 1);
            long sent = System.nanoTime();
            client.receive(receive, Map.of("w", tensor));
            long stepped = System.nanoTime();
            client.receive(receive, Map.of("w", tensor));
            pulls.add((System.nanoTime() - stepped) / 1e9);
            pushes.add((sent - start) / 1e9);
            steps.add((stepped - start) / 1e9);
        }
        double tcpRate = MEGABYTES / median(bare);
        System.out.printf("bare TCP %.0f MB/s%n", tcpRate);
        System.out.printf(
                "push %.0f MB/s, %.2f of TCP%n", MEGABYTES / median(pushes), MEGABYTES / median(pushes) / tcpRate);
        System.out.printf(
                "pull %.0f MB/s, %.2f of TCP%n", MEGABYTES / median(pulls), MEGABYTES / median(pulls) / tcpRate);
        System.out.printf("whole step, with mean and optimizer, %.3f s%n", median(steps));
    }

    private static Operator only(Program program, OpType type) {
        return program.operators().stream()
                .filter(operator -> operator.type() == type)
                .findFirst()
                .orElseThrow();
    }

    private static double median(List<Double> seconds) {
        return seconds.stream().skip(ROUNDS / 3).sorted().toList().get((ROUNDS - ROUNDS / 3) / 2);
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
