package jfab.control.connection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.host.Host;
import jfab.tools.Await;
import jfab.tools.Leftovers;
import jfab.tools.Tool;

/** A real OpenSSH server on 127.0.0.1 to 127.0.0.10 and a free port, with keys of its own, that lets this user in by key. */
public final class SshdFixture implements AutoCloseable {
    private static final Pattern TAKEN = Pattern.compile("Bind to port \\d+ on \\S+ failed");

    private static final Duration START = Duration.ofMinutes(2);
    /** More than a user's 10 s: other tests may keep the machine busy. */
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final Path folder;
    private final int port;
    private final Process sshd;

    private SshdFixture(Path folder, int port, Process sshd) {
        this.folder = folder;
        this.port = port;
        this.sshd = sshd;
    }

    /** Starts a server whose sshd_config has {@code options} before the usual ones. */
    public static SshdFixture start(String... options) throws IOException, InterruptedException {
        return start(List.of(), options);
    }

    /** The same on file systems of its own, as {@code lines} of shell mount them; {@code Tool.MOUNT}. */
    public static SshdFixture mounted(String lines, String... options) throws IOException, InterruptedException {
        return start(List.of("unshare", "--mount", "sh", "-ec", lines + "\nexec \"$@\"", "sh"), options);
    }

    private static SshdFixture start(List<String> within, String... options) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("jfab-sshd");
        Files.createDirectories(folder.resolve("home/.ssh"));
        keygen(folder.resolve("host_key"), "");
        keygen(folder.resolve("id_ed25519"), "");
        Files.copy(folder.resolve("id_ed25519.pub"), folder.resolve("authorized_keys"));
        if (Files.isWritable(Path.of("/run"))) {
            Files.createDirectories(Path.of("/run/sshd"));
        }
        while (true) {
            int port;
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = free.getLocalPort();
            }
            SshdFixture fixture = new SshdFixture(folder, port, launch(within, folder, port, options));
            if (fixture.listens()) {
                return fixture;
            }
            fixture.end();
        }
    }

    private static Process launch(List<String> within, Path folder, int port, String... options) throws IOException {
        List<String> config = new ArrayList<>(List.of(options));
        config.add("Port " + port);
        IntStream.rangeClosed(1, 10).forEach(last -> config.add("ListenAddress 127.0.0." + last));
        config.addAll(List.of(
                "HostKey " + folder.resolve("host_key"),
                "AuthorizedKeysFile " + folder.resolve("authorized_keys"),
                "PidFile none",
                "StrictModes no",
                "UsePAM no",
                "PasswordAuthentication no",
                "KbdInteractiveAuthentication no",
                "PermitRootLogin yes",
                // Keeps the start-up files of this user's shell out of the tests; commands still start in the real
                // home.
                "SetEnv HOME=" + folder.resolve("home"),
                "LogLevel INFO"));
        // Of these, the last one would count.
        if (config.stream().noneMatch(line -> line.startsWith("MaxStartups "))) {
            config.add("MaxStartups 200");
        }
        if (config.stream().noneMatch(line -> line.startsWith("Subsystem "))) {
            config.add("Subsystem sftp internal-sftp");
        }
        Files.write(folder.resolve("sshd_config"), config);
        List<String> command = new ArrayList<>(within);
        command.addAll(List.of(
                Tool.program("sshd").toString(),
                "-D",
                "-e",
                "-f",
                folder.resolve("sshd_config").toString()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd.log").toFile())
                .start();
    }

    /**
     * Waits for the server; false where somebody else took the port on one of the addresses meanwhile: sshd then does without that
     * address. Asked of its log, since whoever answers at the port may be another server.
     */
    private boolean listens() throws IOException, InterruptedException {
        long end = System.nanoTime() + START.toNanos();
        while (System.nanoTime() < end) {
            boolean alive = sshd.isAlive();
            String log = log();
            if (TAKEN.matcher(log).find()) {
                return false;
            }
            // The first address is the last one on which sshd listens.
            if (log.contains("Server listening on 127.0.0.1 port")) {
                return true;
            }
            if (!alive) {
                break;
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
        String log = log();
        close();
        throw new IOException("sshd did not start: " + log);
    }

    /** Makes a key pair at {@code file} and {@code file.pub}. */
    public static void keygen(Path file, String passphrase, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ssh-keygen", "-q", "-N", passphrase, "-f"));
        command.add(file.toString());
        command.addAll(more.length > 0 ? List.of(more) : List.of("-t", "ed25519"));
        Process keygen = new ProcessBuilder(command).inheritIO().start();
        if (keygen.waitFor() != 0) {
            throw new IOException("ssh-keygen failed: " + command);
        }
    }

    /** The server as {@code 127.0.0.1:port}. */
    public Host host() {
        return host(1);
    }

    /** The server as {@code 127.0.0.n:port}, n from 1 to 10. */
    public Host host(int last) {
        return new Host("127.0.0." + last, null, port);
    }

    public int port() {
        return port;
    }

    /** Temporary folder with the server's files: {@code id_ed25519} is the user's key, {@code authorized_keys} the server's list. */
    public Path folder() {
        return folder;
    }

    /** The user's key, and a home directory and known hosts of their own; nobody to ask, no agent. */
    public SshSettings settings(OutputListener output) {
        return SshSettings.of(output)
                .withConnectTimeout(PATIENCE)
                .withHome(folder.resolve("home"))
                .withSystem(folder.resolve("no_system_config"))
                .withAgent(null)
                .withIdentities(List.of(folder.resolve("id_ed25519")));
    }

    /** Ends the server, and the connections that it serves. */
    @Override
    public void close() throws IOException {
        end();
        Leftovers.await(folder);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private void end() {
        List<ProcessHandle> serving = sshd.descendants().toList();
        sshd.destroy();
        // Those that a test has frozen hear nothing else.
        serving.forEach(ProcessHandle::destroyForcibly);
        sshd.onExit().orTimeout(60, TimeUnit.SECONDS).join();
    }

    public String log() throws IOException {
        return Files.readString(folder.resolve("sshd.log"));
    }

    /** The log once no connection is open: a process of sshd may write only after its peer has been told. */
    public String logOfAll() throws Exception {
        Await.until("no connection is open", () -> serving().isEmpty());
        return log();
    }

    /** The server's processes for open connections. */
    public List<ProcessHandle> serving() {
        return sshd.descendants().toList();
    }

    /** Ends the server's processes for open connections, but not what they run, as where the line is cut. */
    public void cutConnections() {
        sshd.descendants()
                .filter(each -> each.info().command().orElse("").contains("sshd"))
                .forEach(ProcessHandle::destroyForcibly);
    }

    /** Ends the server's processes for open connections, as a host does that goes down. */
    public void breakConnections() {
        sshd.descendants().forEach(ProcessHandle::destroyForcibly);
    }
}
