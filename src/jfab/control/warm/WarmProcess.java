package jfab.control.warm;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import jfab.control.connection.command.AtShutdown;
import jfab.control.connection.command.Secret;
import jfab.control.connection.host.LocalProgram;
import jfab.control.connection.jsch.KeptSessions;
import org.jspecify.annotations.Nullable;

/**
 * A process that waits for commands and runs them, one at a time.
 *
 * <ul>
 *   <li>A command has its caller's arguments, standard streams and variables; its signals are raised here. Programs that it starts are
 *       the caller's children.
 *   <li>When it is over, the process has none of them any more. Where something else is left of it ({@link Traces}), where it was
 *       told to end, or has taken much memory, the process ends with it, as one of its own would have.
 *   <li>A caller that comes while it is busy is refused, and runs its command itself; nothing is begun that the caller has not left to it.
 *   <li>It ends when it has waited for ten minutes, when a fifth one of this account has been started, and when those that were used later
 *       take a gigabyte with it.
 * </ul>
 */
public final class WarmProcess {
    static final String SERVES = "jfab.warm.serves";
    static final String STATUS = "status";
    static final String STOP = "stop";
    /** Answered with a number of bytes. */
    static final String MEMORY = "memory";

    /** As many as there are at most, of a gigabyte in all. */
    private static final int MOST_PROCESSES = 4;

    private static final long MOST_MEMORY = 1L << 30;
    private static final long PART = MOST_MEMORY / MOST_PROCESSES;
    private static final Duration IDLE = Duration.ofMinutes(10);
    private static final Duration CALLER_SPEAKS = Duration.ofSeconds(2);
    /** What closes by itself behind a command, as a session does. */
    private static final Duration SETTLES = Duration.ofSeconds(1);

    private static final int TERM = 15;
    /** SIGHUP, SIGINT and SIGTERM. */
    private static final Set<Integer> ENDING = Set.of(1, 2, TERM);

    /** Those of this program itself, in which no command runs. */
    static final ThreadGroup THREADS = new ThreadGroup("waiting");

