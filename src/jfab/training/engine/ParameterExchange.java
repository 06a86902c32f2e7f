package jfab.training.engine;

import java.util.Map;
import jfab.training.program.Operator;
import jfab.training.program.Program;

/** The network side of a distributed program: what its SEND, RECV and LISTEN_AND_SERVE operators do. */
public interface ParameterExchange {
    /**
     * SEND: hands {@code values} over.
     *
     * @param values by variable name, in the operator's order; usable during the call only
     * @param samples how many samples the gradients are the mean of
     */
    void send(Operator operator, Map<String, Tensor> values, long samples);

    /**
     * SEND_AHEAD: begins to hand over some of the values of the SEND that follows in the same step.
     *
     * @param values by variable name; not to be changed before that SEND has returned, or {@link #letGo}
     */
    default void sendAhead(Operator operator, Map<String, Tensor> values) {}

    /** A step has failed: what was handed over ahead is about to be freed. */
    default void letGo() {}

    /** RECV: waits for the servers' values and writes them into {@code targets}, by variable name. */
    void receive(Operator operator, Map<String, Tensor> targets);

    /** PREFETCH: waits for the servers' rows of a sparse table and fills {@code rows} with them. */
    void prefetch(String table, TableRows rows);

    /** Ids of all rows of a sparse table that the servers have, ascending. */
    long[] touchedRows(String table);

    /** SEND_ROWS: hands gradients of rows over, by table; they belong to the step of the SEND that follows. */
    void sendRows(Operator operator, Map<String, TableRows> gradients);

    /** How many nanoseconds of the last RECV had passed when the last server began to answer. */
    default long waited() {
        return 0;
    }

    /** Whether there is nobody to exchange anything with. */
    default boolean alone() {
        return false;
    }

    /** LISTEN_AND_SERVE: serves until training has ended; runs the named block of {@code program} on {@code executor}. */
    void serve(Operator operator, Program program, Executor executor, Scope scope);

    /** For programs that stay in one process: every call is an error. */
    static ParameterExchange none() {
        return new NoExchange();
    }
}
