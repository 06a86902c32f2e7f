package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/**
 * A job that another build has started, and that runs while this one is installed. The folder {@code job-78652ea} has what that
 * build, of 22 November 2026, wrote on a host: its own supervisor, processes and description.
 */
@Needs(Tool.SSHD)
class OlderBuildIT extends JobCalls {
    private static final JobId JOB = JobId.parse("JOB20261122040949");
    private static final Path RECORDED = Path.of("test/jfab/control/launch/job-78652ea");

    /** The job as its own build would have started it, on the first host. */
    private static Path start() throws Exception {
        Path job = cluster.job(0, JOB);
        Files.createDirectories(job.resolve(".jfab"));
        Files.createDirectories(job.resolve("log"));
        Files.writeString(job.resolve("nodefile"), "0\n");
        Files.writeString(job.resolve(".jfab/token"), "of another build");
        try (Stream<Path> files = Files.list(RECORDED)) {
            for (Path file : files.toList()) {
                String text = Files.readString(file)
                        .replace("\"gpu1\"", "\"" + cluster.hosts().getFirst() + "\"");
                Files.writeString(job.resolve(".jfab").resolve(file.getFileName()), text);
            }
        }
        for (String name : List.of("pserver-0", "trainer-0")) {
            new ProcessBuilder("setsid", "sh", ".jfab/supervise", name)
                    .directory(job.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            LightCluster.await(job.resolve(".jfab/" + name + ".process"));
        }
        return job;
    }

    @Test
    void itIsSeenFollowedFetchedAndKilled() throws Exception {
        Path job = start();
        await(() -> Files.exists(job.resolve("output/model")));
        jfab("jobs", Map.of());
        assertEquals(1, saying("^" + JOB + " +running +\\S+ \\S+ +2 +0 +0 "), all());
        said.clear();
        jfab("status", Map.of());
        assertEquals(1, saying("^" + JOB + "  running"), all());
        assertEquals(1, saying(" trainer +0 +\\d+  \\S+ \\S+ +0  running$"), all());
        said.clear();
        jfab("tail-log", Map.of());
        assertEquals(1, saying("trainer 0\\] step 1$"), all());
        assertEquals(1, saying("pserver 0\\] serving$"), all());
        said.clear();
        Path to = folder.resolve("fetched");
        jfab("fetch", Map.of("to", to.toString()));
        assertTrue(has(to, "output/model"), all());
        assertTrue(has(to, "log/train.log"), all());
        said.clear();
        jfab("kill", Map.of());
        assertEquals(List.of(JOB + ": ended 2 processes"), said);
        LightCluster.await(job.resolve(".jfab/trainer-0.exit"));
        said.clear();
        jfab("jobs", Map.of());
        assertEquals(1, saying("^" + JOB + " +killed "), all());
    }

    private static boolean has(Path folder, String end) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.anyMatch(file -> file.endsWith(end));
        }
    }
}
