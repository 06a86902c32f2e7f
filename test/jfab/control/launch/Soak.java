package jfab.control.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.bundle.Installation;
import jfab.digits.DigitGenerator;

/**
 * Three jobs on two real hosts that train as long as they are told to, each with a follower and a watcher, while something breaks all
 * the time: MNIST on two servers and two trainers, the same without servers, and sparse tables. What is wrong at the end is a list of
 * sentences; nothing wrong is an empty one.
 */
final class Soak implements AutoCloseable {
    /**
     * How long things take.
     *
     * @param length of the job, were nothing to break
     * @param pause after each step
     * @param between two faults
     * @param silence of a process that is stopped, less than what its job allows
     * @param full how long a disk has no room
     * @param back what a job may take after a fault to train on
     * @param all three jobs; otherwise two
     */
    record Pace(
            Duration length,
            Duration pause,
            Duration between,
            Duration silence,
            Duration full,
            Duration back,
            boolean all) {
        /** As short as it can be for all faults to come. */
        static Pace brief() {
            return new Pace(
                    Duration.ofSeconds(8),
                    Duration.ofMillis(40),
                    Duration.ofMillis(500),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(120),
                    false);
        }

        static Pace minutes(int minutes) {
            return new Pace(
                    Duration.ofMinutes(minutes),
                    Duration.ofMillis(200),
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(120),
                    true);
        }
    }

    /** What breaks; each comes once before one comes again. */
    private enum Fault {
        SERVER_KILLED,
        TRAINER_KILLED,
        PEER_KILLED,
        PROCESS_STOPPED,
        SUBMITTER_KILLED,
        FOLLOWER_CUT,
        DISK_FULL
    }

    private final Path folder;
    private final Pace pace;
    private final Random random;
    private final SshdHosts hosts;
    private final boolean smallDisk;
    private final long began = System.nanoTime();
    private final List<SoakJob> jobs;
    private final ProcessLoads loads = new ProcessLoads();
    private final List<String> wrong = new ArrayList<>();
    private int faults;

    Soak(Path folder, Pace pace, long seed) throws IOException, InterruptedException {
        this.folder = folder;
        this.pace = pace;
        this.random = new Random(seed);
        hosts = SshdHosts.start(folder, 2);
        // As many steps as fill the time, at the pace that the jobs take beside each other.
        long steps = pace.length.toMillis() / (pace.pause.toMillis() + 30);
        jobs = Stream.of(
                        new SoakJob.Plan("digits", "digits.groovy", 2, 17300, steps, pace.pause),
                        new SoakJob.Plan("peers", "digits.groovy", 0, 17320, steps, pace.pause),
                        new SoakJob.Plan("stars", "stars.groovy", 2, 17340, steps, pace.pause))
                .skip(pace.all ? 0 : 1)
                .map(plan -> new SoakJob(plan, folder, hosts))
                .toList();
        Path target = Path.of("target").toAbsolutePath();
        hosts.keepEngine(new Installation(target).engine(false), target.resolve("engine"));
        smallDisk = new ProcessBuilder(
                                "mount",
                                "-t",
                                "tmpfs",
                                "-o",
                                "size=64m",
                                "tmpfs",
                                hosts.home(2).toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("mount.log").toFile())
                        .start()
                        .waitFor()
                == 0;
    }

