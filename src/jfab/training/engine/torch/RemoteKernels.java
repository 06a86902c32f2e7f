package jfab.training.engine.torch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import jfab.training.engine.torch.group.Sums;
import jfab.training.program.Operator;
import org.bytedeco.pytorch.Tensor;

/**
 * Operators that reach over the network: to parameter servers, for which the {@link jfab.training.engine.ParameterExchange} does the
 * work, or to all trainers of a job without them.
 */
final class RemoteKernels {
    private RemoteKernels() {}

    static void send(Operator operator, Step step) {
        Map<String, Tensor> values = values(operator, step);
        HostMirror mirror = step.executor().mirror();
        if (mirror != null) {
            mirror.download(values);
            step.settleLosses();
            values = mirror.of(values);
        }
        step.exchange().send(operator, onHost(values), step.samples());
    }

    /** Hands over what the host can see already; from a device all crosses over at once. */
    static void sendAhead(Operator operator, Step step) {
        if (!step.isEmpty() && step.executor().mirror() == null) {
            step.exchange().sendAhead(operator, onHost(values(operator, step)));
        }
    }

    private static Map<String, Tensor> values(Operator operator, Step step) {
        Map<String, Tensor> values = new LinkedHashMap<>();
        operator.inputs("X").forEach(name -> values.put(name, step.value(name)));
        return values;
    }

    private static Map<String, jfab.training.engine.Tensor> onHost(Map<String, Tensor> values) {
        Map<String, jfab.training.engine.Tensor> seen = new LinkedHashMap<>();
        values.forEach((name, value) -> seen.put(name, new TorchTensor(value, DeviceMemory.HOST)));
        return seen;
    }

    static void recv(Operator operator, Step step) {
        Map<String, Tensor> targets = new LinkedHashMap<>();
        operator.outputs("Out").forEach(name -> targets.put(name, step.stored(step.program(), name)));
        HostMirror mirror = step.executor().mirror();
        if (mirror == null) {
            step.exchange().receive(operator, onHost(targets));
        } else {
            step.exchange().receive(operator, onHost(mirror.of(targets)));
            mirror.upload(targets);
        }
    }

    static void listenAndServe(Operator operator, Step step) {
        step.exchange().serve(operator, step.program(), step.executor(), step.scope());
    }

    /** Grad_i = sum over trainers (n_t d Loss_t / d Param_i) / sum over trainers n_t, where n_t is a trainer's samples. */
    static void backward(Operator operator, Step step) {
        Tensor loss = null;
        if (!step.isEmpty()) {
            GradientKernels.checkLoss(step);
            step.settleLosses();
            loss = step.values(operator.inputs("Loss")).stream()
                    .reduce(Tensor::add)
                    .orElseThrow();
        }
        List<String> parameters = operator.inputs("Param");
        Sums.Total total = step.executor().group().backward(parameters, step.samples(), loss);
        step.count(total.samples());
        for (int i = 0; i < parameters.size(); i++) {
            step.put(
                    operator.outputs("Grad").get(i),
                    Objects.requireNonNull(total.gradients().get(parameters.get(i))));
        }
    }

    /** Out = the values of trainer 0. From here on a trainer can take part in the steps of Param, also if it has none itself. */
    static void broadcast(Operator operator, Step step) {
        AllReduceGroup group = step.executor().group();
        List<String> names = operator.outputs("Out");
        group.broadcast(
                operator.text("program"),
                names,
                names.stream().map(step::stored).toList());
        operator.inputs("Param").forEach(name -> group.leaf(name, step));
    }
}
