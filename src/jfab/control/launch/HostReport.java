package jfab.control.launch;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import jfab.PlainText;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * What one host knows of its jobs.
 *
 * @param jobs by id
 * @param description of the one job that was asked about, where the host was to tell that
 * @param told the SHA-256 of that as this host has it, where it has it
 * @param arriving whether processes of the one job that was asked about may be on their way to the host, where none has begun
 * @param ahead how far its clock goes before that of this machine
 */
record HostReport(
        Host host,
        Map<JobId, Part> jobs,
        Optional<Description> description,
        Optional<String> told,
        boolean arriving,
        Instant answered,
        Duration ahead) {
    private static final Pattern END = Pattern.compile("(\\A|\n)clock \\S+\n\\z");

    /** In seconds; files that have no time of this century have never grown. */
    private static final long LONGEST_QUIET = 1_000_000_000L;

    /**
     * A job as this host sees it.
     *
     * @param restarts of each process, by name
     * @param quiet how long the log and the metrics of a process have not grown
     */
    record Part(
            List<Worker> workers,
            List<ProcessEvent> events,
            Map<String, Integer> restarts,
            Map<String, Duration> quiet) {
        private Part() {
            this(new ArrayList<>(), new ArrayList<>(), new HashMap<>(), new HashMap<>());
        }
    }

    /**
     * Reads the answer to {@code survey}.
     *
     * @param asked when it was asked for, and {@code answered} when it was there, by the clock of this machine
     * @throws LaunchException naming the host, where that is none
     */
    static HostReport parse(Host host, String answer, Instant asked, Instant answered) {
        try {
            return read(host, answer, asked, answered);
        } catch (IllegalArgumentException e) {
            throw unreadable(host, String.valueOf(e.getMessage()));
        } catch (DateTimeException | ArithmeticException e) {
            throw unreadable(host, "its clock is beyond all times");
        }
    }

    private static LaunchException unreadable(Host host, String what) {
        return new LaunchException(host + ": what it says of its jobs cannot be read: " + PlainText.line(what));
    }

    /**
     * The number {@code text}, which a host has told of {@code what}.
     *
     * @throws IllegalArgumentException with both in words that are not Java's, where it is none from {@code least} to {@code most}
     */
    static long number(String what, String text, long least, long most) {
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // As one that is out of bounds.
        }
        throw new IllegalArgumentException(what + (text.isEmpty() ? " is missing" : " is " + text));
    }

    private static HostReport read(Host host, String answer, Instant asked, Instant answered) {
        Map<JobId, Part> jobs = new LinkedHashMap<>();
        Optional<Description> description = Optional.empty();
        Optional<String> told = Optional.empty();
        boolean arriving = false;
        Duration ahead = Duration.ZERO;
        @Nullable Part part = null;
        // Else a job whose processes are not told would be one without any.
        if (!END.matcher(answer).find()) {
            throw new IllegalArgumentException("it is cut off");
        }
        for (String line : answer.lines().toList()) {
            String[] words = line.split(" ", 2);
            String rest = words.length > 1 ? words[1] : "";
            if (words[0].equals("clock")) {
                ahead = ahead(rest, asked, answered);
            } else if (words[0].equals("arriving")) {
                arriving = true;
            } else if (words[0].equals("description")) {
                description = Optional.of(DescriptionFile.read(rest, host.toString()));
                told = Optional.of(DescriptionFile.digest(rest + "\n"));
            } else if (words[0].equals("told") && description.isEmpty()) {
                // Of what it has described, the digest is no matter of what it says.
                told = Optional.of(rest);
            } else if (words[0].equals("job")) {
                part = new Part();
                if (JobId.looksLike(rest)) {
                    jobs.put(JobId.parse(rest), part);
                }
            } else if (part != null) {
                addWhole(part, host, line);
            }
        }
        return new HostReport(host, jobs, description, told, arriving, answered, ahead).corrected();
    }

    private static void addWhole(Part part, Host host, String line) {
        String[] words = line.split(" ", 2);
        try {
            add(part, host, words[0], words.length > 1 ? words[1] : "");
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("it is cut off: " + line, e);
        }
    }

    private static void add(Part part, Host host, String word, String rest) {
        String[] words = rest.split(" ", 2);
        switch (word) {
            case "event" -> {
                ProcessEvent event = ProcessEvent.parse(host, rest);
                if (event != null) {
                    part.events.add(event);
                }
            }
            case "process" -> {
                Worker worker = Worker.parse(host, words[1]);
                part.workers.add(worker);
                part.restarts.put(worker.name(), (int)
                        Math.max(0, number("restarts", words[0], Integer.MIN_VALUE, Integer.MAX_VALUE)));
            }
            case "quiet" ->
                part.quiet.put(
                        words[0],
                        Duration.ofSeconds(Math.clamp(
                                number("quiet", words[1], Long.MIN_VALUE, Long.MAX_VALUE), 0, LONGEST_QUIET)));
            default -> {}
        }
    }

    /** Where the clocks cannot be told apart by the time that the answer took, they are the same. */
    private static Duration ahead(String clock, Instant asked, Instant answered) {
        if (!clock.matches("\\d+\\.\\d{9}")) {
            return Duration.ZERO;
        }
        Instant there = ProcessEvent.time(clock);
        if (!there.isBefore(asked) && !there.isAfter(answered)) {
            return Duration.ZERO;
        }
        return Duration.between(answered, there);
    }

    private HostReport corrected() {
        if (!ahead.isZero()) {
            jobs.values()
                    .forEach(part -> part.events.replaceAll(event ->
                            new ProcessEvent(event.host(), event.time().minus(ahead), event.name(), event.what())));
        }
        return this;
    }
}
