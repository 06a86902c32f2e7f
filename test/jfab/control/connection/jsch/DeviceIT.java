package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/** Devices, pipes and sockets stay what they are: no file is put in the place of one, on a host or here. */
class DeviceIT extends WithTreeHosts {
    private static final String REFUSED = "is a device, a pipe or a socket; nothing is put in its place";

    DeviceIT(Way way) {
        super(way);
    }

    @Test
    void aFileIsNotPutInThePlaceOfAPipe() throws Exception {
        Path file = Files.writeString(here.resolve("pipe"), "content");
        Path pipe = pipe(there.resolve("pipe"));
        Path link = Files.createSymbolicLink(there.resolve("link"), Path.of("pipe"));
        connected(connection -> {
            assertRefused(failure(() -> connection.put(file, pipe.toString())));
            assertRefused(failure(() -> connection.put(file, there.toString())));
            assertRefused(failure(() -> connection.put(file, link.toString())));
            assertRefused(failure(() -> connection.put(Map.of("text", "hi"), pipe.toString())));
            if (way == Way.TAR) {
                assertRefused(failure(() -> connection.put(Map.of("verify", true), file, pipe.toString())));
                assertRefused(failure(() -> connection.put(Map.of("mkdirs", true), file, there + "/")));
            }
        });
        assertTrue(isOther(pipe));
        assertTrue(Files.isSymbolicLink(link));
        assertEquals(2, Trees.names(there).size());
    }

    @Test
    @Needs(Tool.ROOT)
    void aFileIsNotPutInThePlaceOfADevice() throws Exception {
        Path file = Files.writeString(here.resolve("null"), "content");
        Path device = there.resolve("null");
        assertEquals(0, made("mknod", device.toString(), "c", "1", "3"));
        connected(connection -> assertRefused(failure(() -> connection.put(file, device.toString()))));
        assertTrue(isOther(device));
    }

    @Test
    void aTreeIsNotPutOverAPipe() throws Exception {
        Path tree = Trees.tree(here);
        Path pipe = pipe(there.resolve("model/deep/er/leaf"));
        Path under = pipe(there.resolve("model/odd/it's"));
        connected(connection -> {
            String message = failure(() -> connection.put(tree, there.toString()));
            assertTrue(message.contains(": " + (way == Way.TAR ? "" : there + "/model/")), message);
            assertRefused(message);
        });
        assertTrue(isOther(pipe));
        assertTrue(isOther(under));
        if (way == Way.TAR) {
            assertFalse(Files.exists(there.resolve("model/plain")));
        }
    }

    @Test
    void aLinkIsNotPutInThePlaceOfAPipe() throws Exception {
        Path tree = Trees.tree(here);
        Path pipe = pipe(there.resolve("m/link"));
        connected(connection -> assertRefused(failure(() -> connection.put(tree + "/", there + "/m"))));
        assertTrue(isOther(pipe));
    }

    @Test
    void whatAHostSendsIsNotPutInThePlaceOfAPipeHere() throws Exception {
        Path tree = Trees.tree(there);
        Path pipe = pipe(here.resolve("pipe"));
        Path leaf = pipe(here.resolve("model/deep/er/leaf"));
        connected(connection -> {
            assertEquals(
                    sshd().host() + ": " + tree + "/plain: " + pipe + " " + REFUSED,
                    failure(() -> connection.get(tree + "/plain", pipe)));
            assertEquals(
                    sshd().host() + ": " + tree + ": " + leaf + " " + REFUSED,
                    failure(() -> connection.get(tree.toString(), here)));
        });
        assertTrue(isOther(pipe));
        assertTrue(isOther(leaf));
        assertFalse(Files.exists(here.resolve("model/plain")));
    }

    /** As /dev/stdout is one, which leads to a file where the output does. */
    @Test
    void aLinkToAnOpenFileStays() throws Exception {
        Path tree = Trees.tree(there);
        Path link = Files.createSymbolicLink(here.resolve("stdout"), Path.of("/proc/self/fd/1"));
        connected(connection -> assertRefused(failure(() -> connection.get(tree + "/plain", link))));
        assertTrue(Files.isSymbolicLink(link));
    }

    private static void assertRefused(String message) {
        assertTrue(message.endsWith(REFUSED), message);
    }

    private static Path pipe(Path path) throws Exception {
        Files.createDirectories(path.getParent());
        assertEquals(0, made("mkfifo", path.toString()));
        return path;
    }

    private static int made(String... command) throws Exception {
        return new ProcessBuilder(command).start().waitFor();
    }

    private static boolean isOther(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther();
    }
}
