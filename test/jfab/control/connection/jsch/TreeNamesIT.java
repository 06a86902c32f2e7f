package jfab.control.connection.jsch;

import static jfab.control.connection.jsch.Trees.file;
import static jfab.control.connection.jsch.Trees.files;
import static jfab.control.connection.jsch.Trees.names;
import static jfab.control.connection.jsch.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which files of a tree are copied and what they are called there: patterns, filters, placeholders, and names that are none. */
class TreeNamesIT extends WithTreeHosts {
    TreeNamesIT(Way way) {
        super(way);
    }

    @Test
    void patternsAreExpandedOnBothSides() throws Exception {
        Path logs = here.resolve("logs");
        for (String name : List.of("a.log", "b.log", "c.txt", "d [1].log", "sub/e.log", ".hidden.log")) {
            file(logs.resolve(name), "rw-r--r--");
        }
        connected(connection -> {
            connection.put(logs + "/*.log", there + "/flat/");
            assertEquals(List.of("a.log", "b.log", "d [1].log"), files(there.resolve("flat")));
            connection.put(logs + "/**/*.log", there + "/deep/");
            assertEquals(List.of("a.log", "b.log", "d [1].log", "sub/e.log"), files(there.resolve("deep")));
            assertTrue(
                    failure(() -> connection.put(logs + "/*.nix", there + "/")).contains("nothing here matches"));
            assertTrue(failure(() -> connection.put("", there + "/")).contains("what is to be put has an empty name"));
            assertTrue(failure(() -> connection.put("/dev/null", there + "/"))
                    .contains("/dev/null is a device, a pipe or a socket"));
            if (way == Way.NO_SHELL) {
                return;
            }
            connection.get(logs + "/*.log", here + "/flat");
            assertEquals(List.of("a.log", "b.log", "d [1].log"), files(here.resolve("flat")));
            connection.get(logs + "/**/*.log", here + "/deep");
            assertEquals(List.of("a.log", "b.log", "d [1].log", "sub/e.log"), files(here.resolve("deep")));
            connection.get(logs + "/d [[]?].log", here + "/one");
            assertEquals(List.of("d [1].log"), files(here.resolve("one")));
            assertTrue(failure(() -> connection.get(logs + "/*.nix", here)).endsWith("nothing there matches"));
        });
    }

    @Test
    void whatIsExcludedOrNotTakenStays() throws Exception {
        Path tree = here.resolve("tree");
        for (String name : List.of("a.txt", "a.tmp", "cache/x.txt", "sub/cache/y.txt", "sub/b.txt", "sub/b.tmp")) {
            file(tree.resolve(name), "rw-r--r--");
        }
        Map<String, ?> options = Map.of("exclude", List.of("*.tmp", "cache/"));
        connected(connection -> {
            connection.put(options, tree + "/", there + "/put");
            assertEquals(List.of("a.txt", "sub/b.txt"), files(there.resolve("put")));
            connection.get(options, tree + "/", here + "/got");
            assertEquals(List.of("a.txt", "sub/b.txt"), files(here.resolve("got")));
            connection.put(tree + "/", there + "/filtered", path -> path.startsWith("sub"));
            assertEquals(List.of("sub/b.tmp", "sub/b.txt", "sub/cache/y.txt"), files(there.resolve("filtered")));
            connection.put(Map.of("exclude", "/sub/cache"), tree + "/", there + "/anchored");
            assertEquals(
                    List.of("a.tmp", "a.txt", "cache/x.txt", "sub/b.tmp", "sub/b.txt"),
                    files(there.resolve("anchored")));
        });
    }

    @Test
    void placeholdersNameHostAndPath() throws Exception {
        file(there.resolve("log/app.log"), "rw-r--r--");
        connected(connection -> {
            connection.get(there + "/log/app.log", here + "/{host}/{port}/{basename}.copy");
            assertTrue(Files.exists(here.resolve("127.0.0.1/" + sshd().port() + "/app.log.copy")));
            connection.get(there + "/log/app.log", here + "/{user}/{dirname}/");
            assertTrue(Files.exists(here.resolve(System.getProperty("user.name") + "/" + there + "/log/app.log")));
        });
    }

    @Test
    void aFileThatCannotBeReadIsNamedAndNothingArrives() throws Exception {
        Path tree = tree(here);
        Path odd = Files.createDirectories(tree.resolve("zz"));
        Files.createSymbolicLink(odd.resolve("loop"), odd.resolve("loop"));
        connected(connection -> {
            assertTrue(failure(() -> connection.put(odd + "/loop", there + "/"))
                    .contains("there is no file " + odd + "/loop here"));
            assertTrue(failure(() -> connection.get(there + "/none", here)).endsWith("there is no such file"));
        });
        assertEquals(List.of(), names(there));
        assertFalse(Files.exists(here.resolve("none"), LinkOption.NOFOLLOW_LINKS));
    }

    @Test
    void optionsThatAreNoneAreAnsweredWithTheNearest() throws Exception {
        connected(connection -> {
            assertTrue(failure(() -> connection.put(Map.of("mkdir", true), here, "x"))
                    .contains("there is no option 'mkdir'; did you mean 'mkdirs'?"));
            assertTrue(failure(() -> connection.put(Map.of("mode", 640), here, "x"))
                    .endsWith("mode: 640 is not octal: 0640 or '640'"));
            assertTrue(failure(() -> connection.put(Map.of("sync", "yes"), here, "x"))
                    .endsWith("sync: yes is not true or false"));
        });
    }
}
