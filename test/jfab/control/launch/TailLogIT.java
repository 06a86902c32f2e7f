package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.launch.LightCluster.Part;
import jfab.role.Role;
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
        // As soon as it was begun longer ago than that.
        await(() -> {
            said.clear();
            jfab("tail-log", Map.of("job", id, "rank", 0, "since", "1s"));
            return saying("loss") == 0;
        });
        assertEquals(1, saying("trainer-0: none of its first 3 lines tells a time, so that --since shows none"), all());
    }

    /** A job that is followed when its server has begun; the trainers begin when it is. */
    private void followedFromItsServersOn(String command, Map<String, ?> values, String... expected) throws Exception {
        Part[] parts = {
            Part.server(0, 0, "echo serving; while [ ! -e done ]; do sleep 0.1; done"),
            Part.trainer(0, 0, "for i in 1 2 3; do echo loss $i; sleep 0.1; done; touch done"),
            Part.trainer(1, 1, "echo other")
        };
        JobId job = cluster.create(stamp);
        Description description = cluster.describe(job, Map.of(), parts);
        cluster.begin(description, member -> member.role() == Role.PSERVER, parts);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<String, Object> all = new HashMap<>(values);
            all.put("job", job.toString());
            Future<?> followed = threads.submit(() -> {
                jfab(command, all);
                return true;
            });
            awaitFlow(job);
            cluster.begin(description, member -> member.role() == Role.TRAINER, parts);
            followed.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        List<String> shown = new ArrayList<>(said);
        shown.removeIf(line -> !line.startsWith("["));
        assertEquals(List.of(expected), shown.stream().sorted().toList());
    }

    /** Waits until the first host has been asked to tell what this job writes. */
    private static void awaitFlow(JobId job) throws Exception {
        await(() -> Files.readString(cluster.requests(0)).contains("jfab flow work/" + job));
    }

    private static String line(int host, String who, String text) {
        return "[" + cluster.hosts().get(host) + " " + who + "] " + text;
    }

    private static String[] trainersLines() {
        return Stream.of(
                        line(0, "trainer 0", "loss 1"),
                        line(0, "trainer 0", "loss 2"),
                        line(0, "trainer 0", "loss 3"),
                        line(1, "trainer 1", "other"))
                .sorted()
                .toArray(String[]::new);
    }

    @Test
    void whatStartsAfterTheFollowerIsShownAsWell() throws Exception {
        String[] all = Stream.concat(Stream.of(line(0, "pserver 0", "serving")), Stream.of(trainersLines()))
                .sorted()
                .toArray(String[]::new);
        followedFromItsServersOn("attach", Map.of(), all);
    }

    @Test
    void aFollowerOfTrainersWaitsForThem() throws Exception {
        followedFromItsServersOn("tail-log", Map.of("follow", true, "role", "trainer"), trainersLines());
    }

    @Test
    void aFollowerWaitsForAJobThatIsOnItsWay() throws Exception {
        JobId job = cluster.create(stamp);
        LaunchException nobody =
                assertThrows(LaunchException.class, () -> jfab("tail-log", Map.of("job", job.toString())));
        assertTrue(String.valueOf(nobody.getMessage()).contains("has no process that was started"), nobody::getMessage);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> followed = threads.submit(() -> {
                jfab("tail-log", Map.of("job", job.toString(), "follow", true));
                return true;
            });
            await(() -> saying("none of its processes has begun; waiting for them") == 1);
            Part part = Part.trainer(1, 0, "echo here");
            cluster.begin(cluster.describe(job, Map.of(), part), member -> true, part);
            followed.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        assertEquals(
                1, said.stream().filter(line(1, "trainer 0", "here")::equals).count(), all());
    }

    @Test
    void aFollowerOfWhatNeverStartsEndsWithTheJob() throws Exception {
        Part[] parts = {Part.server(0, 0, "sleep 60"), Part.trainer(1, 0, "true")};
        JobId job = cluster.create(stamp);
        cluster.begin(cluster.describe(job, Map.of(), parts), member -> member.role() == Role.PSERVER, parts);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> followed = threads.submit(() -> {
                jfab("tail-log", Map.of("job", job.toString(), "follow", true, "role", "trainer"));
                return true;
            });
            await(() -> Files.readString(cluster.requests(1)).contains("jfab flow work/" + job));
            jfab("kill", Map.of("job", job.toString()));
            ExecutionException failure =
                    assertThrows(ExecutionException.class, () -> followed.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
            assertTrue(String.valueOf(failure.getMessage()).contains("has no trainer that was started"), all());
            // It has heard of that at once, and has not asked again.
            try (Stream<String> requests = Files.lines(cluster.requests(1))) {
                assertEquals(
                        1,
                        requests.filter(line -> line.contains("jfab flow work/" + job))
                                .count());
            }
        }
    }
}
