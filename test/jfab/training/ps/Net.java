package jfab.training.ps;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import jfab.training.engine.HostTensor;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.Layers;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import jfab.training.program.optimize.Adam;
import jfab.training.program.optimize.Optimizer;
import jfab.training.program.optimize.Sgd;

/**
 * The network of an example, with samples made up for it.
 *
 * @param samples per feed variable, its sample shape; {@code label} is a class of ten
 */
record Net(Program program, String loss, Map<String, Shape> samples) {
    /** Document 002's: 13 features, SGD. */
    static Net fitALine() {
        return fitALine(0.001);
    }

    /** The same, learning at another rate. */
    static Net fitALine(double rate) {
        Builder builder = Program.builder();
        Layers layers = new Layers(builder);
        Variable x = layers.data("x", Shape.of(13), DataType.FLOAT32);
        Variable y = layers.data("y", Shape.of(1), DataType.FLOAT32);
        Variable loss = layers.mean(layers.squareErrorCost(layers.fc(x, 1, null), y));
        Optimizer.of(new Sgd(), rate).minimize(builder, loss);
        return new Net(builder.build(), loss.name(), Map.of("x", Shape.of(13), "y", Shape.of(1)));
    }

    /** Document 004's: two convolutions with batch_norm between, Adam. */
    static Net mnistConv() {
        Builder builder = Program.builder();
        Layers layers = new Layers(builder);
        Variable img = layers.data("img", Shape.of(1, 28, 28), DataType.FLOAT32);
        Variable label = layers.data("label", Shape.of(1), DataType.INT64);
        Variable first = layers.batchNorm(layers.simpleImgConvPool(img, 20, 5, 2, 2, "relu"), null, 0.9, 1e-5);
        Variable second = layers.simpleImgConvPool(first, 50, 5, 2, 2, "relu");
        Variable loss = layers.mean(layers.crossEntropy(layers.fc(second, 10, "softmax"), label));
        Optimizer.of(new Adam(), 0.001).minimize(builder, loss);
        return new Net(builder.build(), loss.name(), Map.of("img", Shape.of(1, 28, 28), "label", Shape.of(1)));
    }

    /** Layers whose gradients are large enough to be sent ahead of those of the layers before. */
    static Net largeLayers() {
        Builder builder = Program.builder();
        Layers layers = new Layers(builder);
        Variable x = layers.data("x", Shape.of(600), DataType.FLOAT32);
        Variable label = layers.data("label", Shape.of(1), DataType.INT64);
        Variable hidden = layers.fc(layers.fc(layers.fc(x, 600, "relu"), 600, "tanh"), 600, "relu");
        Variable loss = layers.mean(layers.crossEntropy(layers.fc(hidden, 10, "softmax"), label));
        Optimizer.of(new Adam(), 0.001).minimize(builder, loss);
        return new Net(builder.build(), loss.name(), Map.of("x", Shape.of(600), "label", Shape.of(1)));
    }

    /** Batches of made-up samples, the same for the same seed. */
    List<Map<String, HostTensor>> batches(int count, int size, long seed) {
        Random random = new Random(seed);
        List<Map<String, HostTensor>> batches = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map<String, HostTensor> batch = new HashMap<>();
            // In the order of declaration, which is the same in every run.
            for (Variable variable : program.variables()) {
                Shape sample = samples.get(variable.name());
                if (sample != null) {
                    batch.put(variable.name(), values(variable.type(), sample, size, random));
                }
            }
            batches.add(batch);
        }
        return batches;
    }

    /** Of each batch the samples whose number is {@code trainer} modulo {@code trainers}. */
    static List<Map<String, HostTensor>> share(List<Map<String, HostTensor>> batches, int trainer, int trainers) {
        return batches.stream()
                .map(batch -> {
                    Map<String, HostTensor> share = new HashMap<>();
                    batch.forEach((name, tensor) -> share.put(name, rows(tensor, trainer, trainers)));
                    return share;
                })
                .toList();
    }

    /** One batch of the samples of all {@code batches}, in order. */
    static Map<String, HostTensor> joined(List<Map<String, HostTensor>> batches) {
        Map<String, HostTensor> joined = new HashMap<>();
        for (String name : batches.getFirst().keySet()) {
            joined.put(name, rows(batches.stream().map(batch -> batch.get(name)).toList()));
        }
        return joined;
    }

    private static HostTensor rows(List<HostTensor> parts) {
        HostTensor first = parts.getFirst();
        long rows = parts.stream().mapToLong(part -> part.shape().dimension(0)).sum();
        HostTensor all = HostTensor.zeros(
                fed(
                        Shape.of(first.shape().dimensions().stream()
                                .skip(1)
                                .mapToLong(Long::longValue)
                                .toArray()),
                        Math.toIntExact(rows)),
                first.type());
        long at = 0;
        for (HostTensor part : parts) {
            all.write(at, part.bytes(0, Math.toIntExact(part.byteSize())));
            at += part.byteSize();
        }
        return all;
    }

    static long size(Map<String, HostTensor> batch) {
        return batch.values().iterator().next().shape().dimension(0);
    }

    private static HostTensor values(DataType type, Shape sample, int size, Random random) {
        Shape shape = fed(sample, size);
        int count = Math.toIntExact(shape.elements());
        if (type == DataType.INT64) {
            return HostTensor.of(
                    shape,
                    IntStream.range(0, count).mapToLong(_ -> random.nextInt(10)).toArray());
        }
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = 2 * random.nextFloat() - 1;
        }
        return HostTensor.of(shape, values);
    }

    private static HostTensor rows(HostTensor tensor, int first, int stride) {
        Shape shape = tensor.shape();
        int row = Math.toIntExact(shape.elementsFrom(1)) * tensor.type().bytes();
        int rows = Math.ceilDiv(Math.toIntExact(shape.dimension(0)) - first, stride);
        Shape sample = Shape.of(
                shape.dimensions().stream().skip(1).mapToLong(Long::longValue).toArray());
        HostTensor share = HostTensor.zeros(fed(sample, rows), tensor.type());
        for (int i = 0; i < rows; i++) {
            share.write((long) i * row, tensor.bytes((long) (first + i * stride) * row, row));
        }
        return share;
    }

    private static Shape fed(Shape sample, int size) {
        long[] dimensions = IntStream.rangeClosed(0, sample.rank())
                .mapToLong(axis -> axis == 0 ? size : sample.dimension(axis - 1))
                .toArray();
        return Shape.of(dimensions);
    }
}
