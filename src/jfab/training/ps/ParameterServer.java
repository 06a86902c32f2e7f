package jfab.training.ps;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import jfab.role.Endpoint;
import jfab.role.RoleSpec;
import jfab.training.engine.EngineException;
import jfab.training.engine.Executor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Scope;
import jfab.training.engine.TableRows;
import jfab.training.engine.Tensor;
import jfab.training.engine.checkpoint.Part;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.ps.job.CheckpointSettings;
import jfab.training.ps.job.Durable;
import jfab.training.ps.job.JobSettings;
import jfab.training.ps.job.ParameterServerException;
import jfab.training.ps.job.RolledBackException;
import org.jspecify.annotations.Nullable;

/**
 * A parameter server: does the LISTEN_AND_SERVE operator of the program that the transpiler made for it.
 *
 * <ul>
 *   <li>It listens on its own endpoint only, for callers that prove to know the job's secret.
 *   <li>It ends when all trainers have joined and left, or with an exception that names the process that is the cause.
 *   <li>{@link #close} ends it from any other thread, and returns when the port is free.
 * </ul>
 */
public final class ParameterServer implements ParameterExchange, AutoCloseable {
    private static final int CLOSE_SECONDS = 10;

    private final RoleSpec role;
    private final JobSettings settings;
    private final BlockingQueue<ServerEvent> events = new LinkedBlockingQueue<>();
    private final AtomicBoolean serving = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable CheckpointSettings checkpoints;
    private volatile String digest = "";

    public ParameterServer(RoleSpec role, JobSettings settings) {
        this.role = role;
        this.settings = settings;
        checkpoints = settings.faults().checkpoints();
    }

    /** Where this server keeps its part of the checkpoints; null if there are none. */
    public void checkpoints(@Nullable CheckpointSettings wanted) {
        checkpoints = wanted;
    }

    /** The digest of the whole program that is trained; checkpoints of other programs are refused. */
    public void program(String whole) {
        digest = whole;
    }

    @Override
    public void serve(Operator operator, Program program, Executor executor, Scope scope) {
        Endpoint endpoint = Endpoint.parse(operator.text("endpoint"));
        SliceStore store = new SliceStore(operator, program, executor, scope);
        serving.set(true);
        int servers = role.pservers().size();
        int index = role.pservers().indexOf(endpoint);
        List<Durable> state = new ArrayList<>(store.rows().durables(index, servers));
        state.add(store);
        int parts = servers + Math.toIntExact(operator.integer("trainers"));
        try (Recovery recovery = new Recovery(
                        checkpoints,
                        settings.console(),
                        new Part(Part.server(index, servers), 0, digest, 0, parts, List.of()),
                        state);
                Listener listener = Listener.open(endpoint, settings, events)) {
            Serving loop = new Serving(operator, settings, store, recovery, listener.pulses(), events);
            settings.console().accept("Server listening on " + listener.endpoint());
            try {
                run(loop, endpoint);
            } finally {
                refuseLateComers(loop);
            }
        } finally {
            ended.countDown();
        }
    }

    private void run(Serving loop, Endpoint endpoint) {
        try {
            loop.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            String cause = Statuses.name(endpoint) + " was interrupted";
            loop.abort(cause);
            throw new ParameterServerException(endpoint, cause);
        } catch (RolledBackException e) {
            loop.rollBack(String.valueOf(e.getMessage()));
            throw e;
        } catch (RuntimeException e) {
            String message = String.valueOf(e.getMessage());
            loop.abort(
                    e instanceof ParameterServerException ? message : Statuses.name(endpoint) + " failed: " + message);
            throw e;
        }
    }

    /** Those that asked to join when it was over would hold the port until they give up. */
    private void refuseLateComers(Serving loop) {
        for (ServerEvent event = events.poll(); event != null; event = events.poll()) {
            if (event instanceof ServerEvent.JoinAsked late) {
                loop.turnAway(late.link());
            }
        }
    }

    /** Ends {@link #serve} if it runs; the trainers are told that this server was stopped. */
    @Override
    public void close() {
        events.add(new ServerEvent.Stopped());
        try {
            if (serving.get() && !ended.await(CLOSE_SECONDS, ParameterService.SECONDS)) {
                settings.console().accept("the server did not end within " + CLOSE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void send(Operator operator, Map<String, Tensor> values, long samples) {
        throw refusal(operator);
    }

    @Override
    public void receive(Operator operator, Map<String, Tensor> targets) {
        throw refusal(operator);
    }

    @Override
    public void prefetch(String table, TableRows rows) {
        throw new EngineException("rows of '" + table + "' are looked up by trainers, and this process is a server");
    }

    @Override
    public long[] touchedRows(String table) {
        throw new EngineException("rows of '" + table + "' are saved by trainer 0, and this process is a server");
    }

    @Override
    public void sendRows(Operator operator, Map<String, TableRows> gradients) {
        throw refusal(operator);
    }

    private static EngineException refusal(Operator operator) {
        return new EngineException(operator.type().word()
                + " is for trainers, and this process is a parameter server; run the program of its endpoint");
    }
}
