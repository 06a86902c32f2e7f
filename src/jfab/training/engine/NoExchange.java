package jfab.training.engine;

import java.util.Map;
import jfab.training.program.Operator;
import jfab.training.program.Program;

/** The exchange of a process that trains alone. */
record NoExchange() implements ParameterExchange {
    @Override
    public void send(Operator operator, Map<String, Tensor> values, long samples) {
        throw refusal(operator);
    }

    @Override
    public void receive(Operator operator, Map<String, Tensor> targets) {
        throw refusal(operator);
    }

    @Override
    public long[] touchedRows(String table) {
        throw absent(table);
    }

    @Override
    public void prefetch(String table, TableRows rows) {
        throw absent(table);
    }

    @Override
    public void sendRows(Operator operator, Map<String, TableRows> gradients) {
        throw refusal(operator);
    }

    @Override
    public void serve(Operator operator, Program program, Executor executor, Scope scope) {
        throw refusal(operator);
    }

    @Override
    public boolean alone() {
        return true;
    }

    private static EngineException absent(String table) {
        return new EngineException(
                "sparse table '" + table + "' is not in this process; run the startup program first");
    }

    private static EngineException refusal(Operator operator) {
        return new EngineException(operator.type().word()
                + " needs parameter servers, and this process trains alone; start it with a role");
    }
}
