package jfab.control.fabfile.jobs;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import jfab.control.connection.Group;
import jfab.control.launch.JobLogs;
import jfab.control.launch.JobSearch;
import jfab.control.launch.LineRule;
import jfab.control.task.Arity;
import jfab.control.task.TaskParameter;
import jfab.control.task.ValueType;
import jfab.role.Role;
import org.jspecify.annotations.Nullable;

/** {@code jfab tail-log}. */
final class TailLogCommand implements JobCommand {
    @Override
    public String name() {
        return "tail-log";
    }

    @Override
    public String description() {
        return "Show the last lines of the processes of the newest job, or of JOB, each with host, role and rank before it";
    }

    @Override
    public List<TaskParameter> parameters() {
        return List.of(
                JobParameter.job(),
                JobParameter.flag("lines", 10, "How many lines of each log are shown"),
                JobParameter.flag("follow", false, "Go on with what comes, until the job ends or Ctrl-C"),
                JobParameter.flag(
                        "since",
                        "",
                        "Only lines from 14:02, 14:02:11, 2026-11-21T14:02 or the last 90s, 10m, 2h on, as far as they tell their time"),
                JobParameter.flag("role", "", "Only trainer or pserver"),
                new TaskParameter(
                        "rank",
                        ValueType.Plain.INTEGER,
                        Arity.VALUE,
                        0,
                        false,
                        null,
                        null,
                        "Only the process of that rank"),
                JobParameter.flag("grep", "", "Only lines in which this regular expression is found"));
    }

    @Override
    public void run(JobContext context, Group hosts, List<@Nullable Object> arguments) throws InterruptedException {
        JobArguments asked = new JobArguments(this, arguments);
        LineRule rule = new LineRule(since(asked), grep(asked));
        Optional<Role> role = role(asked);
        int lines = asked.number("lines", 0);
        Optional<Integer> rank = asked.has("rank") ? Optional.of(asked.number("rank", 0)) : Optional.empty();
        JobSearch search = context.search(hosts);
        JobSearch.Found found = search.find(asked.job());
        if (asked.on("follow")) {
            Arrival arrival = context.arrival(search);
            found = arrival.of(found);
            new JobLogs(found, role, rank).follow(lines, rule, arrival.late());
        } else {
            new JobLogs(found, role, rank).last(lines, rule);
        }
        found.orThrow();
    }

    private static Optional<Role> role(JobArguments asked) {
        String word = asked.text("role");
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "" -> Optional.empty();
            case "trainer" -> Optional.of(Role.TRAINER);
            case "pserver" -> Optional.of(Role.PSERVER);
            default -> throw asked.mistake("--role takes trainer or pserver, not '" + word + "'");
        };
    }

    private static Optional<Pattern> grep(JobArguments asked) {
        String regex = asked.text("grep");
        try {
            return regex.isEmpty() ? Optional.empty() : Optional.of(Pattern.compile(regex));
        } catch (PatternSyntaxException e) {
            throw asked.mistake("--grep takes a regular expression, not '" + regex + "': " + e.getDescription());
        }
    }

    private static Optional<Instant> since(JobArguments asked) {
        String text = asked.text("since");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Optional<Instant> time = Times.past(text, ZonedDateTime.now(ZoneId.systemDefault()));
        return Optional.of(time.orElseThrow(() -> asked.mistake(
                "--since takes a time as 14:02, 14:02:11 or 2026-11-21T14:02, or 90s, 10m, 2h, not '" + text + "'")));
    }
}
