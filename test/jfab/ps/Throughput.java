package jfab.ps;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
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
import jfab.program.transpile.DistributeTranspiler;
import jfab.program.transpile.DistributedPrograms;

/**
 * What a parameter of 100 MB costs per step on loopback, beside the same bytes over a bare socket; run it by hand.
 *
 * <p>One server, one trainer, in threads of one process. The step holds the server's mean and its optimizer; a second pull
 * of the same step holds nothing but the transfer.
 */
final class Throughput {
    private static final int ELEMENTS = 25_000_000;
    private static final int ROUNDS = 8;
    private static final double MEGABYTES = ELEMENTS * 4 / 1e6;

    private Throughput() {}

    public static void main(String[] args) throws Exception {
        double tcp = tcp();
        System.out.printf("raw TCP, one direction: %.0f MB/s%n", tcp);
        Net net = net();
        try (LoopbackJob job = new LoopbackJob(net, 1, 1).startServers();
                ParameterClient client = job.joined(0)) {
            exchange(client, new DistributeTranspiler(job.trainer(0)).transpile(net.program(), 1), tcp);
        }
    }

    private static void exchange(ParameterClient client, DistributedPrograms programs, double tcp) {
        Operator send = programs.trainer().operators(OpType.Phase.OPTIMIZE).get(0);
        Operator receive = programs.trainer().operators(OpType.Phase.OPTIMIZE).get(1);
        Operator initial = programs.trainerStartup().operators().get(1);
        HostTensor tensor = HostTensor.wrap(
                Shape.of(ELEMENTS), DataType.FLOAT32, ByteBuffer.allocateDirect(ELEMENTS * Float.BYTES));
        client.send(initial, Map.of("w", tensor), 0);
        client.receive(receive, Map.of("w", tensor));
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            client.send(send, Map.of("w@GRAD", tensor), 1);
            long sent = System.nanoTime();
            client.receive(receive, Map.of("w", tensor));
            long stepped = System.nanoTime();
            client.receive(receive, Map.of("w", tensor));
            double pull = MEGABYTES / ((System.nanoTime() - stepped) / 1e9);
            double push = MEGABYTES / ((sent - start) / 1e9);
            System.out.printf(
                    "step %.3f s; push %.0f MB/s (%.2f of TCP), pull %.0f MB/s (%.2f of TCP)%n",
                    (stepped - start) / 1e9, push, push / tcp, pull, pull / tcp);
        }
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

    private static double tcp() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                LoopbackJob threads = new LoopbackJob(Net.fitALine(), 1, 1)) {
            Future<Double> reader = threads.start(() -> read(listener));
            try (Socket socket = new Socket(listener.getInetAddress(), listener.getLocalPort())) {
                OutputStream out = socket.getOutputStream();
                byte[] chunk = new byte[1 << 20];
                for (long sent = 0; sent < 10L * ELEMENTS * Float.BYTES; sent += chunk.length) {
                    out.write(chunk);
                }
            }
            return LoopbackJob.get(reader);
        }
    }

    private static double read(ServerSocket listener) throws IOException {
        try (Socket socket = listener.accept();
                InputStream in = socket.getInputStream()) {
            byte[] chunk = new byte[1 << 20];
            long start = System.nanoTime();
            long read = 0;
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                read += n;
            }
            return read / 1e6 / ((System.nanoTime() - start) / 1e9);
        }
    }
}
