package jfab.training.ps;

import java.util.List;
import java.util.Map;
import java.util.Random;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Scope;
import jfab.training.engine.torch.Torch;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.Layers;
import jfab.training.program.ParamAttr;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import jfab.training.program.optimize.Adam;
import jfab.training.program.optimize.Optimizer;
import jfab.training.program.transpile.DistributedPrograms;

/**
 * What a step over many rows of a sparse table costs, with Adam, in one process and with one and two servers on loopback, all in
 * threads of this process; run it by hand.
 *
 * <p>Rows come up in the first rounds and are there later: both are shown.
 */
final class RowThroughput {
    private static final int ROWS = 20_000;
    private static final int HEIGHT = 200_000;
    private static final int WIDTH = 32;
    private static final int ROUNDS = 40;

    private RowThroughput() {}

    public static void main(String[] args) throws Exception {
        Program program = program();
        System.out.printf("%,d of %,d rows of %d numbers per step, Adam%n", ROWS, HEIGHT, WIDTH);
        rounds("one process", program.startup(1), program, ParameterExchange.none());
        for (int servers = 1; servers <= 2; servers++) {
            Net net = new Net(program, "mean_0.tmp_0", Map.of());
            try (LoopbackJob job = new LoopbackJob(net, servers, 1).startServers();
                    ParameterClient client = job.joined(0)) {
                DistributedPrograms programs = job.programs(job.trainer(0));
                rounds(servers + " servers", programs.trainerStartup(), programs.trainer(), client);
            }
        }
    }

    private static void rounds(String where, Program startup, Program program, ParameterExchange exchange) {
        Executor executor = Torch.open(new Device.Cpu(), exchange);
        Random random = new Random(1);
        try (Scope scope = executor.newScope()) {
            executor.run(startup, Map.of(), List.of(), scope);
            long start = System.nanoTime();
            for (int round = 1; round <= ROUNDS; round++) {
                long[] ids = random.longs(ROWS, 0, HEIGHT).toArray();
                executor.run(program, Map.of("ids", HostTensor.of(Shape.of(ROWS, 1), ids)), List.of(), scope);
                if (round % (ROUNDS / 4) == 0) {
                    double seconds = (System.nanoTime() - start) / 1e9 / (ROUNDS / 4);
                    System.out.printf(
                            "%s, round %d: %.1f ms per step, %,.0f rows/s%n",
                            where, round, seconds * 1e3, ROWS / seconds);
                    start = System.nanoTime();
                }
            }
        }
    }

    private static Program program() {
        Builder builder = Program.builder();
        Layers layers = new Layers(builder);
        Variable ids = layers.data("ids", Shape.of(1), DataType.INT64);
        Variable rows = layers.dense().embedding(ids, HEIGHT, WIDTH, true, -1, ParamAttr.DEFAULT);
        Optimizer.of(new Adam(), 0.01).minimize(builder, layers.mean(layers.fc(rows, 1, null)));
        return builder.build();
    }
}
