package jfab.control.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.cli.JfabProcess;
import org.jspecify.annotations.Nullable;

/** A job of the {@link Soak} on two hosts, a trainer on each, with who started it, a follower of its logs and a watcher. */
final class SoakJob {
    /**
     * What it trains.
     *
     * @param name also its root directory below the hosts' homes
     * @param program below {@code test/paced}; its data lies beside it, under its name without the ending
     * @param servers one on each host, or none
     * @param port the first of its ports
     * @param steps of each trainer
     * @param pause after each step
     */
    record Plan(String name, String program, int servers, int port, long steps, Duration pause) {}

    private static final int CHECKPOINT_STEPS = 10;
    private static final double TOLERANCE = 1e-5;
    private static final Pattern STEP = Pattern.compile("step (\\d+), loss (\\S+)");
    private static final Pattern GOING_ON = Pattern.compile("going on after step (\\d+)|beginning again: .*");

    private final Plan plan;
    private final Path folder;
    private final SshdHosts hosts;

    private final List<JfabProcess> submitters = new ArrayList<>();
    private Path[] folders = new Path[0];

    @Nullable
    private JfabProcess follower;

    @Nullable
    private JfabProcess watcher;

    /** Of {@code folder/package}; its fabfile is written to {@code folder}. */
    SoakJob(Plan plan, Path folder, SshdHosts hosts) {
        this.plan = plan;
        this.folder = folder;
        this.hosts = hosts;
    }

    String name() {
        return plan.name;
    }

    boolean hasServers() {
        return plan.servers > 0;
    }

    /** The names of its processes by host, from 0. */
    List<String> on(int host) {
        return hasServers() ? List.of("pserver-" + host, "trainer-" + host) : List.of("trainer-" + host);
    }

