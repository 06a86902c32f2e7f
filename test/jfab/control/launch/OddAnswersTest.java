package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import jfab.control.connection.Connection;
import jfab.control.connection.Connector;
import jfab.control.connection.Group;
import jfab.control.connection.GroupResult;
import jfab.control.connection.Transport;
import jfab.control.connection.host.Host;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts of which one answers what no host of jfab does: it has failed, and what the other has said stays. */
class OddAnswersTest {
    private static final Host OTHER = Host.parse("gpu2");

    /** The first host gives this answer, the other none. */
    private static Group hosts(String answer) {
        FakeHost odd = new FakeHost(answer + "\n", 0);
        FakeHost silent = new FakeHost("", 0);
        return new Group(List.of(FakeHost.HOST, OTHER), new Connector() {
            @Override
            public Transport connect(Host host) {
                return (host.equals(OTHER) ? silent : odd).connect(host);
            }

            @Override
            public void close() {}
        });
    }

    private static void failed(String answer, GroupResult<?> result) {
        assertEquals(List.of(OTHER), List.copyOf(result.values().keySet()));
        assertEquals(
                "gpu1: what it answers cannot be read: " + answer,
                result.failed().getFirst().failure().getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "job",
                "job JOB20261121120000",
                "job JOB1 5 0 0",
                "job JOB20261121120000 5 0",
                "engine abc 99999999999999999999999 5 0"
            })
    void ofWhatIsHeld(String answer) throws Exception {
        failed(answer, DiskUsage.on(hosts(answer), "work").asked());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"x", "trainer 1 lost", "trainer-0", "trainer-0 1", "trainer-0 x running", "trainer-0 1 gone"})
    void ofProcessesThatEnd(String answer) throws Exception {
        Function<Connection, Job.Ended> kill = connection -> new Node(connection, "work")
                .kill(
                        JobId.parse("JOB20261121120000"),
                        Duration.ZERO,
                        "by kill",
                        OptionalInt.empty(),
                        () -> {},
                        new ByteArrayInputStream(new byte[0]));
        failed(answer, hosts(answer).run(kill));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "JOB1"})
    void ofJobs(String answer) throws Exception {
        failed(answer, hosts(answer).run(connection -> new Node(connection, "work").jobs()));
    }
}
