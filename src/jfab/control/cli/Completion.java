package jfab.control.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jfab.ClassesLocation;
import jfab.TextResource;
import jfab.UserFolders;
import jfab.control.fabfile.Fabfile;

/**
 * The indexes from which the shells complete command lines: one for each fabfile, in a private folder that mirrors the
 * folders of the fabfiles.
 *
 * <p>A folder that cannot be written, or that others can write, is passed over.
 *
 * @param folder what {@code complete.sh} computes as well
 */
public record Completion(Path folder) {
    /** More than anyone looks through. */
    private static final int JOBS = 50;

    private static final Duration MOMENT = Duration.ofMinutes(10);

    /** The user's. */
    public static Completion ofUser() {
        return new Completion(UserFolders.cache().resolve("tasks-1"));
    }

    /** The script that makes {@code shell} complete the command lines of jfab. */
    public static String script(String shell) {
        return TextResource.read(Completion.class, "completion/jfab." + shell);
    }

    /** Keeps what {@code fabfile} says; without one, the flags of jfab itself. */
    public void keep(Optional<Fabfile> fabfile) {
        keep(fabfile, Duration.ZERO);
    }

    /**
     * Keeps what {@code fabfile} says, unless that was done a moment ago and its files are as they were then: what else it may go by,
     * such as the environment, seldom changes.
     */
    public void refresh(Fabfile fabfile) {
        keep(Optional.of(fabfile), MOMENT);
    }

    private void keep(Optional<Fabfile> fabfile, Duration age) {
        try {
            List<Path> sources = new ArrayList<>(program().stream().toList());
            String name = "";
            if (fabfile.isPresent()) {
                name = physical(fabfile.get().file()).toString();
                for (Path source : fabfile.get().sources()) {
                    sources.add(physical(source));
                }
            }
            Path kept = Path.of(folder + name + ".index");
            if (Files.isRegularFile(kept)
                    && Files.getLastModifiedTime(kept)
                            .toInstant()
                            .isAfter(Instant.now().minus(age))
                    && Files.readString(kept).startsWith(CompletionIndex.heading(sources))) {
                return;
            }
            CompletionIndex index = new CompletionIndex(sources);
            fabfile.ifPresent(index::with);
            write(kept, index.toString());
        } catch (IOException | UnsupportedOperationException e) {
            // A read-only home, or a file that is gone: the shell asks again.
        }
    }

    /** Keeps the ids of the newest jobs of {@code fabfile}, beside those that it has already, or, with {@code all}, in place of them. */
    public void keepJobs(Path fabfile, Collection<String> ids, boolean all) {
        try {
            Path file = Path.of(folder.toString() + physical(fabfile) + ".index.jobs");
            TreeSet<String> known = new TreeSet<>(ids);
            if (!all && Files.isRegularFile(file)) {
                known.addAll(Files.readAllLines(file));
            }
            while (known.size() > JOBS) {
                known.pollFirst();
            }
            write(file, known.stream().map(id -> id + "\n").collect(Collectors.joining()));
        } catch (IOException | UnsupportedOperationException e) {
            // As above: completion does without.
        }
    }

    /** A path as the shell's {@code pwd -P} prints it: links to the folder are followed, one to the file is not. */
    private static Path physical(Path file) throws IOException {
        Path absolute = file.toAbsolutePath().normalize();
        return Objects.requireNonNull(absolute.getParent()).toRealPath().resolve(absolute.getFileName());
    }

    /** The archive that this class comes from: another jfab may have other flags. */
    private static Optional<Path> program() {
        return Optional.of(ClassesLocation.of(Completion.class)).filter(Files::isRegularFile);
    }

    private void write(Path file, String text) throws IOException {
        if (!UserFolders.closed(folder)) {
            return;
        }
        if (Files.isRegularFile(file) && Files.readString(file).equals(text)) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            return;
        }
        UserFolders.make(file.resolveSibling(""));
        UserFolders.replace(file, part -> Files.writeString(part, text));
    }
}
