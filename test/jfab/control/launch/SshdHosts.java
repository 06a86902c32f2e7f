package jfab.control.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.bundle.EngineBundle;
import jfab.control.cli.JfabProcess;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.command.Command;
import jfab.tools.Leftovers;

/** Hosts 127.0.0.1 and on of one real sshd, whose commands run in a folder of each host's own. */
final class SshdHosts implements AutoCloseable {
    private final SshdFixture sshd;
    private final Path folder;
    private final int count;

    private SshdHosts(SshdFixture sshd, Path folder, int count) {
        this.sshd = sshd;
        this.folder = folder;
        this.count = count;
    }

    static SshdHosts start(Path folder, int count) throws IOException, InterruptedException {
        return start(folder, count, Map.of());
    }

    /** The same; all that runs on them finds {@code environment}, as if a start-up file of the user's shell had set it. */
    static SshdHosts start(Path folder, int count, Map<String, String> environment)
            throws IOException, InterruptedException {
        String exports = environment.entrySet().stream()
                .map(variable -> "export " + variable.getKey() + "=" + Command.quote(variable.getValue()) + " && ")
                .collect(Collectors.joining());
        List<String> config = new ArrayList<>();
        for (int host = 1; host <= count; host++) {
            Path own = Files.createDirectories(folder.resolve("host" + host));
            config.add("Match LocalAddress 127.0.0." + host);
            config.add("ForceCommand cd " + own + " && " + exports + "case \"$SSH_ORIGINAL_COMMAND\" in"
                    + " internal-sftp*) exec /usr/lib/openssh/sftp-server ;;"
                    + " *) exec /bin/sh -c \"$SSH_ORIGINAL_COMMAND\" ;; esac");
        }
        // In a file of its own the blocks end with the file.
        Path blocks = Files.write(folder.resolve("hosts.conf"), config);
        return new SshdHosts(SshdFixture.start("Include " + blocks), folder, count);
    }

    /** The home directory of the account, the same on all hosts. */
    Path home() {
        return sshd.folder().resolve("home");
    }

    /** The folder that commands on host {@code number}, from 1, run in. */
    Path home(int number) {
        return folder.resolve("host" + number);
    }

    /** The hosts as a fabfile names them. */
    String quoted() {
        return String.join(
                ", ",
                IntStream.rangeClosed(1, count)
                        .mapToObj(host -> "'" + sshd.host(host) + "'")
                        .toList());
    }

    /** Starts jfab on {@code fabfile}, which is let in. */
    JfabProcess jfab(Path fabfile, String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of("-f", fabfile.toString()));
        all.addAll(login());
        all.addAll(List.of(words));
        return JfabProcess.of(command -> command, all);
    }

    /** Starts a job of {@code fabfile} with what is in {@code package}. */
    JfabProcess train(Path fabfile, String... words) throws IOException {
        List<String> all = new ArrayList<>(
                List.of("cluster-train", "-p", folder.resolve("package").toString()));
        all.addAll(List.of(words));
        return jfab(fabfile, all.toArray(String[]::new));
    }

    /** Flags that let jfab log in. */
    List<String> login() throws IOException {
        return List.of("-S", aliases().toString());
    }

    /** An ssh_config that lets jfab log in, with a name for each of the first hosts. */
    Path aliases(String... names) throws IOException {
        StringBuilder config = new StringBuilder();
        for (int i = 0; i < names.length; i++) {
            config.append("""
                    Host %s
                      HostName 127.0.0.%d
                      Port %d
                    """.formatted(names[i], i + 1, sshd.port()));
        }
        config.append("""
                Host *
                  IdentityFile %s
                  IdentitiesOnly yes
                  StrictHostKeyChecking accept-new
                  UserKnownHostsFile %s
                """.formatted(sshd.folder().resolve("id_ed25519"), folder.resolve("known_hosts")));
        return Files.writeString(folder.resolve("ssh_config"), config);
    }

    /** Puts the engine where the hosts keep it, as an earlier job would have. */
    void keepEngine(EngineBundle engine, Path unpacked) throws IOException {
        Path cache = Files.createDirectories(home().resolve(".jfab/cache"));
        Files.createSymbolicLink(cache.resolve(engine.digest()), unpacked.toAbsolutePath());
    }

    /** Whether an engine has been sent to the hosts, which share it. */
    boolean haveEngine() {
        return Files.exists(sshd.folder().resolve("home/.jfab/cache"));
    }

    /** The folder of the newest job on host {@code number}. */
    Path job(int number) throws IOException {
        return job(number, "work");
    }

    /** The folder of the newest job on host {@code number} whose root directory is {@code rootDir}. */
    Path job(int number, String rootDir) throws IOException {
        try (var jobs = Files.list(home(number).resolve(rootDir))) {
            return jobs.sorted().reduce((first, last) -> last).orElseThrow();
        }
    }

    /** The supervised processes of a job's directory that are alive. */
    static List<Long> running(Path job) throws IOException {
        List<Long> pids = new ArrayList<>();
        try (Stream<Path> records = Files.list(job.resolve(".jfab"))) {
            for (Path record :
                    records.filter(each -> each.toString().endsWith(".process")).toList()) {
                long pid = Long.parseLong(Files.readAllLines(record).getFirst().substring(4));
                if (ProcessHandle.of(pid).isPresent()
                        && !Files.exists(Path.of(record.toString().replace(".process", ".exit")))) {
                    pids.add(pid);
                }
            }
        }
        return pids;
    }

    @Override
    public void close() throws IOException {
        sshd.close();
        Leftovers.await(folder);
    }
}
