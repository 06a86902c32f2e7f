package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.bundle.Installation;
import jfab.control.cli.JfabProcess.Ended;
import jfab.role.Endpoint;
import jfab.tools.Await;
import jfab.tools.FitALine;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job with {@code encrypt true} on two hosts: what strangers find at its ports and in its files, while it runs and afterwards. */
@Needs(Tool.SSHD)
class EncryptedJobIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    static Path folder;

    private static SshdHosts hosts;

    @BeforeAll
    static void startHosts() throws IOException, InterruptedException {
        hosts = SshdHosts.start(folder, 2);
        Path target = Path.of("target");
        hosts.keepEngine(new Installation(target).engine(false), target.resolve("engine"));
        Path work = Files.createDirectories(folder.resolve("package"));
        Files.write(
                work.resolve("housing.data"),
                IntStream.range(0, 50)
                        .mapToObj(row -> (row + " ").repeat(13) + row)
                        .toList());
        Files.writeString(
                work.resolve("fit.groovy"),
                FitALine.NETWORK + "SGD(learning_rate: 0.00001).minimize(cost)\n" + FitALine.JOB + """
                def samples = batch(uci_housing_train('housing.data'), 20).iterator().next()
                for (int steps = 0; steps < 6; steps++) {
                    if (steps == 3) {
                        println 'at the third step'
                        while (!new File('go').exists()) { sleep(20) }
                    }
                    exe.run(t.get_trainer_program(), feed: feeder.feed(samples), fetch_list: [cost])
                }
                println 'trained'
                """);
    }

    @AfterAll
    static void stopHosts() throws IOException {
        hosts.close();
    }

    @Test
    void onlyThisJobCanReadItAndJoinItAndItsKeyIsGoneWithIt() throws Exception {
        Ended started = train("encrypted", "encrypt true\nenvironment JFAB_CHECKPOINT_DIR: 'checkpoints'", "--detach");
        assertEquals(0, started.exitCode(), started::text);
        assertEquals(
                1,
                started.count("all that its processes send each other is encrypted, with a key made for this job"),
                started::text);
        List<Path> jobs = List.of(hosts.job(1), hosts.job(2));
        for (Path job : jobs) {
            awaitLine(job, "at the third step");
            for (String secret : List.of("token", "tls.pem")) {
                Path file = job.resolve(".jfab").resolve(secret);
                assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            }
        }
        for (long pid : SshdHosts.running(jobs.getFirst())) {
            String command = Files.readString(Path.of("/proc/" + pid + "/cmdline"));
            assertFalse(command.contains("TieredStopAtLevel=1"), "without its best compiler, Java encrypts at a crawl");
        }
        String key = Files.readString(jobs.getFirst().resolve(".jfab/tls.pem"));
        assertTrue(key.contains("PRIVATE KEY"), "the key is in the file");
        assertFalse(Files.readString(jobs.getFirst().resolve(".jfab/description.json"))
                .contains(body(key)));
        assertEquals("", answer(server(jobs.getFirst())), "a server says nothing to a stranger");
        for (Path job : jobs) {
            Files.createFile(job.resolve("go"));
        }
        for (Path job : jobs) {
            awaitEnd(job);
        }
        assertEquals(0, jfab("encrypted", "attach").exitCode());
        assertGone(jobs);

        // From another process, as from another machine: nothing of the first key is left.
        Ended again = jfab("encrypted", "restart", jobs.getFirst().getFileName().toString(), "--from-checkpoint");
        assertEquals(0, again.exitCode(), again::text);
        for (Path job : jobs) {
            awaitEnd(job);
        }
        assertGone(jobs);
        Ended over = jfab("encrypted", "attach");
        assertEquals(0, over.exitCode(), over::text);
        Ended fetched =
                jfab("encrypted", "fetch", "--to", folder.resolve("fetched").toString());
        assertEquals(0, fetched.exitCode(), fetched::text);
        assertEquals(List.of(), filesWith(body(key), folder.resolve("fetched")));
        assertEquals(List.of(), filesWith("PRIVATE KEY", folder.resolve("fetched")));
    }

    @Test
    void aJobThatIsKilledLeavesNoKeyEither() throws Exception {
        Ended started = train("killed", "encrypt true", "--detach");
        assertEquals(0, started.exitCode(), started::text);
        List<Path> jobs = List.of(hosts.job(1), hosts.job(2));
        assertTrue(Files.exists(jobs.getFirst().resolve(".jfab/tls.pem")), "there is a key while it runs");
        assertEquals(0, jfab("killed", "kill").exitCode());
        assertGone(jobs);
    }

    @Test
    void whatCannotBeEncryptedIsRefusedBeforeAnythingIsSent() throws Exception {
        Ended open = train("open", "encrypt true\npservers each: 0");
        assertEquals(2, open.exitCode(), open::text);
        assertEquals(
                1,
                open.count("encrypt true: trainers without parameter servers average over c10d's store and Gloo, which"
                        + " know no encryption; give the job servers \\(pservers 1\\), or take encrypt out of the"
                        + " cluster block"),
                open::text);
        Ended twice = train("twice", "encrypt true\nenvironment JFAB_TLS_CA: '/etc/ca.pem'");
        assertNotEquals(0, twice.exitCode(), twice::text);
        assertEquals(1, twice.count("encrypt true has a certificate of its own for each job"), twice::text);
    }

    private static void assertGone(List<Path> jobs) throws IOException, InterruptedException {
        for (Path job : jobs) {
            for (String secret : List.of("token", "tls.pem")) {
                LightCluster.awaitGone(job.resolve(".jfab").resolve(secret));
            }
        }
    }

    /** The first lines of the key alone. */
    private static String body(String pem) {
        return pem.lines().skip(1).findFirst().orElseThrow();
    }

    private static Endpoint server(Path job) throws IOException {
        String description = Files.readString(job.resolve(".jfab/description.json"));
        Member server =
                DescriptionFile.read(description, "here").member("pserver-0").orElseThrow();
        return new Endpoint(server.address(), server.ports().getFirst());
    }

    /** What a server tells somebody who speaks without encryption, as letters; an alert of TLS says nothing. */
    private static String answer(Endpoint server) throws IOException {
        try (Socket socket = new Socket(server.host(), server.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(("h" + "0123456789abcdef".repeat(2)).getBytes(StandardCharsets.US_ASCII));
            StringBuilder letters = new StringBuilder();
            for (byte each : socket.getInputStream().readAllBytes()) {
                letters.append(Character.isLetter(each) ? String.valueOf((char) each) : "");
            }
            return letters.toString();
        } catch (SocketException e) {
            return "";
        }
    }

    private static List<Path> filesWith(String text, Path in) throws IOException {
        try (Stream<Path> files = Files.walk(in)) {
            List<Path> found = new ArrayList<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text)) {
                    found.add(file);
                }
            }
            return found;
        }
    }

    private static void awaitLine(Path job, String line) throws IOException, InterruptedException {
        Path log = job.resolve("log/train.log");
        Await.until(
                "'" + line + "' in " + log,
                () -> Files.exists(log) && Files.readString(log).contains(line));
    }

    private static void awaitEnd(Path job) throws IOException, InterruptedException {
        LightCluster.await(job.resolve(".jfab/trainer-" + (job.startsWith(hosts.home(1)) ? 0 : 1) + ".exit"));
        LightCluster.await(job.resolve(".jfab/pserver-" + (job.startsWith(hosts.home(1)) ? 0 : 1) + ".exit"));
    }

    private static Ended train(String name, String more, String... words) throws IOException, InterruptedException {
        Path fabfile = Files.writeString(folder.resolve(name + ".groovy"), """
                cluster {
                    hosts %s
                    port 18564
                    program 'fit.groovy'
                    environment OMP_NUM_THREADS: 1
                    %s
                }
                """.formatted(hosts.quoted(), more));
        return hosts.train(fabfile, words).end(LIMIT);
    }

    private static Ended jfab(String name, String... words) throws IOException, InterruptedException {
        return hosts.jfab(folder.resolve(name + ".groovy"), words).end(LIMIT);
    }
}
