package jfab.control.connection.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The move of a tree that is whole to where it belongs: each file replaces its old one at once.
 *
 * <p>Nothing is moved through a link below {@code into}: an earlier tree may have brought it.
 */
record LocalMove(Path stage, Path into) {
    void run() throws IOException {
        merge(stage, Files.createDirectories(into));
    }

    private static void merge(Path from, Path to) throws IOException {
        List<Path> entries;
        try (Stream<Path> listed = Files.list(from)) {
            entries = listed.toList();
        }
        for (Path each : entries) {
            Path target = to.resolve(each.getFileName().toString());
            boolean directory = Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS);
            boolean there = Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS);
            if (directory && there) {
                merge(each, target);
            } else if (Files.exists(target, LinkOption.NOFOLLOW_LINKS) && directory != there) {
                throw new IOException(there ? target + " is a directory" : inTheWay(target));
            } else {
                Files.move(each, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** What to say of something that is not the directory which a host's tree has there. */
    static String inTheWay(Path path) {
        return Files.isSymbolicLink(path)
                ? path + " is a link, and what a host sends goes through none; remove it, or name the directory that it"
                        + " points to and end the remote path with /"
                : path + " is not a directory";
    }
}
