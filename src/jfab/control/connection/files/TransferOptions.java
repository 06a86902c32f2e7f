package jfab.control.connection.files;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How files are copied.
 *
 * @param mode permission bits of files that arrive, of directories with {@code x} wherever there is {@code r}; null for
 *     those of the source
 * @param owner {@code user}, {@code user:group} or {@code :group} on the host; empty for whoever copies
 * @param sudo does the host's side as root; null where the user's own rights do
 * @param mkdirs whether directories that lead to the destination are made
 * @param preserve whether modes and times are those of the source, instead of 644 or 755 and now
 * @param sync whether files that both sides have with the same size and time are left alone
 * @param checksum whether {@code sync} compares contents instead
 * @param verify whether the content of each file that arrived is compared by its SHA-256
 * @param exclude patterns of what is left out: of a name, or, with {@code /} in it, of a path below the source
 * @param filter tells whether a file is taken, by its path below the source; null for all
 */
public record TransferOptions(
        @Nullable Integer mode,
        String owner,
        @Nullable Sudo sudo,
        boolean mkdirs,
        boolean preserve,
        boolean sync,
        boolean checksum,
        boolean verify,
        List<String> exclude,
        @Nullable Predicate<Path> filter) {
    public TransferOptions {
        exclude = List.copyOf(exclude);
    }

    public static TransferOptions none() {
        return excluding(List.of());
    }

    /** As {@link #none}, without what {@code patterns} name. */
    public static TransferOptions excluding(List<String> patterns) {
        return new TransferOptions(null, "", null, false, true, false, false, false, patterns, null);
    }

    public TransferOptions withFilter(Predicate<Path> taken) {
        return new TransferOptions(
                mode,
                owner,
                sudo,
                mkdirs,
                preserve,
                sync,
                checksum,
                verify,
                exclude,
                filter == null ? taken : filter.and(taken));
    }

    /** These options for the part of a copy that is done without sudo, between here and a private directory. */
    public TransferOptions withoutSudo() {
        return new TransferOptions(mode, "", null, false, preserve, false, false, verify, exclude, filter);
    }

    /** These options with {@code given} for the mode of files. */
    public TransferOptions withMode(int given) {
        return new TransferOptions(given, owner, sudo, mkdirs, preserve, sync, checksum, verify, exclude, filter);
    }

    /** These options with the mode of the files that arrive, and without times. */
    public TransferOptions ofText() {
        return new TransferOptions(
                mode == null ? 0644 : mode, owner, sudo, mkdirs, false, sync, checksum, verify, exclude, filter);
    }

    /** Whether {@code filter} takes a file, by its path below the source. */
    public boolean takes(Path path) {
        return filter == null || filter.test(path);
    }

    /** Whether {@code exclude} has nothing against {@code path}, which is relative to the source. */
    public boolean admits(Path path, boolean directory) {
        return exclude.stream().noneMatch(pattern -> matches(pattern, path, directory));
    }

    /** Whether {@code exclude} has nothing against a file and the folders that it lies in. */
    public boolean admits(Path file) {
        int count = file.getNameCount();
        return IntStream.rangeClosed(1, count).allMatch(names -> admits(file.subpath(0, names), names < count));
    }

    private static boolean matches(String pattern, Path path, boolean directory) {
        if (pattern.endsWith("/")) {
            return directory && matches(pattern.substring(0, pattern.length() - 1), path, true);
        }
        String inside = pattern.startsWith("/") ? pattern.substring(1) : pattern;
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + inside);
        Path name = path.getFileName();
        return pattern.contains("/") ? matcher.matches(path) : name != null && matcher.matches(name);
    }
}
