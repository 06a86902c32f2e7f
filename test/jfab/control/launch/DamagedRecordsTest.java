package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import jfab.control.connection.host.Host;
import jfab.role.Role;
import jfab.tools.Fuzz;
import org.junit.jupiter.api.Test;

/** What hosts tell of a job, nearly as they should. */
class DamagedRecordsTest {
    private static final Host HOST = Host.parse("root@gpu1:22");

    @Test
    void descriptions() {
        Member trainer = new Member(
                Role.TRAINER,
                0,
                HOST,
                "10.0.0.1",
                List.of(7164),
                "log/train.log",
                List.of("train"),
                Map.of("A", "b"),
                3);
        Description job = new Description(
                JobId.parse("JOB20261121120000"),
                List.of(HOST),
                List.of(trainer),
                "work",
                "work",
                Duration.ofSeconds(5),
                Duration.ZERO,
                Map.of("config", "a.groovy"));
        Fuzz.text(DescriptionFile.write(job), bytes -> DescriptionFile.read(text(bytes), "gpu1"));
    }

    /** In words of ours, with no class of Java's. */
    @Test
    void whatADescriptionHasInTheWrongPlaceIsNamed() {
        Member trainer = new Member(
                Role.TRAINER, 0, HOST, "10.0.0.1", List.of(), "log/train.log", List.of("train"), Map.of(), 3);
        String whole = DescriptionFile.write(new Description(
                JobId.parse("JOB20261121120000"),
                List.of(HOST),
                List.of(trainer),
                "work",
                "",
                Duration.ofSeconds(5),
                Duration.ZERO,
                Map.of()));
        Map<String, String> wrong = Map.of(
                "\"grace\":5",
                "\"grace\":\"x\"",
                "\"rootDir\":\"work\"",
                "\"rootDir\":7",
                "\"ports\":[]",
                "\"ports\":7",
                "\"rank\":0",
                "\"rank\":-1");
        wrong.forEach((right, odd) ->
                assertEquals(odd.replace("\"", "").replace(":", " is "), misread(whole.replace(right, odd))));
        assertEquals(
                "argv has word 7, of which there are 0",
                misread(whole.replaceFirst("\"argv\":\\[[^]]*]", "\"argv\":[7]")));
    }

    private static String misread(String text) {
        return assertThrows(LaunchException.class, () -> DescriptionFile.read(text, "gpu1"))
                .getMessage()
                .replace("gpu1: description.json cannot be read: ", "");
    }

    @Test
    void events() {
        for (String line :
                List.of("1763726400.123456789 trainer-0 started 4711", "1763726400.5 pserver-1 exited 137")) {
            Fuzz.text(line, bytes -> ProcessEvent.parse(HOST, text(bytes)));
        }
    }

    @Test
    void reports() {
        String whole = """
                job JOB20261121120000
                event 1763726400.123456789 trainer-0 started 4711
                process 0 trainer-0 4711 running
                quiet trainer-0 3
                clock 1763726400.123456789
                """;
        Fuzz.text(whole, bytes -> HostReport.parse(HOST, text(bytes), Instant.EPOCH, Instant.EPOCH));
        for (String odd : List.of(
                "process", "process 0 trainer-1", "quiet trainer-0", "clock 99999999999999999999999.000000000")) {
            LaunchException thrown = assertThrows(
                    LaunchException.class,
                    () -> HostReport.parse(
                            HOST,
                            "job JOB20261121120000\n" + odd + "\nclock 1.000000000\n",
                            Instant.EPOCH,
                            Instant.EPOCH));
            assertTrue(
                    thrown.getMessage().startsWith(HOST + ": what it says of its jobs cannot be read"),
                    thrown.getMessage());
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
