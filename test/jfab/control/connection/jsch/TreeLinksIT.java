package jfab.control.connection.jsch;

import static jfab.control.connection.jsch.Trees.file;
import static jfab.control.connection.jsch.Trees.names;
import static jfab.control.connection.jsch.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/** Links among the files here: those that a host's tree has brought, and those of the user's own making. */
@Needs(Tool.SSHD)
class TreeLinksIT extends WithTreeHosts {
    TreeLinksIT(Way way) {
        super(way);
    }

    @Test
    void nothingIsWrittenThroughALinkThatCameFromTheHost() throws Exception {
        Path elsewhere = Files.createDirectory(here.resolve("elsewhere"));
        Path run = Files.createDirectory(there.resolve("run"));
        Files.createSymbolicLink(run.resolve("d"), elsewhere);
        connected(connection -> {
            connection.get(run.toString(), here + "/got/");
            assertTrue(Files.isSymbolicLink(here.resolve("got/run/d")), "a link below the tree is delivered");
            Files.delete(run.resolve("d"));
            file(run.resolve("d/.bash_aliases"), "rw-r--r--");
            for (Map<String, ?> options : List.<Map<String, ?>>of(Map.of(), Map.of("sync", true))) {
                refused(failure(() -> connection.get(options, run.toString(), here + "/got/")));
                refused(failure(() -> connection.get(options, run + "/", here + "/got/run")));
            }
            refused(failure(() -> connection.get(run + "/d", here + "/got/run")));
            if (way != Way.NO_SHELL) {
                refused(failure(() -> connection.get(run + "/*/.bash*", here + "/got/run")));
            }
        });
        assertEquals(List.of(), names(elsewhere));
        assertEquals(List.of("d"), names(here.resolve("got/run")));
    }

    private void refused(String message) {
        assertTrue(
                message.contains(here + "/got/run/d is a link, and what a host sends goes through none; remove it,"),
                message);
    }

    @Test
    void theDestinationMayBeALinkOfTheUsersOwn() throws Exception {
        Path disk = Files.createDirectory(here.resolve("disk"));
        Files.createSymbolicLink(here.resolve("data"), disk);
        file(there.resolve("run/a.log"), "rw-r--r--");
        connected(connection -> {
            connection.get(there + "/run", here + "/data");
            connection.get(there + "/run/", here + "/data");
            connection.get(there + "/run/a.log", here + "/data/b.log");
        });
        assertEquals(List.of("a.log", "b.log", "run"), names(disk));
        assertEquals(List.of("a.log"), names(disk.resolve("run")));
    }

    @Test
    void aFileReplacesALinkAndNotWhatItPointsTo() throws Exception {
        Path mine = Files.writeString(here.resolve("mine"), "mine");
        file(there.resolve("run/a.log"), "rw-r--r--");
        for (String name : List.of("a.log", "b.log")) {
            Files.createDirectories(here.resolve("got"));
            Files.createSymbolicLink(here.resolve("got").resolve(name), mine);
        }
        connected(connection -> {
            connection.get(there + "/run/", here + "/got");
            connection.get(there + "/run/a.log", here + "/got/b.log");
        });
        assertEquals("mine", Files.readString(mine));
        assertEquals("a.log!", Files.readString(here.resolve("got/a.log")));
        assertEquals("a.log!", Files.readString(here.resolve("got/b.log")));
    }

    /** What is below it would be written somewhere else; the folder that is named may be a link. */
    @Test
    void aLinkThereInThePlaceOfADirectoryIsNamed() throws Exception {
        Path tree = tree(here);
        Path elsewhere = Files.createDirectory(there.resolve("elsewhere"));
        Path into = Files.createDirectory(there.resolve("into"));
        Files.createSymbolicLink(into.resolve("deep"), Path.of("../elsewhere"));
        Files.createSymbolicLink(there.resolve("named"), Path.of("into"));
        for (boolean sync : way == Way.NO_SHELL ? new boolean[] {false} : new boolean[] {false, true}) {
            connected(connection -> {
                String message = failure(() -> connection.put(Map.of("sync", sync), tree + "/", there + "/named"));
                assertTrue(
                        message.endsWith("deep" + (way == Way.TAR ? " " : ": ")
                                + "is a link there; remove it first, or name what it leads to"),
                        message);
            });
        }
        assertEquals(List.of(), names(elsewhere));
        assertTrue(Files.isSymbolicLink(into.resolve("deep")));
    }
}
