package jfab.control.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import jfab.control.connection.files.Ownership;
import jfab.control.fabfile.FabfileReader;

/**
 * Which fabfile a command line means.
 *
 * @param current the folder that jfab was called in
 */
public record FabfileSearch(Preview preview, Path current) {
    /**
     * The one that is named, else the nearest one from the search root upwards; empty where there is none and none is needed.
     *
     * @throws UsageException where one is missing, or where one that nobody named may be another user's
     */
    public Optional<Path> file() {
        Optional<Path> named = preview.core().fabfile();
        named.filter(file -> !Files.isRegularFile(current.resolve(file))).ifPresent(file -> {
            throw new UsageException("there is no fabfile " + file);
        });
        Path from = from();
        Optional<Path> file = named.or(
                () -> FabfileReader.find(from, preview.core().collection()).map(this::trusted));
        if (file.isEmpty()
                && (preview.namesTask()
                        || preview.core().list()
                        || preview.help().isPresent())) {
            throw new UsageException(
                    "no " + preview.core().collection() + ".groovy in " + (from.equals(current) ? "this folder" : from)
                            + " or in one above it; write one, or name another with -f FILE");
        }
        return file;
    }

    /** Whether there is one, named or found. */
    public boolean finds() {
        return preview.core().fabfile().isPresent()
                || FabfileReader.find(from(), preview.core().collection()).isPresent();
    }

    private Path from() {
        return preview.core().searchRoot().map(this::folder).orElse(current);
    }

    private Path trusted(Path found) {
        Path file = current.relativize(found);
        doubt(found).ifPresent(why -> {
            throw new UsageException("the fabfile " + found + " is not read, since " + why + "; name it with -f " + file
                    + " if you trust it, or a folder above it in the setting trusted-folders");
        });
        return file;
    }

    private Optional<String> doubt(Path found) {
        return preview.core().trustedFolders().stream().anyMatch(found::startsWith)
                ? Optional.empty()
                : Ownership.doubt(found);
    }

    /** Why {@code file}, which a fabfile includes, may be another user's; empty where it is not, or the fabfile was named. */
    public Optional<String> doubtOfIncluded(Path file) {
        return preview.core().fabfile().isPresent()
                ? Optional.empty()
                : doubt(current.resolve(file).normalize());
    }

    /**
     * Holds that the tasks were read from where {@code parsed} says: behind a task, these flags may be the task's.
     *
     * @throws UsageException where they must stand before it
     */
    public void confirm(CoreOptions parsed) {
        if (!parsed.fabfile().equals(preview.core().fabfile())) {
            throw new UsageException("write --fabfile before the tasks");
        }
        if (!parsed.collection().equals(preview.core().collection())) {
            throw new UsageException("write --collection before the tasks");
        }
        if (!parsed.searchRoot().equals(preview.core().searchRoot())) {
            throw new UsageException("write --search-root before the tasks");
        }
    }

    private Path folder(Path root) {
        Path folder = current.resolve(root).normalize();
        if (!Files.isDirectory(folder)) {
            throw new UsageException("there is no folder " + root + " to look for the fabfile from");
        }
        return folder;
    }
}
