package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import jfab.control.connection.GroupResult;
import jfab.control.connection.host.Host;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class FetchTest {
    @TempDir
    private Path folder;

    @Test
    void twoUsersOfAHostHaveAFolderEach() {
        List<Host> hosts = List.of(Host.parse("a@h"), Host.parse("b@h"), Host.parse("a@g:22"), Host.parse("h:22"));
        assertEquals(
                List.of("a@h", "b@h", "g_22", "h_22"),
                hosts.stream().map(host -> Fetch.nameOf(host, hosts)).toList());
    }

    @Test
    void aHostThatSendsNothingLeavesWhatWasFetchedBefore() throws Exception {
        assertTrue(fetch(".jfab/", "output/").ok());
        Path fetched = folder.resolve("JOB20260131120000/gpu1/output");
        assertTrue(Files.isDirectory(fetched));
        for (String[] sent : new String[][] {{}, {"log/"}, {".jfab/", "other/"}}) {
            GroupResult<Path> result = fetch(sent);
            String said = String.valueOf(result.failed().getFirst().failure().getMessage());
            assertTrue(said.contains(sent.length < 2 ? "sent nothing of the job" : "'other'"), said);
            assertTrue(Files.isDirectory(fetched));
            try (var left = Files.list(folder.resolve("JOB20260131120000"))) {
                assertEquals(List.of(folder.resolve("JOB20260131120000/gpu1")), left.toList());
            }
        }
    }

    /** tar pads an archive by a few kB; whoever sends zeros without end would hold the fetch for ever. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aHostThatGoesOnBehindTheEndOfItsArchiveLeavesWhatWasFetchedBefore() throws Exception {
        assertTrue(fetch(archive(1_000_000, ".jfab/", "output/")).ok());
        GroupResult<Path> result = fetch(archive(10_000_000, ".jfab/", "log/"));
        String said = String.valueOf(result.failed().getFirst().failure().getMessage());
        assertTrue(said.endsWith("the host sends more and more: over 1 MB after the end of what it has"), said);
        try (var left = Files.walk(folder.resolve("JOB20260131120000"))) {
            assertEquals(
                    List.of("", "gpu1", "gpu1/.jfab", "gpu1/output"),
                    left.map(each -> folder.resolve("JOB20260131120000")
                                    .relativize(each)
                                    .toString())
                            .sorted()
                            .toList());
        }
    }

    @Test
    void twoFetchesIntoOneFolderDoNotTakeEachOthersFiles() throws Exception {
        assertTrue(fetch(".jfab/", "output/").ok());
        Path fetched = folder.resolve("JOB20260131120000/gpu1");
        Path lock = fetched.resolveSibling(".gpu1.lock");
        try (FileChannel other = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            assertNotNull(other.tryLock());
            String said =
                    String.valueOf(fetch(".jfab/").failed().getFirst().failure().getMessage());
            assertTrue(said.endsWith(fetched + ": another fetch is writing there"), said);
            assertTrue(Files.isDirectory(fetched.resolve("output")));
        }
        assertTrue(fetch(".jfab/").ok());
        assertFalse(Files.exists(fetched.resolve("output")));
        assertFalse(Files.exists(lock));
    }

    @Test
    void theExamplesKeepTheirCheckpointsWhereTheyAreFetchedFrom() throws Exception {
        for (String example : List.of("docs/engines.md", "examples/templates/pytorch/package/train.py")) {
            String text = Files.readString(Path.of(example));
            assertTrue(text.contains("'output/checkpoint.pt'"), example);
            assertEquals(-1, text.indexOf("'checkpoint."), example);
        }
    }

    /** From a host that answers every request with an archive of these names. */
    private GroupResult<Path> fetch(String... names) throws Exception {
        return fetch(archive(0, names));
    }

    private GroupResult<Path> fetch(byte[] archive) throws InterruptedException {
        return new Fetch(new FakeHost(archive, 0).job(new Notices())).each(folder);
    }

    /** An archive of these names, with so many zeros behind its end. */
    private static byte[] archive(int zeros, String... names) throws IOException {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(archive)) {
            for (String name : names) {
                tar.putArchiveEntry(new TarArchiveEntry(name));
                tar.closeArchiveEntry();
            }
        }
        archive.write(new byte[zeros]);
        return archive.toByteArray();
    }
}