    public static void main(String[] arguments) throws Exception {
        int minutes = Integer.parseInt(arguments[0]);
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
        Path folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "soak");
        System.out.println("soak of " + minutes + " minutes with seed " + seed + " in " + folder);
        List<String> wrong;
        try (Soak soak = new Soak(folder, Pace.minutes(minutes), seed)) {
            wrong = soak.run();
        }
        wrong.forEach(System.out::println);
        System.out.println(wrong.isEmpty() ? "soak: nothing wrong" : "soak: " + wrong.size() + " things are wrong");
        System.exit(wrong.isEmpty() ? 0 : 1);
    }

    /** All of it; gives what was wrong, a sentence each. */
    List<String> run() throws Exception {
        prepare();
        for (SoakJob job : jobs) {
            job.submit();
        }
        for (SoakJob job : jobs) {
            job.watch(pace.back);
            say(job.name() + " trains");
        }
        List<Fault> next = new ArrayList<>();
        long moment = System.nanoTime();
        while (!over()) {
            double part = (System.nanoTime() - moment) / (double) pace.length.toNanos();
            if (loads.due(part)) {
                loads.measure(processes());
            }
            if (elapsed().compareTo(pace.length.multipliedBy(2).plus(pace.back.multipliedBy(3))) > 0) {
                wrong.add("the jobs have not ended after " + elapsed().toSeconds() + " s");
                break;
            }
            TimeUnit.MILLISECONDS.sleep(pace.between.toMillis());
            if (part < 0.8 && !over()) {
                if (next.isEmpty()) {
                    next.addAll(List.of(Fault.values()));
                    Collections.shuffle(next, random);
                }
                happen(next.removeFirst());
            }
        }
        for (SoakJob job : jobs) {
            wrong.addAll(job.judge(pace.back, smallDisk ? pace.full : Duration.ZERO));
        }
        loads.print();
        wrong.addAll(loads.grown());
        System.out.printf("%d faults in %d s%n", faults, elapsed().toSeconds());
        return wrong;
    }

    private boolean over() {
        return jobs.stream().allMatch(SoakJob::ended);
    }

    private Map<String, ProcessHandle> processes() throws IOException {
        Map<String, ProcessHandle> all = new TreeMap<>();
        for (SoakJob job : jobs) {
            job.processes().forEach((name, process) -> all.put(job.name() + " " + name, process));
        }
        return all;
    }

    private void prepare() throws Exception {
        Path work = Files.createDirectories(folder.resolve("package"));
        for (String program : List.of("digits.groovy", "stars.groovy")) {
            Files.copy(Path.of("test/paced", program), work.resolve(program));
        }
        DigitGenerator.write(work.resolve("digits"), 2000, 10, 1);
        Process stars = new ProcessBuilder(
                        Path.of("target/engine/bin/train").toAbsolutePath().toString(),
                        Path.of("examples/make_data.groovy").toAbsolutePath().toString(),
                        "--kind",
                        "movielens",
                        "--to",
                        work.resolve("stars").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("stars.log").toFile())
                .start();
        if (stars.waitFor() != 0) {
            throw new IOException(Files.readString(folder.resolve("stars.log")));
        }
    }

    private void happen(Fault fault) throws Exception {
        faults++;
        int host = random.nextInt(2);
        switch (fault) {
            case SERVER_KILLED -> kill(any(true), host, "pserver-" + host);
            case TRAINER_KILLED -> kill(any(true), host, "trainer-" + host);
            case PEER_KILLED -> kill(any(false), host, "trainer-" + host);
            case PROCESS_STOPPED -> stop(any(), host);
            case SUBMITTER_KILLED -> leave(any());
            case FOLLOWER_CUT -> cut(any());
            case DISK_FULL -> fill();
        }
    }

    private SoakJob any() {
        return jobs.get(random.nextInt(jobs.size()));
    }

    private SoakJob any(boolean withServers) {
        List<SoakJob> fitting =
                jobs.stream().filter(job -> job.hasServers() == withServers).toList();
        return fitting.get(random.nextInt(fitting.size()));
    }

    private void kill(SoakJob job, int host, String name) throws Exception {
        Optional<ProcessHandle> victim = job.process(host, name);
        if (victim.isEmpty()) {
            return;
        }
        say(job.name() + ": " + name + " is killed");
        signal("KILL", victim.get().pid());
        goesOn(
                job,
                name + " was killed",
                () -> job.process(host, name)
                        .filter(now -> now.pid() != victim.get().pid())
                        .isPresent());
    }

    private void stop(SoakJob job, int host) throws Exception {
        String name = job.on(host).getLast();
        Optional<ProcessHandle> victim = job.process(host, name);
        if (victim.isPresent()) {
            say(job.name() + ": " + name + " is stopped for " + pace.silence.toSeconds() + " s");
            signal("STOP", victim.get().pid());
            TimeUnit.MILLISECONDS.sleep(pace.silence.toMillis());
            signal("CONT", victim.get().pid());
            goesOn(job, name + " was stopped for a while", () -> true);
        }
    }

    private void leave(SoakJob job) throws Exception {
        say(job.name() + ": who started it is killed");
        job.replaceSubmitter(pace.back);
        goesOn(job, "its submitter was killed", () -> true);
    }

    /** Ends the session of sshd that the follower's lines come from; one that has none now is left alone. */
    private void cut(SoakJob job) throws Exception {
        Process ss = new ProcessBuilder("ss", "-Htnp", "state", "established").start();
        List<String> sockets = ss.inputReader(StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.replaceAll("\\[::ffff:([0-9.]+)]", "$1"))
                .toList();
        Pattern ends = Pattern.compile("(\\S+:\\d+)\\s+(\\S+:\\d+)\\s+users:.*pid=(\\d+),");
        List<Matcher> all =
                sockets.stream().map(ends::matcher).filter(Matcher::find).toList();
        String follower = Long.toString(job.follower());
        for (Matcher mine :
                all.stream().filter(end -> end.group(3).equals(follower)).toList()) {
            Optional<Matcher> theirs = all.stream()
                    .filter(end ->
                            end.group(1).equals(mine.group(2)) && end.group(2).equals(mine.group(1)))
                    .findFirst();
            if (theirs.isPresent()) {
                say(job.name() + ": its follower's connection to " + mine.group(2) + " is cut");
                signal("KILL", Long.parseLong(theirs.get().group(3)));
                return;
            }
        }
    }

    private void fill() throws Exception {
        if (!smallDisk) {
            say("no disk can be filled here without the right to mount one");
            return;
        }
        say("the disk of host 2 is full for " + pace.full.toSeconds() + " s");
        Path filler = hosts.home(2).resolve("filler");
        new ProcessBuilder("dd", "if=/dev/zero", "of=" + filler, "bs=64k")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("dd.log").toFile())
                .start()
                .waitFor();
        TimeUnit.MILLISECONDS.sleep(pace.full.toMillis());
        Files.delete(filler);
        for (SoakJob job : jobs) {
            goesOn(job, "a disk was full", () -> true);
        }
    }

    /** Waits until {@code back} holds and every trainer of the job has taken a step since, or its job has ended. */
    private void goesOn(SoakJob job, String why, Callable<Boolean> back) throws Exception {
        List<String> before = job.newest();
        long since = System.nanoTime();
        while (!job.ended()) {
            List<String> now = job.newest();
            if (back.call()
                    && IntStream.range(0, 2).noneMatch(host -> now.get(host).equals(before.get(host)))) {
                return;
            }
            if (System.nanoTime() - since > pace.back.toNanos()) {
                wrong.add(job.name() + " did not train on within " + pace.back.toSeconds() + " s after " + why);
                return;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private static void signal(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-s", name, Long.toString(pid)).start().waitFor();
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private void say(String what) {
        System.out.printf("%5d s  %s%n", elapsed().toSeconds(), what);
    }

    /** Ends what still runs, and the hosts. */
    @Override
    public void close() throws IOException {
        try {
            for (SoakJob job : jobs) {
                job.end();
            }
            hosts.close();
            if (smallDisk) {
                new ProcessBuilder("umount", "-l", hosts.home(2).toString())
                        .inheritIO()
                        .start()
                        .waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
