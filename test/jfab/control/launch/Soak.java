package jfab.control.launch;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.bundle.BuildOutput;
import jfab.digits.DigitGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Three jobs on two real hosts that train as long as they are told to, each with a follower and a watcher, while something breaks all
 * the time: MNIST on two servers and two trainers, the same without servers, and sparse tables. What is wrong at the end is a list of
 * sentences; nothing wrong is an empty one.
 */
final class Soak implements AutoCloseable {
    /**
     * How long things take.
     *
     * @param length of the training, were nothing to break
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
                    Duration.ofSeconds(60),
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

    /** One of the jobs, and who looks at it. */
    private static final class Training {
        final String name;
        final String program;
        final int servers;
        final int port;
        final List<JfabProcess> submitters = new ArrayList<>();

        @Nullable
        JfabProcess follower;

        @Nullable
        JfabProcess watcher;

        Path[] folders = new Path[0];

        Training(String name, String program, int servers, int port) {
            this.name = name;
            this.program = program;
            this.servers = servers;
            this.port = port;
        }

        JfabProcess follower() {
            return Objects.requireNonNull(follower);
        }

        JfabProcess watcher() {
            return Objects.requireNonNull(watcher);
        }

        /** The names of its processes by host, from 0. */
        List<String> on(int host) {
            return servers == 0 ? List.of("trainer-" + host) : List.of("pserver-" + host, "trainer-" + host);
        }
    }

