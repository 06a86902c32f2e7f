package jfab.control.connection.jsch;

import static jfab.control.connection.jsch.Trees.mode;
import static jfab.control.connection.jsch.Trees.names;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import jfab.control.connection.Printed;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.files.TransferResult;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How much of a large file reaches a real OpenSSH server that has another version of it, by what that server itself has counted. */
@Needs(Tool.SSHD)
@Timeout(120)
class DeltaIT {
    private static final int MB = 1 << 20;
    private static final int CHUNK = 4 * MB;
    /** What logging in, asking and answering costs at most. */
    private static final int TALK = 200_000;

    private static final Pattern RECEIVED = Pattern.compile("Transferred: sent \\d+, received (\\d+) bytes");
    private static final FileTime THEN = FileTime.from(Instant.parse("2020-02-02T02:02:02Z"));

    private static AlteredPrograms programs;
    private static SshdFixture sshd;

    @TempDir
    Path here;

    @TempDir
    Path there;

    private final byte[] content = new byte[20 * MB];
    private final Printed printed = new Printed();
    private Path source;
    private Path target;

    /** What the last put has cost, as the host saw it. */
    private long received;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        programs = new AlteredPrograms(folder);
        sshd = SshdFixture.start("LogLevel VERBOSE", "Subsystem sftp sftp-server", programs.setting);
    }

    @AfterAll
    static void stop() throws Exception {
        sshd.close();
    }

    @BeforeEach
    void bothHaveAnOldVersion() throws Exception {
        new Random(11).nextBytes(content);
        source = Files.createDirectories(here.resolve("tree/$HOME below")).resolve("large");
        target = Files.createDirectories(there.resolve("$HOME below")).resolve("large");
        Files.write(target, content);
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("r--r-----"));
    }

    @AfterEach
    void removePrograms() throws IOException {
        programs.removeAll();
    }

    @Test
    void anEditedByteCostsOneChunk() throws Exception {
        content[9 * MB]++;
        TransferResult put = put(content, Map.of("sync", true));
        assertSent(CHUNK, put);
        assertEquals(1, put.files());
        // Nothing has changed since.
        put = put(content, Map.of("sync", true));
        assertSent(0, put);
        assertEquals(1, put.unchanged());
    }

    @Test
    void progressIsThatOfWhatIsSent() throws Exception {
        content[0]++;
        content[11 * MB]++;
        content[19 * MB]++;
        assertSent(3 * CHUNK, put(content, Map.of("sync", true)));
        assertEquals(3 * CHUNK + " of " + 3 * CHUNK + " " + here.resolve("tree"), shown());
        String compared = "comparing " + here.resolve("tree");
        assertEquals(
                content.length + " of " + content.length + " " + compared,
                String.valueOf(printed.progress().get(compared)));
    }

    @Test
    void whatBelongsToOthersIsNotWrittenInto() throws Exception {
        Path other = Files.createLink(there.resolve("other name"), target);
        byte[] old = content.clone();
        content[0]++;
        assertSent(CHUNK, put(content, Map.of("sync", true)));
        assertEquals(-1, Arrays.mismatch(old, Files.readAllBytes(other)));
    }

    @Test
    void aGrownFileCostsWhatWasAdded() throws Exception {
        byte[] grown = Arrays.copyOf(content, content.length + 3 * MB);
        Arrays.fill(grown, content.length, grown.length, (byte) 5);
        assertSent(3 * MB, put(grown, Map.of("sync", true)));
        assertEquals("rw-r-----", mode(target));
        byte[] again = Arrays.copyOf(grown, grown.length + 1);
        assertSent(3 * MB + 1, put(again, Map.of("sync", true)));
    }

    @Test
    void aShortenedFileCostsNothing() throws Exception {
        assertSent(0, put(Arrays.copyOf(content, 18 * MB), Map.of("sync", true)));
        assertSent(0, put(Arrays.copyOf(content, 16 * MB + 5), Map.of("sync", true)));
    }

    @Test
    void aCopyThatSharesItsBlocksIsCutToo() throws Exception {
        // As where the file system can do that, which is no shorter than what it is a copy of.
        programs.put("cp", "[ \"$1\" != --reflink=always ] || shift; exec /usr/bin/cp \"$@\"");
        assertSent(0, put(Arrays.copyOf(content, 16 * MB), Map.of("sync", true)));
        assertEquals("rw-r-----", mode(target));
    }

    @Test
    void aFileByItselfMayGetAnotherName() throws Exception {
        content[content.length - 1]++;
        write(content);
        Path name = Files.move(target, target.resolveSibling("it's $HOME\n*"));
        TransferResult put = counted(connector -> connector
                .open(sshd.host())
                .put(Map.of("checksum", true, "mode", 0604, "mkdirs", true), source, name.toString()));
        assertSent(CHUNK, put, name.getFileName().toString());
        assertArrives(content, name);
        assertEquals("rw----r--", mode(name));
    }

    @Test
    void theRestOfATreeGoesAsUsual() throws Exception {
        content[9 * MB]++;
        Files.writeString(source.resolveSibling("small"), "small");
        Files.write(source.resolveSibling("new"), new byte[17 * MB]);
        TransferResult put = put(content, Map.of("sync", true, "verify", true));
        assertEquals(CHUNK + 17 * MB + 5, put.bytes());
        assertEquals(3, put.files());
        assertEquals(List.of("large", "new", "small"), names(target.resolveSibling("")));
    }

    @Test
    void aFileThatHasNothingInCommonIsSentWhole() throws Exception {
        new Random(12).nextBytes(content);
        assertSent(content.length, put(content, Map.of("sync", true)));
    }

    @Test
    void withoutSyncNothingIsCompared() throws Exception {
        content[9 * MB]++;
        assertSent(content.length, put(content, Map.of()));
    }

    @Test
    void aSplitWithoutFiltersMeansWholeFiles() throws Exception {
        programs.put("split", "echo 'split: unrecognized option: filter' >&2; exit 1");
        content[9 * MB]++;
        assertSent(content.length, put(content, Map.of("sync", true)));
    }

    @Test
    void aHostThatSaysToHaveWhatItHasNotIsSentAll() throws Exception {
        // The digests of what is to be there, whatever is there.
        content[0]++;
        content[content.length - 1]++;
        Path fair = Files.write(here.resolve("fair"), content);
        programs.put("split", "cat >/dev/null; exec /usr/bin/split \"$@\" '" + fair + "'");
        assertSent(content.length, put(content, Map.of("sync", true)));
    }

    @Test
    void whatTheHostAnswersMayBeAnything() throws Exception {
        for (String answer : List.of(
                "echo 99999999999999999999; echo -1; echo 7; sha256sum; yes | head -c 1000000",
                "cat >/dev/null; head -c 1000000 /dev/urandom",
                "kill -9 $PPID",
                "yes " + "0".repeat(64) + "'  -'")) {
            programs.put("split", answer);
            content[0]++;
            assertSent(content.length, put(content, Map.of("checksum", true)));
        }
    }

    @Test
    void aFileThatChangesMeanwhileIsSentWhole() throws Exception {
        // After its digests were told.
        programs.put(
                "split",
                "/usr/bin/split \"$@\"; printf changed | /usr/bin/dd conv=notrunc seek=15 bs=1M of='" + target + "'");
        content[0]++;
        TransferResult put = put(content, Map.of("sync", true));
        assertEquals(content.length + CHUNK, put.bytes(), "in vain, and whole");
        assertEquals(content.length + CHUNK + " of " + (content.length + CHUNK) + " " + here.resolve("tree"), shown());
    }

    @Test
    void aFileThatChangesHereMeanwhileArrivesAsItIsThen() throws Exception {
        // The last byte is far behind what is on its way by then.
        programs.put(
                "dd",
                "case $* in *seek*) printf n | /usr/bin/dd conv=notrunc seek=" + (content.length - 1) + " bs=1 of='"
                        + source + "' ;; esac; exec /usr/bin/dd \"$@\"");
        content[0]++;
        content[19 * MB]++;
        write(content);
        TransferResult put = counted(
                connector -> connector.open(sshd.host()).put(Map.of("sync", true), here + "/tree/", there.toString()));
        content[content.length - 1] = 'n';
        assertArrives(content, target);
        assertEquals(2 * CHUNK + content.length, put.bytes());
    }

    @Test
    void anInterruptLeavesNothing() throws Exception {
        byte[] old = content.clone();
        Path begun = here.resolve("begun");
        programs.put("dd", "case $* in *seek*) : >'" + begun + "'; sleep 60 ;; esac; exec /usr/bin/dd \"$@\"");
        content[0]++;
        write(content);
        AtomicReference<String> message = new AtomicReference<>();
        Thread putting = Thread.ofVirtual()
                .start(() -> message.set(WithTreeHosts.failure(() -> counted(connector ->
                        connector.open(sshd.host()).put(Map.of("sync", true), here + "/tree/", there.toString())))));
        Await.until("a new version is begun", () -> Files.exists(begun));
        putting.interrupt();
        assertTrue(putting.join(Duration.ofSeconds(30)));
        assertTrue(message.get().endsWith("interrupted"), message.get());
        assertEquals(List.of("large"), left());
        assertEquals(-1, Arrays.mismatch(old, Files.readAllBytes(target)));
    }

    @Test
    void aPipeInItsPlaceIsNotWaitedFor() throws Exception {
        programs.put("split", "/usr/bin/split \"$@\"; rm -f '" + target + "'; mkfifo '" + target + "'");
        content[0]++;
        write(content);
        String message = WithTreeHosts.failure(() -> counted(
                connector -> connector.open(sshd.host()).put(Map.of("sync", true), here + "/tree/", there.toString())));
        assertTrue(message.contains("is a device, a pipe or a socket"), message);
        assertEquals(List.of("large"), names(target.resolveSibling("")));
    }

    @Test
    void aFailureLeavesAllOldFiles() throws Exception {
        byte[] old = content.clone();
        content[0]++;
        write(content);
        Files.createDirectories(target.resolveSibling("small"));
        Files.writeString(source.resolveSibling("small"), "in the way");
        WithTreeHosts.failure(() -> counted(
                connector -> connector.open(sshd.host()).put(Map.of("sync", true), here + "/tree/", there.toString())));
        assertEquals(-1, Arrays.mismatch(old, Files.readAllBytes(target)));
        assertEquals(List.of("large", "small"), names(target.resolveSibling("")));
    }

    @Test
    void anUploadThatBrokeOffGoesOn() throws Exception {
        Files.delete(target);
        write(content);
        // No more than that is taken, so that it is not over when the connection breaks.
        programs.put(
                "sftp-server",
                // Each read is passed on at once, however little it was.
                "/usr/bin/perl -e '$n = 14e6; while ($n > 0 && ($r = sysread STDIN, $b, $n < 65536 ? $n : 65536))"
                        + " { syswrite STDOUT, $b; $n -= $r } sleep 100' | /usr/lib/openssh/sftp-server");
        String folder = target.resolveSibling("") + "/";
        AtomicReference<Throwable> broken = new AtomicReference<>();
        Thread putting = Thread.ofVirtual().start(() -> {
            try (JschConnector connector = new JschConnector(sshd.settings(printed))) {
                connector.open(sshd.host()).put(Map.of("sync", true), source, folder);
            } catch (RuntimeException e) {
                broken.set(e);
            }
        });
        Await.until("12 MB arrive", () -> !names(target.resolveSibling("")).isEmpty() && Files.size(part()) >= 12 * MB);
        sshd.breakConnections();
        assertTrue(putting.join(Duration.ofSeconds(30)));
        assertNotNull(broken.get());
        Path part = part();
        programs.removeAll();
        Files.setLastModifiedTime(part, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        TransferResult put =
                counted(connector -> connector.open(sshd.host()).put(Map.of("sync", true), source, folder));
        assertSent(content.length - 12 * MB, put);
        assertArrives(content, target);
    }

    /** As Ctrl-C does. */
    @Test
    void anUploadThatIsInterruptedGoesOn() throws Exception {
        Files.delete(target);
        write(content);
        programs.put(
                "sftp-server",
                "/usr/bin/perl -e '$n = 14e6; while ($n > 0 && ($r = sysread STDIN, $b, $n < 65536 ? $n : 65536))"
                        + " { syswrite STDOUT, $b; $n -= $r } $n = 1e9; while ($n > 0 && ($r = sysread STDIN, $b, 65536))"
                        + " { select undef, undef, undef, 0.1; syswrite STDOUT, $b }' | /usr/lib/openssh/sftp-server");
        AtomicReference<String> message = new AtomicReference<>();
        Thread putting = Thread.ofVirtual()
                .start(() -> message.set(WithTreeHosts.failure(() -> counted(connector ->
                        connector.open(sshd.host()).put(Map.of("sync", true), source, target.toString())))));
        Await.until("12 MB arrive", () -> !names(target.resolveSibling("")).isEmpty() && Files.size(part()) >= 12 * MB);
        putting.interrupt();
        assertTrue(putting.join(Duration.ofSeconds(30)));
        assertTrue(
                message.get().endsWith("interrupted; what has arrived stays there, and the same sync goes on from it"),
                message.get());
        programs.removeAll();
        TransferResult put =
                counted(connector -> connector.open(sshd.host()).put(Map.of("sync", true), source, target.toString()));
        assertTrue(put.bytes() <= content.length - 12 * MB, put.bytes() + " bytes were sent");
        assertArrives(content, target);
    }

    @Test
    void aTreeThatBrokeOffGoesOn() throws Exception {
        Path tree = manyFiles();
        breakOff(tree);
        List<String> whole = new ArrayList<>();
        for (String name : names(arrived())) {
            if (Files.size(arrived().resolve(name)) == 4 * MB) {
                whole.add(name);
            }
        }
        assertEquals(5, whole.size());
        // What has another version here by now, and what is not here any more.
        Files.writeString(tree.resolve("below").resolve(whole.get(0)), "changed");
        Files.delete(tree.resolve("below").resolve(whole.get(1)));
        TransferResult put = counted(connector ->
                connector.open(sshd.host()).put(Map.of("sync", true, "verify", true), tree + "/", there + "/many"));
        assertEquals(7 + 4 * MB, put.bytes());
        assertEquals(5, put.files());
        assertTrue(received < 4 * MB + TALK, received + " bytes were received");
        assertArrived(tree);
        assertTrue(
                printed.notices().stream().anyMatch(each -> each.endsWith("goes on from 3 files that arrived before")),
                printed.notices().toString());
    }

    @Test
    @Needs(Tool.MOUNT)
    void onAFullDiskNothingStays() throws Exception {
        Path tree = manyFiles();
        // As where the connection breaks off as well.
        programs.put("tar", "/usr/bin/head -c 9000000 | /usr/bin/tar \"$@\"");
        try (SmallDisk disk = SmallDisk.at(here.resolve("disk"))) {
            String message = WithTreeHosts.failure(() -> counted(connector ->
                    connector.open(sshd.host()).put(Map.of("sync", true), tree + "/", disk.folder() + "/many")));
            assertTrue(message.contains("is the disk full") || message.contains("No space left"), message);
            Await.until("nothing stays", () -> names(disk.folder()).isEmpty());
        }
    }

    @Test
    void anotherTransferMayTakeWhatIsLeft() throws Exception {
        Path tree = manyFiles();
        breakOff(tree);
        programs.put("mv", "rm -rf '" + there + "'/.jfab-*.rest; exec /usr/bin/mv \"$@\"");
        TransferResult put = counted(
                connector -> connector.open(sshd.host()).put(Map.of("sync", true), tree + "/", there + "/many"));
        assertEquals(6 * 4 * MB, put.bytes());
        assertArrived(tree);
    }

    private void assertArrived(Path tree) throws IOException {
        assertEquals(List.of("$HOME below", "many"), names(there));
        Path below = there.resolve("many/below");
        assertEquals(names(tree.resolve("below")), names(below));
        for (String name : names(below)) {
            assertEquals(-1, Files.mismatch(tree.resolve("below").resolve(name), below.resolve(name)));
        }
    }

    /** Six files of 4 MB. */
    private Path manyFiles() throws IOException {
        Path below = Files.createDirectories(here.resolve("many/below"));
        for (int i = 0; i < 6; i++) {
            Path file = Files.write(
                    below.resolve(Integer.toString(i)), Arrays.copyOfRange(content, i * MB, i * MB + 4 * MB));
            Files.setLastModifiedTime(file, THEN);
        }
        return here.resolve("many");
    }

    /** Puts a tree, of which five files arrive and a part of the sixth. */
    private void breakOff(Path tree) throws Exception {
        programs.put("tar", """
                /usr/bin/perl -e '$n = 21.5e6;
                    while ($r = sysread STDIN, $b, 65536) { syswrite STDOUT, $b if $n > 0; $n -= $r; select undef, undef, undef, 0.2 if $n < 0 }
                    ' | /usr/bin/tar "$@"
                """);
        AtomicReference<Throwable> broken = new AtomicReference<>();
        Thread putting = Thread.ofVirtual().start(() -> {
            try (JschConnector connector = new JschConnector(sshd.settings(printed))) {
                connector.open(sshd.host()).put(Map.of("sync", true), tree + "/", there + "/many");
            } catch (RuntimeException e) {
                broken.set(e);
            }
        });
        Await.until(
                "a part of the sixth arrives",
                () -> Files.isDirectory(arrived()) && names(arrived()).size() == 6);
        sshd.cutConnections();
        assertTrue(putting.join(Duration.ofSeconds(30)));
        assertNotNull(broken.get());
        Await.until("what arrived stays", () -> names(there).stream().anyMatch(name -> name.endsWith(".rest")));
        programs.removeAll();
    }

    /** Where the tree's files are that are not in their place yet. */
    private Path arrived() throws IOException {
        String stage = names(there).stream()
                .filter(each -> each.startsWith(".jfab-"))
                .findFirst()
                .orElse("none");
        return there.resolve(stage).resolve("t/below");
    }

    private Path part() throws IOException {
        return target.resolveSibling(names(target.resolveSibling("")).getFirst());
    }

    @Test
    void whatSomebodyMayStillWriteIsNotRemoved() throws Exception {
        Files.delete(target);
        Path part = Files.write(
                target.resolveSibling(".jfab-01234567-89ab-cdef-0123-456789abcdef"),
                Arrays.copyOf(content, 12 * MB + 1));
        assertSent(
                content.length - 12 * MB,
                put(content, Map.of("sync", true)),
                part.getFileName().toString(),
                "large");
    }

    @Test
    void whatBrokenConnectionsLeftIsRemovedDaysLater() throws Exception {
        // Nobody can make a file that changed long ago by ctime.
        programs.put(
                "find",
                "for each; do [ \"$each\" != -ctime ] || each=-mtime; set -- \"$@\" \"$each\"; shift; done\n"
                        + "exec /usr/bin/find \"$@\"");
        Path old = Files.writeString(target.resolveSibling(".jfab-01234567-89ab-cdef-0123-456789abcdef"), "old");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(3))));
        Path fresh = Files.writeString(target.resolveSibling(".jfab-11234567-89ab-cdef-0123-456789abcdef"), "fresh");
        content[0]++;
        assertSent(
                CHUNK, put(content, Map.of("sync", true)), fresh.getFileName().toString(), "large");
    }

    private interface Work {
        TransferResult with(JschConnector connector);
    }

    private void write(byte[] bytes) throws IOException {
        Files.write(source, bytes);
        Files.setPosixFilePermissions(source, PosixFilePermissions.fromString("rw-r-----"));
        Files.setLastModifiedTime(source, THEN);
    }

    /** Puts the tree with {@code bytes} in its file, and looks at what has become of the file there. */
    private TransferResult put(byte[] bytes, Map<String, ?> options) throws Exception {
        write(bytes);
        TransferResult put =
                counted(connector -> connector.open(sshd.host()).put(options, here + "/tree/", there.toString()));
        assertArrives(bytes, target);
        return put;
    }

    private static void assertArrives(byte[] bytes, Path file) throws IOException {
        assertEquals(-1, Arrays.mismatch(bytes, Files.readAllBytes(file)));
        assertEquals(THEN, Files.getLastModifiedTime(file));
    }

    private TransferResult counted(Work work) throws Exception {
        int before = connections().size();
        TransferResult put;
        try (JschConnector connector = new JschConnector(sshd.settings(printed))) {
            put = work.with(connector);
        }
        Await.until("the host says what it has received", () -> connections().size() > before);
        received = connections().getLast();
        return put;
    }

    private static List<Long> connections() throws IOException {
        return RECEIVED.matcher(sshd.log())
                .results()
                .map((MatchResult each) -> Long.valueOf(each.group(1)))
                .toList();
    }

    private void assertSent(long bytes, TransferResult put, String... names) throws IOException {
        assertEquals(bytes, put.bytes());
        assertTrue(received >= bytes && received < bytes + TALK, received + " bytes were received");
        assertEquals(names.length == 0 ? List.of(target.getFileName().toString()) : List.of(names), left());
    }

    private List<String> left() throws IOException {
        List<String> names = names(target.resolveSibling(""));
        assertNotEquals(List.of(), names);
        return names;
    }

    private String shown() {
        return String.valueOf(printed.progress().get(here.resolve("tree").toString()));
    }
}