    private final Path socket;
    private final ToIntFunction<List<String>> jfab;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().group(THREADS).daemon().name("warm clock").factory());
    private final Logger exits = Logger.getLogger("java.lang.Runtime");
    private volatile Instant since = Instant.now();
    private volatile @Nullable Object inode;
    private final AtomicInteger commands = new AtomicInteger();
    private volatile boolean last;
    private volatile @Nullable Caller served;

    private WarmProcess(Path socket, ToIntFunction<List<String>> jfab) {
        this.socket = socket;
        this.jfab = jfab;
    }

    /** Whether this process was started to be one. */
    public static boolean isOne() {
        return System.getProperty(SERVES) != null;
    }

    /** Waits for commands, which {@code jfab} runs; the process ends when there will be no more, and this returns where there is one already. */
    public static void serve(ToIntFunction<List<String>> jfab) {
        try {
            new WarmProcess(Path.of(System.getProperty(SERVES)), jfab).serve();
        } catch (IOException e) {
            // Nobody waits for it: commands run cold.
        }
    }

    private void serve() throws IOException {
        WarmFolder folder = WarmFolder.of(socket);
        if (WarmFolder.ask(socket, STATUS).isPresent()) {
            return;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::leave, "warm end"));
        AtShutdown.prepare();
        KeptSessions.begin();
        tellExits();
        CallerVariables.become(Map.of());
        Path unnamed = folder.folder().resolve("new-" + ProcessHandle.current().pid());
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(unnamed));
            inode = Files.getAttribute(unnamed, "unix:ino");
            Files.move(unnamed, socket, StandardCopyOption.ATOMIC_MOVE);
            List<Path> others = folder.sockets();
            others.stream().skip(MOST_PROCESSES).forEach(oldest -> WarmFolder.ask(oldest, STOP));
            ScheduledFuture<?> _ = clock.scheduleAtFixedRate(this::look, 15, 15, TimeUnit.SECONDS);
            // Looking at them ends those whose time is over.
            ScheduledFuture<?> _ = clock.scheduleAtFixedRate(KeptSessions::size, 1, 1, TimeUnit.SECONDS);
            // It ends by itself: a command that still runs would end with this thread.
            while (true) {
                SocketChannel channel = server.accept();
                Thread.ofPlatform().group(THREADS).daemon().name("warm caller").start(() -> answer(channel));
            }
        } finally {
            Files.deleteIfExists(unnamed);
        }
    }

    private void answer(SocketChannel channel) {
        ScheduledFuture<?> late = clock.schedule(() -> close(channel), CALLER_SPEAKS.toMillis(), TimeUnit.MILLISECONDS);
        try (channel;
                Caller caller = new Caller(channel)) {
            if (!caller.wantsCommand()) {
                answer(caller);
            } else if (last || !busy.compareAndSet(false, true)) {
                caller.refuse();
            } else {
                take(caller, late);
            }
        } catch (IOException e) {
            // It has gone, or was nobody that is served.
        } finally {
            late.cancel(false);
        }
    }

    private void answer(Caller caller) throws IOException {
        if (caller.question().equals(STOP)) {
            caller.answer(
                    "pid " + ProcessHandle.current().pid() + " " + (busy.get() ? "ends with its command" : "ends"));
            last = true;
            endIfFree();
        } else if (caller.question().equals(MEMORY)) {
            caller.answer(Long.toString(memory()));
        } else {
            long idle = Duration.between(since, Instant.now()).toSeconds();
            caller.answer("pid " + ProcessHandle.current().pid() + ", " + memory() / (1 << 20) + " MB, " + commands
                    + " commands, " + (busy.get() ? "busy" : "waits for " + idle + " s") + ", in "
                    + System.getProperty("user.dir"));
        }
    }

    private void take(Caller caller, ScheduledFuture<?> late) throws IOException {
        boolean begun = false;
        try {
            Traces before = Traces.now();
            WarmRequest request = caller.request();
            CallerVariables.become(request.environment());
            if (!new WarmRule(request.arguments(), request.environment()).allows(request.terminal())) {
                caller.refuse();
                return;
            }
            // It has spoken; for what is left to say it has a limit of its own.
            late.cancel(false);
            if (caller.leavesIt()) {
                begun = true;
                served = caller;
                Thread command = Thread.ofPlatform().name("main").unstarted(() -> run(caller, request, before));
                command.start();
                caller.listen(number -> raise(caller, number));
                // Killed, as it would have been with its command in it.
                raise(caller, TERM);
            }
        } finally {
            if (!begun) {
                CallerVariables.become(Map.of());
                free();
                endIfTold();
            }
        }
    }

    private void run(Caller caller, WarmRequest request, Traces before) {
        int code = 1;
        try {
            commands.incrementAndGet();
            caller.lendStreams();
            standardStreams();
            LocalProgram.startedBy(caller.programs()::start);
            used();
            code = jfab.applyAsInt(request.arguments());
            System.out.flush();
            System.err.flush();
            if (last || memory() > MOST_MEMORY || !settled(before)) {
                System.exit(code);
            }
            giveBack();
        } catch (IOException | RuntimeException | Error e) {
            System.err.println("jfab: the process that waits for commands ends with this one: " + e);
            System.exit(code);
        }
        letGo(caller, code);
        endIfTold();
        clock.execute(this::shrink);
    }

    /** With {@link #endIfFree} in turn: the process does not end before its caller knows. */
    private synchronized void letGo(Caller caller, int code) {
        served = null;
        // First: who calls next may do so as soon as this one knows.
        free();
        tell(caller, code);
    }

    private static void tell(Caller caller, int code) {
        try {
            caller.ended(code);
        } catch (IOException e) {
            // It was killed meanwhile, and asks no more.
        }
    }

    /** Makes it the one that has been used last, of which the oldest makes room for others. */
    private void used() {
        try {
            Files.setLastModifiedTime(socket, FileTime.from(Instant.now()));
        } catch (IOException e) {
            // Somebody has removed it: nobody will call any more.
        }
    }

    private static void standardStreams() {
        System.setIn(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
        System.setOut(printing(FileDescriptor.out, "stdout.encoding"));
        System.setErr(printing(FileDescriptor.err, "stderr.encoding"));
    }

    private static PrintStream printing(FileDescriptor to, String encoding) {
        return new PrintStream(
                new java.io.BufferedOutputStream(new FileOutputStream(to), 8192),
                true,
                Charset.forName(System.getProperty(encoding, "UTF-8")));
    }

    private static boolean settled(Traces before) throws IOException {
        long end = System.nanoTime() + SETTLES.toNanos();
        while (true) {
            if (before.left().isEmpty()) {
                return true;
            }
            if (System.nanoTime() > end) {
                return false;
            }
            java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
        }
    }

    /** Lets go of all that was the caller's. */
    private static void giveBack() throws IOException {
        LocalProgram.startedBy(ProcessBuilder::start);
        Secret.forget();
        CallerVariables.become(Map.of());
        int nothing = Libc.nothing();
        for (int stream = 0; stream < 3; stream++) {
            Libc.put(nothing, stream);
        }
        Libc.close(nothing);
    }

    /**
     * A signal that {@code caller} was sent, if its command still runs: another's is not meant. What it was sent for may still come, seconds
     * later: no other command waits for that.
     */
    private synchronized void raise(Caller caller, int number) {
        if (caller.equals(served)) {
            if (ENDING.contains(number)) {
                last = true;
            }
            Libc.raise(number);
        }
    }

    /** Has the caller know with which code this process is about to end, whoever ends it: Java logs that first. */
    private void tellExits() {
        exits.setUseParentHandlers(false);
        exits.setLevel(Level.FINE);
        exits.addHandler(new Handler() {
            @Override
            public void publish(LogRecord exit) {
                String text = exit.getMessage();
                Caller caller = served;
                if (caller != null) {
                    try {
                        caller.ending(Integer.parseInt(text.substring(text.lastIndexOf(' ') + 1)));
                    } catch (IOException | NumberFormatException e) {
                        // It will see that this process has gone.
                    }
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
    }

    private static long memory() {
        try {
            String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(each -> each.startsWith("VmRSS:"))
                    .findFirst()
                    .orElse("VmRSS: 0 kB");
            return Long.parseLong(line.replaceAll("\\D", "")) << 10;
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    private void free() {
        since = Instant.now();
        busy.set(false);
    }

    private void endIfTold() {
        if (last) {
            endIfFree();
        }
    }

    /** Java gives back by itself next to nothing of the memory that a command to many hosts has taken. */
    private void shrink() {
        if (memory() > PART) {
            System.gc();
            look();
        }
    }

    private void look() {
        if (Duration.between(since, Instant.now()).compareTo(IDLE) > 0 || !reachable()) {
            endIfFree();
        } else if (!busy.get() && memory() > PART) {
            // Not of a command that still runs: what it takes may be gone with it.
            makeRoom();
        }
    }

    /** One that takes more than its part sees to it that all together do not take too much. */
    private void makeRoom() {
        try {
            long taken = 0;
            for (Path each : WarmFolder.of(socket).sockets()) {
                taken += WarmFolder.ask(each, MEMORY)
                        .filter(answer -> answer.matches("\\d{1,18}"))
                        .map(Long::valueOf)
                        .orElse(0L);
                if (taken > MOST_MEMORY) {
                    WarmFolder.ask(each, STOP);
                }
            }
        } catch (IOException e) {
            endIfFree();
        }
    }

    /** Whether the socket is still the one that this process listens to: somebody may have removed or replaced it. */
    private boolean reachable() {
        try {
            return Files.getAttribute(socket, "unix:ino").equals(inode);
        } catch (IOException e) {
            return false;
        }
    }

    private synchronized void endIfFree() {
        if (busy.compareAndSet(false, true)) {
            leave();
            Runtime.getRuntime().halt(0);
        }
    }

    private void leave() {
        try {
            if (reachable()) {
                Files.deleteIfExists(socket);
            }
        } catch (IOException e) {
            // Whoever finds it finds nobody there.
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is of no use any more.
        }
    }
}
