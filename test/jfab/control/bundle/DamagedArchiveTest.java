package jfab.control.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import jfab.tools.Fuzz;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives of hosts that are nearly what they should be: unpacked or refused, and nothing outside of their folder. */
class DamagedArchiveTest {
    @TempDir
    private Path folder;

    private int number;

    @Test
    void archives() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
            for (String name : List.of("log/", "log/train.log", "output/", "output/model")) {
                TarArchiveEntry entry = new TarArchiveEntry(name);
                byte[] content = name.endsWith("/") ? new byte[0] : new byte[100];
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        Fuzz.bytes(out.toByteArray(), bytes -> {
            Path into = folder.resolve("into/" + number++);
            try {
                Unpacker.unpack(new ByteArrayInputStream(bytes), into, Set.of("log", "output"), _ -> {});
            } catch (IOException e) {
                // Told with the host's name by who fetches.
            }
        });
        try (Stream<Path> there = Files.list(folder)) {
            assertEquals(List.of(folder.resolve("into")), there.toList());
        }
    }
}
