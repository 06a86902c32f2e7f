package jfab.training.engine.torch;

import java.util.LinkedHashMap;
import java.util.Map;
import jfab.training.program.Operator;

/** Operators that reach over the network; the {@link jfab.training.engine.ParameterExchange} does their work. */
final class RemoteKernels {
    private RemoteKernels() {}

    static void send(Operator operator, Step step) {
        step.exchange().send(operator, values(operator, step), step.samples());
    }

    static void sendAhead(Operator operator, Step step) {
        if (!step.isEmpty()) {
            step.exchange().sendAhead(operator, values(operator, step));
        }
    }

    private static Map<String, jfab.training.engine.Tensor> values(Operator operator, Step step) {
        Map<String, jfab.training.engine.Tensor> values = new LinkedHashMap<>();
        operator.inputs("X").forEach(name -> values.put(name, new TorchTensor(step.value(name))));
        return values;
    }

    static void recv(Operator operator, Step step) {
        Map<String, jfab.training.engine.Tensor> targets = new LinkedHashMap<>();
        operator.outputs("Out").forEach(name -> targets.put(name, new TorchTensor(step.stored(step.program(), name))));
        step.exchange().receive(operator, targets);
    }

    static void listenAndServe(Operator operator, Step step) {
        step.exchange().serve(operator, step.program(), step.executor(), step.scope());
    }
}
