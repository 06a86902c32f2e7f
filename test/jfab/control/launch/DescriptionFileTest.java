package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jfab.control.connection.host.Host;
import jfab.role.Role;
import org.junit.jupiter.api.Test;

class DescriptionFileTest {
    private static final Host FIRST = Host.parse("root@192.168.100.17:9090");
    private static final Member TRAINER = new Member(
            Role.TRAINER,
            12,
            FIRST,
            "192.168.100.17",
            List.of(7164, 7165),
            "log/train.log",
            List.of("sh", "-c", "echo \"a b\" 'ä'\n"),
            Map.of("GREETING", "hello, 'world'"),
            3);

    @Test
    void aJobIsReadAsItWasWritten() {
        Description job = new Description(
                JobId.parse("JOB20261121120000-2"),
                List.of(FIRST, Host.parse("gpu2")),
                List.of(TRAINER),
                "/home/paddle",
                "/data/work space",
                Duration.ofSeconds(5),
                Duration.ofHours(36),
                Map.of("config", "trainer_config.groovy"));
        assertEquals(job, DescriptionFile.read(DescriptionFile.write(job), "gpu2"));
        assertEquals(TRAINER, job.member("trainer-12").orElseThrow());
        assertEquals("/home/paddle/JOB20261121120000-2", job.directoryOn(FIRST));
    }

    @Test
    void whatManyRanksHaveInCommonIsWrittenOnce() {
        String endpoints =
                IntStream.range(0, 200).mapToObj(i -> "10.0.0." + i + ":7164").collect(Collectors.joining(","));
        List<Member> members = new ArrayList<>();
        for (int rank = 0; rank < 200; rank++) {
            members.add(new Member(
                    rank < 100 ? Role.PSERVER : Role.TRAINER,
                    rank % 100,
                    FIRST,
                    "10.0.0." + rank,
                    List.of(7164),
                    "log/" + rank + ".log",
                    List.of("train", "--pservers=" + endpoints, "--trainer_id=" + rank % 100, "7"),
                    Map.of(
                            "PADDLE_TRAINER_ENDPOINTS",
                            endpoints,
                            "RANK",
                            "" + rank % 100,
                            "TRAINING_ROLE",
                            rank < 100 ? "PSERVER" : "TRAINER",
                            rank % 2 == 0 ? "EVEN" : "ODD",
                            "yes"),
                    0));
        }
        Description job = new Description(
                JobId.parse("JOB20261121120000"),
                List.of(FIRST),
                members,
                "work",
                "",
                Duration.ZERO,
                Duration.ZERO,
                Map.of());
        String written = DescriptionFile.write(job);
        assertEquals(job, DescriptionFile.read(written, "gpu2"));
        // In the environment of each role, and in the arguments of both.
        assertEquals(3, written.split(endpoints, -1).length - 1);
        assertTrue(written.length() < 60_000, written.length() + " bytes");
    }

    @Test
    void aJobOfANewerBuildIsNotMisread() {
        LaunchException failure = assertThrows(
                LaunchException.class, () -> DescriptionFile.read("{\"format\": 2, \"jobs\": []}", "gpu2"));
        assertEquals(
                "gpu2: the job was started by a newer jfab, whose description.json has format 2; this one reads those up to 1,"
                        + " so update it",
                failure.getMessage());
    }

    @Test
    void aJobOfAThousandHostsFitsFiveTimes() {
        List<Host> hosts = IntStream.range(0, 1000)
                .mapToObj(i -> Host.parse("training@machine-" + (1000 + i) + ".cluster.example.org:22"))
                .toList();
        String endpoints = IntStream.range(0, 8000)
                .mapToObj(i -> "10.100." + i / 8 / 250 + "." + i / 8 % 250 + ":" + (7164 + i % 8))
                .collect(Collectors.joining(","));
        String[] own = endpoints.split(",", -1);
        String servers = "--pservers=" + endpoints;
        List<Member> members = IntStream.range(0, 8000)
                .mapToObj(rank -> new Member(
                        Role.TRAINER,
                        rank,
                        hosts.get(rank / 8),
                        hosts.get(rank / 8).name(),
                        List.of(7164 + rank % 8, 8164 + rank % 8),
                        "log/train.log." + rank,
                        List.of("train", servers, "--trainer_id=" + rank, "--num_gradient_servers=8000"),
                        Map.of(
                                "PADDLE_TRAINER_ENDPOINTS", endpoints,
                                "PADDLE_CURRENT_ENDPOINT", own[rank],
                                "RANK", Integer.toString(rank),
                                "LOCAL_RANK", Integer.toString(rank % 8),
                                "CUDA_VISIBLE_DEVICES", Integer.toString(rank % 8)),
                        3))
                .toList();
        Description job = new Description(
                JobId.parse("JOB20261121120000"),
                hosts,
                members,
                "work",
                "",
                Duration.ZERO,
                Duration.ZERO,
                Map.of("config", "a.groovy"));
        String written = DescriptionFile.write(job);
        assertTrue(written.length() < DescriptionFile.LONGEST / 5, written.length() + " characters");
        assertEquals(job, DescriptionFile.read(written, "gpu2"));
    }

    @Test
    void whatIsTooLongForAJobIsRefusedUnread() {
        String text = "{\"a\":[" + "[],".repeat(DescriptionFile.LONGEST / 3) + "[]]}";
        assertEquals(
                "gpu2: description.json has more than 16 MB, which no job has",
                assertThrows(LaunchException.class, () -> DescriptionFile.read(text, "gpu2"))
                        .getMessage());
    }

    @Test
    void aFileThatIsNoDescriptionIsToldByItsPlace() {
        for (String text : List.of("{", "[]", "{\"id\":\"JOB20261121120000\"}", "{\"id\":7}")) {
            String message = assertThrows(LaunchException.class, () -> DescriptionFile.read(text, "gpu2: JOB1"))
                    .getMessage();
            assertTrue(message.startsWith("gpu2: JOB1: description.json cannot be read: "), message);
        }
    }
}
