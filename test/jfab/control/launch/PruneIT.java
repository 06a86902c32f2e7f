package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import jfab.control.launch.LightCluster.Part;
import jfab.tools.Await;
import org.junit.jupiter.api.Test;

/** What {@code jfab prune} takes away, what it only shows, and what dry runs of the tasks about jobs say. */
@WithLightCluster.Hosts(1)
class PruneIT extends WithLightCluster {
    /** A job that has ended. */
    private static JobId ended(String stamp) throws Exception {
        Part trainer = Part.trainer(0, 0, "exit 0");
        JobId job = cluster.start(stamp, Map.of(), trainer);
        cluster.awaitEnd(job, trainer);
        return job;
    }

    @Test
    void oldJobsAndUnusedEnginesGoAndNeverAJobThatRuns() throws Exception {
        JobId running = cluster.start(
                "20330101000000", Map.of(), Part.trainer(0, 0, "exec sleep 60 # .jfab/cache/used/bin/train"));
        JobId ended = ended("20330101000001");
        Path cache = cluster.server(0).folder().resolve("home/.jfab/cache");
        for (String engine : new String[] {"used", "unused"}) {
            Files.createDirectories(cache.resolve(engine));
            Files.setLastModifiedTime(cache.resolve(engine), FileTime.fromMillis(0));
        }
        assertEquals(0, jfab.run("prune", "--older-than", "30d"), jfab.all());
        assertEquals(1, jfab.saying(": engine unused,"), jfab.all());
        assertTrue(Files.exists(cluster.job(0, ended)));
        assertEquals(0, jfab.run("prune", "--older-than", "0s"), jfab.all());
        assertEquals(1, jfab.saying(": " + ended + ", idle for 0 days"), jfab.all());
        assertEquals(0, jfab.saying(running + "|engine used"), jfab.all());
        assertFalse(Files.exists(cluster.job(0, ended)));
        assertFalse(Files.exists(cache.resolve("unused")));
        assertTrue(Files.exists(cluster.job(0, running)));
        assertTrue(Files.exists(cache.resolve("used")));
        jfab.run("kill", running.toString());
    }

    /** The letter is prune's own where it stands behind it, and jfab's before it; nothing goes by either. */
    @Test
    void behindPruneTheLetterNShowsWhatWouldGoAndBeforeItNoHostIsAsked() throws Exception {
        JobId job = ended("20330101000002");
        for (String flag : new String[] {"-n", "--show"}) {
            assertEquals(0, jfab.run("prune", flag, "--older-than", "0s"), jfab.all());
            assertEquals(1, jfab.saying(": " + job + ", idle for 0 days"), jfab.all());
            assertEquals(1, jfab.saying("^would free \\d+ MB$"), jfab.all());
        }
        assertEquals(0, jfab.run("-n", "prune", "--older-than", "0s"), jfab.all());
        assertEquals(1, jfab.saying("^a dry run asks no host, .*; jfab prune --show asks them$"), jfab.all());
        assertEquals(0, jfab.saying("free"), jfab.all());
        assertTrue(Files.exists(cluster.job(0, job)));
    }

    @Test
    void aDryRunOfClusterTrainShowsWhatWouldStartWhere() throws Exception {
        Path own = Files.createDirectories(folder.resolve("train"));
        CommandLines train = new CommandLines(
                own,
                cluster.hosts(),
                cluster.group().connector(),
                "trainers 2; port 7200; command role: 'trainer', ['python3', 'train.py']; command role: 'pserver', ['true']");
        assertEquals(0, train.run("-n", "cluster-train", "--job-workspace=/deployed", "--x=1"), train.all());
        assertEquals(1, train.saying("^would start \\S+: pserver 0: true --x=1$"), train.all());
        assertEquals(2, train.saying("^would start \\S+: trainer [01]: python3 train.py --x=1$"), train.all());
        assertEquals(0, train.run("-n", "cluster-train", "--job-workspace=/deployed", "--x=$HOME * it's"), train.all());
        assertEquals(1, train.saying("^would start \\S+: pserver 0: true '--x=\\$HOME \\* it'\\\\''s'$"), train.all());
        assertEquals(1, train.saying("^would work in /deployed, which the hosts have$"), train.all());
        Path sent = own.resolve("package");
        Files.createDirectories(sent.resolve("lib"));
        Files.writeString(sent.resolve("lib/b.py"), "");
        Files.writeString(sent.resolve("train.py"), "");
        Files.createSymbolicLink(sent.resolve("c"), Path.of("/nowhere"));
        assertEquals(0, train.run("-n", "cluster-train", "-p", sent.toString()), train.all());
        assertEquals(
                1,
                train.saying("^would send " + sent + " to every host, 3 files: c, lib/b.py, train.py$"),
                train.all());
        assertEquals(2, train.run("-n", "cluster-train"), train.all());
    }

