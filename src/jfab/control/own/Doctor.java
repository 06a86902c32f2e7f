package jfab.control.own;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import jfab.UserFolders;
import jfab.control.bundle.BundleException;
import jfab.control.bundle.Installation;
import jfab.control.task.Body;
import jfab.control.task.Task;
import jfab.control.task.TaskException;

/** What is missing on this machine and on hosts, and what mends it: {@code jfab doctor}, {@code jfab -H a,b doctor}. */
public final class Doctor {
    public static final String NAME = "doctor";

    /** In seconds; a driver that does not answer keeps even what looks after it. */
    private static final int LIMIT = 60;

    private Doctor() {}

    /** Looks at each host; on none at all there is nothing to be done. */
    public static Task task() {
        Body.NoHost body = (connection, arguments) -> {
            if (!connection.host().here()) {
                String now = Long.toString(Instant.now().getEpochSecond());
                List<String> command = List.of("sh", "-c", script(), NAME, now);
                if (!connection
                        .run(Map.of("warn", true, "timeout", LIMIT), command)
                        .ok()) {
                    throw new TaskException("something is missing there that jobs need; see above");
                }
            }
            return null;
        };
        return new Task(
                NAME,
                "Tell what is missing on this machine and on the hosts for jfab and its jobs, and what mends it",
                List.of(),
                List.of(),
                List.of(),
                body);
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

    private static String script() {
        try (InputStream in = Objects.requireNonNull(Doctor.class.getResourceAsStream("doctor.sh"), "doctor.sh")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
