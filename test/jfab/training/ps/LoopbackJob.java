package jfab.training.ps;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import jfab.role.Endpoint;
import jfab.role.Role;
import jfab.role.RoleSpec;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Scope;
import jfab.training.engine.torch.Torch;
import jfab.training.program.Program;
import jfab.training.program.transpile.DistributeTranspiler;
import jfab.training.program.transpile.DistributeTranspilerConfig;
import jfab.training.program.transpile.DistributedPrograms;
import jfab.training.ps.job.Deadlines;
import jfab.training.ps.job.FaultSettings;
import jfab.training.ps.job.JobSettings;
import jfab.training.ps.job.Progress;
import jfab.training.ps.job.TlsSettings;

/** A job whose processes are threads of this one; between them are real sockets. */
final class LoopbackJob implements AutoCloseable {
    private static final long SEED = 7;
    private static final long DEADLINE_SECONDS = 60;

    private final Net net;
    private final int trainers;
    private final List<Endpoint> endpoints;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> servers = new ArrayList<>();
    private final LinkedBlockingQueue<String> console = new LinkedBlockingQueue<>();
    private final List<ParameterServer> open = Collections.synchronizedList(new ArrayList<>());
    private final Duration join;
    private Duration step = Duration.ofSeconds(30);
    private final FaultSettings faults;
    private Deadlines deadlines = Deadlines.from(Map.of());
    private JobSettings settings;
    private long tableMemory = Long.MAX_VALUE;
    private DistributeTranspilerConfig config = DistributeTranspilerConfig.standard();

    LoopbackJob(Net net, int serverCount, int trainers) {
        this(net, serverCount, trainers, Duration.ofSeconds(30));
    }

    LoopbackJob(Net net, int serverCount, int trainers, Duration join) {
        this(net, serverCount, trainers, join, FaultSettings.preset());
    }

    LoopbackJob(Net net, int serverCount, int trainers, Duration join, FaultSettings faults) {
        this.net = net;
        this.join = join;
        this.faults = faults;
        settings = settings("secret");
        this.trainers = trainers;
        endpoints = Ports.free(serverCount);
    }

    JobSettings settings(String token) {
        return settings(token, TlsSettings.none());
    }

    JobSettings settings(String token, TlsSettings tls) {
        return new JobSettings(token, join, step, console::add, faults, tls, deadlines);
    }

    /** The job with another secret; empty for none. */
    LoopbackJob with(String secret) {
        settings = settings(secret);
        return this;
    }

    /** The job with encrypted connections. */
    LoopbackJob with(TlsSettings tls) {
        settings = settings("secret", tls);
        return this;
    }

    /** The job whose connections are given up after {@code limits}. */
    LoopbackJob with(Deadlines limits) {
        deadlines = limits;
        settings = settings("secret");
        return this;
    }

    /** The job whose processes wait for each other's steps no longer than {@code limit}. */
    LoopbackJob withStep(Duration limit) {
        step = limit;
        settings = settings("secret");
        return this;
    }

    /** The job as {@code choice} has it. */
    LoopbackJob with(DistributeTranspilerConfig choice) {
        config = choice;
        return this;
    }

    /** Lets the sparse tables of each process take so many bytes. */
    LoopbackJob limitTables(long bytes) {
        tableMemory = bytes;
        return this;
    }

    DistributedPrograms programs(RoleSpec role) {
        return new DistributeTranspiler(role, config).transpile(net.program(), SEED);
    }

    LoopbackJob startServers() {
        for (Endpoint endpoint : endpoints) {
            servers.add(threads.submit(() -> serve(endpoint)));
        }
        return this;
    }

    List<Endpoint> endpoints() {
        return endpoints;
    }

    /** A trainer that has joined and has done nothing else. */
    ParameterClient joined(int id) {
        ParameterClient client = new ParameterClient(trainer(id), settings);
        client.rank();
        return client;
    }

