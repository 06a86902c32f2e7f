package jfab.control.own;

import groovy.json.JsonOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import jfab.PlainText;
import jfab.TextResource;
import jfab.UserFolders;
import jfab.control.bundle.BundleException;
import jfab.control.bundle.Installation;
import jfab.control.connection.Connection;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.Host;
import jfab.control.task.Body;
import jfab.control.task.HostOutcome;
import jfab.control.task.Report;
import jfab.control.task.Task;
import jfab.control.task.TaskException;
import jfab.control.task.TaskParameter;

/** What is missing on this machine and on hosts, and what mends it: {@code jfab doctor}, {@code jfab -H a,b doctor}. */
public final class Doctor {
    public static final String NAME = "doctor";

    /** In seconds; a driver that does not answer keeps even what looks after it. */
    private static final int LIMIT = 60;

    /** By host, where the answer is to be one object. */
    private final Map<Host, Map<String, Object>> told =
            new ConcurrentSkipListMap<>((one, other) -> one.toString().compareTo(other.toString()));

    /** Looks at each host; on none at all there is nothing to be done. */
    public Task task() {
        Body.NoHost body = (connection, arguments) -> {
            if (!connection.host().here()) {
                look(connection, Boolean.TRUE.equals(arguments.getFirst()));
            }
            return null;
        };
        return new Task(
                NAME,
                "Tell what is missing on this machine and on the hosts for jfab and its jobs, and what mends it",
                List.of(TaskParameter.optional("json", false).explained("Answer with one JSON object (docs/json.md)")),
                List.of(),
                List.of(),
                body);
    }

    private void look(Connection connection, boolean json) {
        List<String> command = List.of(
                "sh",
                "-c",
                TextResource.read(Doctor.class, "doctor.sh"),
                NAME,
                Long.toString(Instant.now().getEpochSecond()));
        Map<String, Object> options = Map.of("warn", true, "timeout", LIMIT, "hide", json ? "out" : "false");
        Result result = connection.run(options, command);
        told.put(connection.host(), found(connection.host(), result.out()));
        if (!result.ok()) {
            throw new TaskException("something is missing there that jobs need" + (json ? "" : "; see above"));
        }
    }

    private static Map<String, Object> found(Host host, String said) {
        Map<String, Object> found = new LinkedHashMap<>(Map.of("host", host.toString()));
        for (String word : List.of("missing", "note", "has")) {
            found.put(
                    word,
                    said.lines()
                            .map(PlainText::line)
                            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(word + ": "))
                            .map(line -> line.substring(word.length() + 2))
                            .toList());
        }
        return found;
    }

    /** All that was found, as {@code docs/schemas/doctor.json} says. */
    public String json(List<String> here, Report report) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("here", here);
        answer.put("hosts", List.copyOf(told.values()));
        answer.put(
                "failedHosts",
                report.outcomes().stream()
                        .filter(HostOutcome.Failed.class::isInstance)
                        .map(HostOutcome.Failed.class::cast)
                        .filter(failed -> !told.containsKey(failed.host()))
                        .map(failed -> new TreeMap<>(Map.of(
                                "host",
                                failed.host().toString(),
                                "reason",
                                PlainText.line(String.valueOf(failed.failure().getMessage())))))
                        .toList());
        return JsonOutput.toJson(answer);
    }

    /** What there is to say of this machine, a line each. */
    public static List<String> here(Installation installation, Optional<Path> fabfile) {
        List<String> lines = new ArrayList<>();
        lines.add("fabfile: " + fabfile.map(Path::toString).orElse("none here; jfab init writes one"));
        try {
            lines.add("training engine: " + installation.engine(false).archive());
        } catch (BundleException e) {
            lines.add("training engine: " + e.getMessage());
        }
        lines.add(
                "keys: " + (System.getenv("SSH_AUTH_SOCK") == null ? "no ssh-agent; " : "those of the ssh-agent, then ")
                        + "what ssh_config names, or else the usual files of ~/.ssh");
        Path cache = UserFolders.cache();
        Path there = cache;
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        if (!Files.isWritable(there)) {
            lines.add("cache: " + cache + " cannot be written; each start compiles the fabfile anew");
        }
        return lines;
    }
}
