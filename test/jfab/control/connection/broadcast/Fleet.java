package jfab.control.connection.broadcast;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import jfab.control.connection.Defaults;
import jfab.control.connection.Group;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.Transport;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.Result;
import jfab.control.connection.jsch.JschConnector;
import jfab.tools.Await;
import jfab.tools.Leftovers;

/** Hosts that know each other only from the submitter: a real sshd and a home for each, which has an authorized_keys with a key of its user's. */
final class Fleet implements AutoCloseable {
    static final String KEYS =
            "# mine\nssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0000000000000000000000000000000000000000000 me\n\nno newline";

    private static final String LIE = "ForceCommand case $SSH_ORIGINAL_COMMAND in"
            + " [0-9]*) read -r count rest <$(echo \"$HOME\"/.jfab/cast/*/sizes); printf '%s\\n' \"x\\\\nhave $count\" >&2; exit 1 ;;"
            + " *) sleep 1; exec /bin/sh -c \"$SSH_ORIGINAL_COMMAND\" ;; esac";

    final List<SshdFixture> servers = new ArrayList<>();
    private final List<Path> homes = new ArrayList<>();
    /** What the user is told. */
    final List<String> told = new CopyOnWriteArrayList<>();

    private final Path folder = Files.createTempDirectory("jfab-fleet");
    private final JschConnector connector;

    /** Hosts that differ in nothing. */
    Fleet(int hosts) throws IOException, InterruptedException {
        this(Collections.nCopies(hosts, Kind.USUAL), "");
    }

    /** What a host is like. */
    enum Kind {
        USUAL,
        /** Its sshd reads the keys of its user elsewhere. */
        KEYS_ELSEWHERE,
        /** Its programs are those of another folder. */
        OTHER_PROGRAMS,
        /** It comes last, and tells who feeds it what would be a word of that host's own if it were a line. */
        LIAR,
        /** Its home is that of the host before it. */
        SHARED
    }

    /** Hosts of these kinds, with {@code programs} for those that have others. */
    Fleet(List<Kind> kinds, String programs) throws IOException, InterruptedException {
        for (int i = 0; i < kinds.size(); i++) {
            Kind kind = kinds.get(i);
            homes.add(kind == Kind.SHARED ? home(i - 1) : folder.resolve("home" + i));
            Files.createDirectories(home(i).resolve(".ssh"));
            Path login = folder.resolve("login" + i);
            List<String> options = new ArrayList<>(List.of(
                    "SetEnv HOME=" + home(i) + (kind == Kind.OTHER_PROGRAMS ? " PATH=" + programs : ""),
                    "AuthorizedKeysFile " + login + (kind == Kind.KEYS_ELSEWHERE ? "" : " " + keys(i))));
            if (kind == Kind.LIAR) {
                options.add(LIE);
            }
            SshdFixture server = SshdFixture.start(options.toArray(String[]::new));
            servers.add(server);
            Files.copy(servers.getFirst().folder().resolve("id_ed25519.pub"), login);
            Files.writeString(keys(i), KEYS);
            Files.setPosixFilePermissions(keys(i), PosixFilePermissions.fromString("rw-r-----"));
        }
        connector = new JschConnector(servers.getFirst().settings(new Told(told)));
    }

    Path home(int host) {
        return homes.get(host);
    }

    Path keys(int host) {
        return home(host).resolve(".ssh/authorized_keys");
    }

    Group group() {
        return new Group(
                servers.stream().map(SshdFixture::host).toList(),
                connector.with(Defaults.plain().broadcasting(true)));
    }

    Transport line(int host) {
        return connector.connect(servers.get(host).host());
    }

    /** Brings the content to all hosts, where it becomes the file {@code got}. */
    List<Future<Result>> bring(Content content) throws InterruptedException {
        return begin(content).end();
    }

    /** What goes on meanwhile. */
    record Bringing(ExecutorService threads, List<Future<Result>> results) {
        /** Waits for all. */
        List<Future<Result>> end() {
            threads.close();
            return results;
        }
    }

    Bringing begin(Content content) {
        return begin(content, Broadcasts.Wish.ASKED);
    }

