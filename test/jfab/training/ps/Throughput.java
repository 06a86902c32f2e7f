package jfab.training.ps;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
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
import jfab.training.ps.job.TlsSettings;

/**
 * What a parameter of 100 MB costs per step on loopback, beside the same bytes over a bare connection; then what a step of MNIST's
 * network takes. {@code test/bench/wire} runs it. Arguments: a folder for certificates, and {@code plain} or {@code encrypted}.
 *
 * <p>One server, one trainer, in threads of one process. A push counts until the socket has taken its last byte, which may
 * still be on its way; the second pull of a step holds nothing but the transfer. Rounds take turns with those of the
 * bare connection, and medians are compared, so that other work on the machine slows down both.
 */
final class Throughput {
    private static final int ELEMENTS = 25_000_000;
    private static final int ROUNDS = 15;
    private static final int STEPS = 20;
    private static final int STEP_ROUNDS = 3;
    private static final double MEGABYTES = ELEMENTS * 4 / 1e6;

    private Throughput() {}

    public static void main(String[] args) throws Exception {
        boolean encrypted = args[1].equals("encrypted");
        String name = encrypted ? "encrypted_" : "";
        TestCertificate certificate = TestCertificate.make(Path.of(args[0]), "of-the-job");
        TlsSettings tls = encrypted ? certificate.pinning(certificate) : TlsSettings.none();
        Map<String, List<Cost>> costs = new LinkedHashMap<>();
        try (RawTcp tcp = new RawTcp()) {
            exchange(tls, name, tcp, costs);
        }
        Cost bare = Cost.median(costs.getOrDefault(name + "tcp", List.of()));
        costs.forEach(
                (what, all) -> System.out.println(what + " " + Cost.median(all).show(bare)));
        System.out.printf("%smnist %.2f ms per step%n", name, step(tls) * 1000);
    }

    private static void exchange(TlsSettings tls, String name, RawTcp tcp, Map<String, List<Cost>> costs)
            throws Exception {
        try (LoopbackJob job = new LoopbackJob(net(), 1, 1).with(tls).startServers();
                ParameterClient client = job.joined(0)) {
            DistributedPrograms programs = job.programs(job.trainer(0));
            Operator send = only(programs.trainer(), OpType.SEND);
            Operator receive = only(programs.trainer(), OpType.RECV);
            HostTensor tensor = HostTensor.wrap(
                    Shape.of(ELEMENTS), DataType.FLOAT32, ByteBuffer.allocateDirect(ELEMENTS * Float.BYTES));
            client.send(only(programs.trainerStartup(), OpType.SEND), Map.of("w", tensor), 0);
            client.receive(receive, Map.of("w", tensor));
            for (int round = 0; round < ROUNDS; round++) {
                note(costs, name + "tcp", () -> tcp.transfer(4L * ELEMENTS));
                note(costs, name + "push", () -> client.send(send, Map.of("w@GRAD", tensor), 1));
                client.receive(receive, Map.of("w", tensor));
                note(costs, name + "pull", () -> client.receive(receive, Map.of("w", tensor)));
            }
        }
    }

    private static void note(Map<String, List<Cost>> costs, String what, Work work) throws Exception {
        costs.computeIfAbsent(what, _ -> new ArrayList<>()).add(Cost.of(work));
    }

    /** Seconds that a step of MNIST's network takes, batch 64: the median of rounds, each a long training less a short one. */
    private static double step(TlsSettings tls) throws Exception {
        List<Double> rounds = new ArrayList<>();
        for (int round = 0; round < STEP_ROUNDS; round++) {
            rounds.add((training(tls, 4 * STEPS) - training(tls, STEPS)) / (3 * STEPS));
        }
        return rounds.stream().sorted().toList().get(STEP_ROUNDS / 2);
    }

    private static double training(TlsSettings tls, int steps) throws Exception {
        Net net = Net.mnistConv();
        List<Map<String, HostTensor>> batches =
                Collections.nCopies(steps, net.batches(1, 64, 1).getFirst());
        try (LoopbackJob job = new LoopbackJob(net, 1, 1).with(tls).startServers()) {
            long start = System.nanoTime();
            job.train(List.of(batches));
            return (System.nanoTime() - start) / 1e9;
        }
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