    /** What a process takes up: kilobytes of memory, threads, descriptors. */
    private record Load(long memory, long threads, long files) {
        static Load of(long pid) throws IOException {
            long memory = 0;
            long threads = 0;
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
                String[] words = line.split("\\s+", -1);
                memory = words[0].equals("VmRSS:") ? Long.parseLong(words[1]) : memory;
                threads = words[0].equals("Threads:") ? Long.parseLong(words[1]) : threads;
            }
            try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
                return new Load(memory, threads, files.count());
            }
        }

        boolean exceeds(Load earlier) {
            return memory > earlier.memory * 1.1 + 20_000
                    || threads > earlier.threads * 1.1 + 8
                    || files > earlier.files * 1.1 + 16;
        }
    }

    private static final int CHECKPOINT_STEPS = 10;
    private static final Pattern STEP = Pattern.compile("step (\\d+), loss (\\S+)");
    private static final Pattern GOING_ON = Pattern.compile("going on after step (\\d+)");
    private static final List<String> MOMENTS = List.of("start", "third", "middle", "end");

    private final Path folder;
    private final Pace pace;
    private final Random random;
    private final PrintStream out = System.out;
    private final SshdHosts hosts;
    private final boolean smallDisk;
    private final long began = System.nanoTime();
    private final List<Training> trainings;
    private final Map<String, Map<String, Load>> loads = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private int faults;

    Soak(Path folder, Pace pace, long seed) throws IOException, InterruptedException {
        this.folder = folder;
        this.pace = pace;
        this.random = new Random(seed);
        trainings = Stream.of(
                        new Training("digits", "digits.groovy", 2, 17300),
                        new Training("peers", "digits.groovy", 0, 17320),
                        new Training("stars", "stars.groovy", 2, 17340))
                .skip(pace.all ? 0 : 1)
                .toList();
        hosts = SshdHosts.start(folder, 2);
        Path target = Path.of("target").toAbsolutePath();
        hosts.keepEngine(new BuildOutput(target).engine(false), target.resolve("engine"));
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
        for (Training training : trainings) {
            submit(training);
        }
        for (Training training : trainings) {
            watch(training);
        }
        List<Fault> next = new ArrayList<>();
        long moment = System.nanoTime();
        int measured = 0;
        while (!over()) {
            double part = (System.nanoTime() - moment) / (double) pace.length.toNanos();
            double[] parts = {0.05, 1 / 3.0, 0.5, 0.9};
            if (measured < parts.length && part >= parts[measured]) {
                measure(MOMENTS.get(measured++));
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
        for (Training training : trainings) {
            judge(training);
        }
        table();
        return wrong;
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

    private void submit(Training training) throws Exception {
        Files.writeString(fabfile(training), """
                cluster {
                    hosts %s
                    rootDir '%s'
                    port %d
                    program '%s'
                    pservers %d
                    trainers 2
                    restart pserver: 1000, trainer: 1000
                    grace 2
                    environment OMP_NUM_THREADS: 1, JFAB_ON_FAILURE: 'restart', JFAB_CHECKPOINT_DIR: 'kept',
                            JFAB_CHECKPOINT_STEPS: %d, JFAB_JOIN_TIMEOUT: 120
                }
                """.formatted(
                hosts.quoted(), training.name, training.port, training.program, training.servers, CHECKPOINT_STEPS));
        training.submitters.add(jfab(
                training,
                "cluster-train",
                "-p",
                folder.resolve("package").toString(),
                "--data",
                training.program.replace(".groovy", ""),
                "--steps",
                Long.toString(steps()),
                "--pause",
                Long.toString(pace.pause.toMillis())));
    }

    /** Waits until a job trains, and has two look at it from then on. */
    private void watch(Training training) throws Exception {
        Callable<Boolean> trains = () -> IntStream.range(0, 2)
                .allMatch(host -> !lines(hosts.home(host + 1).resolve(training.name), "trainer-" + host)
                        .isEmpty());
        await(training.name + " trains", trains);
        training.folders = new Path[] {hosts.job(1, training.name), hosts.job(2, training.name)};
        training.follower = jfab(training, "tail-log", "--follow", "--role", "trainer", "--lines", "1000000");
        List<String> watch = command(training, "watch");
        training.watcher =
                JfabProcess.of(_ -> List.of("script", "-qefc", String.join(" ", watch), "/dev/null"), List.of());
        say(training.name + " trains");
    }

    /** As many as fill the time, at the pace that they take beside each other. */
    private long steps() {
        return pace.length.toMillis() / (pace.pause.toMillis() + 30);
    }

    private void happen(Fault fault) throws Exception {
        faults++;
        int host = random.nextInt(2);
        switch (fault) {
            case SERVER_KILLED -> kill(any(true), host, "pserver-" + host);
            case TRAINER_KILLED -> kill(any(true), host, "trainer-" + host);
            case PEER_KILLED -> kill(any(false), host, "trainer-" + host);
            case PROCESS_STOPPED -> stop(trainings.get(random.nextInt(trainings.size())), host);
            case SUBMITTER_KILLED -> leave(trainings.get(random.nextInt(trainings.size())));
            case FOLLOWER_CUT -> cut(trainings.get(random.nextInt(trainings.size())));
            case DISK_FULL -> fill();
        }
    }

    private Training any(boolean withServers) {
        List<Training> fitting = trainings.stream()
                .filter(training -> training.servers > 0 == withServers)
                .toList();
        return fitting.get(random.nextInt(fitting.size()));
    }

    private void kill(Training training, int host, String name) throws Exception {
        Optional<ProcessHandle> victim = process(training, host, name);
        if (victim.isEmpty()) {
            return;
        }
        say(training.name + ": " + name + " is killed");
        signal("KILL", victim.get().pid());
        goesOn(
                training,
                name + " was killed",
                () -> process(training, host, name)
                        .filter(now -> now.pid() != victim.get().pid())
                        .isPresent());
    }

    private void stop(Training training, int host) throws Exception {
        String name = training.on(host).getLast();
        Optional<ProcessHandle> victim = process(training, host, name);
        if (victim.isPresent()) {
            say(training.name + ": " + name + " is stopped for " + pace.silence.toSeconds() + " s");
            signal("STOP", victim.get().pid());
            TimeUnit.MILLISECONDS.sleep(pace.silence.toMillis());
            signal("CONT", victim.get().pid());
            goesOn(training, name + " was stopped for a while", () -> true);
        }
    }

    private void leave(Training training) throws Exception {
        say(training.name + ": who started it is killed");
        training.submitters.getLast().kill();
        training.submitters.getLast().end(pace.back);
        training.submitters.removeLast();
        training.submitters.add(jfab(training, "attach"));
        goesOn(training, "its submitter was killed", () -> true);
    }

    /** Ends the session of sshd that the follower's lines come from; one that has none now is left alone. */
    private void cut(Training training) throws Exception {
        Process ss = new ProcessBuilder("ss", "-Htnp", "state", "established").start();
        List<String> sockets = ss.inputReader(StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.replaceAll("\\[::ffff:([0-9.]+)]", "$1"))
                .toList();
        Pattern ends = Pattern.compile("(\\S+:\\d+)\\s+(\\S+:\\d+)\\s+users:.*pid=(\\d+),");
        List<Matcher> all =
                sockets.stream().map(ends::matcher).filter(Matcher::find).toList();
        String follower = Long.toString(training.follower().pid());
        for (Matcher mine :
                all.stream().filter(end -> end.group(3).equals(follower)).toList()) {
            Optional<Matcher> theirs = all.stream()
                    .filter(end ->
                            end.group(1).equals(mine.group(2)) && end.group(2).equals(mine.group(1)))
                    .findFirst();
            if (theirs.isPresent()) {
                say(training.name + ": its follower's connection to " + mine.group(2) + " is cut");
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
        for (Training training : trainings) {
            goesOn(training, "a disk was full", () -> true);
        }
    }

    /** Waits until {@code back} holds and every trainer of the job has taken a step since, or its job has ended. */
    private void goesOn(Training training, String why, Callable<Boolean> back) throws Exception {
        List<String> before = newest(training);
        long since = System.nanoTime();
        while (!ended(training)) {
            List<String> now = newest(training);
            if (back.call()
                    && IntStream.range(0, 2).noneMatch(host -> now.get(host).equals(before.get(host)))) {
                return;
            }
            if (System.nanoTime() - since > pace.back.toNanos()) {
                wrong.add(training.name + " did not train on within " + pace.back.toSeconds() + " s after " + why);
                return;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private List<String> newest(Training training) throws IOException {
        List<String> newest = new ArrayList<>();
        for (int host = 0; host < 2; host++) {
            newest.add(log(training, host).stream()
                    .filter(line -> STEP.matcher(line).matches())
                    .reduce("", (_, last) -> last));
        }
        return newest;
    }

    /** Every step once but those that a death has undone, none of them older than the last checkpoint; every line at the follower. */
    private void judge(Training training) throws Exception {
        Duration rest = pace.back;
        String followed = training.follower().end(rest).out();
        training.watcher().end(rest);
        for (JfabProcess submitter : training.submitters) {
            JfabProcess.Ended ended = submitter.end(rest);
            if (ended.code() != 0) {
                wrong.add(training.name + ": its submitter ended with " + ended.text());
            }
        }
        for (int host = 0; host < 2; host++) {
            for (String name : training.on(host)) {
                Path code = training.folders[host].resolve(".jfab/" + name + ".exit");
                if (!Files.exists(code) || !Files.readString(code).strip().equals("0")) {
                    wrong.add(training.name + ": " + name + " has not ended well; it said "
                            + log(training, host).stream().reduce("nothing", (_, last) -> last));
                }
            }
            steps(training, host);
            lines(training, host, followed);
        }
    }

    private void steps(Training training, int host) throws IOException {
        int done = 0;
        int lost = 0;
        int restarts = 0;
        boolean resumed = false;
        boolean gaps = smallDisk && host == 1;
        for (String line : log(training, host)) {
            Matcher step = STEP.matcher(line);
            Matcher again = GOING_ON.matcher(line);
            String where = training.name + ", trainer " + host + ": ";
            if (again.matches()) {
                int from = Integer.parseInt(again.group(1));
                restarts++;
                // The step under way when the checkpoint was due may be one that was not told.
                if (from < done - 2 * CHECKPOINT_STEPS || (from > done + 1 && !gaps)) {
                    wrong.add(where + "goes on after step " + from + ", but had told of step " + done);
                }
                lost += Math.max(0, done - from);
                done = from;
                resumed = true;
            } else if (step.matches()) {
                int now = Integer.parseInt(step.group(1));
                // One that ended between a step and its line tells of it after all.
                if (now != done + 1 && !(gaps && now > done) && !(now == done && resumed)) {
                    wrong.add(where + "step " + now + " comes after step " + done);
                }
                done = now;
                resumed = false;
            }
        }
        if (done != steps()) {
            wrong.add(training.name + ", trainer " + host + ": took " + done + " of " + steps() + " steps");
        }
        say("%s, trainer %d: %d steps, %d taken again, %d restarts"
                .formatted(training.name, host, done, lost, restarts));
    }

    private void lines(Training training, int host, String followed) throws IOException {
        String mark = " trainer " + host + "] ";
        Map<String, Long> told = followed.lines()
                .filter(line -> line.contains(mark))
                .map(line -> line.substring(line.indexOf(mark) + mark.length()))
                .collect(Collectors.groupingBy(line -> line, Collectors.counting()));
        Map<String, Long> written =
                log(training, host).stream().collect(Collectors.groupingBy(line -> line, Collectors.counting()));
        List<String> missing = written.entrySet().stream()
                .filter(line -> told.getOrDefault(line.getKey(), 0L) < line.getValue())
                .map(Map.Entry::getKey)
                .toList();
        List<String> twice = told.entrySet().stream()
                .filter(line -> written.getOrDefault(line.getKey(), 0L) < line.getValue())
                .map(Map.Entry::getKey)
                .toList();
        if (!missing.isEmpty() || !twice.isEmpty()) {
            wrong.add("%s: tail-log --follow of trainer %d lacks %d lines and has %d more often than the log, as in %s"
                    .formatted(
                            training.name,
                            host,
                            missing.size(),
                            twice.size(),
                            Stream.concat(missing.stream(), twice.stream())
                                    .limit(3)
                                    .toList()));
        }
    }

    private void measure(String moment) throws IOException {
        for (Training training : trainings) {
            for (int host = 0; host < 2; host++) {
                for (String name : training.on(host)) {
                    measure(moment, training.name + " " + name, process(training, host, name));
                }
            }
            measure(
                    moment,
                    training.name + " tail-log",
                    ProcessHandle.of(training.follower().pid()));
            measure(
                    moment,
                    training.name + " watch",
                    ProcessHandle.of(training.watcher().pid()));
            measure(
                    moment,
                    training.name + " submitter",
                    ProcessHandle.of(training.submitters.getLast().pid()));
        }
    }

    private void measure(String moment, String name, Optional<ProcessHandle> process) throws IOException {
        if (process.isPresent()) {
            Load most = new Load(0, 0, 0);
            for (ProcessHandle each :
                    Stream.concat(process.stream(), process.get().descendants()).toList()) {
                try {
                    Load load = Load.of(each.pid());
                    most = load.memory > most.memory ? load : most;
                } catch (IOException e) {
                    // It has ended meanwhile.
                }
            }
            loads.computeIfAbsent(name, _ -> new TreeMap<>(Comparator.comparingInt(MOMENTS::indexOf)))
                    .put(moment, most);
        }
    }

    private void table() {
        out.printf("%n%-22s %28s%n", "", "MB, threads, descriptors");
        out.printf("%-22s", "process");
        MOMENTS.forEach(moment -> out.printf(" %16s", moment));
        out.println();
        loads.forEach((name, at) -> {
            out.printf("%-22s", name);
            for (String moment : MOMENTS) {
                Load load = at.get(moment);
                out.printf(
                        " %16s",
                        load == null ? "-" : "%d %d %d".formatted(load.memory / 1000, load.threads, load.files));
            }
            out.println();
            Load third = at.get("third");
            Load end = at.get("end");
            if (third != null && end != null && end.exceeds(third)) {
                wrong.add(name + " takes up more at the end than after a third: " + third + ", then " + end);
            }
        });
        out.printf("%d faults in %d s%n", faults, elapsed().toSeconds());
    }

    private boolean over() {
        return trainings.stream().allMatch(this::ended);
    }

    private boolean ended(Training training) {
        return IntStream.range(0, 2)
                .allMatch(host -> training.on(host).stream()
                        .allMatch(name -> Files.exists(training.folders[host].resolve(".jfab/" + name + ".exit"))));
    }

    private static Optional<ProcessHandle> process(Training training, int host, String name) throws IOException {
        Path record = training.folders[host].resolve(".jfab/" + name + ".process");
        return Files.exists(record)
                ? Files.readAllLines(record).stream()
                        .findFirst()
                        .flatMap(line -> ProcessHandle.of(Long.parseLong(line.substring(4))))
                : Optional.empty();
    }

    private static List<String> log(Training training, int host) throws IOException {
        return Files.readAllLines(training.folders[host].resolve("log/train.log"), StandardCharsets.ISO_8859_1);
    }

    /** What trainers have written below a root directory whose only job this is. */
    private static List<String> lines(Path root, String name) {
        try (Stream<Path> logs = Files.exists(root) ? Files.walk(root, 3) : Stream.empty()) {
            List<String> lines = new ArrayList<>();
            for (Path log : logs.filter(file -> file.endsWith("log/train.log")).toList()) {
                lines.addAll(Files.readAllLines(log).stream()
                        .filter(line -> STEP.matcher(line).matches())
                        .toList());
            }
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    private Path fabfile(Training training) {
        return folder.resolve(training.name + ".groovy");
    }

    private List<String> command(Training training, String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                Path.of("jfab").toAbsolutePath().toString(),
                "-f",
                fabfile(training).toString()));
        all.addAll(hosts.login());
        all.addAll(List.of(words));
        return all;
    }

    private JfabProcess jfab(Training training, String... words) throws IOException {
        List<String> all = command(training, words);
        return JfabProcess.of(_ -> all, List.of());
    }

    private static void signal(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-s", name, Long.toString(pid)).start().waitFor();
    }

    private void await(String what, Callable<Boolean> wanted) throws Exception {
        long end = System.nanoTime() + pace.back.toNanos();
        while (!wanted.call()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited in vain: " + what);
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private void say(String what) {
        out.printf("%5d s  %s%n", elapsed().toSeconds(), what);
    }

    /** Ends what still runs, and the hosts. */
    @Override
    public void close() throws IOException {
        try {
            for (Training training : trainings) {
                end(training);
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

    private static void end(Training training) throws IOException, InterruptedException {
        for (JfabProcess process : Stream.concat(
                        training.submitters.stream(),
                        Stream.of(training.follower, training.watcher).filter(Objects::nonNull))
                .toList()) {
            process.kill();
        }
        for (int host = 0; host < training.folders.length; host++) {
            for (String name : training.on(host)) {
                process(training, host, name).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }
}
