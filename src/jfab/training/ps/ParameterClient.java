package jfab.training.ps;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import jfab.role.Endpoint;
import jfab.role.RoleSpec;
import jfab.training.engine.EngineException;
import jfab.training.engine.Executor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Scope;
import jfab.training.engine.TableRows;
import jfab.training.engine.Tensor;
import jfab.training.engine.TrainerAgreement;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.program.transpile.Compression;
import jfab.training.program.transpile.SliceAttributes;
import jfab.training.ps.job.JobSettings;
import jfab.training.ps.job.Progress;
import jfab.training.ps.wire.ChunkEncoder;
import jfab.training.ps.wire.DataLink;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.Message.Compare;
import jfab.training.ps.wire.Message.Compared;
import jfab.training.ps.wire.Message.Fed;
import jfab.training.ps.wire.Message.Initial;
import jfab.training.ps.wire.Message.Layout;
import jfab.training.ps.wire.Message.Mark;
import jfab.training.ps.wire.Message.Push;
import jfab.training.ps.wire.SliceView;

/**
 * A trainer's access to all parameter servers of its job: does the SEND and RECV operators of its program.
 *
 * <ul>
 *   <li>It joins the job when it is first used, and waits for servers that do not listen yet.
 *   <li>Each SEND of gradients is one step; the RECV after it returns when all live trainers have done that step.
 *   <li>When a server or another trainer is lost, the call in progress or the next one throws an exception that says who.
 *   <li>{@link #close} says goodbye, so that the others go on without this trainer; {@link #abort} ends the job; after {@link #stop} it goes
 *       as the user has chosen for the loss of a trainer.
 *   <li>For one thread, except {@link #abort} and {@link #interruptible}.
 * </ul>
 */
public final class ParameterClient implements ParameterExchange, AutoCloseable {
    private final Membership job;
    private final Duration stepLimit;
    private final IdentityHashMap<Operator, SliceMap> maps = new IdentityHashMap<>();
    private final RowClient tables;
    private final Progress progress;
    private long step;
    private final Map<ServerLink, ChunkEncoder> encoders = new HashMap<>();
    /** Slices of the step under way that are sent already, by their numbers. */
    private final Map<ServerLink, Set<Integer>> ahead = new HashMap<>();

    private long waited;
    private long resumed;
    private long due;
    private boolean begun;
    /** Digests of how the tables are read that the script has named, each behind a blank. */
    private String read = "";

    /** A trainer that has nothing to go back to. */
    public ParameterClient(RoleSpec role, JobSettings settings) {
        this(role, settings, new Progress.None(), _ -> {});
    }

    /**
     * @param lost takes a sentence, in another thread, when something ends the job while this trainer is busy outside of its steps; never
     *     where the job goes back to its last checkpoint
     */
    public ParameterClient(RoleSpec role, JobSettings settings, Progress progress, Consumer<String> lost) {
        this.progress = progress;
        job = new Membership(role, settings, lost);
        // The servers wait for this long themselves, and know better for whom.
        stepLimit = settings.step().plusSeconds(30);
        tables = new RowClient(job, stepLimit);
    }

    /** This trainer's number, which the first server gives if the role does not; joins the job. */
    public int rank() {
        return job.join();
    }

    /** Tells of a table that this trainer reads, before it joins; {@code digest} is what all trainers have to have alike. */
    public void reads(String digest) {
        read += " " + digest;
    }

    /** One per server, once this trainer has joined. */
    List<ServerLink> links() {
        return job.links();
    }

    @Override
    public void send(Operator operator, Map<String, Tensor> values, long samples) {
        prepare(operator);
        boolean initial = operator.flag("initial");
        if (initial && resumed > 0) {
            // The servers have values already.
            return;
        }
        if (due > step) {
            job.links().forEach(link -> link.send(new Mark(due)));
        }
        Message head = initial ? new Initial() : new Push(step, samples);
        Map<Endpoint, List<SliceView>> slices =
                map(operator, operator.inputs("X")).views(values);
        Map<ServerLink, Iterator<Message>> outgoing = new LinkedHashMap<>();
        for (ServerLink link : job.links()) {
            link.send(head);
            // The mean over no samples is not a number, and nobody counts it.
            boolean content = initial || samples > 0;
            List<SliceView> own = content ? slices.getOrDefault(link.endpoint(), List.of()) : List.of();
            ChunkEncoder encoder = initial ? ChunkEncoder.asIs() : encoder(link, operator);
            DataLink data = link.data();
            if (data != null && encoder.plain()) {
                Set<Integer> gone = ahead.getOrDefault(link, Set.of());
                for (int slice = 0; slice < own.size(); slice++) {
                    if (!gone.contains(slice)) {
                        data.send(slice, own.get(slice));
                    }
                }
            } else {
                outgoing.put(link, encoder.messages(own));
            }
        }
        guarded(() -> {
            job.pump(outgoing, stepLimit);
            job.awaitSent(stepLimit);
        });
        ahead.clear();
        step += initial ? 0 : 1;
    }

