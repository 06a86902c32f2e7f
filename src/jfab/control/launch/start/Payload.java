package jfab.control.launch.start;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import jfab.PlainText;
import jfab.control.bundle.Workspace;
import jfab.control.connection.files.TransferOptions;
import jfab.control.launch.LaunchException;

/** What the processes of a job work on. */
public sealed interface Payload {
    /** A local folder that is sent to every host, but for what jobs make there themselves. */
    record Folder(Path folder) implements Payload {
        /** What earlier jobs gave, and what was fetched of them. */
        private static final TransferOptions RESULTS =
                TransferOptions.excluding(List.of("/output/", "JOB" + "[0-9]".repeat(14) + "*/"));

        /** What is a job's own, as well. */
        private static final TransferOptions SENT = TransferOptions.excluding(
                Stream.concat(Stream.of("/.jfab/", "/log/", "/nodefile"), RESULTS.exclude().stream())
                        .toList());

        /** As {@code exclude} of a transfer has it. */
        static List<String> leftOut() {
            return SENT.exclude();
        }

        /** The files that are sent, and links, as they are called in the folder. */
        List<Path> files() {
            return files(SENT::admits);
        }

        /** A sentence on results that are not sent; empty where there are none. */
        Optional<String> results() {
            List<Path> left = files(file -> !RESULTS.admits(file));
            return left.isEmpty()
                    ? Optional.empty()
                    : Optional.of("not sent: " + PlainText.counted(left.size(), "file")
                            + " of earlier results, " + (left.size() == 1 ? "" : "one of them ") + left.getFirst()
                            + "; a job's output/ begins empty");
        }

        private List<Path> files(Predicate<Path> wanted) {
            try (Stream<Path> tree = java.nio.file.Files.walk(folder)) {
                return tree.filter(file ->
                                java.nio.file.Files.isRegularFile(file) || java.nio.file.Files.isSymbolicLink(file))
                        .map(folder::relativize)
                        .filter(wanted)
                        .sorted()
                        .toList();
            } catch (IOException | UncheckedIOException e) {
                throw new LaunchException(folder + " cannot be read: " + e.getMessage());
            }
        }
    }

    /** A directory that every host has already. */
    record Deployed(String directory) implements Payload {}

    /** Single files, under their paths in the job's directory. */
    record Files(Workspace workspace) implements Payload {}
}
