package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.control.connection.host.Host;
import jfab.role.Role;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuspectsTest {
    private static final List<Host> HOSTS = List.of(Host.parse("gpu01"), Host.parse("gpu02"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "trainer 1 of 2 (172.16.0.6) was lost at step 9: no sign of life for 6 s | ; look at trainer 1 on gpu02, log/train.log",
                "waited 20 s for trainer 1 of 2 to join | ; look at trainer 1 on gpu02, log/train.log",
                "parameter server 172.16.0.6:7165 was lost: its connection broke | ; look at pserver 1 on gpu02, log/server.log",
                "waited 9 s for trainers 0, 1 of 2 to join | ; look at trainer 0 on gpu01, log/train.log; trainer 1 on gpu02, log/train.log",
                "mnist_conv.groovy:3: trainer 7 of 9 is no rank | ''",
                "Server listening on 172.16.0.6:7165 | ''",
                "parameter server 172.16.0.5:7165 was lost: its connection broke | ''"
            })
    void whoIsNamedInTheLineOfAServerIsNamedWithItsHostAndLog(String line, String hint) {
        assertEquals(
                hint,
                Suspects.in(line, job(), Worker.of(member(Role.PSERVER, 0), new WorkerState.Lost()))
                        .hint());
    }

    private static Description job() {
        List<Member> members = new ArrayList<>();
        for (Role role : List.of(Role.PSERVER, Role.TRAINER)) {
            members.add(member(role, 0));
            members.add(member(role, 1));
        }
        return new Description(
                JobId.parse("JOB20260131120000"),
                HOSTS,
                members,
                "work",
                "",
                Duration.ofSeconds(3),
                Duration.ZERO,
                Map.of());
    }

    private static Member member(Role role, int rank) {
        return new Member(
                role,
                rank,
                HOSTS.get(rank),
                "172.16.0." + (5 + rank),
                role == Role.PSERVER ? List.of(7164, 7165) : List.of(),
                role == Role.PSERVER ? "log/server.log" : "log/train.log",
                List.of("train"),
                Map.of(),
                0);
    }
}
