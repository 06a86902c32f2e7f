package jfab.control.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationTest {
    @TempDir
    Path around;

    private Path lib;

    @BeforeEach
    void unpack() throws IOException {
        lib = Files.createDirectories(around.resolve("jfab/lib"));
    }

    private static Path engineIn(Path folder) throws IOException {
        Path archive = folder.resolve(EngineBundle.name(true));
        Files.writeString(archive, "engine");
        Files.writeString(archive.resolveSibling(archive.getFileName() + ".sha256"), "0".repeat(64) + "\n");
        return archive;
    }

    @Test
    void itsOwnEngineIsFound() throws IOException {
        assertEquals(engineIn(lib), new Installation(lib).engine(true).archive());
    }

    @Test
    void oneWithoutItsDigestIsTakenOnlyWhereThereIsNoOther() throws IOException {
        Path bare = Files.writeString(lib.resolve(EngineBundle.name(true)), "engine");
        BundleException alone = assertThrows(BundleException.class, () -> new Installation(lib).engine(true));
        assertTrue(
                String.valueOf(alone.getMessage())
                        .endsWith(bare.getFileName() + ".sha256, its SHA-256, is not beside it"),
                alone::getMessage);
        assertEquals(
                engineIn(lib.resolveSibling("")),
                new Installation(lib).engine(true).archive());
    }

    @Test
    void oneInTheFolderAroundItMayBeAnotherUsersAndIsNotTaken() throws IOException {
        engineIn(around);
        BundleException none = assertThrows(BundleException.class, () -> new Installation(lib).engine(true));
        assertTrue(String.valueOf(none.getMessage()).contains("jfab engine install FILE|URL"), none::getMessage);
    }
}
