package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.control.connection.Connector;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.role.Role;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A job on two hosts, of which one says what it likes: it speaks for itself alone, and breaks nothing here. */
class HostsThatLieTest {
    private static final String JOB = "JOB20261121120000";
    private static final String BOTH = "process 0 trainer-0 5 exited 0\nprocess 0 trainer-1 6 exited 0\n";

    @TempDir
    private Path folder;

    /** By host and word of the request. */
    private final Map<String, String> answers = new HashMap<>();

    private final String description = DescriptionFile.write(described("h1", "h2"));
    private CommandLines jfab;

    private static Description described(String first, String second) {
        List<Member> members = Stream.of(member(0, first), member(1, second)).toList();
        return new Description(
                JobId.parse(JOB),
                members.stream().map(Member::host).distinct().toList(),
                members,
                "jobs",
                "",
                Duration.ofSeconds(3),
                Duration.ZERO,
                Map.of());
    }

    private static Member member(int rank, String host) {
        return new Member(Role.TRAINER, rank, Host.parse(host), host, List.of(), "log", List.of(), Map.of(), 0);
    }

    private static String survey(String processes, String described) {
        return "job " + JOB + "\n" + processes + described + "clock 1795265482.208670812\n";
    }

    @BeforeEach
    void bothHostsAreHonest() throws Exception {
        for (String host : List.of("h1", "h2")) {
            answers.put(host + " jobs", JOB + "\n");
            answers.put(
                    host + " end_job", "trainers ended\ntrainer-" + (host.equals("h1") ? 0 : 1) + " 5 exited 143\n");
        }
        answers.put("h1 survey", survey("process 0 trainer-0 5 exited 0\n", "description " + description));
        answers.put(
                "h2 survey",
                survey("process 0 trainer-1 6 running\n", "told " + DescriptionFile.digest(description) + "\n"));
        Connector connector = FakeHost.connecting((host, word) -> {
            String answer = answers.getOrDefault(host + " " + word, "");
            if (answer.equals("down")) {
                throw new ConnectionException(host, ConnectionException.Reason.UNREACHABLE, "it is down", null);
            }
            return answer;
        });
        jfab = new CommandLines(
                Files.createDirectories(folder.resolve("own")), List.of(Host.parse("h1"), Host.parse("h2")), connector);
    }

    private String json(int code, String... line) throws Exception {
        assertEquals(code, jfab.run(line), jfab.all());
        return jfab.all().lines().filter(each -> each.startsWith("{")).collect(Collectors.joining());
    }

    @Test
    void honestOnesAreBelieved() throws Exception {
        assertTrue(json(0, "status", JOB, "--json").contains("\"state\":\"running\""), jfab.all());
    }

