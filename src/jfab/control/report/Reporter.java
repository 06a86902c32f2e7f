package jfab.control.report;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import jfab.control.connection.Connection;
import jfab.control.connection.command.Command;
import jfab.control.launch.Description;
import jfab.control.launch.Diagnosis;
import jfab.control.launch.Job;
import jfab.control.launch.Member;
import jfab.control.observe.Observation;

/** Asks a job's hosts for all that a report tells. */
public final class Reporter {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** Steps of all trainers together; of more there are fewer each, evenly spread. */
    private static final int STEPS = 200_000;
    /** The words of a server's last lines. */
    private static final String COUNTED = "trainer [0-9]*: [0-9]* gradients";

    private Reporter() {}

    /**
     * A report of {@code job}.
     *
     * @param diagnosis why it failed, if it has
     */
    public static JobReport of(Job job, Optional<Diagnosis> diagnosis) throws InterruptedException {
        int trainers = Math.max(1, job.description().members().size());
        try (Observation observation =
                Observation.of(job, Duration.ofSeconds(1), Math.clamp(STEPS / trainers, 500, 5000))) {
            observation.await(1, LIMIT);
            return new JobReport(
                    observation.picture(),
                    diagnosis.map(Reporter::cause).orElse(List.of()),
                    staleness(job),
                    configuration(job.description()),
                    processes(job.description()));
        }
    }

    private static List<String> cause(Diagnosis diagnosis) {
        return Stream.concat(Stream.of(diagnosis.sentence()), diagnosis.lines().stream())
                .toList();
    }

    private static List<String> staleness(Job job) throws InterruptedException {
        String pattern = Command.quote("^" + COUNTED);
        String tell = "{ grep -h " + pattern + " log/server*.log 2>/dev/null || :; } | tail -n 1000";
        return job
                .hosts()
                .run((Connection connection) -> connection
                        .run(Command.shell(
                                        "cd " + Command.quote(job.description().directoryOn(connection.host())) + " && "
                                                + tell)
                                .within(LIMIT)
                                .hide())
                        .out())
                .succeeded()
                .stream()
                .flatMap(host -> host.value().lines())
                .toList();
    }

    private static SequencedMap<String, String> configuration(Description description) {
        SequencedMap<String, String> all = new LinkedHashMap<>();
        if (description.members().isEmpty()) {
            return all;
        }
        all.put(
                "hosts",
                String.join(
                        ", ", description.hosts().stream().map(Object::toString).toList()));
        all.put("rootDir", description.rootDir());
        if (!description.workspace().isEmpty()) {
            all.put("workspace", description.workspace());
        }
        all.put("grace", description.grace().toSeconds() + " s");
        all.put(
                "timeLimit",
                description.timeLimit().isZero()
                        ? "none"
                        : description.timeLimit().toSeconds() + " s");
        all.putAll(new TreeMap<>(description.settings()));
        return all;
    }

    /** What runs where, a paragraph per process. */
    private static String processes(Description description) {
        StringBuilder text = new StringBuilder();
        for (Member member : description.members()) {
            text.append("%s at %s, ports %s%n".formatted(member, member.address(), member.ports()));
            text.append("    ").append(String.join(" ", member.argv())).append('\n');
            new TreeMap<>(member.environment())
                    .forEach((name, value) -> text.append("    %s=%s%n".formatted(name, value)));
        }
        return text.toString();
    }
}
