package jfab.control.launch;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import jfab.PlainText;
import jfab.control.bundle.EngineBundle;
import jfab.control.connection.Connection;
import jfab.control.connection.broadcast.Content;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.LineOutputStream;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;

/** One host of a job, spoken to over a connection that the caller owns. */
public final class Node {
    private static final int TAKEN = 17;
    private static final int NOTHING_TO_TRY = 3;
    /** Of what a host says of a request that failed: an error, and not a log. */
    private static final int MOST_WORDS = 2000;

    private static final String TRAINERS_ENDED = "trainers ended";
    private static final String STRAYED = "strayed ";
    /** What is kept of an answer, in bytes. */
    private static final int MOST_SAID = 1 << 20;

    private static final Duration QUICK = Duration.ofSeconds(60);

    private final Connection connection;
    private final String rootDir;

    /**
     * A host that {@code connection} leads to.
     *
     * @param rootDir where jobs are; empty where none is meant
     */
    public Node(Connection connection, String rootDir) {
        this.connection = connection;
        // Hosts that share their files have a directory each.
        this.rootDir = connection.host().expand(rootDir);
    }

    /** The line to the host. */
    public Connection connection() {
        return connection;
    }

    public Host host() {
        return connection.host();
    }

    /**
     * Makes the job's directory; empty when that name is taken, else what the host says of its GPUs.
     *
     * @param keys the job's token in the first line, then its certificate, if it has one
     * @param gpus whether it is to say that
     */
    public Optional<String> create(JobId job, int index, byte[] keys, boolean gpus) {
        Command create = NodeScript.request(
                        "create", rootDir, job.toString(), Integer.toString(index), gpus ? "gpus" : "")
                .within(QUICK)
                .warn();
        byte[] input = (new String(keys, StandardCharsets.US_ASCII).strip() + "\n\n" + NodeScript.supervisor())
                .getBytes(StandardCharsets.UTF_8);
        // A host has some GPUs, and not a million.
        ByteArrayOutputStream said = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] bytes, int from, int length) {
                super.write(bytes, from, Math.min(length, MOST_SAID - count));
            }
        };
        Result result = answered(() -> connection.pipe(create, new ByteArrayInputStream(input), said));
        if (result.exitStatus() == TAKEN) {
            return Optional.empty();
        }
        checked(() -> result);
        return Optional.of(said.toString(StandardCharsets.UTF_8));
    }

    /** Removes the job's directory if nothing was started there and its token is this one. */
    public Host discard(JobId job, String token) {
        byte[] known = token.getBytes(StandardCharsets.US_ASCII);
        send(NodeScript.request("discard", directory(job)).within(QUICK), new ByteArrayInputStream(known));
        return host();
    }

    /** Gives a job that is begun again new {@code keys}, as {@link #create} takes them: the first have gone with its processes. */
    public Host arm(JobId job, byte[] keys) {
        send(NodeScript.request("arm", directory(job)).within(QUICK), new ByteArrayInputStream(keys));
        return host();
    }

    /** Makes a job that has ended its run {@code run}: whoever follows an earlier one hears no more of it. */
    public Host revive(JobId job, int run) {
        ask("revive", directory(job), Integer.toString(run));
        return host();
    }

    /** Lets another restart begin, after {@code revivable} of a job that is not begun again. */
    public Host unrevive(JobId job) {
        ask("unrevive", directory(job));
        return host();
    }

    /** Takes the job's keys away from a host where none of its processes is. */
    public void disarm(JobId job) {
        ask("disarm", directory(job));
    }

    /** Unpacks an archive, of which {@code progress} is told how many bytes are there, into the job's directory. */
    public void unpack(JobId job, Content archive, LongConsumer progress) {
        pass(NodeScript.request("unpack", directory(job)), archive, progress);
    }

    /** The directory of the engine bundle with that digest, when the host has it. */
    public Optional<String> cached(String digest) {
        Result result = connection.run(
                NodeScript.request("cached", digest).within(QUICK).warn());
        return result.exitStatus() == 0 ? Optional.of(result.out().strip()) : Optional.empty();
    }

    /** Unpacks an engine bundle where the host keeps it; {@code progress} is told how many bytes are there. */
    public void receive(EngineBundle bundle, LongConsumer progress) {
        pass(NodeScript.request("receive", bundle.digest()), new EngineContent(bundle), progress);
    }

    /** Tries to connect to the first port of each of {@code servers}: the lines of {@code reach.sh}; empty where nothing is there to try with. */
    public List<String> reach(Duration limit, List<Member> servers) {
        List<String> pairs = new ArrayList<>(List.of(Long.toString(limit.toSeconds())));
        for (Member server : servers) {
            pairs.add(server.plainAddress());
            pairs.add(Integer.toString(server.ports().getFirst()));
        }
        Result result = connection.run(NodeScript.reach(pairs)
                .within(limit.multipliedBy(2).plus(QUICK))
                .warn());
        return result.exitStatus() == NOTHING_TO_TRY
                ? List.of()
                : checked(() -> result).lines();
    }

    /**
     * Ends the job's processes here, trainers first; {@code servers} ends, as a stream, when those of other hosts have ended.
     *
     * @param why what the job's events say of it
     * @param run the only one that is ended, where it is given
     * @param trainersEnded called when the trainers here have ended
     */
    Job.Ended kill(
            JobId job, Duration grace, String why, OptionalInt run, Runnable trainersEnded, InputStream servers) {
        Command kill = NodeScript.request("end_job", directory(job), Long.toString(grace.toSeconds()), why, text(run))
                .within(grace.multipliedBy(3).plus(QUICK))
                .warn();
        List<String> lines = new ArrayList<>();
        AtomicInteger strayed = new AtomicInteger();
        try (LineOutputStream out = LineOutputStream.each(line -> {
            if (line.equals(TRAINERS_ENDED)) {
                trainersEnded.run();
            } else if (line.matches(STRAYED + "\\d{1,9}")) {
                strayed.set(Integer.parseInt(line.substring(STRAYED.length())));
            } else {
                lines.add(line);
            }
        })) {
            checked(() -> connection.pipe(kill, servers, out));
        }
        return new Job.Ended(
                lines.stream()
                        .map(line -> read(host(), line, each -> Worker.parse(host(), each)))
                        .toList(),
                strayed.get());
    }

    private static String text(OptionalInt run) {
        return run.isPresent() ? Integer.toString(run.getAsInt()) : "";
    }

    /** What this host knows of its jobs, or of one, {@code described} with what that is. */
    String survey(Optional<JobId> job, boolean described) {
        List<String> arguments = new ArrayList<>(List.of(rootDir));
        job.ifPresent(id -> arguments.add(id.toString()));
        if (job.isPresent() && described) {
            arguments.add("1");
        }
        return ask("survey", arguments.toArray(String[]::new));
    }

    /** Tells how the job goes as {@code observe.sh} prints it: every {@code period}, or once where that is zero. */
    void observe(JobId job, Duration period, int lines, Optional<String> logs, List<String> offsets, OutputStream out) {
        List<String> arguments = new ArrayList<>(List.of(
                directory(job),
                Long.toString(period.toSeconds()),
                Integer.toString(lines),
                logs.map(text -> "1" + text).orElse("")));
        arguments.addAll(offsets);
        checked(() -> connection.pipe(NodeScript.request("observe", arguments).warn(), null, out));
    }

    /**
     * Writes what these logs have, as {@link BlockOutputStream} reads it; until their processes end, to follow.
     *
     * @param signs that somebody listens, to follow; without them the host has a minute, after which it can be asked for the rest
     * @param late how long those that have not begun may take for that
     * @param run the only one that is told, where it is given: all has been told when the job has been begun again since
     * @param from where each begins, by name: a byte, or {@code -N} for its last N lines
     */
    void flow(
            JobId job,
            Optional<Signs> signs,
            Duration late,
            OptionalInt run,
            Map<String, String> from,
            OutputStream out) {
        List<String> arguments = new ArrayList<>(
                List.of(directory(job), signs.isPresent() ? "signs" : "", Long.toString(late.toSeconds()), text(run)));
        from.forEach((name, begin) -> arguments.addAll(List.of(name, begin)));
        Command flow = NodeScript.request("flow", arguments).warn();
        checked(() -> connection.pipe(signs.isPresent() ? flow : flow.within(QUICK), signs.orElse(null), out));
    }

    /** Has the trainers here begin again for attempt {@code attempt} of the job's run {@code run}, unless they have. */
    Host advance(JobId job, int attempt, String why, int run) {
        ask("advance", directory(job), Integer.toString(attempt), why, Integer.toString(run));
        return host();
    }

    String holdings() {
        return ask("holdings", rootDir);
    }

    /** Takes a job or an engine away. */
    void remove(String word, String what) {
        ask(word, rootDir, what);
    }

    /** Asks for something that is refused with a code that has a sentence; what the host prints is its subject. */
    public void told(Map<Integer, String> sentences, String word, String... arguments) {
        Result result = answered(() -> connection.run(NodeScript.request(word, arguments)
                .within(QUICK.multipliedBy(10))
                .warn()));
        String sentence = sentences.get(result.exitStatus());
        if (sentence != null) {
            String subject = result.out().lines().reduce("", (one, other) -> other);
            throw new LaunchException(host() + ": " + subject + sentence);
        }
        checked(() -> result);
    }

    /** The last bytes of the log of a process. */
    String last(JobId job, String name, int bytes) {
        return ask("last", directory(job), name, Integer.toString(bytes));
    }

    List<JobId> jobs() {
        return ask("jobs", rootDir)
                .lines()
                .map(line -> read(host(), line, JobId::parse))
                .toList();
    }

    /** Lines {@code JOB PID} of processes, of {@code job} or of all, whose directory is gone. */
    public List<String> strays(Optional<JobId> job) {
        List<String> arguments = new ArrayList<>(List.of(rootDir));
        job.ifPresent(id -> arguments.add(id.toString()));
        return ask("strays", arguments.toArray(String[]::new)).lines().toList();
    }

    /** What the job is, when this host has been told. */
    Optional<Description> description(JobId job) {
        String text = ask("description", directory(job));
        return text.isBlank() ? Optional.empty() : Optional.of(DescriptionFile.read(text, host() + ": " + job));
    }

    /** Tells this host what the job is. */
    public void describe(Description job) {
        byte[] text = DescriptionFile.write(job).getBytes(StandardCharsets.UTF_8);
        send(NodeScript.request("describe", directory(job.id())).within(QUICK), new ByteArrayInputStream(text));
    }

    /** Writes the job's {@code log} and {@code output} as a tar archive; returns what it says of what is left, as {@code node.sh} prints it. */
    String archive(JobId job, OutputStream out) {
        return connection
                .pipe(NodeScript.request("archive", directory(job)), null, out)
                .err();
    }

    public String directory(JobId job) {
        return rootDir + "/" + job;
    }

    public String ask(String word, String... arguments) {
        return checked(() -> connection.run(
                        NodeScript.request(word, arguments).within(QUICK).warn()))
                .out();
    }

    public void send(Command command, InputStream archive) {
        checked(() -> connection.pipe(command.warn(), archive, OutputStream.nullOutputStream()));
    }

    private void pass(Command command, Content archive, LongConsumer progress) {
        checked(() -> {
            try {
                return connection.broadcast(archive, command, progress);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /**
     * Reads a line that {@code host} has answered.
     *
     * @throws LaunchException naming both, where it is no such line
     */
    public static <T> T read(Host host, String line, Function<String, T> reading) {
        try {
            return reading.apply(line);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | LaunchException e) {
            throw new LaunchException(host + ": what it answers cannot be read: " + PlainText.line(line));
        }
    }

    /**
     * The result of a request, or the node's own words on why there is none: the script's text would tell the user nothing.
     *
     * @throws ConnectionException when the host did not answer in time, or something there killed the request
     * @throws LaunchException with what it said
     */
    public static Result checked(Supplier<Result> request) {
        Result result = answered(request);
        if (result.exitStatus() == 0) {
            return result;
        }
        String said = result.err().strip();
        said = said.substring(Math.max(0, said.length() - MOST_WORDS)).replace("\n", "; ");
        if (result.signal() != null || result.exitStatus() > EndOf.SIGNALS) {
            throw new ConnectionException(
                    result.host(),
                    ConnectionException.Reason.LOST,
                    "the request ended with " + result.exitStatus() + (said.isEmpty() ? "" : ": " + said),
                    null);
        }
        throw new LaunchException(
                result.host() + ": " + (said.isEmpty() ? "the request ended with " + result.exitStatus() : said));
    }

    private static Result answered(Supplier<Result> request) {
        try {
            return request.get();
        } catch (CommandException e) {
            throw switch (e.reason()) {
                case INTERRUPTED -> e;
                case TIME_LIMIT ->
                    new ConnectionException(
                            e.host(),
                            ConnectionException.Reason.UNREACHABLE,
                            "it does not answer: "
                                    + e.getMessage().replaceFirst("^" + Pattern.quote(e.host() + ": "), ""),
                            e);
                // Its code is the host's, which would be taken for that of a job.
                case EXIT_CODE, SIGNAL -> new LaunchException(e.getMessage());
            };
        }
    }

    private record EngineContent(EngineBundle bundle) implements Content {
        @Override
        public String what() {
            return "engine";
        }

        @Override
        public long about() {
            return bundle.size();
        }

        @Override
        public InputStream open() {
            return bundle.open();
        }
    }
}
