package jfab.control.connection.config;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import jfab.control.connection.host.ConnectionException;

/** The files that a path with wildcards names, sorted; as in a shell, a wildcard does not find hidden ones. */
final class GlobbedFiles {
    private GlobbedFiles() {}

    static List<Path> of(Path pattern) {
        Path absolute = pattern.toAbsolutePath().normalize();
        List<Path> found = List.of(absolute.getRoot());
        for (Path name : absolute) {
            found = found.stream()
                    .flatMap(folder -> step(folder, name.toString()))
                    .toList();
        }
        return found.stream().filter(Files::isRegularFile).toList();
    }

    private static Stream<Path> step(Path folder, String name) {
        if (name.chars().noneMatch(letter -> "*?[".indexOf(letter) >= 0)) {
            Path next = folder.resolve(name);
            return Files.exists(next) ? Stream.of(next) : Stream.empty();
        }
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, name)) {
            entries.forEach(found::add);
        } catch (IOException e) {
            throw ConnectionException.settings("cannot list " + folder + " for the ssh_config: " + e.getMessage());
        }
        return found.stream()
                .filter(entry -> name.startsWith(".")
                        || !String.valueOf(entry.getFileName()).startsWith("."))
                .sorted();
    }
}
