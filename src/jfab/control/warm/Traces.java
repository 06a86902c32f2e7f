package jfab.control.warm;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.control.connection.jsch.KeptSessions;
import jfab.script.MetaClasses;

/**
 * What a command can leave behind in its process that the next one would notice: threads, hooks, open files and sockets, properties,
 * defaults of Java, changed classes of Groovy. A process in which any is left ends with the command, as a process of its own would have.
 */
final class Traces {
    /** The groups of Java's own threads: those of a command are in others, whatever their names. */
    private static final Set<String> JAVAS_GROUPS = Set.of("system", "InnocuousThreadGroup", "CarrierThreads");

    /** The thread that {@code main} runs in; that of the command is the one that asks. */
    private static final long FIRST = 1;

    /** What a pool begins the delayed tasks of, for good; it is not public. */
    private static final String DELAYS = "java.util.concurrent.DelayScheduler";

    private static final Pattern POLLER = Pattern.compile("(Read-|Write-|Sub)Poller(-\\d+)?");

    /** Properties that Java and jfab set when they first need them. */
    private static final Set<String> JAVAS_PROPERTIES = Set.of(
            "jline.tmpdir", "java.awt.headless", "user.timezone", "sun.nio.MaxDirectMemorySize", "library.jansi.path");

    /** The caller's while its command runs, and given back behind it. */
    private static final Set<String> STANDARD_STREAMS = Set.of("0", "1", "2");

    private static final Pattern OPEN_FOR_GOOD =
            Pattern.compile(".*\\.(jar|so|jsa|aot)|/dev/(null|u?random)|anon_inode:.*|/.*/modules|/proc/.*");

    /** What each session that is kept may have, by the beginning of its name: JSch's thread that reads it, and the one that watches it. */
    private static final List<String> OF_A_SESSION = List.of("Connect thread ", "virtual " + KeptSessions.WATCHING);

    private final Map<String, Object> before;

    private Traces(Map<String, Object> before) {
        this.before = before;
    }

    /** How this process is now, which it is expected to be after each command. */
    static Traces now() throws IOException {
        return new Traces(state());
    }

    /** What is not as it was; empty where all is. */
    Collection<String> left() throws IOException {
        Map<String, Object> now = state();
        TreeSet<String> changed = new TreeSet<>();
        now.forEach((what, value) -> {
            if (!Objects.equals(value, before.get(what))) {
                changed.add(what + ": " + value);
            }
        });
        return changed;
    }

    private static Map<String, Object> state() throws IOException {
        Map<String, Object> state = new HashMap<>();
        state.put("threads", threads());
        state.put("hooks", hooks());
        List<String> open = open();
        state.put("files", open.stream().filter(Predicate.not(Traces::socket)).toList());
        state.put("sockets", open.stream().filter(Traces::socket).count() - KeptSessions.size());
        state.put("properties", properties());
        state.put(
                "locale",
                List.of(
                        Locale.getDefault(),
                        Locale.getDefault(Locale.Category.FORMAT),
                        Locale.getDefault(Locale.Category.DISPLAY),
                        TimeZone.getDefault().getID()));
        state.put(
                "providers",
                Arrays.stream(Security.getProviders())
                        .map(Provider::getName)
                        .filter(name -> !name.equals("Conscrypt"))
                        .toList());
        state.put(
                "network",
                Arrays.asList(Authenticator.getDefault(), CookieHandler.getDefault(), ProxySelector.getDefault()));
        state.put("uncaught", Arrays.asList(Thread.getDefaultUncaughtExceptionHandler()));
        ForkJoinPool pool = ForkJoinPool.commonPool();
        state.put("pool", List.of(pool.isQuiescent(), pool.getDelayedTaskCount()));
        state.put("classes", MetaClasses.changes());
        return state;
    }

