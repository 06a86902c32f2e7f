package jfab.training.train.v1;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Tensor;
import jfab.training.program.Parameter;
import jfab.training.program.Variable;
import jfab.training.words.TrainedNetwork;

/** Magnitudes of parameters and their gradients, for {@code --show_parameter_stats_period}. */
record ParameterStatistics(TrainedNetwork network) {
    /** The names of the gradients that {@link #lines} takes. */
    List<String> gradients() {
        return network.program().trainable().stream()
                .map(parameter -> Variable.gradientName(parameter.name()))
                .toList();
    }

    List<String> lines(List<HostTensor> gradients) {
        List<String> lines = new ArrayList<>();
        List<Parameter> parameters = network.program().trainable();
        for (int i = 0; i < parameters.size(); i++) {
            double[] values = elements(network.scope().get(parameters.get(i).name()));
            double[] gradient = gradients.get(i).values();
            lines.add("%-20s avg_abs_val=%s max_val=%s avg_abs_grad=%s max_grad=%s"
                    .formatted(
                            parameters.get(i).name(),
                            average(values),
                            largest(values),
                            average(gradient),
                            largest(gradient)));
        }
        return lines;
    }

    private static String average(double[] values) {
        return General.format(Arrays.stream(values).map(Math::abs).average().orElse(0));
    }

    private static String largest(double[] values) {
        return General.format(Arrays.stream(values).map(Math::abs).max().orElse(0));
    }

    private static double[] elements(Tensor tensor) {
        return HostTensor.wrap(tensor.shape(), tensor.type(), tensor.bytes(0, Math.toIntExact(tensor.byteSize())))
                .values();
    }
}