    @Test
    void aDryRunSaysNothingOfJobsThatItHasNotAskedFor() throws Exception {
        JobId job = cluster.start("20330101000003", Map.of(), Part.trainer(0, 0, "exec sleep 60"));
        for (String task : new String[] {"jobs", "status", "kill", "watch"}) {
            assertEquals(0, jfab.run("--dry-run", task), jfab.all());
            assertEquals(1, jfab.saying("^a dry run asks no host, and only they know what '" + task), jfab.all());
            assertEquals(0, jfab.saying("no jobs|nothing runs|run: "), jfab.all());
        }
        jfab.run("kill", job.toString());
        assertEquals(1, jfab.saying("ended 1 process"), jfab.all());
    }

    @Test
    void anEngineStaysThatAJobOfAnotherRootDirectoryNamesOrAProcessRunsFrom() throws Exception {
        Path home = cluster.server(0).folder().resolve("home");
        Path cache = home.resolve(".jfab/cache");
        JobId job = cluster.start(
                "20330101000004", Map.of(), Part.trainer(0, 0, "exec sleep 60 # .jfab/cache/elsewhere/bin/train"));
        Path other = Files.createDirectories(home.resolve("other"));
        Files.move(home.resolve("work/" + job), other.resolve(job.toString()));
        Files.writeString(
                home.resolve(".jfab/roots/list"), other.toRealPath() + "\n", java.nio.file.StandardOpenOption.APPEND);
        Path program = Files.createDirectories(cache.resolve("running/bin")).resolve("java");
        Files.copy(Path.of("/bin/sleep"), program);
        Files.createDirectories(cache.resolve("elsewhere"));
        Process running = new ProcessBuilder(program.toString(), "60").start();
        try {
            for (String engine : new String[] {"running", "elsewhere"}) {
                Files.setLastModifiedTime(cache.resolve(engine), FileTime.fromMillis(0));
            }
            assertEquals(0, jfab.run("prune", "--older-than", "0s"), jfab.all());
            assertTrue(Files.exists(cache.resolve("running")), jfab.all());
            assertTrue(Files.exists(cache.resolve("elsewhere")), jfab.all());
        } finally {
            running.destroyForcibly().waitFor();
            Files.move(other.resolve(job.toString()), home.resolve("work/" + job));
            jfab.run("kill", job.toString());
        }
        assertTrue(Files.readAllLines(home.resolve(".jfab/roots/list"))
                .contains(home.resolve("work").toRealPath().toString()));
    }

    @Test
    void killNamesProcessesWhoseDirectoryWasMoved() throws Exception {
        jfab.run("prune", "--older-than", "0s");
        JobId job = cluster.start("20330101000006", Map.of(), Part.trainer(0, 0, "exec sleep 60"));
        Path directory = cluster.job(0, job);
        LightCluster.await(directory.resolve(".jfab/trainer-0.process"));
        String pid = Files.readAllLines(directory.resolve(".jfab/trainer-0.process"))
                .getFirst()
                .substring(4);
        String supervisor = Files.readString(directory.resolve(".jfab/trainer-0.supervisor"))
                .replaceFirst(" (?s:.*)", "");
        Path moved = Files.move(directory, directory.resolveSibling("moved"));
        try {
            for (boolean link : new boolean[] {false, true}) {
                if (link) {
                    Files.createSymbolicLink(directory, moved);
                }
                for (String[] kill : new String[][] {{"kill"}, {"kill", job.toString()}}) {
                    assertEquals(1, jfab.run(kill), jfab.all());
                    assertEquals(
                            1,
                            jfab.saying("^" + job + ": its directory is gone on .* with: kill (?=.*\\b" + supervisor
                                    + "\\b).*\\b" + pid + "\\b"),
                            jfab.all());
                }
            }
        } finally {
            Files.deleteIfExists(directory);
            Files.move(moved, directory);
        }
        assertEquals(0, jfab.run("kill", job.toString()), jfab.all());
    }

    @Test
    void killNamesProcessesWhoseDirectoryIsGone() throws Exception {
        jfab.run("prune", "--older-than", "0s");
        JobId job = cluster.start("20330101000005", Map.of(), Part.trainer(0, 0, "exec sleep 60"));
        Path record = cluster.job(0, job).resolve(".jfab/trainer-0.process");
        LightCluster.await(record);
        // Its supervisor writes nothing more once it has told this: what is deleted below does not come again.
        Path events = record.resolveSibling("events");
        Await.until(
                "the start is told",
                () -> Files.exists(events) && Files.readString(events).contains("started"));
        long pid = Long.parseLong(Files.readAllLines(record).getFirst().substring(4));
        String supervisor = Files.readString(cluster.job(0, job).resolve(".jfab/trainer-0.supervisor"))
                .replaceFirst(" (?s:.*)", "");
        try (java.util.stream.Stream<Path> tree = Files.walk(cluster.job(0, job))) {
            for (Path path : tree.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
        try {
            for (String[] kill : new String[][] {{"kill"}, {"kill", job.toString()}}) {
                assertEquals(1, jfab.run(kill), jfab.all());
                assertEquals(
                        1,
                        jfab.saying("^" + job + ": its directory is gone on "
                                + cluster.hosts().getFirst()
                                + ", and processes of it go on there; end them on that host with: kill .*\\b" + pid
                                + "\\b"),
                        jfab.all());
            }
        } finally {
            ProcessHandle.of(Long.parseLong(supervisor)).ifPresent(ProcessHandle::destroyForcibly);
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }
}
