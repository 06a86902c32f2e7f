package jfab.ps;

import java.time.Duration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.engine.EngineException;
import jfab.engine.Executor;
import jfab.engine.ParameterExchange;
import jfab.engine.Scope;
import jfab.engine.TableRows;
import jfab.engine.Tensor;
import jfab.program.Operator;
import jfab.program.Program;
import jfab.program.transpile.Compression;
import jfab.program.transpile.SliceAttributes;
import jfab.ps.Message.Initial;
import jfab.ps.Message.Layout;
import jfab.ps.Message.Push;
import jfab.role.Endpoint;
import jfab.role.RoleSpec;

/**
 * A trainer's access to all parameter servers of its job: does the SEND and RECV operators of its program.
 *
 * <ul>
 *   <li>It joins the job when it is first used, and waits for servers that do not listen yet.
 *   <li>Each SEND of gradients is one step; the RECV after it returns when all live trainers have done that step.
 *   <li>When a server or another trainer is lost, the call in progress or the next one throws an exception that says who.
 *   <li>{@link #close} says goodbye, so that the others go on without this trainer; {@link #abort} ends the job.
 *   <li>For one thread, except {@link #abort}.
 * </ul>
 */
public final class ParameterClient implements ParameterExchange, AutoCloseable {
    private final Membership job;
    private final Duration stepLimit;
    private final IdentityHashMap<Operator, SliceMap> maps = new IdentityHashMap<>();
    private final RowClient tables;
    private long step;
    private final Map<ServerLink, ChunkEncoder> encoders = new HashMap<>();
    private long waited;
    private boolean layoutTold;

    public ParameterClient(RoleSpec role, JobSettings settings) {
        job = new Membership(role, settings);
        // The servers wait for this long themselves, and know better for whom.
        stepLimit = settings.step().plusSeconds(30);
        tables = new RowClient(job, stepLimit);
    }

    /** This trainer's number, which the first server gives if the role does not; joins the job. */
    public int rank() {
        return job.join();
    }

    @Override
    public void send(Operator operator, Map<String, Tensor> values, long samples) {
        prepare(operator);
        boolean initial = operator.flag("initial");
        Message head = initial ? new Initial() : new Push(step, samples);
        Map<Endpoint, List<SliceView>> slices =
                map(operator, operator.inputs("X")).views(values);
        Map<ServerLink, Iterator<Message>> outgoing = new LinkedHashMap<>();
        for (ServerLink link : job.links()) {
            link.send(head);
            // The mean over no samples is not a number, and nobody counts it.
            boolean content = initial || samples > 0;
            List<SliceView> own = content ? slices.getOrDefault(link.endpoint(), List.of()) : List.of();
            outgoing.put(link, new ChunkSource(own, initial ? ChunkEncoder.plain() : encoder(link, operator)));
        }
        job.pump(outgoing, stepLimit);
        step += initial ? 0 : 1;
    }

    @Override
    public void receive(Operator operator, Map<String, Tensor> targets) {
        prepare(operator);
        Map<Endpoint, List<SliceView>> slices =
                map(operator, operator.outputs("Out")).views(targets);
        for (ServerLink link : job.links()) {
            link.pull(step, slices.getOrDefault(link.endpoint(), List.of()));
        }
        long asked = System.nanoTime();
        job.awaitDelivery("to answer after step " + step, stepLimit);
        waited = job.links().stream()
                .mapToLong(link -> link.answered() - asked)
                .max()
                .orElse(0);
    }

    @Override
    public long waited() {
        return waited;
    }

    @Override
    public void prefetch(String table, TableRows rows) {
        job.join();
        tables.fetch(table, rows);
    }

    @Override
    public long[] touchedRows(String table) {
        job.join();
        return tables.touched(table);
    }

    @Override
    public void sendRows(Operator operator, Map<String, TableRows> gradients) {
        prepare(operator);
        gradients.forEach(tables::push);
    }

    @Override
    public void serve(Operator operator, Program program, Executor executor, Scope scope) {
        throw new EngineException(operator.type().word()
                + " is for parameter servers, and this process is a trainer; run the trainer's program");
    }

    /** Ends the job for all because of what happened here; {@code cause} is a sentence, and this trainer's number is put before it. */
    public void abort(String cause) {
        job.abort(cause);
    }

    /** Leaves the job, unless it is over already, and ends the connections. */
    @Override
    public void close() {
        job.close();
    }

    private void prepare(Operator operator) {
        job.join();
        if (!layoutTold) {
            layoutTold = true;
            job.links().forEach(link -> link.send(new Layout(SliceAttributes.layout(operator))));
        }
    }

    private ChunkEncoder encoder(ServerLink link, Operator operator) {
        return encoders.computeIfAbsent(link, _ -> ChunkEncoder.pushing(Compression.of(operator)));
    }

    private SliceMap map(Operator operator, List<String> variables) {
        return maps.computeIfAbsent(operator, _ -> SliceMap.of(operator, variables));
    }
}
