package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.control.launch.LightCluster.Part;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the tasks about jobs ask a host, as its sshd sees it, and how much of jfab's scripts travels with that. */
@Needs(Tool.SSHD)
@WithLightCluster.Hosts(2)
class RoundTripsIT extends WithLightCluster {
    private static final int MOST_BYTES = 8_000;

    private String job = "";

    @BeforeEach
    void startAJob() throws Exception {
        Part[] parts = {Part.trainer(0, 0, "echo one; echo two"), Part.trainer(1, 1, "echo three")};
        JobId id = cluster.start(nextStamp(), Map.of(), parts);
        cluster.awaitEnd(id, parts);
        job = id.toString();
    }

    /** Runs a command line; what each host was asked then is in its list. */
    private static List<List<String>> asked(String... line) throws Exception {
        List<Path> requests = List.of(cluster.requests(0), cluster.requests(1));
        for (Path file : requests) {
            Files.deleteIfExists(file);
        }
        assertEquals(0, jfab.run(line), jfab.all());
        List<List<String>> asked = new ArrayList<>();
        for (Path file : requests) {
            List<String> words = Files.readAllLines(file);
            words.forEach(request ->
                    assertTrue(Integer.parseInt(request.replaceFirst(" .*", "")) < MOST_BYTES, words::toString));
            asked.add(words.stream()
                    .map(request -> request.replaceFirst("\\d+ # jfab ", "").replaceFirst(" .*", ""))
                    .toList());
        }
        return asked;
    }

    private static void assertAsked(List<String> expected, String... line) throws Exception {
        assertEquals(List.of(expected, expected), asked(line));
    }

    @Test
    void eachTaskAsksEachHostAsOftenAsItMust() throws Exception {
        assertAsked(List.of("survey"), "jobs");
        assertAsked(List.of("jobs", "survey"), "status", job);
        assertAsked(List.of("jobs", "survey"), "status");
        assertAsked(List.of("jobs", "survey", "flow"), "tail-log", job);
        assertAsked(List.of("jobs", "survey", "flow"), "tail-log", job, "--follow");
        assertAsked(List.of("jobs", "survey", "end_job"), "kill", job);
        assertAsked(
                List.of("jobs", "survey", "archive"),
                "fetch",
                job,
                "--to",
                folder.resolve("fetched").toString());
    }
}
