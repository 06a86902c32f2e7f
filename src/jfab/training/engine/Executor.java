package jfab.training.engine;

import java.util.List;
import java.util.Map;
import jfab.training.program.Block;
import jfab.training.program.Program;

/**
 * Runs programs on one device.
 *
 * <ul>
 *   <li>Persistable variables live in the {@link Scope} that is given; all others exist until {@code run} returns.
 *   <li>Operators that reach over the network are done by the {@link ParameterExchange}.
 *   <li>One thread at a time; other threads are not stopped from computing inside the device library.
 * </ul>
 */
public interface Executor {
    Device device();

    /** A new, empty scope on this executor's device; whoever asked for it closes it. */
    Scope newScope();

    /**
     * Runs block 0 of {@code program}.
     *
     * @param feed a value for each variable that no operator computes; the number of samples is the first dimension of a fed variable whose shape begins with -1
     * @param fetch names of variables whose values are given back, in this order, in memory of the host
     */
    List<HostTensor> run(Program program, Map<String, ? extends Tensor> feed, List<String> fetch, Scope scope);

    /** Runs {@code block} of {@code program}, as the operator that names the block does. */
    List<HostTensor> run(
            Program program, Block block, Map<String, ? extends Tensor> feed, List<String> fetch, Scope scope);
}
