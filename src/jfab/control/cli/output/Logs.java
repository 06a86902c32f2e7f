package jfab.control.cli.output;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.UserFolders;
import jfab.control.connection.files.FileProblem;
import jfab.control.connection.host.Host;
import jfab.control.task.HostOutcome;
import jfab.control.task.Report;
import jfab.control.task.TaskEvent;
import org.jspecify.annotations.Nullable;

/**
 * A file per host in a folder, and {@code jfab.log} for what concerns no single one. Each line has its time and where it
 * comes from; it is written as it comes. Files and a folder that is made are the user's alone; a later run appends.
 */
final class Logs implements Renderer {
    private static final String OWN = "jfab";

    private final Path folder;
    private final Map<String, Writer> files = new HashMap<>();
    private HostLabels labels = HostLabels.of(List.of());
    private @Nullable IOException failure;

    /** Makes {@code folder} where it is missing. */
    Logs(Path folder) {
        this.folder = folder;
        try {
            UserFolders.make(folder);
        } catch (IOException e) {
            throw new OutputException("--log-dir " + folder + ": " + FileProblem.of(e), e);
        }
    }

    @Override
    public synchronized void expect(List<Host> hosts) {
        labels = HostLabels.of(hosts);
    }

    @Override
    public void on(TaskEvent event) {
        all(List.of(event));
    }

    @Override
    public synchronized void all(List<? extends TaskEvent> events) {
        try {
            for (TaskEvent event : events) {
                write(event);
            }
            for (Writer file : files.values()) {
                file.flush();
            }
        } catch (IOException e) {
            // Said at the end: a run on a hundred hosts is not to stop for a full disk here.
            failure = failure == null ? e : failure;
        }
    }

    private void write(TaskEvent event) throws IOException {
        switch (event) {
            case TaskEvent.Started e -> {
                line(null, "run", e.task() + " on " + labels.fold(e.hosts()));
                for (Host host : e.hosts()) {
                    line(host, "run", e.task());
                }
            }
            case TaskEvent.Line e -> line(e.host(), JsonValues.stream(e.stream()), e.text());
            case TaskEvent.Notice e -> line(e.host(), "say", e.text());
            case TaskEvent.Progress e -> {}
            case TaskEvent.Finished e -> finished(e.task(), e.outcome());
            case TaskEvent.Skipped e ->
                line(null, "end", String.join(", ", e.tasks()) + ": not run because " + e.why());
        }
    }

    private void finished(String task, HostOutcome outcome) throws IOException {
        Verdict verdict = Verdict.of(outcome);
        String exit = verdict.exit() == null || verdict.ok() ? "" : ", exit code " + verdict.exit();
        String problem = verdict.problem().isEmpty() ? "" : ": " + verdict.problem();
        line(outcome.host(), "end", task + " " + verdict.words() + exit + problem);
    }

    @Override
    public synchronized void end(Report report, int exitCode) {
        try {
            line(null, "end", "exit code " + exitCode);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
        }
        for (Writer file : files.values()) {
            try {
                file.close();
            } catch (IOException e) {
                failure = failure == null ? e : failure;
            }
        }
        files.clear();
        if (failure != null) {
            throw new OutputException("--log-dir " + folder + " is incomplete: " + failure.getMessage(), failure);
        }
    }

    private void line(@Nullable Host host, String kind, String text) throws IOException {
        // A name may hold what a file's may not.
        String name = host == null ? OWN : labels.of(host).replace('/', '_');
        Writer file = files.get(name);
        if (file == null) {
            file = open(folder.resolve(name + ".log"));
            files.put(name, file);
        }
        file.write(Clock.full() + " " + kind + " " + text + "\n");
    }

    private static Writer open(Path file) throws IOException {
        // A host's tree may have brought it.
        if (Files.isSymbolicLink(file)) {
            throw new IOException(file.getFileName() + " is a link, and no log is written through one");
        }
        return new BufferedWriter(Channels.newWriter(
                FileChannel.open(
                        file,
                        Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))),
                StandardCharsets.UTF_8));
    }
}
