package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.SshdFixture;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three users, with an account each, who start, look at and end their jobs on the same two hosts at the same time. Only the sshd of the
 * test, and what runs below it, knows of the accounts.
 */
@Needs({Tool.SSHD, Tool.MOUNT})
class ManyUsersIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int USERS = 3;
    /** Numbers that no distribution gives to anybody. */
    private static final int FIRST_UID = 2_000_064_101;

    private static final String LISTEN = "use IO::Socket::INET; $s = IO::Socket::INET->new(Listen => 5, ReuseAddr => 1,"
            + " LocalAddr => $ARGV[0], LocalPort => $ARGV[1]) or die \"cannot listen: $!\\n\"; close $c while $c = $s->accept";
    private static final Pattern PORT = Pattern.compile("parameter servers listen on 127\\.0\\.0\\.1:(\\d+)");

    @TempDir
    private Path folder;

    private SshdFixture sshd;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        open(folder, "rwxr-xr-x");
        StringBuilder accounts = new StringBuilder(Files.readString(Path.of("/etc/passwd")));
        for (int user = 1; user <= USERS; user++) {
            Path home = Files.createDirectories(folder.resolve("home" + user));
            open(home, "rwx------");
            Files.setAttribute(home, "unix:uid", uid(user));
            accounts.append("jfab-user%1$d:x:%2$d:65534::%3$s:/bin/sh\n".formatted(user, uid(user), home));
        }
        Path passwd = Files.writeString(folder.resolve("passwd"), accounts);
        for (int host = 1; host <= 2; host++) {
            open(Files.createDirectories(folder.resolve("shared/127.0.0." + host)), "rwxrwxrwt");
        }
        // Nothing but its variable HOME may be that of the fixture.
        sshd = SshdFixture.mounted("mount --bind " + passwd + " /etc/passwd", "SetEnv JFAB_TEST=1");
        open(sshd.folder(), "rwxr-xr-x");
        Path workspace = Files.createDirectories(folder.resolve("package"));
        Files.writeString(workspace.resolve("listen.pl"), LISTEN);
        Files.writeString(
                workspace.resolve("server.sh"), "exec perl listen.pl \"$PADDLE_CURRENT_IP\" \"$PADDLE_PORT\"\n");
        Files.writeString(
                workspace.resolve("train.sh"),
                "id -u; until [ -e go ]; do sleep 0.1; done; echo model >output/model\n");
    }

    @AfterEach
    void stop() throws IOException {
        sshd.close();
        for (long left : processes()) {
            ProcessHandle.of(left).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private static int uid(int user) {
        return FIRST_UID + user;
    }

    private static void open(Path folder, String permissions) throws IOException {
        boolean sticky = permissions.endsWith("t");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions.replace('t', 'x')));
        if (sticky) {
            Files.setAttribute(folder, "unix:mode", 01777);
        }
    }

    /** jfab on the machine of submitter {@code own}, who logs in as {@code user}. */
    private JfabProcess jfab(int own, int user, String rootDir, int servers, String... words) throws IOException {
        Path machine = Files.createDirectories(folder.resolve("machine" + own));
        Path fabfile = Files.writeString(
                machine.resolve("fabfile.groovy"), """
                cluster {
                    hosts 'jfab-user%1$d@127.0.0.1:%2$d', 'jfab-user%1$d@127.0.0.2:%2$d'
                    rootDir '%3$s'
                    pservers %4$d
                    trainers each: 1
                    grace 1
                    encrypt true
                    environment DB_PW: secret(env: 'DB_PW')
                    command role: 'pserver', ['sh', 'server.sh']
                    command role: 'trainer', ['sh', 'train.sh']
                }
                """.formatted(user, sshd.port(), rootDir, servers));
        Path config = Files.writeString(machine.resolve("ssh_config"), """
                IdentityFile %s
                IdentitiesOnly yes
                StrictHostKeyChecking accept-new
                UserKnownHostsFile %s
                """.formatted(
                        sshd.folder().resolve("id_ed25519"), machine.resolve("known_hosts")));
        List<String> all = new ArrayList<>(List.of("-f", fabfile.toString(), "-S", config.toString()));
        all.addAll(List.of(words));
        List<String> home = List.of(
                "env", "-u", "XDG_CACHE_HOME", "-u", "XDG_STATE_HOME", "DB_PW=hunter2hunter2", "HOME=" + machine);
        return JfabProcess.of(
                command -> Stream.concat(home.stream(), command.stream()).toList(), all);
    }

    private Ended user(int user, String rootDir, int code, String... words) throws IOException, InterruptedException {
        return ended(jfab(user, user, rootDir, 0, words), code);
    }

    private static Ended ended(JfabProcess jfab, int code) throws IOException, InterruptedException {
        Ended ended = jfab.end(LIMIT);
        assertEquals(code, ended.exitCode(), ended::text);
        assertEquals(0, ended.count("hunter2|PRIVATE KEY"), ended::text);
        return ended;
    }

    private JfabProcess starting(int own, int user, String rootDir, int servers) throws IOException {
        return jfab(
                own,
                user,
                rootDir,
                servers,
                "cluster-train",
                "-p",
                folder.resolve("package").toString(),
                "--detach");
    }

    /** The job of that user, who has no other. */
    private static Path job(Path below, int user) throws IOException {
        try (Stream<Path> all = Files.list(below)) {
            for (Path each : all.toList()) {
                if (Files.getAttribute(each, "unix:uid").equals(uid(user))) {
                    return each;
                }
            }
        }
        throw new IOException("user " + user + " has no job in " + below);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shared/{host}", "home%d/jobs/{host}"})
    void eachSeesAndEndsTheirOwnJobAlone(String place) throws Exception {
        List<String> roots = Stream.of(1, 2, 3)
                .map(user -> folder.resolve(place.formatted(user)).toString())
                .toList();
        List<JfabProcess> starting = new ArrayList<>();
        for (int user = 1; user <= USERS; user++) {
            starting.add(starting(user, user, roots.get(user - 1), 0));
        }
        List<String> names = new ArrayList<>();
        for (int user = 1; user <= USERS; user++) {
            Ended started = ended(starting.get(user - 1), 0);
            assertEquals(0, started.count("another account|may be left"), started::text);
            Path on = Path.of(roots.get(user - 1).replace("{host}", "127.0.0.1"));
            names.add(job(on, user).getFileName().toString());
        }
        List<JfabProcess> asking = new ArrayList<>();
        List<JfabProcess> reading = new ArrayList<>();
        for (int user = 1; user <= USERS; user++) {
            asking.add(jfab(user, user, roots.get(user - 1), 0, "jobs"));
            reading.add(jfab(user, user, roots.get(user - 1), 0, "tail-log"));
        }
        for (int user = 1; user <= USERS; user++) {
            Ended jobs = ended(asking.get(user - 1), 0);
            assertEquals(1, jobs.count("(?m)^JOB"), jobs::text);
            assertEquals(1, jobs.count("(?m)^" + names.get(user - 1) + " +running"), jobs::text);
            Ended log = ended(reading.get(user - 1), 0);
            assertEquals(2, log.count("(?m)^\\[.*\\] " + uid(user) + "$"), log::text);
            assertEquals(2, log.count("(?m)^\\["), log::text);
        }
        if (place.startsWith("shared")) {
            Ended others = user(3, roots.get(2), 1, "kill", names.get(0));
            assertEquals(
                    1,
                    others.count("(?m)^jfab: there is no job '" + names.get(0) + "'; there is " + names.get(2) + "$"),
                    others::text);
        }
        assertEquals(1, user(1, roots.get(0), 0, "kill").count("ended 2 processes"));
        for (int host = 1; host <= 2; host++) {
            Path on = Path.of(roots.get(1).replace("{host}", "127.0.0." + host));
            Files.createFile(on.resolve(names.get(1)).resolve("go"));
            LightCluster.await(on.resolve(names.get(1)).resolve(".jfab/trainer-" + (host - 1) + ".exit"));
        }
        user(2, roots.get(1), 0, "status", "--exit-code");
        user(2, roots.get(1), 0, "fetch", "--to", folder.resolve("got").toString());
        try (Stream<Path> got = Files.walk(folder.resolve("got/" + names.get(1)))) {
            assertEquals(2, got.filter(file -> file.endsWith("output/model")).count());
        }
        Ended third = user(3, roots.get(2), 0, "status");
        assertEquals(2, third.count("(?m) running$"), third::text);
        user(3, roots.get(2), 0, "kill");
        nothingIsLeft();
    }

    @Test
    void pruneLeavesNothingOfAJobWhateverAnotherHasPutBesideIt() throws Exception {
        String root = folder.resolve("shared/{host}").toString();
        ended(starting(1, 1, root, 0), 0);
        List<Path> jobs = new ArrayList<>();
        for (int host = 1; host <= 2; host++) {
            Path job = job(folder.resolve("shared/127.0.0." + host), 1);
            jobs.add(job);
            Path planted = Files.createDirectory(job.resolveSibling("." + job.getFileName() + ".removed"));
            open(planted, "rwx-wx-wx");
            Files.setAttribute(planted, "unix:uid", uid(2));
        }
        user(1, root, 0, "kill");
        Ended pruned = user(1, root, 0, "prune", "--older-than", "0s");
        assertEquals(2, pruned.count(jobs.getFirst().getFileName() + ", idle"), pruned::text);
        for (Path job : jobs) {
            try (Stream<Path> left = Files.walk(job.getParent())) {
                for (Path each : left.toList()) {
                    assertNotEquals(uid(1), Files.getAttribute(each, "unix:uid"), each::toString);
                }
            }
        }
    }

    @Test
    void noJobStartsWhereAnotherCouldExchangeIt() throws Exception {
        String root = folder.resolve("shared/{host}").toString();
        open(folder.resolve("shared/127.0.0.1"), "rwxrwxrwx");
        Ended refused = ended(starting(1, 1, root, 0), 1);
        assertEquals(
                1,
                refused.count("(?m)others can write to \\S+/shared/127\\.0\\.0\\.1, .*; run chmod \\+t \\S+, or take"),
                refused::text);
        assertEquals(0, refused.count("may be left"), refused::text);
        nothingIsLeft();
    }

    @Test
    void whatAnotherUsersServerListensOnIsNotGiven() throws Exception {
        Set<Integer> ports = new HashSet<>();
        for (int user = 1; user <= USERS; user++) {
            ports.add(port(
                    ended(starting(user, user, folder.resolve("shared/{host}").toString(), 1), 0)));
        }
        assertEquals(USERS, ports.size(), ports::toString);
        for (int user = 1; user <= USERS; user++) {
            user(user, folder.resolve("shared/{host}").toString(), 0, "kill");
        }
        nothingIsLeft();
    }

    @Test
    void portsAreReservedBetweenThoseWhoShareAnAccountAtTheSameTime() throws Exception {
        List<JfabProcess> starting = new ArrayList<>();
        for (int own = 1; own <= USERS; own++) {
            starting.add(starting(own, 1, "root" + own + "/{host}", 1));
        }
        Set<Integer> ports = new HashSet<>();
        for (JfabProcess each : starting) {
            ports.add(port(ended(each, 0)));
        }
        assertEquals(USERS, ports.size(), ports::toString);
        for (int own = 1; own <= USERS; own++) {
            Ended killed = ended(jfab(own, 1, "root" + own + "/{host}", 1, "kill"), 0);
            assertEquals(1, killed.count("ended 3 processes"), killed::text);
        }
        nothingIsLeft();
    }

    private static int port(Ended started) {
        Matcher told = PORT.matcher(started.text());
        assertTrue(told.find(), started::text);
        return Integer.parseInt(told.group(1));
    }

    /** No process of these users, but those that nobody has asked yet how they ended; and no secret of a job. */
    private void nothingIsLeft() throws IOException, InterruptedException {
        Await.until("none of their processes is left", () -> processes().isEmpty());
        try (Stream<Path> all = Files.walk(folder)) {
            assertEquals(
                    List.of(),
                    all.filter(file -> file.endsWith("token") || file.endsWith("tls.pem"))
                            .toList());
        }
    }

    private static List<Long> processes() throws IOException {
        List<Long> found = new ArrayList<>();
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            for (Path each : all.filter(path -> path.getFileName().toString().matches("\\d+"))
                    .toList()) {
                try {
                    String status = Files.readString(each.resolve("status"));
                    Matcher uid = Pattern.compile("(?m)^Uid:\\t(\\d+)").matcher(status);
                    if (uid.find()
                            && Long.parseLong(uid.group(1)) - FIRST_UID >= 1
                            && Long.parseLong(uid.group(1)) - FIRST_UID <= USERS
                            && !status.contains("State:\tZ")) {
                        found.add(Long.parseLong(each.getFileName().toString()));
                    }
                } catch (IOException e) {
                    // It has ended meanwhile.
                }
            }
        }
        return found;
    }
}
