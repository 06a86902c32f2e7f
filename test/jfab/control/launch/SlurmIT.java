package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs inside an allocation of a real Slurm, whose nodes share their files and let nobody log in by SSH: no name of theirs is known. */
@Needs(Tool.SLURM)
class SlurmIT {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    @TempDir
    static Path folder;

    private static SlurmCluster slurm;

    @BeforeAll
    static void startNodes() throws IOException, InterruptedException {
        slurm = SlurmCluster.up(folder.resolve("slurm"), 3);
    }

    @AfterAll
    static void stopNodes() throws IOException {
        slurm.close();
    }

    /** A fabfile for machines reached by SSH, with a trainer that runs {@code script}. */
    private static Path project(String script) throws IOException {
        Path project = Files.createTempDirectory(folder, "project");
        Files.createDirectories(project.resolve("workspace"));
        Files.writeString(project.resolve("workspace/trainer.sh"), script);
        Files.writeString(project.resolve("fabfile.groovy"), """
                cluster {
                    hosts 'gpu[1-9].invalid'
                    rootDir '%s/jobs'
                    pservers 0
                    perHost trainers: 2
                    grace 2
                    restart trainer: 3
                    command role: 'trainer', ['sh', 'trainer.sh']
                }
                """.formatted(project));
        return project;
    }

    private static JfabProcess start(int nodes, Path project, String... more) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("-f", project.resolve("fabfile.groovy").toString(), "cluster-train"));
        arguments.add("--job-dispatch-package=" + project.resolve("workspace"));
        arguments.addAll(List.of(more));
        return JfabProcess.of(
                command -> slurm.allocated(nodes, String.valueOf(project.getFileName()), command), arguments);
    }

    @Test
    void theSameFabfileRunsOnTheNodesOfAnAllocation() throws IOException, InterruptedException {
        Path project = project("echo \"rank $RANK of $WORLD_SIZE with $1\"; cat nodefile >number.$RANK");
        Ended ended = start(2, project, "--preflight", "--passes=2").end(LIMIT);
        assertEquals(0, ended.exitCode(), ended::text);
        assertEquals(2, ended.count("(?m)^node[12] sends [\\d.]+ MB/s to node[12]$"), ended::text);
        for (int rank = 0; rank < 4; rank++) {
            assertEquals(1, ended.count("rank " + rank + " of 4 with --passes=2"), ended::text);
            // A directory per host, although all of them see the same files.
            Path job = job(project, "node" + (rank / 2 + 1));
            assertEquals(rank / 2 + "\n", Files.readString(job.resolve("number." + rank)));
        }
    }

    @Test
    void aTrainerThatFailsEndsTheJobWithItsCodeOnAllNodes() throws IOException, InterruptedException {
        Path project = project("[ $RANK != 3 ] || { echo no luck; exit 7; }; exec sleep 600");
        Files.writeString(
                project.resolve("fabfile.groovy"),
                Files.readString(project.resolve("fabfile.groovy")).replace("restart trainer: 3", ""));
        Ended ended = start(2, project).end(LIMIT);
        assertEquals(7, ended.exitCode(), ended::text);
        assertEquals(
                1,
                ended.count("(?m)^jfab: node2: trainer 3 died first, [\\d:]{8}, exited with 7; its last line: no luck"),
                ended::text);
        assertNothingRuns(project);
    }

    @Test
    void scancelEndsAllProcessesAndTheirEndIsWrittenDown() throws IOException, InterruptedException {
        Path project = project("echo started; exec sleep 600");
        JfabProcess jfab = start(3, project);
        jfab.awaitOutput("started", LIMIT);
        slurm.slurm("scancel", "--name=" + project.getFileName());
        assertTrue(jfab.end(LIMIT).exitCode() != 0);
        for (int node = 1; node <= 3; node++) {
            Path events = job(project, "node" + node).resolve(".jfab/events");
            await(events, "(?s).*stopped by .*", 2);
            await(events, "(?s).*exited 143.*", 2);
            assertEquals(0, count(events, "restarting"), Files.readString(events));
        }
        assertNothingRuns(project);
    }

    @Test
    void ctrlCEndsTheJobWithItsUsualCode() throws IOException, InterruptedException {
        Path project = project("echo started; exec sleep 600");
        JfabProcess jfab = start(2, project);
        jfab.awaitOutput("started", LIMIT);
        // At a terminal it reaches jfab, which srun's sessions keep it from.
        long java = ProcessHandle.allProcesses()
                .filter(process -> process.info().command().orElse("").endsWith("/java")
                        && process.info().commandLine().orElse("").contains(project + "/fabfile.groovy"))
                .findFirst()
                .orElseThrow()
                .pid();
        new ProcessBuilder("kill", "-s", "INT", Long.toString(java)).start().waitFor();
        Ended ended = jfab.end(LIMIT);
        assertEquals(130, ended.exitCode(), ended::text);
        assertEquals(2, count(job(project, "node1").resolve(".jfab/events"), "stopped by "), ended::text);
        assertNothingRuns(project);
    }

    @Test
    void aDetachedJobIsRefusedInOneSentence() throws IOException, InterruptedException {
        Ended ended = start(1, project("exit 0"), "--detach").end(LIMIT);
        assertEquals(2, ended.exitCode(), ended::text);
        assertEquals(
                1,
                ended.count(
                        "(?m)^jfab: task 'cluster-train': --detach: Slurm ends a job's processes with its allocation"),
                ended::text);
    }

    private static Path job(Path project, String node) throws IOException {
        try (Stream<Path> jobs = Files.list(project.resolve("jobs").resolve(node))) {
            return jobs.findFirst().orElseThrow();
        }
    }

    private static long count(Path file, String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(file))
                .results()
                .count();
    }

    /** Waits until {@code lines} lines of a file are like {@code pattern}. */
    private static void await(Path file, String pattern, int lines) throws IOException, InterruptedException {
        Await.until(
                pattern + " in " + file,
                () -> Files.readString(file)
                                .lines()
                                .filter(line -> line.matches(pattern))
                                .count()
                        >= lines);
    }

    /** No process is in a directory of the project's jobs any more. */
    private static void assertNothingRuns(Path project) throws InterruptedException {
        Await.until(
                "nothing runs in " + project, () -> running(project).findAny().isEmpty());
    }

    private static Stream<Path> running(Path project) {
        return ProcessHandle.allProcesses()
                .map(process -> Path.of("/proc", Long.toString(process.pid()), "cwd"))
                .flatMap(link -> {
                    try {
                        return Stream.of(link.toRealPath());
                    } catch (IOException e) {
                        return Stream.empty();
                    }
                })
                .filter(directory -> directory.startsWith(project.resolve("jobs")));
    }
}
