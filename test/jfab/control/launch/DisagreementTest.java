package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import jfab.control.connection.host.Host;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which hosts are named where what they say of a job is not the same. */
class DisagreementTest {
    private static final JobId JOB = JobId.parse("JOB20261121120000");

    /** Of hosts h0, h1, ... which tell one letter each; one with a dash has not been told what the job is. */
    private static Disagreement among(String told) {
        List<HostReport> reports = new ArrayList<>();
        for (int i = 0; i < told.length(); i++) {
            String line = told.charAt(i) == '-' ? "" : "told " + told.charAt(i) + "\n";
            reports.add(HostReport.parse(
                    Host.parse("h" + i), line + "job " + JOB + "\nclock 1.000000000\n", Instant.EPOCH, Instant.EPOCH));
        }
        return Disagreement.among(reports);
    }

    @ParameterizedTest
    @CsvSource({
        "a, ''",
        "aa, ''",
        "a-, ''",
        "--, ''",
        "aab, h2",
        "baa, h0",
        "aabca, h2 h3",
        "ab, h0 h1",
        "ab-, h0 h1",
        "aabb, h0 h1 h2 h3",
        "aabc, h0 h1 h2 h3",
        "abc, h0 h1 h2"
    })
    void thoseWhomNoMajoritySupports(String told, String named) {
        assertEquals(named, among(told).hosts().stream().map(Host::toString).collect(Collectors.joining(" ")));
    }

    @Test
    void whatIsSaidOfThem() {
        Host host = Host.parse("h0");
        assertTrue(among("ab").of(JOB, host).getMessage().contains("nobody knows which of them is right"));
        assertEquals(
                "h0: what it says of " + JOB
                        + " is not what other hosts say; each was believed of its own processes alone",
                among("baa").of(JOB, host).getMessage());
        assertEquals("h0, h1 describe it differently", among("ab").sentence());
        assertEquals(
                "h0 describes it otherwise than most of its hosts do",
                among("baa").sentence());
    }
}
