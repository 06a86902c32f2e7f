package jfab.train;

import java.util.Map;
import jfab.engine.Executor;
import jfab.engine.ParameterExchange;
import jfab.engine.Scope;
import jfab.engine.Tensor;
import jfab.program.Operator;
import jfab.program.Program;

/** The exchange of executors that a script may open before it has cut its program. */
final class LateExchange implements ParameterExchange {
    private ParameterExchange current = ParameterExchange.none();

    void become(ParameterExchange exchange) {
        current = exchange;
    }

    @Override
    public void send(Operator operator, Map<String, Tensor> values, long samples) {
        current.send(operator, values, samples);
    }

    @Override
    public void receive(Operator operator, Map<String, Tensor> targets) {
        current.receive(operator, targets);
    }

    @Override
    public void serve(Operator operator, Program program, Executor executor, Scope scope) {
        current.serve(operator, program, executor, scope);
    }
}