    @Override
    public void sendAhead(Operator operator, Map<String, Tensor> values) {
        prepare(operator);
        for (ServerLink link : job.links()) {
            DataLink data = link.data();
            if (data != null && encoder(link, operator).plain()) {
                Map<Integer, SliceView> slices =
                        map(operator, operator.inputs("X")).part(link.endpoint(), values);
                slices.forEach(data::send);
                ahead.computeIfAbsent(link, _ -> new HashSet<>()).addAll(slices.keySet());
            }
        }
    }

    @Override
    public void letGo() {
        job.links().forEach(ServerLink::breakOff);
    }

    /** Does what needs tensors of the caller, and lets go of them however it ends. */
    private void guarded(Runnable exchange) {
        try {
            exchange.run();
        } catch (RuntimeException e) {
            job.abandon();
            throw e;
        }
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
        guarded(() -> job.awaitDelivery("to answer after step " + step, stepLimit));
        job.checkStopped();
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

    /** Leaves the job because of what happened here: where a death sends all back, they wait for this trainer; else it ends the job for all. */
    public void fail(String cause) {
        job.fail(cause);
    }

    /** Says that this trainer was stopped by a signal, before it has trained to the end. */
    public void stop() {
        job.stop();
    }

    /** Whether this trainer is told of the end of the job while it is busy; it is at first. Returns when it is not being told. */
    public void interruptible(boolean now) {
        job.interruptible(now);
    }

    /** Leaves the job, unless it is over already, and ends the connections. */
    @Override
    public void close() {
        job.close();
    }

    private void prepare(Operator operator) {
        job.join();
        if (!begun) {
            begun = true;
            String layout = SliceAttributes.layout(operator) + read;
            job.links().forEach(link -> link.send(new Layout(layout)));
            resumed = job.resume(progress.usable(job.offers()));
            step = progress.resume(resumed);
        }
    }

    private ChunkEncoder encoder(ServerLink link, Operator operator) {
        return encoders.computeIfAbsent(link, _ -> ChunkEncoder.pushing(Compression.of(operator)));
    }

    /** Whether all trainers have the same {@code text}, and the largest {@code number}; waits for all of them. */
    public TrainerAgreement compare(String text, long number) {
        job.join();
        Compared all = job.compare(new Compare(text, number), stepLimit);
        return new TrainerAgreement(all.same(), all.most());
    }

    /** Tells of what this trainer feeds in its first step, before that; {@code digest} tells it from what others feed. */
    public void feeds(String digest) {
        job.join();
        job.links().getFirst().send(new Fed(digest));
    }

    /** Whether all trainers are known to have fed the same in their first step; in trainer 0. */
    public boolean fedAlike() {
        return job.links().getFirst().alike();
    }

    /** Asks for a checkpoint of the values after the step that comes next; for trainer 0. */
    public void mark() {
        due = step + 1;
    }

    /** The step of the last checkpoint that the servers have made, for which this trainer may now write its own part; 0 before the first. */
    public long marked() {
        return Math.max(
                resumed,
                job.links().stream().mapToLong(ServerLink::marked).max().orElse(0));
    }

    /** Says that this trainer has trained to the end; waits for the others where all may have to go back. */
    public void finish() {
        job.finish();
    }

    /** Throws what has ended or sent back the job, if anything has; without waiting. */
    public void check() {
        job.check();
    }

    private SliceMap map(Operator operator, List<String> variables) {
        return maps.computeIfAbsent(operator, _ -> SliceMap.of(operator, variables));
    }
}
