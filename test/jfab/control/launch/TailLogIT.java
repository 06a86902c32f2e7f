package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import jfab.control.launch.LightCluster.Part;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/** Logs of jobs on two real OpenSSH hosts. */
@Needs(Tool.SSHD)
class TailLogIT extends JobCalls {
    @Test
    void followingALogLosesAndDoublesNoLineWhenItsConnectionIsKilled() throws Exception {
        int lines = 400;
        JobId job = cluster.start(
                stamp,
                Map.of(),
                Part.trainer(
                        0,
                        0,
                        "i=0; while [ $i -lt " + lines
                                + " ]; do i=$((i + 1)); printf \"step \"; printf \"$i\\n\"; sleep 0.01; done"));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> followed = threads.submit(() -> {
                jfab("tail-log", Map.of("job", job.toString(), "follow", true, "lines", 1000));
                return true;
            });
            for (int broken = 1; broken <= 3; broken++) {
                int seen = broken * 60;
                await(() -> said.size() >= seen);
                cluster.server(0).breakConnections();
            }
            followed.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        String prefix = "[" + cluster.hosts().getFirst() + " trainer 0] step ";
        assertEquals(IntStream.rangeClosed(1, lines).mapToObj(i -> prefix + i).toList(), said);
    }

    @Test
    void tailLogChoosesByRoleRankTimeAndExpression() throws Exception {
        // Such lines have no year.
        LocalDate day = LocalDate.now(ZoneId.systemDefault()).minusDays(1);
        String begun = String.format("I%02d%02d ", day.getMonthValue(), day.getDayOfMonth());
        String glog = "printf '" + begun + "08:00:00.000000 1 a.cc:1] old\\n" + begun
                + "08:00:01.5 1 a.cc:1] new\\nrest of new\\n'";
        Part[] parts = {
            Part.server(0, 0, "echo serving"),
            Part.trainer(0, 0, "for i in 1 2 3; do echo loss $i; done"),
            Part.trainer(1, 1, glog)
        };
        JobId job = cluster.start(stamp, Map.of(), parts);
        cluster.awaitEnd(job, parts);
        String id = job.toString();
        String zero = "[" + cluster.hosts().get(0) + " trainer 0] ";
        jfab("tail-log", Map.of("job", id, "role", "pserver"));
        assertEquals(List.of("[" + cluster.hosts().get(0) + " pserver 0] serving"), said);
        said.clear();
        jfab("tail-log", Map.of("job", id, "role", "trainer", "rank", 0, "lines", 2));
        assertEquals(List.of(zero + "loss 2", zero + "loss 3"), said);
        said.clear();
        jfab("tail-log", Map.of("job", id, "grep", "s [12]$", "lines", 1));
        assertEquals(List.of(zero + "loss 2"), said);
        said.clear();
        jfab("tail-log", Map.of("job", id, "rank", 1, "since", day + "T08:00:01"));
        assertEquals(2, saying("new"), all());
        assertEquals(0, saying("old"), all());
    }
}
