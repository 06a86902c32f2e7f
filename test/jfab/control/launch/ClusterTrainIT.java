package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code jfab cluster-train} with shell scripts as engines, on two real OpenSSH hosts. */
@Needs(Tool.SSHD)
class ClusterTrainIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Pattern CONTRACT =
            Pattern.compile("(PADDLE_|PSERVERS|SERVER_ENDPOINT|POD_IP|MASTER_|TRAIN)\\w*=");
    private static final Pattern ADDRESS = Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+");

    @TempDir
    static Path folder;

    private static SshdHosts hosts;
    private static Path work;

    @BeforeAll
    static void startHosts() throws IOException, InterruptedException {
        hosts = SshdHosts.start(folder, 2);
        work = Files.createDirectories(folder.resolve("package"));
        Files.writeString(work.resolve(".hidden"), "sent as well");
        Files.writeString(work.resolve("server.sh"), """
                env | sort >environment.server
                exec perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(Listen => 5, LocalAddr => $ENV{POD_IP},
                    LocalPort => $ENV{PADDLE_PORT}, ReuseAddr => 1) or die "cannot listen: $!\\n";
                    print "serving\\n"; close $c while $c = $s->accept'
                """);
        Files.writeString(work.resolve("train.sh"), """
                for word in "$@"; do echo "<$word>"; done >words.$RANK
                env | sort >environment.$RANK
                echo "trainer $RANK of $WORLD_SIZE"
                [ -z "${DIES:-}" ] || [ "$DIES" != "$RANK" ] || exit 7
                [ ! -e "$HOLD" ] || { touch started.$RANK; while [ -e "$HOLD" ]; do sleep 0.1; done; }
                """);
        Files.createFile(folder.resolve("hold"));
        fabfile("dies", "environment DIES: 1");
        fabfile("plain", "");
        fabfile("holds", "environment HOLD: '" + folder.resolve("hold") + "'");
    }

    private static void fabfile(String name, String more) throws IOException {
        Files.writeString(folder.resolve(name + ".groovy"), """
                cluster {
                    hosts %s
                    port 17164
                    portsNum 2
                    portsNumForSparse 2
                    trainers 3
                    command role: 'pserver', ['sh', 'server.sh']
                    command role: 'trainer', ['sh', 'train.sh']
                    environment HOLD: 'nothing'
                    %s
                }
                """.formatted(hosts.quoted(), more));
    }

    @AfterAll
    static void stopHosts() throws IOException {
        hosts.close();
    }

    private static JfabProcess start(String fabfile, String... words) throws IOException {
        return hosts.jfab(folder.resolve(fabfile + ".groovy"), words);
    }

    private static Ended train(String fabfile, String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("cluster-train"));
        all.addAll(List.of(words));
        return start(fabfile, all.toArray(String[]::new)).end(LIMIT);
    }

    private static String text(int host, String file) throws IOException {
        return Files.readString(hosts.job(host).resolve(file));
    }

    @Test
    void flagsOfTheEngineArriveAsTheyWereTypedAndThoseOfOneRoleOnlyThere() throws IOException, InterruptedException {
        Ended ended = train(
                "plain",
                "--job_dispatch_package=" + work,
                "--use_gpu",
                "--config",
                "./a b.py",
                "--name=it's $HOME",
                "--tag=1",
                "--tag=2",
                "--rate",
                "-3",
                "--trainer.only=x",
                "--pserver.own");
        assertEquals(0, ended.exitCode(), ended::text);
        assertEquals(
                "<--use_gpu>\n<--config>\n<./a b.py>\n<--name=it's $HOME>\n<--tag=1>\n<--tag=2>\n<--rate>\n<-3>\n<--only=x>\n",
                text(1, "words.0"));
        String server = Files.readString(hosts.job(1).resolve(".jfab/pserver-0.run"));
        assertTrue(server.contains("--rate -3 --own\n"), server);
        assertTrue(Files.exists(hosts.job(2).resolve(".hidden")));
        assertEquals("0\n", text(1, "nodefile"));
        assertEquals("1\n", text(2, "nodefile"));
        assertTrue(ended.out().contains("trainer 2] trainer 2 of 3\n"), ended::text);
        assertTrue(text(1, ".jfab/events").contains("pserver-0 stopped by the end of training\n"), ended::text);
        assertFalse(ended.text().contains("maybe pserver failed"), ended::text);
    }

    @Test
    void hostsThatShareADirectoryAreToldHowToHaveOneEach() throws IOException, InterruptedException {
        Path shared = Files.createDirectory(folder.resolve("shared"));
        fabfile("shares", "rootDir '" + shared + "'");
        Ended refused = train("shares", "--job-dispatch-package", work.toString());
        assertEquals(1, refused.exitCode(), refused::text);
        assertTrue(
                refused.err()
                        .contains(": " + shared + " is a directory that it shares with another host of the job, which"),
                refused::text);
        try (Stream<Path> left = Files.list(shared)) {
            assertEquals(List.of(), left.toList());
        }
        fabfile("shares", "rootDir '" + shared + "/{host}'");
        assertEquals(
                0, train("shares", "--job-dispatch-package", work.toString()).exitCode());
    }

    @Test
    void aMachineThatStandsThereTwiceIsToldSoWhereTheDirectoryHasItsName() throws IOException, InterruptedException {
        String one = hosts.quoted().replaceFirst(",.*", "");
        String again = "'" + System.getProperty("user.name") + "@" + one.substring(1);
        Path twice = Files.createDirectory(folder.resolve("twice"));
        Files.writeString(folder.resolve("twice.groovy"), """
                cluster {
                    hosts %s, %s
                    rootDir '%s/{host}'
                    command role: 'trainer', ['sh', 'train.sh']
                }
                """.formatted(one, again, twice));
        Ended refused = train("twice", "--job-dispatch-package", work.toString());
        assertEquals(1, refused.exitCode(), refused::text);
        assertTrue(
                refused.err()
                        .contains(" are the same machine, with one directory " + twice + "/127.0.0.1 for both; leave"),
                refused::text);
        assertFalse(refused.err().contains("{host}/{host}"), refused::text);
    }

    @Test
    void everyContractNamesTheSameServersAndTrainers() throws IOException, InterruptedException {
        Ended ended = train("plain", "--job-dispatch-package", work.toString());
        assertEquals(0, ended.exitCode(), ended::text);
        List<String> second = text(1, "environment.1").lines().toList();
        String servers = value(second, "PADDLE_PSERVERS_IP_PORT_LIST");
        assertEquals(servers, value(second, "PSERVERS"));
        assertTrue(servers.matches("127\\.0\\.0\\.1:\\d+,127\\.0\\.0\\.2:\\d+"), servers);
        String[] trainers = value(second, "PADDLE_TRAINER_ENDPOINTS").split(",", -1);
        assertEquals(3, trainers.length);
        assertEquals(trainers[0], value(second, "MASTER_ADDR") + ":" + value(second, "MASTER_PORT"));
        assertEquals(trainers[1], value(second, "PADDLE_CURRENT_ENDPOINT"));
        assertEquals(
                "1 3 1 2 0",
                Stream.of("RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE", "GROUP_RANK")
                        .map(name -> value(second, name))
                        .reduce((one, other) -> one + " " + other)
                        .orElseThrow());
        assertEquals("TRAINER", value(second, "PADDLE_TRAINING_ROLE"));
        // Both hosts are this machine, so their servers cannot have one port, which that contract needs.
        assertTrue(second.stream().noneMatch(line -> line.startsWith("PADDLE_PSERVER_")), second::toString);
        assertEquals(1, ended.count("servers 0 and 1 both run on 127\\.0\\.0\\.2"), ended::text);
        assertEquals("127.0.0.1", value(second, "POD_IP"));
        assertEquals("127.0.0.2", value(text(2, "environment.server").lines().toList(), "POD_IP"));
    }

    @Test
    void everyAddressInAContractIsOneThatTheHostsReachEachOtherUnder() throws IOException, InterruptedException {
        Ended ended = train("plain", "-p", work.toString());
        assertEquals(0, ended.exitCode(), ended::text);
        for (int host = 1; host <= 2; host++) {
            Path job = hosts.job(host);
            List<Path> environments;
            try (Stream<Path> files = Files.list(job)) {
                environments = files.filter(
                                file -> file.getFileName().toString().startsWith("environment."))
                        .toList();
            }
            assertEquals(host == 1 ? 3 : 2, environments.size());
            for (Path environment : environments) {
                Set<String> addresses = Files.readAllLines(environment).stream()
                        .filter(line -> CONTRACT.matcher(line).lookingAt())
                        .flatMap(line -> ADDRESS.matcher(line).results())
                        .map(MatchResult::group)
                        .collect(Collectors.toCollection(TreeSet::new));
                assertEquals(Set.of("127.0.0.1", "127.0.0.2"), addresses, environment::toString);
            }
        }
    }

    private static String value(List<String> environment, String name) {
        return environment.stream()
                .filter(line -> line.startsWith(name + "="))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in " + environment))
                .substring(name.length() + 1);
    }

    @Test
    void theFirstFailureEndsTheOthersAndItsCodeIsJfabs() throws IOException, InterruptedException {
        Ended ended = train("dies", "-p", work.toString());
        assertEquals(7, ended.exitCode(), ended::text);
        assertEquals(
                1,
                ended.count(
                        "(?m)^jfab: \\S+: trainer 1 died first, [\\d:]{8}, exited with 7; its last line: trainer 1 of 3 \\(JOB.*log\\)$"),
                ended::text);
        assertTrue(SshdHosts.running(hosts.job(1)).isEmpty()
                && SshdHosts.running(hosts.job(2)).isEmpty());
    }

    @Test
    void controlCEndsThisJobAndLeavesAnotherOneOnTheSameHosts() throws IOException, InterruptedException {
        Ended other = train("holds", "--detach", "-p", work.toString());
        assertEquals(0, other.exitCode(), other::text);
        Path detached = hosts.job(1);
        // With two jobs, the newest is another one.
        assertTrue(
                other.err().matches("(?s).*end it with: jfab -f \\S+ -S \\S+ kill " + detached.getFileName() + "\\n.*"),
                other::text);
        Path detachedThere = hosts.job(2);
        JfabProcess mine = start("holds", "cluster-train", "-p", work.toString());
        mine.awaitOutput("trainer 2 of 3", LIMIT);
        Path own = hosts.job(1);
        assertFalse(own.equals(detached));
        mine.interrupt();
        Ended ended = mine.end(LIMIT);
        assertEquals(130, ended.exitCode(), ended::text);
        assertEquals(List.of(), SshdHosts.running(own));
        assertEquals(3, SshdHosts.running(detached).size());
        assertEquals(2, SshdHosts.running(detachedThere).size());
        // Each of two jobs has ports of its own, although the fabfile names one.
        assertFalse(ports(own).stream().anyMatch(ports(detached)::contains));
        endOf(detached);
        endOf(detachedThere);
    }

    private static List<Integer> ports(Path job) throws IOException {
        return DescriptionFile.read(Files.readString(job.resolve(".jfab/description.json")), "here").members().stream()
                .flatMap(member -> member.ports().stream())
                .toList();
    }

    private static void endOf(Path job) throws IOException, InterruptedException {
        for (long pid : SshdHosts.running(job)) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
        Await.until("they have gone", () -> SshdHosts.running(job).isEmpty());
    }

    @Test
    void aWorkspaceOnTheHostsIsUsedAndKeepsItsEarlierLogs() throws IOException, InterruptedException {
        for (int host = 1; host <= 2; host++) {
            Path deployed = Files.createDirectories(hosts.home(host).resolve("deployed"));
            Files.copy(work.resolve("server.sh"), deployed.resolve("server.sh"));
            Files.copy(work.resolve("train.sh"), deployed.resolve("train.sh"));
            Files.createDirectories(deployed.resolve("log"));
            Files.writeString(deployed.resolve("log/train.log"), "of an earlier job");
        }
        Ended ended = train("plain", "--job_workspace=deployed", "--x=1");
        assertEquals(0, ended.exitCode(), ended::text);
        Path deployed = hosts.home(1).resolve("deployed");
        assertEquals("<--x=1>\n", Files.readString(deployed.resolve("words.0")));
        assertTrue(Files.readString(deployed.resolve("log/train.log")).contains("trainer 0 of 3"));
        try (Stream<Path> kept = Files.list(deployed)) {
            Path old = kept.filter(each -> each.getFileName().toString().matches("log\\.\\d+"))
                    .findFirst()
                    .orElseThrow();
            assertEquals("of an earlier job", Files.readString(old.resolve("train.log")));
        }
    }

    @Test
    void whatIsMistypedIsAnsweredBeforeAnythingStarts() throws IOException, InterruptedException {
        Ended typo = train("plain", "--job_dispatch_packge=" + work);
        assertEquals(2, typo.exitCode(), typo::text);
        assertTrue(typo.err().contains("did you mean '--job-dispatch-package'?"), typo::text);
        Ended both = train("plain", "-p", work.toString(), "-j", "deployed");
        assertEquals(2, both.exitCode(), both::text);
        Ended neither = train("plain", "--num_passes=1");
        assertEquals(2, neither.exitCode(), neither::text);
        assertTrue(neither.err().contains("takes one of --job-dispatch-package=DIR"), neither::text);
    }
}
