package jfab.control.connection.jsch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Programs of a test's own that a host finds before those of its system. */
final class AlteredPrograms {
    private final Path first;

    /** What sshd is to be told, so that all that it runs finds them. */
    final String setting;

    /** Of none so far; {@code folder} is for their files. */
    AlteredPrograms(Path folder) throws IOException {
        first = Files.createDirectories(folder.resolve("first"));
        Path wrapper = folder.resolve("command");
        Trees.script(
                wrapper, "PATH=" + first + ":$PATH:/usr/lib/openssh; export PATH\n" + "eval \"$SSH_ORIGINAL_COMMAND\"");
        setting = "ForceCommand " + wrapper;
    }

    void put(String name, String lines) throws IOException {
        Trees.script(first.resolve(name), lines);
    }

    void removeAll() throws IOException {
        try (Stream<Path> files = Files.list(first)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }
}
