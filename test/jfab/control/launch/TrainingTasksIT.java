package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.connection.host.Host;
import jfab.control.launch.LightCluster.Part;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The root fabfile, whose jobs are those of a {@code training} block: its tasks about them are the cluster's. */
@Needs(Tool.SSHD)
@WithLightCluster.Hosts(2)
class TrainingTasksIT extends WithLightCluster {
    @BeforeAll
    static void readTheRootFabfile() {
        jfab = new CommandLines(
                Path.of("fabfile.groovy").toAbsolutePath(), cluster.group().connector());
    }

    private static int onAll(String... words) throws Exception {
        String hosts = Stream.concat(cluster.hosts().stream(), Stream.of(cluster.closed()))
                .map(Host::toString)
                .collect(Collectors.joining(","));
        return jfab.run(Stream.concat(Stream.of("-H", hosts), Stream.of(words)).toArray(String[]::new));
    }

    private static void assertTheRestIsDone(int code) {
        assertEquals(4, code, jfab.all());
        assertEquals(1, jfab.saying("^" + cluster.closed() + ": port 1 refused the connection"), jfab.all());
        cluster.hosts().forEach(host -> assertEquals(1, jfab.saying("^" + host + " Succeeded$"), jfab.all()));
    }

    @Test
    void whereAHostIsDownTheOthersAreAskedAndTheirProcessesEnded() throws Exception {
        String work = "echo working; exec sleep 60";
        JobId job = cluster.start(
                nextStamp(), Map.of(), Part.trainer(0, 0, work), Part.trainer(1, 1, work), Part.trainer(2, 2, work));
        LightCluster.await(cluster.job(0, job).resolve("log/trainer-0.log"));
        LightCluster.await(cluster.job(1, job).resolve("log/trainer-1.log"));
        assertTheRestIsDone(onAll("status"));
        assertEquals(2, jfab.saying(" trainer +[01] .* running$"), jfab.all());
        assertTheRestIsDone(onAll("tail-log"));
        assertEquals(2, jfab.saying("working$"), jfab.all());
        assertTheRestIsDone(onAll("kill"));
        assertEquals(1, jfab.saying("trainer 2 on " + cluster.closed() + " may still run$"), jfab.all());
        assertTheRestIsDone(onAll("status", "--job", job.toString()));
        assertEquals(2, jfab.saying("killed by SIGTERM, stopped by kill"), jfab.all());
    }

    @Test
    void aLogIsFollowedOverConnectionsThatBreak() throws Exception {
        int lines = 200;
        String work = "i=0; while [ $i -lt " + lines + " ]; do i=$((i + 1)); echo \"step $i.\"; sleep 0.02; done";
        cluster.start(nextStamp(), Map.of(), Part.trainer(0, 0, work));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> followed = threads.submit(() ->
                    jfab.run("-H", cluster.hosts().getFirst().toString(), "tail-log", "--follow", "--lines", "1000"));
            for (int seen : new int[] {40, 80}) {
                JobCalls.await(() -> jfab.saying("step ") >= seen || followed.isDone());
                cluster.server(0).breakConnections();
            }
            assertEquals(0, followed.get(JobCalls.LIMIT.toSeconds(), TimeUnit.SECONDS), jfab.all());
        }
        IntStream.rangeClosed(1, lines).forEach(i -> assertEquals(1, jfab.saying("step " + i + "\\."), jfab.all()));
    }
}
