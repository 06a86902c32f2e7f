package jfab.control.connection.jsch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Trees of files that tests copy, and what tests see of them. */
final class Trees {
    private Trees() {}

    /** A tree with all that a tree may have, in {@code folder}. */
    static Path tree(Path folder) throws IOException {
        Path tree = Files.createDirectories(folder.resolve("model"));
        file(tree.resolve("plain"), "rw-r--r--");
        file(tree.resolve("run.sh"), "rwxr-x--x");
        file(tree.resolve("deep/er/leaf"), "rw-------");
        file(tree.resolve(".hidden"), "rw-r--r--");
        for (String odd : List.of("with blank", "new\nline", "-rf", "it's", "*", "$HOME", "é", "a\\b")) {
            file(tree.resolve("odd").resolve(odd), "rw-r--r--");
        }
        file(tree.resolve("l".repeat(120)).resolve("o".repeat(200)), "rw-r--r--");
        Files.writeString(tree.resolve("empty"), "");
        Files.createDirectories(tree.resolve("nothing"));
        Files.createSymbolicLink(tree.resolve("link"), Path.of("deep/er"));
        Files.createSymbolicLink(tree.resolve("dangling"), Path.of("../nowhere"));
        return tree;
    }

    static void file(Path file, String mode) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, file.getFileName() + "!");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-02-02T02:02:02Z")));
    }

    /** What is below a folder: kind, mode, time and content by path. */
    static Map<String, String> content(Path folder) throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.skip(1).toList()) {
                String name = folder.relativize(file).toString();
                if (Files.isSymbolicLink(file)) {
                    all.put(name, "link " + Files.readSymbolicLink(file));
                } else {
                    String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
                    all.put(
                            name,
                            Files.isDirectory(file)
                                    ? "directory " + mode
                                    : mode + " "
                                            + Files.getLastModifiedTime(file).toMillis() / 1000 + " "
                                            + Files.readString(file));
                }
            }
        }
        return all;
    }

    static void script(Path file, String lines) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + lines + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> !Files.isDirectory(file))
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
