package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobIdTest {
    @Test
    void carriesTheTimeItWasSubmitted() {
        assertEquals(
                "JOB20260131080509",
                JobId.at(LocalDateTime.of(2026, 1, 31, 8, 5, 9)).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"JOB20260131080509", "JOB20260131080509-2", "JOB20260131080509-10"})
    void readsWhatItPrints(String text) {
        assertEquals(text, JobId.parse(text).toString());
    }

    @Test
    void laterJobsAreGreaterAlsoByTheirSuffix() {
        JobId first = JobId.parse("JOB20260131080509-9");
        assertTrue(first.next().compareTo(first) > 0);
        assertTrue(JobId.parse("JOB20260131080510").compareTo(first.next()) > 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "JOB", "JOB2026", "JOB20260131080509/..", "../JOB20260131080509", "JOB20260131080509-"})
    void refusesWhatIsNoJobId(String text) {
        assertThrows(LaunchException.class, () -> JobId.parse(text));
    }
}
