package jfab.control.launch;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
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

    @Test
    void events() {
        for (String line :
                List.of("1763726400.123456789 trainer-0 started 4711", "1763726400.5 pserver-1 exited 137")) {
            Fuzz.text(line, bytes -> ProcessEvent.parse(HOST, text(bytes)));
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
