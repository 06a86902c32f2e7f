package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key that does not fit on the disk is not there at all: half of it would be another one. */
class FullKnownHostsTest {
    @TempDir
    Path folder;

    @Test
    @Needs(Tool.ROOT)
    void halfALineIsTakenBack() throws Exception {
        try (SmallDisk disk = SmallDisk.at(folder.resolve("disk"))) {
            Path file = disk.folder().resolve("known_hosts");
            String there = "# " + "x".repeat(4096 - 50) + "\n";
            Files.writeString(file, there);
            Path filling = disk.folder().resolve("filling");
            assertThrows(IOException.class, () -> Files.write(filling, new byte[2 << 20]));
            KnownHostsFile hosts = new KnownHostsFile(file);
            String line = "h1 ssh-ed25519 " + "A".repeat(68);
            assertThrows(
                    IOException.class,
                    () -> hosts.locked(channel -> {
                        hosts.append(channel, line);
                        return channel.size();
                    }));
            assertEquals(there.length(), Files.size(file));
        }
    }
}
