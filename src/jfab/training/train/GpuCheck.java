package jfab.training.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import jfab.training.engine.CudaReport;
import jfab.training.engine.Device;
import jfab.training.engine.EngineException;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Scope;
import jfab.training.engine.torch.Torch;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.Layers;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import jfab.training.program.optimize.Adam;
import jfab.training.program.optimize.Optimizer;

/** {@code train check-gpu}: what this machine has for GPUs, a few steps of training on each, and a sentence for each thing that is wrong. */
record GpuCheck(Consumer<String> out) {
    static final String WORD = "check-gpu";

    private static final long BATCH = 64;
    private static final long PIXELS = 28;
    private static final int CLASSES = 10;
    private static final int STEPS = 10;
    private static final double GIBIBYTE = 1 << 30;

    /** Losses of one and the same training on a GPU and on the processor, whose sums are rounded otherwise. */
    private static final double ALIKE = 0.02;

    /** Whether all of them can be used. */
    boolean run() {
        CudaReport here = Torch.gpus();
        if (!here.versions().isEmpty()) {
            out.accept(here.versions().entrySet().stream()
                    .map(each -> each.getKey() + " " + each.getValue())
                    .collect(Collectors.joining(", ")));
        }
        List<String> wrong = new ArrayList<>(here.wrong());
        for (CudaReport.Gpu gpu : here.gpus()) {
            String name = String.format(
                    Locale.ROOT,
                    "GPU %d: %s, compute capability %s, %.1f GiB",
                    gpu.index(),
                    gpu.name(),
                    gpu.capability(),
                    gpu.bytes() / GIBIBYTE);
            if (!gpu.wrong().isEmpty()) {
                wrong.add("GPU " + gpu.index() + ": " + gpu.wrong());
            } else if (here.wrong().isEmpty()) {
                name += trained(new Device.Cuda(gpu.index()), wrong);
            }
            out.accept(name);
        }
        wrong.forEach(sentence -> out.accept("WRONG: " + sentence));
        return wrong.isEmpty();
    }

    /** How a training goes on {@code device}; with what is wrong with that. */
    static String trained(Device device, List<String> wrong) {
        try {
            Losses there = losses(device);
            Losses expected = losses(new Device.Cpu());
            if (!(Math.abs(there.first() - expected.first()) < ALIKE * expected.first())
                    || !(there.last() < there.first())) {
                wrong.add(String.format(
                        Locale.ROOT,
                        "%s: the loss of a small network goes from %.4g to %.4g there, on the processor from %.4g to %.4g;"
                                + " the GPU computes wrongly",
                        device,
                        there.first(),
                        there.last(),
                        expected.first(),
                        expected.last()));
            }
            return String.format(
                    Locale.ROOT,
                    ", %.1f ms a step of training, loss %.4f to %.4f",
                    there.milliseconds(),
                    there.first(),
                    there.last());
        } catch (EngineException e) {
            wrong.add(device + ": no step of training can be taken: " + EngineException.firstLine(e));
            return "";
        }
    }

    /**
     * @param milliseconds that a step takes, after the first ones
     */
    private record Losses(double first, double last, double milliseconds) {}

    private static Losses losses(Device device) {
        Builder builder = Program.builder();
        Variable loss = network(new Layers(builder));
        Optimizer.of(new Adam(), 0.001).minimize(builder, loss);
        Program program = builder.build();
        Executor executor = Torch.open(device, ParameterExchange.none());
        Map<String, HostTensor> feed = digits();
        try (Scope scope = executor.newScope()) {
            executor.run(program.startup(1), Map.of(), List.of(), scope);
            double[] losses = new double[STEPS];
            long begin = 0;
            for (int step = 0; step < STEPS; step++) {
                if (step == STEPS / 2) {
                    begin = System.nanoTime();
                }
                losses[step] = executor.run(program, feed, List.of(loss.name()), scope)
                        .getFirst()
                        .mean();
            }
            double took = (System.nanoTime() - begin) / 1e6 / (STEPS - STEPS / 2);
            return new Losses(losses[0], losses[STEPS - 1], took);
        }
    }

    /** The test program of Fluid's chapter on clusters of GPUs: two convolutions that learn to read digits. */
    private static Variable network(Layers layers) {
        Variable image = layers.data("img", Shape.of(1, PIXELS, PIXELS), DataType.FLOAT32);
        Variable label = layers.data("label", Shape.of(1), DataType.INT64);
        Variable first = layers.simpleImgConvPool(image, 20, 5, 2, 2, "relu");
        Variable even = layers.batchNorm(first, null, 0.9, 1e-5);
        Variable second = layers.simpleImgConvPool(even, 50, 5, 2, 2, "relu");
        return layers.mean(layers.crossEntropy(layers.fc(second, CLASSES, "softmax"), label));
    }

    /** A batch that is always the same: what matters is where it is computed. */
    private static Map<String, HostTensor> digits() {
        Random random = new Random(1);
        float[] pixels = new float[(int) (BATCH * PIXELS * PIXELS)];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = random.nextFloat() * 2 - 1;
        }
        long[] labels = random.longs(BATCH, 0, CLASSES).toArray();
        return Map.of(
                "img", HostTensor.of(Shape.of(BATCH, 1, PIXELS, PIXELS), pixels),
                "label", HostTensor.of(Shape.of(BATCH, 1), labels));
    }
}