    /** The same, which gives {@code lost} why the job is over while it does nothing. */
    ParameterClient joined(int id, Consumer<String> lost) {
        ParameterClient client = new ParameterClient(trainer(id), settings, new Progress.None(), lost);
        client.rank();
        return client;
    }

    /** Lines that servers and trainers have shown so far, and later ones. */
    LinkedBlockingQueue<String> console() {
        return console;
    }

    RoleSpec trainer(int id) {
        return new RoleSpec(Role.TRAINER, endpoints, null, id, trainers);
    }

    /** Trains on each trainer's batches and gives the loss of each step of each. */
    List<List<Double>> train(List<List<Map<String, HostTensor>>> batches) throws Exception {
        List<Future<List<Double>>> running = new ArrayList<>();
        for (int id = 0; id < trainers; id++) {
            RoleSpec role = trainer(id);
            List<Map<String, HostTensor>> own = batches.get(id);
            running.add(start(() -> train(role, own)));
        }
        List<List<Double>> losses = new ArrayList<>();
        for (Future<List<Double>> trainer : running) {
            losses.add(get(trainer));
        }
        return losses;
    }

    <T> Future<T> start(Callable<T> process) {
        return threads.submit(process);
    }

    /** Waits until all servers have ended by themselves. */
    void awaitServers() throws Exception {
        for (Future<?> server : servers) {
            get(server);
        }
    }

    List<Future<?>> servers() {
        return servers;
    }

    List<Double> train(RoleSpec role, List<Map<String, HostTensor>> batches) {
        try (ParameterClient client = new ParameterClient(role, settings)) {
            return train(client, role.withTrainerId(client.rank()), batches);
        }
    }

    List<Double> train(ParameterClient client, RoleSpec role, List<Map<String, HostTensor>> batches) {
        DistributedPrograms programs = programs(role);
        return run(programs.trainerStartup(), programs.trainer(), client, batches);
    }

    /** The losses of a process that trains alone. */
    static List<Double> local(Net net, List<Map<String, HostTensor>> batches) {
        return new LoopbackJob(net, 0, 1).alone(batches);
    }

    /** The losses of a process that trains alone. */
    List<Double> alone(List<Map<String, HostTensor>> batches) {
        return run(net.program().startup(SEED), net.program(), ParameterExchange.none(), batches);
    }

    private List<Double> run(
            Program startup, Program program, ParameterExchange exchange, List<Map<String, HostTensor>> batches) {
        Executor executor = Torch.open(new Device.Cpu(), exchange);
        List<Double> losses = new ArrayList<>();
        try (Scope scope = executor.newScope()) {
            scope.limitTables(tableMemory);
            executor.run(startup, Map.of(), List.of(), scope);
            for (Map<String, HostTensor> batch : batches) {
                losses.add(executor.run(program, batch, List.of(net.loss()), scope)
                        .getFirst()
                        .mean());
            }
        }
        return losses;
    }

    private void serve(Endpoint endpoint) {
        RoleSpec role = new RoleSpec(Role.PSERVER, endpoints, endpoint, 0, trainers);
        DistributedPrograms programs = programs(role);
        try (ParameterServer server = new ParameterServer(role, settings)) {
            open.add(server);
            server.program("digest");
            Executor executor = Torch.open(new Device.Cpu(), server);
            try (Scope scope = executor.newScope()) {
                scope.limitTables(tableMemory);
                executor.run(programs.serverStartup(endpoint), Map.of(), List.of(), scope);
                executor.run(programs.server(endpoint), Map.of(), List.of(), scope);
            }
        }
    }

    static <T> T get(Future<T> process) throws Exception {
        try {
            return process.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        } catch (TimeoutException e) {
            throw new AssertionError("still running after " + DEADLINE_SECONDS + " s", e);
        }
    }

    /** What SIGTERM does to a server. */
    void stopServers() {
        open.forEach(ParameterServer::close);
    }

    /** Ends whatever has not ended by itself. */
    @Override
    public void close() {
        stopServers();
        threads.shutdownNow();
    }
}
