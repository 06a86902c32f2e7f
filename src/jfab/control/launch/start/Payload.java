package jfab.control.launch.start;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jfab.control.bundle.Workspace;
import jfab.control.launch.JobId;
import jfab.control.launch.LaunchException;

/** What the processes of a job work on. */
public sealed interface Payload {
    /** A local folder that is sent to every host, but for what jobs make there themselves. */
    record Folder(Path folder) implements Payload {
        /** As {@code exclude} of a transfer has it: what is a job's own, what earlier ones gave, and what was fetched of them. */
        static final List<String> LEFT_OUT =
                List.of("/.jfab/", "/log/", "/nodefile", "/output/", "JOB" + "[0-9]".repeat(14) + "*/");

        /** The files that are sent, and links, as they are called in the folder. */
        List<Path> files() {
            return files(true);
        }

        /** A sentence on results that are not sent; empty where there are none. */
        Optional<String> leftOut() {
            List<Path> left = files(false).stream()
                    .filter(file -> file.startsWith("output") || fetched(file))
                    .toList();
            return left.isEmpty()
                    ? Optional.empty()
                    : Optional.of("not sent: " + left.size() + (left.size() == 1 ? " file" : " files")
                            + " of earlier results, " + (left.size() == 1 ? "" : "one of them ") + left.getFirst()
                            + "; a job's output/ begins empty");
        }

        private List<Path> files(boolean sent) {
            try (Stream<Path> tree = java.nio.file.Files.walk(folder)) {
                return tree.filter(file ->
                                java.nio.file.Files.isRegularFile(file) || java.nio.file.Files.isSymbolicLink(file))
                        .map(folder::relativize)
                        .filter(file -> sent != isLeftOut(file))
                        .sorted()
                        .toList();
            } catch (IOException | UncheckedIOException e) {
                throw new LaunchException(folder + " cannot be read: " + e.getMessage());
            }
        }

        private static boolean isLeftOut(Path file) {
            String path = "/" + file + "/";
            return LEFT_OUT.stream()
                            .anyMatch(
                                    own -> own.startsWith("/") && path.startsWith(own.endsWith("/") ? own : own + "/"))
                    || fetched(file);
        }

        private static boolean fetched(Path file) {
            Path folders = file.getParent();
            for (int i = 0; folders != null && i < folders.getNameCount(); i++) {
                if (JobId.looksLike(folders.getName(i).toString())) {
                    return true;
                }
            }
            return false;
        }
    }

    /** A directory that every host has already. */
    record Deployed(String directory) implements Payload {}

    /** Single files, under their paths in the job's directory. */
    record Files(Workspace workspace) implements Payload {}
}
