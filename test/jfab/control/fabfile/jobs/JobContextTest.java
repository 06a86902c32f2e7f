package jfab.control.fabfile.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import jfab.control.launch.Notices;
import org.junit.jupiter.api.Test;

class JobContextTest {
    /** Also into a pipe, which somebody's terminal may be at the end of. */
    @Test
    void whatAHostNamesIsTextAlone() {
        List<String> said = new ArrayList<>();
        JobContext context = new JobContext(
                () -> {
                    throw new IllegalStateException();
                },
                new Notices(new ArrayList<>()),
                said::add);
        context.say("gpu1: engine \u001b[2J\u001b]0;title\u0007abc, 5 MB");
        assertEquals(List.of("gpu1: engine abc, 5 MB"), said);
    }
}
