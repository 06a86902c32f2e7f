package jfab.control.connection.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import jfab.JfabException;
import jfab.control.connection.Connection;
import jfab.control.connection.Connector;
import jfab.control.connection.Printed;
import jfab.control.connection.SshSettings;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.faults.FaultProxy.Fault;
import jfab.control.connection.faults.FaultProxy.Kind;
import jfab.control.connection.host.Host;
import jfab.control.connection.jsch.JschConnector;
import jfab.control.launch.JobFaults;
import org.jspecify.annotations.Nullable;

/**
 * Connections that break while something goes over them: at any byte of the connecting, the log-in, a command, a file or a tree, on
 * the way to a real sshd or back.
 *
 * <p>After each case: it has ended in time; it has done what it was to do, or has failed with a sentence that names the host; what was
 * to be replaced is the old or the new one, whole; nothing else is left beside it, and no session on the host.
 */
final class Faults implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofSeconds(25);
    private static final Duration CLEARED = Duration.ofSeconds(15);
    /** Of the bytes that connecting takes: a third of the faults hit there. */
    private static final int CONNECTING = 4000;

    private static final String OLD = "old";
    private static final List<String> NAMES = List.of("large", "new/large", "new/below/small");

    private final Random random;
    private final Path folder;
    private final SshdFixture sshd;
    private final FaultProxy proxy;
    private final Map<Action, long[]> sizes = new EnumMap<>(Action.class);
    private final List<String> wrong = new ArrayList<>();
    private int unfinished;

    /** What goes on while the connection breaks. */
    private enum Action {
        RUN,
        PUT_FILE,
        PUT_TREE,
        GET_FILE,
        GET_TREE
    }

    Faults(Path folder, long seed) throws IOException, InterruptedException {
        this.folder = folder;
        this.random = new Random(seed);
        this.sshd = SshdFixture.start();
        this.proxy = new FaultProxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), sshd.port()));
        tree(folder.resolve("new"), "new");
        for (Action action : Action.values()) {
            proxy.set(null);
            run(action, null);
            sizes.put(action, new long[] {proxy.bytes(false), proxy.bytes(true)});
        }
    }

    private static void tree(Path root, String word) throws IOException {
        Files.createDirectories(root.resolve("below"));
        Files.write(root.resolve("large"), (word + "\n").repeat(60_000).getBytes(StandardCharsets.US_ASCII));
        Files.writeString(root.resolve("below/small"), word);
    }

    /** One case more. */
    void next() throws IOException, InterruptedException {
        Action action = one(List.of(Action.values()));
        Kind kind = one(List.of(Kind.values()));
        boolean fromHost = random.nextBoolean();
        long size = sizes.getOrDefault(action, new long[2])[fromHost ? 1 : 0];
        long limit = random.nextInt(3) == 0 ? Math.min(CONNECTING, size) : size;
        Fault fault = new Fault(kind, fromHost, random.nextLong(limit));
        proxy.set(fault);
        run(action, fault);
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private void run(Action action, @Nullable Fault fault) throws IOException, InterruptedException {
        Path place = folder.resolve("case");
        remove(place);
        Files.createDirectories(place.resolve("new"));
        Files.writeString(place.resolve("large"), OLD);
        Files.writeString(place.resolve("new/large"), OLD);
        FutureTask<@Nullable Void> task = new FutureTask<>(() -> {
            act(action, place);
            return null;
        });
        Thread.ofPlatform().daemon().name("case").start(task);
        String what = action + ", " + fault;
        Throwable failure = null;
        try {
            task.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            failure = e.getCause();
        } catch (TimeoutException e) {
            task.cancel(true);
            wrong.add(what + ": still goes on after " + LONGEST.toSeconds() + " s");
        }
        proxy.cut();
        judge(what, fault, failure);
        looked(what, action, place, failure == null && task.state() == Future.State.SUCCESS);
    }

    private void act(Action action, Path place) {
        SshSettings settings = sshd.settings(new Printed())
                .withConnectTimeout(Duration.ofSeconds(5))
                .withOption("ServerAliveInterval", "1")
                .withOption("ServerAliveCountMax", "3");
        try (Connector connector = new JschConnector(settings);
                Connection connection = connector.open(new Host("127.0.0.1", null, proxy.port()))) {
            switch (action) {
                case RUN -> {
                    String out = connection
                            .run(Map.of("hide", true), "echo one; seq 5000; sleep 0.05; echo two")
                            .out();
                    if (!out.startsWith("one\n1\n2\n") || !out.endsWith("4999\n5000\ntwo\n")) {
                        throw new IllegalStateException("the command seems to have printed " + out.length() + " bytes");
                    }
                }
                case PUT_FILE -> connection.put(folder.resolve("new/large"), place + "/large");
                case PUT_TREE -> connection.put(folder.resolve("new"), place + "/");
                case GET_FILE -> connection.get(folder + "/new/large", place + "/large");
                case GET_TREE -> connection.get(folder + "/new", place + "/");
            }
        }
    }

    private void judge(String what, @Nullable Fault fault, @Nullable Throwable failure) {
        if (fault == null && failure != null) {
            throw new IllegalStateException("nothing was broken", failure);
        }
        if (failure == null || fault == null) {
            return;
        }
        String said = String.valueOf(failure.getMessage());
        if (!(failure instanceof JfabException)
                || !said.contains("127.0.0.1")
                || said.matches("(?s).*(\\wException|\n).*")) {
            wrong.add(what + ": is told as " + failure);
        }
        if (fault.kind().harmless()) {
            wrong.add(what + ": ends with " + said);
        }
    }

    /** What there is now: all of it the new one where the action went well, and nothing that is neither. */
    private void looked(String what, Action action, Path place, boolean well) throws IOException, InterruptedException {
        long end = System.nanoTime() + CLEARED.toNanos();
        while (!sshd.serving().isEmpty()) {
            if (System.nanoTime() > end) {
                wrong.add(what + ": the host still has a session after " + CLEARED.toSeconds() + " s");
                sshd.breakConnections();
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        // What a host clears away when its session is gone, it may still be clearing away.
        List<String> found = List.of("was not looked at");
        while (!found.isEmpty() && System.nanoTime() < end + CLEARED.toNanos()) {
            try {
                found = left(action, place, well);
            } catch (NoSuchFileException | UncheckedIOException e) {
                found = List.of("keeps changing: " + e.getMessage());
            }
            TimeUnit.MILLISECONDS.sleep(found.isEmpty() ? 0 : 100);
        }
        found.forEach(one -> wrong.add(what + ": " + one));
        if (action == Action.PUT_FILE && !well) {
            try (Stream<Path> all = Files.list(place)) {
                unfinished += (int) all.filter(Faults::ofSftp).count();
            }
        }
    }

    /** SFTP has nobody on the host who could take it away when the connection is gone. */
    private static boolean ofSftp(Path file) {
        return file.getFileName().toString().startsWith(".jfab-");
    }

    private List<String> left(Action action, Path place, boolean well) throws IOException {
        List<String> found = new ArrayList<>();
        List<String> expected = switch (action) {
            case RUN -> List.of();
            case PUT_FILE, GET_FILE -> List.of("large");
            case PUT_TREE, GET_TREE -> List.of("new/large", "new/below/small");
        };
        try (Stream<Path> all = Files.walk(place)) {
            for (Path file : all.filter(path -> !Files.isDirectory(path)).toList()) {
                String name = place.relativize(file).toString();
                String content = Files.readString(file);
                String fresh = name.endsWith("small") ? "below/small" : "large";
                boolean renewed =
                        content.equals(Files.readString(folder.resolve("new").resolve(fresh)));
                if (!NAMES.contains(name) && !(action == Action.PUT_FILE && !well && ofSftp(file))) {
                    found.add("leaves " + name);
                } else if (NAMES.contains(name) && !renewed && !content.equals(OLD)) {
                    found.add("leaves a part of " + name);
                } else if (well && expected.contains(name) && !renewed) {
                    found.add("has not brought " + name);
                }
            }
        }
        if (well && expected.contains("new/below/small") && !Files.exists(place.resolve("new/below/small"))) {
            found.add("has not brought new/below/small");
        }
        return found;
    }

    /** A shell whose session is gone may begin a moment later, make its folder, and take it away again. */
    private static void remove(Path root) throws IOException, InterruptedException {
        long end = System.nanoTime() + CLEARED.toNanos();
        while (Files.exists(root)) {
            try (Stream<Path> all = Files.walk(root)) {
                for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            } catch (DirectoryNotEmptyException | NoSuchFileException | UncheckedIOException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }
    }

    /** What was not as it has to be, a line each. */
    List<String> wrong() {
        return List.copyOf(wrong);
    }

    /** {@code test/faults MINUTES [SEED]}: exit code 1 where something was wrong. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        long minutes = Long.parseLong(arguments[0]);
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        Path folder = Files.createTempDirectory("jfab-faults");
        int cases = 0;
        int told = 0;
        int unfinished = 0;
        try (Faults faults = new Faults(folder.resolve("transfers"), seed);
                JobFaults jobs = new JobFaults(folder.resolve("jobs"), seed)) {
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(minutes);
            while (System.nanoTime() < end) {
                if (cases % 2 == 0) {
                    faults.next();
                } else {
                    jobs.next();
                }
                cases++;
                unfinished = faults.unfinished;
                List<String> wrong = new ArrayList<>(faults.wrong);
                wrong.addAll(jobs.wrong());
                if (wrong.size() > told) {
                    System.out.println("of case " + cases + ": " + wrong);
                    told = wrong.size();
                }
                if (cases % 100 == 0) {
                    System.out.println(cases + " cases, " + told + " wrong, " + unfinished + " unfinished");
                }
            }
        } finally {
            remove(folder);
        }
        System.out.println("seed " + seed + ": " + cases + " cases, " + told + " wrong, " + unfinished
                + " files of SFTP left beside those that they were to become");
        System.exit(told == 0 ? 0 : 1);
    }

    @Override
    public void close() throws IOException {
        proxy.close();
        sshd.close();
    }
}
