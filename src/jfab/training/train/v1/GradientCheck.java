package jfab.training.train.v1;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import jfab.role.Role;
import jfab.training.engine.EngineException;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Tensor;
import jfab.training.program.Parameter;
import jfab.training.program.Variable;
import jfab.training.words.DataFeeder;
import jfab.training.words.FlagException;
import jfab.training.words.TrainedNetwork;
import jfab.training.words.TrainingProcess;
import jfab.training.words.v1.TrainerConfig;

/**
 * {@code --job=checkgrad}: moves each parameter a little along its gradient, both ways, and compares the change of the cost with what the
 * gradient says. A change of the share {@code --checkgrad_eps} of the cost is looked for, in the network as it is tested: nothing random in it.
 */
record GradientCheck(ConfigFlags flags, TrainingProcess process, TrainerConfig config, TrainedNetwork network) {
    /** Single precision is this far off where little changes. */
    private static final double TOLERANCE = 0.1;

    void run() {
        Variable cost = config.cost();
        if (process.role().role() != Role.LOCAL || cost == null) {
            throw new FlagException(
                    "--job=checkgrad needs a configuration with a cost, and trains with nobody: leave the job's flags out");
        }
        Iterator<List<Object>> batches =
                Batches.training(flags, process, config).iterator();
        Map<String, HostTensor> feed = new DataFeeder(config.slots(), process.listener()).feed(batches.next());
        Gradients gradients = Gradients.fixed(network);
        List<String> fetch = new ArrayList<>(gradients.names());
        fetch.add(cost.name());
        List<HostTensor> values = network.engine().run(gradients.compute(), feed, fetch, network.scope());
        List<String> wrong = new ArrayList<>();
        for (Parameter parameter : network.program().trainable()) {
            int at = gradients.names().indexOf(Variable.gradientName(parameter.name()));
            if (!check(parameter, values.get(at).values(), values.getLast().mean(), gradients, feed)) {
                wrong.add(parameter.name());
            }
        }
        if (!wrong.isEmpty()) {
            throw new EngineException(
                    "the gradients of " + String.join(", ", wrong) + " do not fit the change of the cost");
        }
    }

    private boolean check(
            Parameter parameter, double[] gradient, double cost, Gradients gradients, Map<String, HostTensor> feed) {
        double square = 0;
        for (double element : gradient) {
            square += element * element;
        }
        if (square == 0) {
            process.print("%-20s gradient=0".formatted(parameter.name()));
            return true;
        }
        double step = flags.real("checkgrad_eps") * Math.abs(cost) / square;
        double up = cost(parameter, gradient, step, gradients, feed);
        double down = cost(parameter, gradient, -step, gradients, feed);
        double analytic = 2 * step * square;
        double off = (up - down) / analytic - 1;
        boolean fits = Math.abs(off) <= TOLERANCE;
        process.print("%-20s step=%s cost1=%s cost2=%s true_delta=%s analytic_delta=%s diff=%s%s"
                .formatted(
                        parameter.name(),
                        General.format(step),
                        General.format(up),
                        General.format(down),
                        General.format(up - down),
                        General.format(analytic),
                        General.format(off),
                        fits ? "" : " ***"));
        return fits;
    }

    /** The cost with the parameter moved by {@code step} along its gradient; it is put back afterwards. */
    private double cost(
            Parameter parameter, double[] gradient, double step, Gradients gradients, Map<String, HostTensor> feed) {
        Tensor tensor = network.scope().get(parameter.name());
        int size = Math.toIntExact(tensor.byteSize());
        ByteBuffer before = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        before.put(tensor.bytes(0, size)).flip();
        ByteBuffer moved = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < gradient.length; i++) {
            moved.putFloat((float) (before.getFloat(4 * i) + step * gradient[i]));
        }
        tensor.write(0, moved.flip());
        try {
            return network.engine()
                    .run(gradients.compute(), feed, config.fetch().subList(0, 1), network.scope())
                    .getFirst()
                    .mean();
        } finally {
            tensor.write(0, before);
        }
    }
}