    /** Also where it says that it had the digest that the other has. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHostThatDescribesTheJobOtherwiseDoesNotSpeakForTheOther(boolean claims) throws Exception {
        String forged = "description " + DescriptionFile.write(described("h1", "h1"));
        String claim = claims ? "told " + DescriptionFile.digest(description) + "\n" : "";
        answers.put("h1 survey", survey(BOTH, forged + claim));
        String said = json(1, "status", JOB, "--json");
        assertTrue(said.contains("\"state\":\"running\""), said);
        // Of two that contradict each other, nobody knows which one lies.
        for (String host : List.of("h1", "h2")) {
            assertTrue(
                    said.contains("{\"host\":\"" + host + "\",\"reason\":\"" + host + ": what it says of " + JOB
                            + " is not what other hosts say, and nobody knows which of them is right"),
                    said);
        }
    }

    @Test
    void whatIsDescribedDifferentlyIsNotBegunAgain() throws Exception {
        String forged = DescriptionFile.write(described("h1", "h1"));
        answers.put("h1 survey", survey("process 0 trainer-0 5 exited 1\n", "description " + forged));
        assertEquals(1, jfab.run("restart", JOB, "--from-checkpoint"), jfab.all());
        assertEquals(
                1,
                jfab.saying("^" + JOB + " cannot be started again: h1, h2 describe it differently; "
                        + "its .jfab/description.json has to be the same on all of them$"),
                jfab.all());
    }

    @Test
    void whatIsSaidOfAHostThatIsDownDoesNotCount() throws Exception {
        answers.put("h1 survey", survey(BOTH, "description " + description));
        answers.put("h2 jobs", "down");
        answers.put("h2 survey", "down");
        String said = json(4, "status", JOB, "--json");
        assertTrue(said.contains("\"state\":\"unknown\""), said);
        assertEquals(4, jfab.run("status", JOB, "--exit-code"), jfab.all());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "process 0 trainer-0 5 exited 256",
                "process 0 trainer-0 5 exited -1",
                "process 0 trainer-0 -5 running",
                "process 99999999999 trainer-0 5 running"
            })
    void numbersThatCannotBeAreNoAnswer(String line) throws Exception {
        answers.put("h1 survey", survey(line + "\n", "description " + description));
        assertEquals(1, jfab.run("status", JOB, "--exit-code"), jfab.all());
        assertEquals(1, jfab.saying("^h1: what it says of its jobs cannot be read"), jfab.all());
    }

    /** In words of ours, not in those of Java, and not as if it were away. */
    @ParameterizedTest
    @CsvSource({
        "process 99999999999999999999 trainer-0 5 running, restarts is 99999999999999999999",
        "process 0 trainer-99999999999 5 running, rank is 99999999999",
        "process 0 trainer-0 x running, pid is x",
        "process 0 trainer-0 5 exited 256, exit code is 256",
        "process 0 trainer-0 5 away, state is away",
        "process 0 trainer-0, it is cut off: process 0 trainer-0",
        "quiet trainer-0 1e9, quiet is 1e9",
        "clock 99999999999999999999999.000000000, clock is 99999999999999999999999",
        "clock 99999999999999999.000000000, its clock is beyond all times"
    })
    void whatCannotBeReadIsNamed(String line, String named) throws Exception {
        answers.put("h1 survey", survey(line + "\n", "told " + DescriptionFile.digest(description) + "\n"));
        answers.put("h2 description", description);
        assertEquals(1, jfab.run("status", JOB), jfab.all());
        assertEquals(1, jfab.saying("^h1: what it says of its jobs cannot be read: " + named + "$"), jfab.all());
        assertEquals(
                1, jfab.saying("^h1 +trainer +0 .* unknown, its host gave no answer that can be read$"), jfab.all());
    }

    @Test
    void halfACharacterIsNone() throws Exception {
        String odd = description.replace("\"h1\"", "\"h\\ud800x\"");
        answers.put("h1 survey", survey("", "description " + odd));
        answers.put("h2 survey", survey("", "told " + DescriptionFile.digest(odd) + "\n"));
        assertTrue(json(0, "status", JOB, "--json").contains("h\\ufffdx"), jfab.all());
    }

    @Test
    void aTimeBeyondAllClocksIsNone() throws Exception {
        answers.put(
                "h1 survey",
                survey(
                        "event 999999999999.000000000 trainer-0 exited 0\nprocess 0 trainer-0 5 exited 0\n",
                        "description " + description));
        assertTrue(json(0, "status", JOB, "--json").contains("\"since\":null"), jfab.all());
    }

    @Test
    void whatIsKilledIsWhatTheHostsSayHasEnded() throws Exception {
        assertTrue(json(0, "kill", JOB, "--json").contains("\"ended\":1,\"strayed\":0,\"mayRun\":[]"), jfab.all());
        answers.put("h2 end_job", "trainers ended\ntrainer-1 6 running\n");
        String said = json(1, "kill", JOB, "--json");
        assertTrue(
                said.contains(
                        "\"ended\":0,\"strayed\":0,\"mayRun\":[{\"host\":\"h2\",\"role\":\"trainer\",\"rank\":1}]"),
                said);
        assertEquals(1, jfab.saying("trainer 1 on h2 still runs after SIGKILL"), jfab.all());
    }

    @Test
    void whatIsPrunedIsToldAlsoWhereAHostFails() throws Exception {
        for (String host : List.of("h1", "h2")) {
            answers.put(host + " holdings", "job " + JOB + " 2048 9999999 0\n");
        }
        answers.put("h1 remove", "fail");
        String said = json(1, "prune", "--json", "--older-than", "1s");
        assertTrue(said.contains("\"items\":[{\"host\":\"h2\""), said);
        assertTrue(
                said.contains("\"failedHosts\":[{\"host\":\"h1\",\"reason\":\"h1: no\",\"unreachable\":false}]"), said);
    }

    /** A request that fails is no process whose code somebody waits for. */
    @Test
    void theCodeOfARequestIsNotThatOfTheJob() throws Exception {
        answers.put("h2 survey", "fail");
        assertEquals(1, jfab.run("status", JOB, "--exit-code"), jfab.all());
        assertTrue(Objects.requireNonNull(jfab.all()).contains("h2: no"), jfab.all());
    }
}
