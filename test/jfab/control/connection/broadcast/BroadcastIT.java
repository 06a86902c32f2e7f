package jfab.control.connection.broadcast;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.ConnectionException;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Broadcasts between real hosts, of which some go down, lie, or cannot be reached by the others. */
@Needs(Tool.SSHD)
@Timeout(120)
class BroadcastIT {
    private static void assertServed(Fleet fleet, GatedContent content, List<Future<Result>> results, int... hosts)
            throws Exception {
        for (int host : hosts) {
            Result result = results.get(host).get();
            assertEquals(0, result.exitStatus(), result::err);
            assertArrayEquals(
                    content.bytes(), Files.readAllBytes(fleet.home(host).resolve("got")), "host " + host);
        }
        // Where the machine is so busy that a host was fed nothing for a while, that one is sent it from here, and it
        // is told.
        if (fleet.told.stream().noneMatch(told -> told.contains("sent from here to"))) {
            assertTrue(content.copies() <= 1.1, () -> content.copies() + " copies, " + fleet.told);
        }
    }

    /** Nothing of it is left: the keys are as before, byte for byte, and the folder has its lock alone. */
    private static void assertTidy(Fleet fleet, int... hosts) throws IOException {
        for (int host : hosts) {
            assertEquals(Fleet.KEYS, Files.readString(fleet.keys(host)), "host " + host);
            assertEquals(
                    "rw-r-----",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(fleet.keys(host))),
                    "host " + host);
            assertEquals(List.of("lock"), fleet.casts(host), "host " + host);
            assertTrue(fleet.nothingBesideKeys(host), "host " + host);
        }
    }

    @Test
    void hostsPassOnWhatIsSentToOneOfThem() throws Exception {
        try (Fleet fleet = new Fleet(6)) {
            // Another one died here, and its host with it; one line is the user's own, whatever its comment says.
            String id = "0123456789abcdef0123456789abcdef";
            String line = "restrict,from=\"127.0.0.1\",expiry-time=\"203101010000\",command=\"/bin/sh /root/.jfab/cast/"
                    + id + "/receive 00\" ssh-ed25519 AAAA jfab-cast-" + id + "\n";
            Files.writeString(fleet.keys(1), line + Fleet.KEYS);
            Files.createDirectories(fleet.home(1).resolve(".jfab/cast/" + id));
            String own = "ssh-ed25519 AAAA jfab-cast-" + id + "\n" + Fleet.KEYS;
            Files.writeString(fleet.keys(2), own);
            Path real =
                    Files.createDirectories(fleet.home(3).resolve("dotfiles")).resolve("keys");
            Files.move(fleet.keys(3), real);
            Files.createSymbolicLink(fleet.keys(3), Path.of("../dotfiles/keys"));

            GatedContent content = GatedContent.open(9);
            List<Future<Result>> results = fleet.bring(content);
            assertServed(fleet, content, results, 0, 1, 2, 3, 4, 5);
            assertEquals(List.of("bytes: passed on from host to host by 6"), fleet.told);
            assertEquals(own, Files.readString(fleet.keys(2)));
            Files.writeString(fleet.keys(2), Fleet.KEYS);
            assertTidy(fleet, 0, 1, 2, 3, 4, 5);
            assertTrue(Files.isSymbolicLink(fleet.keys(3)) && !Files.isSymbolicLink(real));
        }
    }

    @Test
    void whoFollowsAHostThatGoesDownIsServedAllTheSame() throws Exception {
        try (Fleet fleet = new Fleet(6)) {
            GatedContent content = GatedContent.closedAfter(4, 9);
            Fleet.Bringing bringing = fleet.begin(content);
            fleet.awaitChunks(6);
            int dead = fleet.between();
            fleet.servers.get(dead).breakConnections();
            content.letThrough();
            List<Future<Result>> results = bringing.end();
            int[] others = IntStream.range(0, 6).filter(host -> host != dead).toArray();
            assertServed(fleet, content, results, others);
            ExecutionException lost = assertThrows(
                    ExecutionException.class, () -> results.get(dead).get());
            assertInstanceOf(ConnectionException.class, lost.getCause());
            assertTidy(fleet, others);
            // What it could not tidy up itself, if it was killed sooner, the next one does.
            fleet.bring(GatedContent.open(1));
            assertTidy(fleet, 0, 1, 2, 3, 4, 5);
        }
    }

    /** As when there is no memory: nobody else there would tell what waits for chunks that none come. */
    @Test
    void aHostWhoseScriptIsKilledIsSentItByItself() throws Exception {
        try (Fleet fleet = new Fleet(4)) {
            GatedContent content = GatedContent.closedAfter(4, 9);
            Fleet.Bringing bringing = fleet.begin(content);
            fleet.awaitChunks(6);
            int killed = fleet.between();
            fleet.script(killed).destroyForcibly();
            content.letThrough();
            for (Future<Result> result : bringing.end()) {
                assertEquals(0, result.get().exitStatus(), result.get()::err);
            }
            for (int host = 0; host < 4; host++) {
                assertArrayEquals(
                        content.bytes(), Files.readAllBytes(fleet.home(host).resolve("got")), "host " + host);
            }
            assertEquals(1, fleet.told.size(), fleet.told::toString);
            assertTrue(fleet.told.getFirst().startsWith("bytes: passed on from host to host by 3, sent from here to "));
            assertTidy(fleet, 0, 1, 2, 3);
        }
    }

    /** By somebody who knows nothing of the lock, all the time. */
    @Test
    void keysThatOthersChangeAtTheEndAreTidiedUpAllTheSame() throws Exception {
        try (Fleet fleet = new Fleet(3)) {
            GatedContent content = GatedContent.closedAfter(4, 9);
            Fleet.Bringing bringing = fleet.begin(content);
            fleet.awaitChunks(6);
            int host = fleet.between();
            int lines = 300;
            Thread writer = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < lines; i++) {
                    try {
                        Files.writeString(fleet.keys(host), "# " + i + "\n", StandardOpenOption.APPEND);
                        Thread.sleep(10);
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            });
            content.letThrough();
            assertServed(fleet, content, bringing.end(), 0, 1, 2);
            writer.join();
            String keys = Files.readString(fleet.keys(host));
            assertFalse(keys.contains("restrict"), keys);
            assertTrue(keys.startsWith(Fleet.KEYS), keys);
            assertEquals(List.of("lock"), fleet.casts(host));
        }
    }

    /** It says nothing any more, and all that it runs stands still. */
    @Test
    void whoFollowsAFrozenHostIsServedAndThatOneWhenItThaws() throws Exception {
        try (Fleet fleet = new Fleet(5)) {
            GatedContent content = GatedContent.closedAfter(4, 9);
            Fleet.Bringing bringing = fleet.begin(content);
            fleet.awaitChunks(6);
            int frozen = fleet.between();
            fleet.signal(frozen, "STOP");
            content.letThrough();
            for (int host = 0; host < 5; host++) {
                Path got = fleet.home(host).resolve("got");
                Await.until(
                        "the broadcast goes on",
                        () -> fleet.home(frozen).resolve("got").equals(got)
                                || Files.size(got) == content.bytes().length);
            }
            fleet.signal(frozen, "CONT");
            assertServed(fleet, content, bringing.end(), 0, 1, 2, 3, 4);
            // As one that gets nothing or, where it froze after a part, as one that is much slower: whichever is
            // noticed first.
            assertTrue(
                    fleet.told.stream().anyMatch(told -> told.endsWith("; gives way to the others")),
                    fleet.told::toString);
            assertTidy(fleet, 0, 1, 2, 3, 4);
        }
    }

    @Test
    void bytesThatAreNotThoseAreNeitherKeptNorPassedOn() throws Exception {
        try (Fleet fleet = new Fleet(4)) {
            GatedContent content = GatedContent.closedAfter(4, 9);
            Fleet.Bringing bringing = fleet.begin(content);
            fleet.awaitChunks(6);
            int liar = fleet.between();
            String[] sizes =
                    Files.readString(fleet.spool(liar).resolve("sizes")).split(" ", 3);
            int chunk = Integer.parseInt(sizes[1]);
            int before = (4 << 20) / chunk;
            // Otherwise who still waits for one gives way while the keys are tried.
            fleet.awaitChunks(before);
            int deceived = fleet.fedBy(liar);
            Path first = fleet.spool(deceived);
            // What it has by itself it passes on, unless what it is brought comes sooner: that cannot be so for all.
            for (int each = before + 2; each < (9 << 20) / chunk; each++) {
                Files.write(fleet.spool(liar).resolve("c." + each), new byte[chunk]);
            }
            // Chunks are all that its key is good for.
            String key = fleet.spool(liar).resolve("key").toString();
            SshdFixture server = fleet.servers.get(deceived);
            List<Process> tries = new ArrayList<>();
            for (List<String> words : List.of(
                    List.of("touch " + fleet.home(deceived).resolve("stolen")), List.of("9 0;id"), List.of("9 ../x"))) {
                List<String> ssh = new ArrayList<>(List.of("ssh", "-F", "none", "-i", key, "-p", "" + server.port()));
                ssh.addAll(List.of("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"));
                ssh.addAll(List.of("-o", "BatchMode=yes", "-o", "IdentitiesOnly=yes", "127.0.0.1"));
                ssh.addAll(words);
                tries.add(new ProcessBuilder(ssh).redirectErrorStream(true).start());
            }
            // All at the same time: hosts that get nothing for long give way, and nobody is deceived any more.
            for (Process tried : tries) {
                tried.getOutputStream().close();
                String said = new String(tried.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertEquals(2, tried.waitFor(), said);
            }
            assertFalse(Files.exists(fleet.home(deceived).resolve("stolen")));
            content.letThrough();
            List<Future<Result>> results = bringing.end();
            assertServed(
                    fleet,
                    content,
                    results,
                    IntStream.range(0, 4).filter(host -> host != liar).toArray());
            // On a machine that is busy it may seem sooner to get nothing.
            assertTrue(
                    fleet.told.stream()
                            .anyMatch(told -> told.startsWith("was brought other bytes by")
                                    || told.endsWith("; gives way to the others")),
                    fleet.told::toString);
            assertFalse(Files.exists(first));
            assertTidy(fleet, 0, 1, 2, 3);
        }
    }

    /** What a host says to the one that feeds it is no line of that one's own: it would seem to have all, and be fed no more. */
    @Test
    @Timeout(90)
    void whoIsFedDoesNotSpeakForItsFeeder() throws Exception {
        try (Fleet fleet = new Fleet(List.of(Fleet.Kind.USUAL, Fleet.Kind.USUAL, Fleet.Kind.LIAR), "")) {
            GatedContent content = GatedContent.closedAfter(4, 9);
            Fleet.Bringing bringing = fleet.begin(content);
            // Time for the liar to be fed, and for what follows.
            Thread.sleep(5000);
            content.letThrough();
            List<Future<Result>> results = bringing.end();
            for (int host = 0; host < 3; host++) {
                assertEquals(0, results.get(host).get().exitStatus(), fleet.told::toString);
                assertArrayEquals(
                        content.bytes(), Files.readAllBytes(fleet.home(host).resolve("got")), "host " + host);
            }
        }
    }

    /** As when jfab is killed: hosts notice by the ends of their connections. */
    @Test
    void nothingIsLeftWhereTheSubmitterGoes() throws Exception {
        try (Fleet fleet = new Fleet(3)) {
            GatedContent content = GatedContent.closedAfter(4, 9);
            Fleet.Bringing bringing = fleet.begin(content);
            fleet.awaitChunks(6);
            for (int host = 0; host < 3; host++) {
                fleet.hangUp(host);
            }
            content.letThrough();
            bringing.end();
            for (int host = 0; host < 3; host++) {
                fleet.awaitTidy(host);
            }
            assertTidy(fleet, 0, 1, 2);
        }
    }

    @Test
    void whereNobodyHasAskedForOneEachIsSentItsOwnAndTheUserIsToldOnce() throws Exception {
        try (Fleet fleet = new Fleet(3)) {
            GatedContent content = GatedContent.open(1);
            for (Future<Result> result :
                    fleet.begin(content, Broadcasts.Wish.NONE).end()) {
                assertEquals(0, result.get().exitStatus(), result.get()::err);
            }
            // The first is not counted: it is for the digests elsewhere.
            assertTrue(content.copies() > 1.9, () -> content.copies() + " copies");
            assertEquals(
                    List.of(
                            "bytes: sent from here to each host by itself; with --broadcast they pass one copy on to each other"),
                    fleet.told);
            assertFalse(Files.exists(fleet.home(0).resolve(".jfab/cast")));
        }
    }

    @Test
    void whoCannotTakePartIsSentItByItselfAndNamed(@TempDir Path tools) throws Exception {
        try (Stream<Path> programs = Files.list(Path.of("/usr/bin"))) {
            for (Path program : programs.filter(each -> !each.endsWith("ssh")).toList()) {
                Files.createSymbolicLink(tools.resolve(program.getFileName()), program);
            }
        }
        List<Fleet.Kind> kinds = new ArrayList<>(Collections.nCopies(6, Fleet.Kind.USUAL));
        kinds.addAll(List.of(
                Fleet.Kind.KEYS_ELSEWHERE,
                Fleet.Kind.KEYS_ELSEWHERE,
                Fleet.Kind.OTHER_PROGRAMS,
                Fleet.Kind.USUAL,
                Fleet.Kind.SHARED));
        try (Fleet fleet = new Fleet(kinds, tools.toString())) {
            Files.delete(fleet.keys(2));
            Path outside = Files.writeString(fleet.servers.get(3).folder().resolve("outside"), Fleet.KEYS);
            Files.delete(fleet.keys(3));
            Files.createSymbolicLink(fleet.keys(3), outside);
            Files.createLink(fleet.keys(4).resolveSibling("second"), fleet.keys(4));
            GatedContent content = GatedContent.open(4);
            List<Future<Result>> results = fleet.bring(content);
            for (Future<Result> result : results) {
                assertEquals(0, result.get().exitStatus(), result.get()::err);
            }
            String told = String.join("\n", fleet.told);
            for (String why : List.of(
                    "since it has no ssh",
                    "since it has no ~/.ssh/authorized_keys",
                    "since its ~/.ssh/authorized_keys is a link that leads out of its home",
                    "since its ~/.ssh/authorized_keys has a second name, a hard link",
                    "since they share a home with another of the hosts")) {
                assertTrue(told.contains(why), told);
            }
            assertEquals(1, fleet.told.size(), told);
            assertTrue(told.startsWith("bytes: passed on from host to host by "), told);
            assertEquals(Fleet.KEYS, Files.readString(outside));
        }
    }
}