    void submit() throws Exception {
        Files.writeString(fabfile(), """
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
                        hosts.quoted(), plan.name, plan.port, plan.program, plan.servers, CHECKPOINT_STEPS));
        submitters.add(jfab(
                "cluster-train",
                "-p",
                folder.resolve("package").toString(),
                "--data",
                plan.program.replace(".groovy", ""),
                "--steps",
                Long.toString(plan.steps),
                "--pause",
                Long.toString(plan.pause.toMillis())));
    }

    /** Waits until the job trains, and has two look at it from then on. */
    void watch(Duration deadline) throws Exception {
        long end = System.nanoTime() + deadline.toNanos();
        while (!IntStream.range(0, 2).allMatch(this::hasBegun)) {
            if (System.nanoTime() > end) {
                throw new AssertionError(plan.name + " has not begun to train");
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        folders = new Path[] {hosts.job(1, plan.name), hosts.job(2, plan.name)};
        follower = jfab("tail-log", "--follow", "--role", "trainer", "--lines", "1000000");
        List<String> watch = command("watch");
        watcher = JfabProcess.of(_ -> List.of("script", "-qefc", String.join(" ", watch), "/dev/null"), List.of());
    }

    private boolean hasBegun(int host) {
        Path root = hosts.home(host + 1).resolve(plan.name);
        try (Stream<Path> below = Files.exists(root) ? Files.walk(root, 3) : Stream.empty()) {
            for (Path log : below.filter(file -> file.endsWith("log/train.log")).toList()) {
                if (!steps(Files.readAllLines(log)).isEmpty()) {
                    return true;
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // A folder that is being made.
        }
        return false;
    }

    /** Kills who started the job, and has another look after it. */
    void replaceSubmitter(Duration deadline) throws Exception {
        submitters.getLast().signal("KILL");
        submitters.removeLast().end(deadline);
        submitters.add(jfab("attach"));
    }

    long follower() {
        return Objects.requireNonNull(follower).pid();
    }

    /** Its processes that run now, by name: those on the hosts, and those of jfab. */
    Map<String, ProcessHandle> processes() throws IOException {
        Map<String, ProcessHandle> all = new TreeMap<>();
        for (int host = 0; host < 2; host++) {
            for (String name : on(host)) {
                process(host, name).ifPresent(process -> all.put(name, process));
            }
        }
        Map.of(
                        "tail-log", follower(),
                        "watch", Objects.requireNonNull(watcher).pid(),
                        "submitter", submitters.getLast().pid())
                .forEach((name, pid) -> ProcessHandle.of(pid).ifPresent(process -> all.put(name, process)));
        return all;
    }

    Optional<ProcessHandle> process(int host, String name) throws IOException {
        return pid(host, name + ".process", 1);
    }

    /** The process that a word of a record's first line names. */
    private Optional<ProcessHandle> pid(int host, String record, int word) throws IOException {
        Path file = folders[host].resolve(".jfab/" + record);
        return Files.exists(file)
                ? Files.readAllLines(file).stream()
                        .findFirst()
                        .flatMap(line -> ProcessHandle.of(Long.parseLong(line.split(" ", -1)[word])))
                : Optional.empty();
    }

    boolean ended() {
        return IntStream.range(0, 2)
                .allMatch(host -> on(host).stream()
                        .allMatch(name -> Files.exists(folders[host].resolve(".jfab/" + name + ".exit"))));
    }

    /** The newest step of each trainer. */
    List<String> newest() throws IOException {
        List<String> newest = new ArrayList<>();
        for (int host = 0; host < 2; host++) {
            newest.add(steps(log(host)).stream().reduce("", (_, last) -> last));
        }
        return newest;
    }

    /**
     * Waits for its end, and looks at what it did: every step once but those that a death has undone, none of them older than the last
     * checkpoint; every line at the follower.
     *
     * @param full how long host 2 had no room at times, for lines of its log and for checkpoints
     * @return what was wrong, a sentence each
     */
    List<String> judge(Duration deadline, Duration full) throws Exception {
        List<String> wrong = new ArrayList<>();
        String followed = Objects.requireNonNull(follower).end(deadline).out();
        Objects.requireNonNull(watcher).end(deadline);
        for (JfabProcess submitter : submitters) {
            JfabProcess.Ended ended = submitter.end(deadline);
            if (ended.exitCode() != 0) {
                wrong.add(plan.name + ": its submitter ended with " + ended.text());
            }
        }
        for (int host = 0; host < 2; host++) {
            for (String name : on(host)) {
                Path code = folders[host].resolve(".jfab/" + name + ".exit");
                if (!Files.exists(code) || !Files.readString(code).strip().equals("0")) {
                    wrong.add(plan.name + ": " + name + " has not ended well; it said "
                            + log(host).stream().reduce("nothing", (_, last) -> last));
                }
            }
            steps(host, full, wrong);
            lines(host, followed, wrong);
        }
        return wrong;
    }

    private void steps(int host, Duration full, List<String> wrong) throws IOException {
        boolean gaps = host == 1 && full.isPositive();
        // Such a death as comes then costs the steps of that time as well.
        long unkept = full.toMillis() / plan.pause.toMillis();
        String where = plan.name + ", trainer " + host + ": ";
        int done = 0;
        int lost = 0;
        int restarts = 0;
        boolean resumed = false;
        boolean unknown = false;
        Map<Integer, Double> losses = new HashMap<>();
        for (String line : log(host)) {
            Matcher step = STEP.matcher(line);
            Matcher again = GOING_ON.matcher(line);
            // Where the disk was full when the first checkpoint came, this trainer's part of it is missing.
            unknown |= gaps && line.contains("is not kept on this host");
            if (again.matches()) {
                int from = again.group(1) == null ? 0 : Integer.parseInt(again.group(1));
                restarts++;
                // The step under way when the checkpoint was due may be one that was not told.
                if (from < done - 2 * CHECKPOINT_STEPS - unkept || (from > done + 1 && !gaps)) {
                    wrong.add(where + "goes on after step " + from + ", but had told of step " + done);
                }
                lost += Math.max(0, done - from);
                done = from;
                resumed = true;
                unknown = false;
            } else if (step.matches()) {
                int now = Integer.parseInt(step.group(1));
                // One that ended between a step and its line tells of it after all.
                if (now != done + 1 && !(gaps && now > done) && !(now == done && resumed)) {
                    wrong.add(where + "step " + now + " comes after step " + done);
                }
                double loss = Double.parseDouble(step.group(2));
                Double before = losses.put(now, loss);
                // Parameters that are not those of the checkpoint show in the first step that is taken again.
                boolean kept = !(resumed && unknown && Double.isNaN(loss));
                if (before != null && kept && !(Math.abs(loss - before) <= TOLERANCE * Math.max(1, Math.abs(before)))) {
                    wrong.add(where + "step " + now + " gave " + before + ", and " + loss + " when it was taken again");
                }
                done = now;
                resumed = false;
            }
        }
        // The last lines may have come while there was no room; its exit code has told that it ended well.
        if (done != plan.steps && !(gaps && done >= plan.steps - unkept)) {
            wrong.add(where + "took " + done + " of " + plan.steps + " steps");
        }
        System.out.println(where + done + " steps, " + lost + " taken again, " + restarts + " restarts");
    }

    private void lines(int host, String followed, List<String> wrong) throws IOException {
        String mark = " trainer " + host + "] ";
        Map<String, Long> told = counted(followed.lines()
                .filter(line -> line.contains(mark))
                .map(line -> line.substring(line.indexOf(mark) + mark.length())));
        Map<String, Long> written = counted(log(host).stream());
        List<String> missing = fewer(told, written);
        List<String> twice = fewer(written, told);
        if (!missing.isEmpty() || !twice.isEmpty()) {
            wrong.add("%s: tail-log --follow of trainer %d lacks %d lines and has %d more often than the log, as in %s"
                    .formatted(
                            plan.name,
                            host,
                            missing.size(),
                            twice.size(),
                            Stream.concat(missing.stream(), twice.stream())
                                    .limit(3)
                                    .toList()));
        }
    }

    private static Map<String, Long> counted(Stream<String> lines) {
        return lines.collect(Collectors.groupingBy(line -> line, Collectors.counting()));
    }

    /** The lines of the second that the first has less often. */
    private static List<String> fewer(Map<String, Long> some, Map<String, Long> all) {
        return all.entrySet().stream()
                .filter(line -> some.getOrDefault(line.getKey(), 0L) < line.getValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    private List<String> log(int host) throws IOException {
        return Files.readAllLines(folders[host].resolve("log/train.log"), StandardCharsets.ISO_8859_1);
    }

    private static List<String> steps(List<String> log) {
        return log.stream().filter(line -> STEP.matcher(line).matches()).toList();
    }

    private Path fabfile() {
        return folder.resolve(plan.name + ".groovy");
    }

    private List<String> command(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                Path.of("jfab").toAbsolutePath().toString(), "-f", fabfile().toString()));
        all.addAll(hosts.login());
        all.addAll(List.of(words));
        return all;
    }

    private JfabProcess jfab(String... words) throws IOException {
        List<String> all = command(words);
        return JfabProcess.of(_ -> all, List.of());
    }

    /** Ends what still runs. */
    void end() throws IOException, InterruptedException {
        for (JfabProcess process : Stream.concat(
                        submitters.stream(), Stream.of(follower, watcher).filter(Objects::nonNull))
                .toList()) {
            process.signal("KILL");
        }
        for (int host = 0; host < folders.length; host++) {
            for (String name : on(host)) {
                // First who would start it again.
                pid(host, name + ".supervisor", 0).ifPresent(ProcessHandle::destroyForcibly);
                process(host, name).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }
}
