package jfab.control.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.connection.Connector;
import jfab.control.connection.Printed;
import jfab.control.connection.faults.FaultProxy;
import jfab.control.connection.faults.FaultProxy.Fault;
import jfab.control.connection.faults.FaultProxy.Kind;
import jfab.control.connection.host.Host;
import jfab.control.connection.jsch.JschConnector;
import jfab.tools.Leftovers;
import org.jspecify.annotations.Nullable;

/**
 * Connections that break while a job is started, looked at, followed, fetched and ended, at any byte, on the way to a real sshd or back.
 *
 * <p>After each case: it has ended in time; it has done what it was to do, or has failed with a sentence that names the host; over a
 * connection that holds, the job can be found and ended; of its processes none stays, and no session on the host.
 */
public final class JobFaults implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofSeconds(40);
    private static final Duration CLEARED = Duration.ofSeconds(20);
    /** How long nothing arrives from a host that comes back. */
    private static final Duration AWAY = Duration.ofSeconds(8);
    /** Of the bytes that connecting takes: a third of the faults hit there. */
    private static final int CONNECTING = 4000;

    private static final int LINES = 2000;
    private static final List<String> PRINTED =
            IntStream.rangeClosed(1, LINES).mapToObj(line -> "line " + line).toList();

    private final Random random;
    private final Path folder;
    private final LightCluster cluster = LightCluster.withSftp(1);
    private final FaultProxy proxy;
    private final Connector broken;
    private final CommandLines direct;
    private final Map<Action, long[]> sizes = new EnumMap<>(Action.class);
    private final List<String> wrong = new ArrayList<>();
    private int cases;

    /** What goes on while the connection breaks. */
    private enum Action {
        START,
        STATUS,
        READ_LOG,
        FOLLOW_LOG,
        FETCH,
        KILL;

        /** What the job's process does meanwhile. */
        String line() {
            String lines = "i=0; while [ $i -lt " + LINES + " ]; do i=$((i + 1)); echo line $i; done";
            return switch (this) {
                case FOLLOW_LOG -> lines + "; sleep 0.5";
                case START, KILL, STATUS -> "exec sleep 600";
                case READ_LOG, FETCH -> "mkdir -p output; echo whole >output/model; " + lines + "; exec sleep 600";
            };
        }
    }

    public JobFaults(Path folder, long seed) throws IOException, InterruptedException {
        this.folder = folder;
        this.random = new Random(seed);
        this.proxy = new FaultProxy(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), cluster.server(0).port()));
        this.broken = new JschConnector(cluster.server(0)
                .settings(new Printed())
                .withConnectTimeout(Duration.ofSeconds(5))
                .withOption("ServerAliveInterval", "2")
                .withOption("ServerAliveCountMax", "3"));
        Files.createDirectories(folder.resolve("direct"));
        Files.createDirectories(folder.resolve("package"));
        Files.writeString(folder.resolve("package/data"), "x".repeat(200_000));
        this.direct =
                lines("direct", cluster.hosts().getFirst(), cluster.group().connector(), Action.START);
        for (Action action : Action.values()) {
            proxy.set(null);
            run(action, null);
            sizes.put(action, new long[] {proxy.bytes(false), proxy.bytes(true)});
        }
    }

    /** The command lines for one host, where a job is a process that does what {@code action} needs. */
    private CommandLines lines(String name, Host host, Connector connector, Action action) throws IOException {
        return new CommandLines(
                Files.createDirectories(folder.resolve(name)),
                List.of(host),
                connector,
                "pservers 0; command role: 'trainer', ['sh', '-c', '" + action.line() + "']");
    }

    /** One case more. */
    public void next() throws IOException, InterruptedException {
        Action action = one(List.of(Action.values()));
        Kind kind = one(List.of(Kind.values()));
        boolean fromHost = random.nextBoolean();
        long size = sizes.getOrDefault(action, new long[2])[fromHost ? 1 : 0];
        long limit = random.nextInt(3) == 0 ? Math.min(CONNECTING, size) : size;
        run(action, new Fault(kind, fromHost, random.nextLong(limit)));
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private void run(Action action, @Nullable Fault fault) throws IOException, InterruptedException {
        String what = action + ", " + fault;
        CommandLines jfab = lines("broken", new Host("127.0.0.1", null, proxy.port()), broken, action);
        remove(folder.resolve("fetched"));
        String job = action == Action.START ? "" : begin(action);
        proxy.set(fault);
        FutureTask<Integer> task = new FutureTask<>(() -> jfab.run(words(action, job)));
        Thread.ofPlatform().daemon().name("case").start(task);
        Thread back = Thread.startVirtualThread(() -> comeBack(action));
        try {
            int code = task.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
            if (code != 0 && (fault == null || fault.kind().harmless())) {
                wrong.add(what + ": ends with " + code + ": " + jfab.all());
            }
            looked(what, action, jfab, code);
        } catch (ExecutionException e) {
            wrong.add(what + ": ends with " + e.getCause());
        } catch (TimeoutException e) {
            task.cancel(true);
            wrong.add(what + ": still goes on after " + LONGEST.toSeconds() + " s");
        }
        back.interrupt();
        proxy.cut();
        if (fault == null && !wrong.isEmpty()) {
            throw new IllegalStateException("nothing was broken, and " + wrong);
        }
        clear(what);
    }

    /** Who follows a log waits for a host that is away, and for longer than a case may take. */
    private void comeBack(Action action) {
        try {
            TimeUnit.NANOSECONDS.sleep(AWAY.toNanos());
            if (action == Action.FOLLOW_LOG || action == Action.READ_LOG) {
                proxy.set(null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A job that runs, begun over a connection that holds. */
    private String begin(Action action) throws IOException, InterruptedException {
        String stamp = String.format("2031%010d", cases++);
        JobId id = cluster.start(stamp, Map.of(), LightCluster.Part.trainer(0, 0, action.line()));
        if (action == Action.READ_LOG || action == Action.FETCH) {
            Path log = cluster.job(0, id).resolve("log/trainer-0.log");
            long end = System.nanoTime() + CLEARED.toNanos();
            while (!Files.exists(log) || !Files.readString(log).endsWith("line " + LINES + "\n")) {
                if (System.nanoTime() > end) {
                    throw new IOException("the job has not written its lines");
                }
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }
        return id.toString();
    }

    private String[] words(Action action, String job) {
        return switch (action) {
            case START ->
                new String[] {
                    "cluster-train", "--detach", "-p", folder.resolve("package").toString()
                };
            case STATUS -> new String[] {"status", job};
            case READ_LOG -> new String[] {"tail-log", job, "--lines", Integer.toString(LINES)};
            case FOLLOW_LOG -> new String[] {"tail-log", job, "--follow", "--lines", Integer.toString(LINES)};
            case FETCH ->
                new String[] {"fetch", job, "--to", folder.resolve("fetched").toString()};
            case KILL -> new String[] {"kill", job};
        };
    }

    private void looked(String what, Action action, CommandLines jfab, int code)
            throws IOException, InterruptedException {
        String said = jfab.all();
        if (code != 0 && (!said.contains("127.0.0.1") || said.matches("(?s).*\\wException.*"))) {
            wrong.add(what + ": is told as " + said);
        }
        List<String> lines = said.lines()
                .filter(line -> line.contains("trainer 0] "))
                .map(line -> line.replaceFirst("^.*trainer 0] ", ""))
                .toList();
        switch (action) {
            case READ_LOG, FOLLOW_LOG -> {
                if (code == 0 ? !lines.equals(PRINTED) : !PRINTED.containsAll(lines)) {
                    wrong.add(what + ": ends with " + code + " after " + lines.size() + " lines, the last of them "
                            + (lines.isEmpty() ? "none" : lines.getLast()));
                }
            }
            case STATUS -> {
                if (code == 0 && jfab.saying(" running$") != 1) {
                    wrong.add(what + ": says " + said);
                }
            }
            case FETCH -> {
                List<Path> models = files(folder.resolve("fetched"), "model");
                // What breaks after all has come is a failure as well; half of it is none of both.
                boolean whole = models.size() == 1
                        && Files.readString(models.getFirst()).equals("whole\n");
                if (!whole
                        && (code == 0 || !files(folder.resolve("fetched"), "").isEmpty())) {
                    wrong.add(what + ": ends with " + code + " and leaves " + files(folder.resolve("fetched"), ""));
                }
            }
            case KILL -> {
                if (code == 0) {
                    await(what + ": ends with 0 and leaves a process", () -> running() == 0);
                }
            }
            case START -> {
                if (code == 0 && running() == 0) {
                    wrong.add(what + ": ends with 0 and has started nothing");
                }
            }
        }
    }

    /** How many processes work in the directories of jobs. */
    private int running() throws IOException {
        Path work = cluster.server(0).folder().resolve("home/work");
        return Files.exists(work) ? Leftovers.in(work.toRealPath()).size() : 0;
    }

    private static List<Path> files(Path root, String name) throws IOException {
        if (!Files.exists(root)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .filter(file ->
                            name.isEmpty() || file.getFileName().toString().equals(name))
                    .toList();
        }
    }

    /** Ends what is left of jobs as a user would, and looks whether something stays that cannot be ended so. */
    private void clear(String what) throws IOException, InterruptedException {
        await(
                what + ": the host still has a session",
                () -> cluster.server(0).serving().isEmpty());
        if (direct.run("jobs") != 0) {
            wrong.add(what + ": jobs: " + direct.all());
        }
        List<String> running = direct.all()
                .lines()
                .filter(line -> line.matches("JOB\\S+ +(running|starting).*"))
                .map(line -> line.split(" ", 2)[0])
                .toList();
        for (String job : running) {
            if (direct.run("kill", job) != 0) {
                wrong.add(what + ": kill: " + direct.all());
            }
        }
        await(what + ": a process stays", () -> running() == 0);
        remove(cluster.server(0).folder().resolve("home/work"));
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private void await(String complaint, Condition condition) throws IOException, InterruptedException {
        long end = System.nanoTime() + CLEARED.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() > end) {
                wrong.add(complaint + " after " + CLEARED.toSeconds() + " s");
                return;
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static void remove(Path root) throws IOException {
        if (Files.exists(root)) {
            try (Stream<Path> all = Files.walk(root)) {
                for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** What was not as it has to be, a line each. */
    public List<String> wrong() {
        return List.copyOf(wrong);
    }

    @Override
    public void close() throws IOException {
        proxy.close();
        broken.close();
        cluster.close();
    }
}
