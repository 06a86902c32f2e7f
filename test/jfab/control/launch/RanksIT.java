package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import jfab.control.connection.Group;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.host.Host;
import jfab.control.connection.jsch.JschConnector;
import jfab.control.launch.start.ClusterTraining;
import jfab.control.launch.start.Payload;
import jfab.control.observe.JobPicture;
import jfab.control.observe.Observation;
import jfab.control.observe.RankView;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A job of 200 ranks on ten hosts that share their files, as those of a cluster with a common home do. */
@Needs(Tool.SSHD)
class RanksIT {
    private static final int RANKS = 200;

    @TempDir
    Path folder;

    @Test
    @Timeout(300)
    void twoHundredRanksAllStartAndAllEnd() throws IOException, InterruptedException {
        Files.createDirectories(folder.resolve("workspace"));
        Files.writeString(folder.resolve("workspace/rank.sh"), "exec sleep 600\n");
        try (SshdFixture sshd = SshdFixture.start("MaxSessions 20");
                JschConnector connector = new JschConnector(sshd.settings(new Notices()))) {
            List<Host> hosts = IntStream.rangeClosed(1, 10).mapToObj(sshd::host).toList();
            String rootDir = folder.resolve("jobs/{host}").toString();
            ClusterTraining training = CommandTraining.of(
                    rootDir, RANKS / hosts.size(), List.of("sh", "rank.sh"), Map.of(), new Notices());
            Job job = training.start(
                    new Group(hosts, connector), new Payload.Folder(folder.resolve("workspace")), List.of(), false);
            try {
                Path told = folder.resolve("jobs/127.0.0.1/" + job.id() + "/.jfab/description.json");
                assertTrue(Files.size(told) < 100_000, () -> told.toFile().length() + " bytes for " + RANKS + " ranks");
                List<Worker> started = new JobSearch(job.hosts(), rootDir, new Notices())
                        .find(job.id().toString()).survey().statuses().stream()
                                .map(ProcessStatus::worker)
                                .toList();
                assertEquals(RANKS, started.size());
                assertEquals(
                        List.of(new WorkerState.Running()),
                        started.stream().map(Worker::state).distinct().toList());
                assertEquals(
                        IntStream.range(0, RANKS).boxed().toList(),
                        started.stream().map(Worker::rank).sorted().toList());
                JobPicture picture = picture(job);
                assertEquals(
                        List.of(),
                        picture.hosts().stream().filter(host -> !host.reached()).toList());
                assertEquals(
                        RANKS,
                        picture.ranks().stream().filter(RankView::running).count());
                assertEquals(
                        RANKS,
                        picture.events().stream()
                                .filter(event -> event.what() instanceof ProcessEvent.Started)
                                .count());
            } finally {
                List<Worker> ended = job.end("by kill").orThrow().stream()
                        .flatMap(each -> each.workers().stream())
                        .toList();
                assertEquals(RANKS, ended.size());
                assertEquals(
                        List.of(new WorkerState.Exited(143)),
                        ended.stream().map(Worker::state).distinct().toList());
            }
        }
    }

    /** What {@code watch} and {@code report} see. */
    private static JobPicture picture(Job job) throws InterruptedException {
        try (Observation observation = Observation.of(job, Duration.ofSeconds(1), 50)) {
            observation.await(1, Duration.ofSeconds(30));
            return observation.picture();
        }
    }
}
