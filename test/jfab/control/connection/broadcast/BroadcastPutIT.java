package jfab.control.connection.broadcast;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jfab.control.bundle.EngineBundle;
import jfab.control.launch.Node;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The option broadcast of put, and what jobs bring, on the hosts of a group. */
@Needs(Tool.SSHD)
@Timeout(120)
class BroadcastPutIT {
    @Test
    void aTreeIsPassedOnAndWhatIsLittleIsNot(@TempDir Path folder) throws Exception {
        byte[] bytes = new byte[33 << 20];
        new Random(3).nextBytes(bytes);
        Path tree = Files.createDirectories(folder.resolve("tree/below"));
        Files.write(tree.resolve("large"), bytes);
        Files.writeString(tree.resolve("small"), "small\n");
        Files.createSymbolicLink(tree.resolve("link"), Path.of("small"));
        try (Fleet fleet = new Fleet(3)) {
            put(fleet, Map.of("broadcast", true, "verify", true, "mkdirs", true), tree.resolveSibling(""));
            check(fleet, bytes, tree.resolveSibling("") + ": passed on from host to host by 3");

            // Another time nothing has changed but one file.
            Files.writeString(tree.resolve("small"), "other\n");
            put(fleet, Map.of("broadcast", true, "sync", true), tree.resolveSibling(""));
            for (int host = 0; host < 3; host++) {
                assertEquals("other\n", Files.readString(fleet.home(host).resolve("there/tree/below/small")));
            }
            // One line, or more where a host has it before another asks for it.
            Set<String> hosts = new TreeSet<>();
            for (String told : fleet.told) {
                Matcher sent = Pattern.compile("(.*): sent from here to (.*), since so little gets there as fast")
                        .matcher(told);
                assertTrue(sent.matches(), told);
                assertEquals(tree.resolveSibling("").toString(), sent.group(1));
                hosts.addAll(List.of(sent.group(2).split(", ")));
            }
            assertEquals(fleet.group().hosts().stream().map(Object::toString).collect(Collectors.toSet()), hosts);
        }
    }

    @Test
    void anEngineIsPassedOnAndUnpackedMeanwhile(@TempDir Path folder) throws Exception {
        byte[] bytes = new byte[33 << 20];
        new Random(5).nextBytes(bytes);
        Path engine = Files.createDirectories(folder.resolve("engine/bin"));
        Files.write(engine.resolve("library"), bytes);
        Files.writeString(engine.resolve("train"), "#!/bin/sh\n").toFile().setExecutable(true);
        Path archive = folder.resolve("engine.tar.gz");
        String make = "tar -C \"$1\" -cf - bin | gzip -1 >\"$2\" && sha256sum \"$2\" >\"$2.sha256\"";
        assertEquals(
                0,
                new ProcessBuilder(
                                "sh", "-c", make, "sh", folder.resolve("engine").toString(), archive.toString())
                        .inheritIO()
                        .start()
                        .waitFor());
        EngineBundle bundle = EngineBundle.of(archive);
        int hosts = 3;
        try (Fleet fleet = new Fleet(hosts)) {
            fleet.group()
                    .run(connection -> {
                        Node node = new Node(connection, "");
                        node.receive(bundle, _ -> {});
                        return node.cached(bundle.digest()).orElseThrow();
                    })
                    .orThrow();
            for (int host = 0; host < hosts; host++) {
                Path kept = fleet.home(host).resolve(".jfab/cache").resolve(bundle.digest());
                assertArrayEquals(bytes, Files.readAllBytes(kept.resolve("bin/library")));
            }
            assertEquals(List.of("engine: passed on from host to host by 3"), said(fleet));
        }
    }

    /** Each host has a home of its own, but their commands begin in this account's. */
    private static void put(Fleet fleet, Map<String, ?> options, Path tree) throws InterruptedException {
        fleet.group()
                .run(connection -> connection.put(
                        options, tree, fleet.home(fleet.group().hosts().indexOf(connection.host())) + "/there/"))
                .orThrow();
    }

    private static void check(Fleet fleet, byte[] bytes, String told) throws IOException {
        for (int host = 0; host < 3; host++) {
            Path below = fleet.home(host).resolve("there/tree/below");
            assertArrayEquals(bytes, Files.readAllBytes(below.resolve("large")));
            assertEquals("small\n", Files.readString(below.resolve("link")));
            assertEquals(Fleet.KEYS, Files.readString(fleet.keys(host)));
        }
        assertEquals(List.of(told), said(fleet));
        fleet.told.clear();
    }

    /** All notices but those that a host was slow, as it is where this machine is. */
    private static List<String> said(Fleet fleet) {
        return fleet.told.stream()
                .filter(notice -> !notice.endsWith("; gives way to the others"))
                .toList();
    }
}
