package jfab.control.connection.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder that is the user's alone. */
public class PrivateFolderTest {
    @TempDir
    Path home;

    private static String mode(Path folder) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
    }

    /** A folder of another user: who runs the tests may not be able to give one away. */
    public static Path ofAnother(Path home) throws IOException {
        Path folder = home.resolve(".jfab");
        if (System.getProperty("user.name").equals("root")) {
            Files.setAttribute(Files.createDirectories(folder), "unix:uid", 65534);
            return folder;
        }
        return Files.createSymbolicLink(folder, Path.of("/usr"));
    }

    @Test
    void itIsTheUsersAlone() throws Exception {
        Path folder = PrivateFolder.of(home);
        assertEquals(home.resolve(".jfab/tmp"), folder);
        assertEquals("rwx------", mode(folder));
        assertEquals("rwx------", mode(home.resolve(".jfab")));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertEquals("rwxr-xr-x", mode(PrivateFolder.of(home)));
    }

    @Test
    void whatAnotherUserHasPreparedIsRefused() throws Exception {
        Path folder = ofAnother(home);
        IOException refused = assertThrows(IOException.class, () -> PrivateFolder.of(home));
        assertEquals(
                folder + " is no folder of yours; jfab keeps there what nobody else may write", refused.getMessage());
    }

    @Test
    void itIsNoLink() throws Exception {
        Files.createSymbolicLink(Files.createDirectory(home.resolve(".jfab")).resolve("tmp"), home);
        assertThrows(IOException.class, () -> PrivateFolder.of(home));
    }

    @Test
    void whatAKilledRunHasLeftGoesLater() throws Exception {
        Path left = Files.writeString(PrivateFolder.of(home).resolve("put1"), "secret");
        assertTrue(Files.exists(PrivateFolder.of(home).resolve("put1")));
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
        assertFalse(Files.exists(PrivateFolder.of(home).resolve("put1")));
    }
}
