package jfab.ps;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import jfab.engine.HostTensor;
import jfab.program.Builder;
import jfab.program.DataType;
import jfab.program.Initializer;
import jfab.program.Layers;
import jfab.program.OpType;
import jfab.program.Operator;
import jfab.program.Program;
import jfab.program.Shape;
import jfab.program.SparseTables;
import jfab.program.Variable;
import jfab.program.optimize.Optimizer;

/** A network with two sparse tables, of which one is looked up twice: users, and the items that they have and want. */
final class SparseNet {
    static final int USERS = 40;
    static final int ITEMS = 1_000_000_000;
    static final int WIDTH = 8;

    private SparseNet() {}

    static Net with(Optimizer optimizer) {
        Builder builder = Program.builder();
        Layers layers = new Layers(builder);
        Variable users = builder.parameter("users", Shape.of(USERS, WIDTH), new Initializer.Uniform(-0.5, 0.5));
        Variable items = builder.parameter("items", Shape.of(ITEMS, WIDTH), new Initializer.Normal(0, 0.5));
        Variable user = lookup(builder, layers, "user", users);
        Variable has = lookup(builder, layers, "has", items);
        Variable wants = lookup(builder, layers, "wants", items);
        Variable target = layers.data("target", Shape.of(1), DataType.FLOAT32);
        Variable first = layers.squareErrorCost(layers.fc(user, 1, null), layers.fc(has, 1, null));
        Variable second = layers.squareErrorCost(layers.fc(wants, 1, null), target);
        Variable loss = layers.mean(layers.squareErrorCost(first, second));
        optimizer.minimize(builder, loss);
        return new Net(builder.build(), loss.name(), Map.of());
    }

    private static Variable lookup(Builder builder, Layers layers, String name, Variable table) {
        Variable ids = layers.data(name, Shape.of(1), DataType.INT64);
        SparseTables.prefetch(builder, table, ids);
        Variable rows = builder.temporary(name + "_rows", Shape.of(Shape.BATCH, WIDTH), DataType.FLOAT32);
        builder.operator(
                Operator.of(OpType.LOOKUP_TABLE, Map.of("W", table, "Ids", ids), Map.of("Out", rows), Map.of()));
        return rows;
    }

    /** Batches in which few of very many items come up again and again. */
    static List<Map<String, HostTensor>> batches(int count, int size, long seed) {
        Random random = new Random(seed);
        List<Map<String, HostTensor>> batches = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map<String, HostTensor> batch = new HashMap<>();
            batch.put("user", ids(size, () -> random.nextInt(USERS)));
            batch.put("has", ids(size, () -> random.nextInt(20) * 49_999_999L));
            batch.put("wants", ids(size, () -> random.nextInt(20) * 49_999_999L));
            float[] targets = new float[size];
            for (int sample = 0; sample < size; sample++) {
                targets[sample] = random.nextFloat();
            }
            batch.put("target", HostTensor.of(Shape.of(size, 1), targets));
            batches.add(batch);
        }
        return batches;
    }

    private static HostTensor ids(int size, java.util.function.LongSupplier next) {
        return HostTensor.of(
                Shape.of(size, 1),
                java.util.stream.LongStream.generate(next).limit(size).toArray());
    }
}