    private static Collection<String> threads() throws IOException {
        List<String> names = platformThreads()
                .filter(Predicate.not(Traces::javas))
                .map(Thread::getName)
                .sorted()
                .collect(Collectors.toCollection(ArrayList::new));
        Object root = read("jdk.internal.vm.ThreadContainers", "root");
        collect(root, names);
        for (int session = KeptSessions.size(); session > 0; session--) {
            for (String one : OF_A_SESSION) {
                names.stream().filter(name -> name.startsWith(one)).findFirst().ifPresent(names::remove);
            }
        }
        return names;
    }

    /** All that there are. Asking for their stacks as well would halt them. */
    private static Stream<Thread> platformThreads() {
        ThreadGroup top = WarmProcess.THREADS;
        while (top.getParent() != null) {
            top = top.getParent();
        }
        // More than are known to be: those of an array that is full may not be all.
        for (int room = 64; ; room *= 2) {
            Thread[] threads = new Thread[room];
            int count = top.enumerate(threads);
            if (count < room) {
                return Arrays.stream(threads, 0, count);
            }
        }
    }

    /** Whether it is Java's, the pool's that all share and of which {@link #state} asks more, or this program's own. */
    private static boolean javas(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null
                || JAVAS_GROUPS.contains(group.getName())
                || group.equals(WarmProcess.THREADS)
                || thread.threadId() == FIRST
                || thread.equals(Thread.currentThread())
                || (thread instanceof ForkJoinWorkerThread worker
                        && worker.getPool().equals(ForkJoinPool.commonPool()))
                || (thread.getClass().getName().equals(DELAYS)
                        && thread.getName().startsWith("ForkJoinPool.commonPool-"));
    }

    /** Virtual threads, which {@link Thread#getAllStackTraces} leaves out. */
    private static void collect(Object container, List<String> names) throws IOException {
        try (Stream<?> threads = (Stream<?>) call(container, "threads")) {
            threads.map(Thread.class::cast)
                    .filter(thread -> thread.isVirtual()
                            && !POLLER.matcher(thread.getName()).matches())
                    .map(thread -> "virtual " + thread.getName())
                    .forEach(names::add);
        }
        List<?> children;
        try (Stream<?> below = (Stream<?>) call(container, "children")) {
            children = below.toList();
        }
        for (Object child : children) {
            collect(child, names);
        }
    }

    private static Set<String> hooks() throws IOException {
        try {
            Field hooks = Class.forName("java.lang.ApplicationShutdownHooks").getDeclaredField("hooks");
            hooks.setAccessible(true);
            Map<?, ?> registered = (Map<?, ?>) hooks.get(null);
            return registered.keySet().stream()
                    .map(thread -> ((Thread) thread).getName())
                    .collect(Collectors.toSet());
        } catch (ReflectiveOperationException e) {
            throw new IOException("this Java keeps its hooks elsewhere", e);
        }
    }

    private static List<String> open() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors
                    .filter(descriptor ->
                            !STANDARD_STREAMS.contains(descriptor.getFileName().toString()))
                    .flatMap(Traces::target)
                    .filter(target -> !OPEN_FOR_GOOD.matcher(target).matches())
                    .sorted()
                    .toList();
        }
    }

    private static boolean socket(String file) {
        return file.startsWith("socket:");
    }

    private static Stream<String> target(Path descriptor) {
        try {
            return Stream.of(Files.readSymbolicLink(descriptor).toString());
        } catch (IOException e) {
            // The one that has just read the folder.
            return Stream.empty();
        }
    }

    private static Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>();
        for (String name : System.getProperties().stringPropertyNames()) {
            if (!JAVAS_PROPERTIES.contains(name)) {
                properties.put(name, System.getProperty(name));
            }
        }
        return properties;
    }

    private static Object read(String type, String method) throws IOException {
        try {
            Method root = Class.forName(type).getMethod(method);
            root.setAccessible(true);
            return root.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IOException("this Java keeps its threads elsewhere", e);
        }
    }

    private static Object call(Object container, String name) throws IOException {
        try {
            Method method = Class.forName("jdk.internal.vm.ThreadContainer").getMethod(name);
            method.setAccessible(true);
            return method.invoke(container);
        } catch (ReflectiveOperationException e) {
            throw new IOException("this Java keeps its threads elsewhere", e);
        }
    }
}
