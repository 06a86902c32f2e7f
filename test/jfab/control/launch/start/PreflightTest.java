package jfab.control.launch.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import jfab.control.connection.Group;
import jfab.control.connection.host.Host;
import jfab.control.launch.Description;
import jfab.control.launch.FakeHost;
import jfab.control.launch.Job;
import jfab.control.launch.JobId;
import jfab.control.launch.LaunchException;
import jfab.control.launch.Member;
import jfab.control.launch.Notices;
import jfab.role.Role;
import org.junit.jupiter.api.Test;

/** What a trainer's host may answer about the ports of two servers, and what comes of it. */
class PreflightTest {
    private static final Host SERVERS = Host.parse("s1");
    private static final Host TRAINER = Host.parse("t1");

    private final Notices notices = new Notices();

    private static Member member(Role role, int rank, Host host, List<Integer> ports) {
        return new Member(role, rank, host, "10.0.0.5", ports, "log", List.of(), Map.of(), 0);
    }

    private Preflight answered(String answer) {
        Description description = new Description(
                JobId.parse("JOB20261121120000"),
                List.of(SERVERS, TRAINER),
                List.of(
                        member(Role.PSERVER, 0, SERVERS, List.of(7164)),
                        member(Role.PSERVER, 1, SERVERS, List.of(7165)),
                        member(Role.TRAINER, 0, TRAINER, List.of())),
                "jobs",
                "",
                Duration.ofSeconds(3),
                Duration.ZERO,
                Map.of());
        Group hosts = new Group(description.hosts(), FakeHost.connecting((host, word) -> answer));
        return new Preflight(new Job(description, hosts, notices), notices);
    }

    @Test
    void whereAllPortsAreReachedNothingIsSaid() throws InterruptedException {
        answered("here 10.0.0.6\n10.0.0.5 7164 ok 0.2\n10.0.0.5 7165 ok\n").check();
        assertEquals(List.of(), notices.said());
    }

    @Test
    void portsThatAHostDoesNotAnswerForAreCounted() throws InterruptedException {
        answered("here 10.0.0.6\n10.0.0.5 7164 ok 0.2\n10.0.0.5 7165 what?\n").check();
        assertEquals(
                List.of("t1 answers for 1 of 2 ports of servers, so the others were not tried from there"),
                notices.said());
    }

    @Test
    void theFirstServerThatIsNotReachedIsTheFailureAndTheOthersAreTold() {
        Preflight preflight = answered("here 10.0.0.6\n10.0.0.5 7164 refused\n10.0.0.5 7165 silent\n");
        LaunchException refused = assertThrows(LaunchException.class, preflight::check);
        assertEquals(
                "t1 (10.0.0.6) to pserver 0 on s1 at 10.0.0.5:7164 is refused, though the server listens there: look at the firewalls,"
                        + " which reject it (and 1 more like this)",
                refused.getMessage());
        assertEquals(
                List.of(
                        "t1 (10.0.0.6) to pserver 1 on s1 at 10.0.0.5:7165 gets no answer: look at the firewalls, which drop it, and at"
                                + " routes back from there"),
                notices.said());
    }
}