    Bringing begin(Content content, Broadcasts.Wish wish) {
        Broadcast broadcast = new Broadcast(content, servers.size(), wish, 0);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        List<Future<Result>> results = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            int host = i;
            results.add(threads.submit(() -> {
                try (Transport line = line(host)) {
                    return broadcast.bring(line, Command.shell("cat >\"$HOME/got\""), _ -> {});
                }
            }));
        }
        return new Bringing(threads, results);
    }

    /** What lies where broadcasts keep what they need. */
    List<String> casts(int host) throws IOException {
        try (Stream<Path> left = Files.list(home(host).resolve(".jfab/cast"))) {
            return left.map(file -> file.getFileName().toString()).toList();
        }
    }

    /** The folder of the broadcast that goes on there. */
    Path spool(int host) throws IOException {
        return home(host)
                .resolve(".jfab/cast")
                .resolve(casts(host).stream()
                        .filter(name -> name.length() == 32)
                        .findFirst()
                        .orElseThrow());
    }

    /** Waits until every host has the first {@code chunks}. */
    void awaitChunks(int chunks) throws IOException, InterruptedException {
        for (int host = 0; host < servers.size(); host++) {
            int each = host;
            Await.until(
                    "chunks come",
                    () -> Files.isDirectory(home(each).resolve(".jfab/cast"))
                            && casts(each).stream().anyMatch(name -> name.length() == 32)
                            && Files.exists(spool(each).resolve("c." + (chunks - 1))));
        }
    }

    /** Waits until nothing of a broadcast is left there, and nobody looks any more whether something is. */
    void awaitTidy(int host) throws IOException, InterruptedException {
        Await.until(
                "host " + host + " tidies up",
                () -> casts(host).equals(List.of("lock"))
                        && Files.readString(keys(host)).equals(KEYS)
                        && nothingBesideKeys(host));
    }

    /** Whether none of the files is there that the keys are changed by. */
    boolean nothingBesideKeys(int host) throws IOException {
        try (Stream<Path> ssh = Files.list(keys(host).resolveSibling(""))) {
            return ssh.noneMatch(file -> file.getFileName().toString().startsWith(".jfab"));
        }
    }

    /** A host that feeds another and is fed by a third. */
    int between() throws IOException {
        for (int host = 0; host < servers.size(); host++) {
            String keys = Files.readString(keys(host));
            if (keys.startsWith("restrict") && Files.exists(spool(host).resolve("known"))) {
                return host;
            }
        }
        throw new IllegalStateException("no host feeds another");
    }

    /** The host that {@code feeder} feeds. */
    int fedBy(int feeder) throws IOException {
        String key = Files.readString(spool(feeder).resolve("key.pub")).split(" ", 3)[1];
        for (int host = 0; host < servers.size(); host++) {
            if (Files.readString(keys(host)).contains(key)) {
                return host;
            }
        }
        throw new IllegalStateException("it feeds nobody");
    }

    /** The process that is given orders there. */
    ProcessHandle script(int host) throws IOException {
        Path spool = spool(host).toRealPath();
        return servers.get(host).serving().stream()
                .filter(process -> {
                    Path proc = Path.of("/proc/" + process.pid());
                    try {
                        return proc.resolve("cwd").toRealPath().equals(spool)
                                && Files.readString(proc.resolve("cmdline")).contains("star() {");
                    } catch (IOException e) {
                        return false;
                    }
                })
                .findFirst()
                .orElseThrow();
    }

    /** Ends the connections to a host, and nothing else there. */
    void hangUp(int host) {
        servers.get(host).serving().stream()
                .filter(process -> process.info().command().orElse("").endsWith("/sshd"))
                .forEach(ProcessHandle::destroyForcibly);
    }

    /** Sends a signal to all that runs on a host. */
    void signal(int host, String name) throws IOException, InterruptedException {
        List<String> kill = new ArrayList<>(List.of("kill", "-s", name));
        servers.get(host).serving().forEach(process -> kill.add("" + process.pid()));
        // Some have ended by themselves meanwhile.
        new ProcessBuilder(kill)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Override
    public void close() throws IOException {
        connector.close();
        for (SshdFixture server : servers) {
            server.close();
        }
        Leftovers.await(folder);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
