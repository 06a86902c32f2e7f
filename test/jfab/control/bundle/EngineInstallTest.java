package jfab.control.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineInstallTest {
    private static final String NAME = "jfab-train-linux-x86_64.tar.gz";

    @TempDir
    Path folder;

    private Path offered(String content, String digestOf) throws IOException, NoSuchAlgorithmException {
        Path archive = Files.createDirectories(folder.resolve("offered")).resolve(NAME);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(digestOf.getBytes(StandardCharsets.US_ASCII));
        Files.writeString(archive, content);
        Files.writeString(
                archive.resolveSibling(NAME + ".sha256"), HexFormat.of().formatHex(digest) + "\n");
        return archive;
    }

    private String refusal(String source) {
        EngineInstall install = new EngineInstall(folder.resolve("data"));
        return String.valueOf(
                assertThrows(BundleException.class, () -> install.of(source)).getMessage());
    }

    @Test
    void anEngineWithTheRightDigestTakesThePlaceOfTheOldOne() throws Exception {
        EngineInstall install = new EngineInstall(folder.resolve("data"));
        install.of(offered("old", "old").toString());
        EngineBundle engine = install.of(offered("newer", "newer").toString());
        assertEquals(folder.resolve("data").resolve(NAME), engine.archive());
        assertEquals("newer", Files.readString(engine.archive()));
        assertEquals(5, engine.size());
        // As sha256sum -c reads it.
        assertEquals(
                engine.digest() + "  " + NAME + "\n", Files.readString(folder.resolve("data/" + NAME + ".sha256")));
        try (Stream<Path> files = Files.list(folder.resolve("data"))) {
            assertEquals(
                    List.of(NAME, NAME + ".sha256"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void oneWithAnotherDigestIsRefusedAndTheOldOneStays() throws Exception {
        EngineInstall install = new EngineInstall(folder.resolve("data"));
        EngineBundle old = install.of(offered("old", "old").toString());
        assertTrue(refusal(offered("changed", "other").toString()).contains("has the SHA-256 "));
        assertEquals("old", Files.readString(old.archive()));
        assertEquals(old, EngineBundle.of(old.archive()));
    }

    @Test
    void whatIsNoEngineIsNamed() throws Exception {
        assertEquals("other.tar.gz: is no training engine; one is called " + NAME, refusal("/tmp/other.tar.gz"));
        Path archive = offered("x", "x");
        Files.delete(archive.resolveSibling(NAME + ".sha256"));
        assertEquals(
                archive + ": cannot be installed: " + archive + ".sha256 is not there", refusal(archive.toString()));
        String address = "http://127.0.0.1/" + NAME;
        assertTrue(refusal(address).endsWith("an address begins with https://"));
    }
}
