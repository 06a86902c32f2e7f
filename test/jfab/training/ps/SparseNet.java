package jfab.training.ps;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import jfab.training.engine.HostTensor;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.Initialization;
import jfab.training.program.Initializer;
import jfab.training.program.Layers;
import jfab.training.program.Learning;
import jfab.training.program.ParamAttr;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import jfab.training.program.optimize.Optimizer;

/** A network with two sparse tables, of which one is looked up twice: users, and the items that they have and want. */
final class SparseNet {
    static final int USERS = 40;
    static final int ITEMS = 1_000_000_000;
    static final int WIDTH = 8;

    private SparseNet() {}

    static Net with(Optimizer optimizer) {
        Builder builder = Program.builder();
        Layers layers = new Layers(builder);
        Variable user = lookup(layers, "user", USERS, table("users", new Initializer.Uniform(-0.5, 0.5)));
        ParamAttr items = table("items", new Initializer.Normal(0, 0.5));
        Variable has = lookup(layers, "has", ITEMS, items);
        Variable wants = lookup(layers, "wants", ITEMS, items);
        Variable target = layers.data("target", Shape.of(1), DataType.FLOAT32);
        Variable first = layers.squareErrorCost(layers.fc(user, 1, null), layers.fc(has, 1, null));
        Variable second = layers.squareErrorCost(layers.fc(wants, 1, null), target);
        Variable loss = layers.mean(layers.squareErrorCost(first, second));
        optimizer.minimize(builder, loss);
        return new Net(builder.build(), loss.name(), Map.of());
    }

    private static Variable lookup(Layers layers, String name, long height, ParamAttr table) {
        return layers.dense().embedding(layers.data(name, Shape.of(1), DataType.INT64), height, WIDTH, true, -1, table);
    }

    private static ParamAttr table(String name, Initializer first) {
        return new ParamAttr(name, Initialization.always(first), Learning.DEFAULT, true);
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

    private static HostTensor ids(int size, LongSupplier next) {
        return HostTensor.of(
                Shape.of(size, 1), LongStream.generate(next).limit(size).toArray());
    }
}
