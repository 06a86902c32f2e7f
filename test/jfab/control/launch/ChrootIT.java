package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.SshdFixture;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host whose sshd shuts its users up: {@code ChrootDirectory}, with busybox for all programs, or with SFTP alone. */
@Needs({Tool.SSHD, Tool.MOUNT, Tool.BUSYBOX})
class ChrootIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** sshd wants each folder above it to be root's, which those for temporary files are not. */
    private static final String ROOM = """
            mount -t tmpfs -o mode=755 jfab /mnt
            mkdir -p /mnt/bin /mnt/root /mnt/tmp
            """;

    /** busybox, what it is linked with, and the login shell of this user. */
    private static final String PROGRAMS = ROOM + """
            busybox=$(command -v busybox)
            for file in $(ldd "$busybox" | grep -o '/[^ ]*'); do
                mkdir -p "/mnt${file%/*}"
                cp "$file" "/mnt$file"
            done
            cp "$busybox" /mnt/bin/busybox
            for name in $("$busybox" --list); do
                ln -sf busybox "/mnt/bin/$name"
            done
            shell=$(getent passwd "$(id -u)" | cut -d : -f 7)
            [ -e "/mnt$shell" ] || {
                mkdir -p "/mnt${shell%/*}"
                printf '#!/bin/sh\\nexec /bin/sh "$@"\\n' >"/mnt$shell"
                chmod 755 "/mnt$shell"
            }
            """;

    private static final String DEVICES = PROGRAMS + """
            mkdir /mnt/dev /mnt/proc
            : >/mnt/dev/null
            mount --bind /dev/null /mnt/dev/null
            mount -t proc proc /mnt/proc
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(folder.resolve("tree/below"));
        Files.writeString(folder.resolve("tree/below/leaf"), "green");
        Files.writeString(folder.resolve("file"), "content");
        Files.createDirectories(folder.resolve("package"));
        Files.writeString(folder.resolve("package/train.sh"), "echo step 1; echo model >output/model\n");
    }

    /** What jfab says of a host with these programs. */
    private Ended jfab(SshdFixture sshd, String... words) throws IOException, InterruptedException {
        Path fabfile = Files.writeString(folder.resolve("fabfile.groovy"), """
                hosts '%1$s'
                cluster {
                    rootDir '/tmp/jobs'
                    pservers 0
                    environment DB_PW: secret(env: 'DB_PW')
                    command role: 'trainer', ['sh', 'train.sh']
                }
                task('command') { c -> c.run('echo it runs in $(ls /)') }
                task('files') { c ->
                    c.put('file', '/tmp/file')
                    c.put('tree', '/tmp/')
                    c.get('/tmp/file', 'back')
                    c.get('/tmp/tree', 'there/')
                }
                """.formatted(sshd.host()));
        Path config = Files.writeString(folder.resolve("ssh_config"), """
                IdentityFile %s
                IdentitiesOnly yes
                StrictHostKeyChecking accept-new
                UserKnownHostsFile %s
                """.formatted(
                        sshd.folder().resolve("id_ed25519"), folder.resolve("known_hosts")));
        List<String> all = new ArrayList<>(List.of("-f", fabfile.toString(), "-S", config.toString()));
        all.addAll(List.of(words));
        Ended ended = JfabProcess.of(
                        command -> {
                            List<String> here =
                                    new ArrayList<>(List.of("env", "-C", folder.toString(), "DB_PW=hunter2hunter2"));
                            here.addAll(command);
                            return here;
                        },
                        all)
                .end(LIMIT);
        assertEquals(0, ended.count("hunter2"), ended::text);
        return ended;
    }

    private void bringsFiles(SshdFixture sshd) throws IOException, InterruptedException {
        Ended files = jfab(sshd, "files");
        assertEquals(0, files.exitCode(), files::text);
        assertEquals("content", Files.readString(folder.resolve("back")));
        assertEquals("green", Files.readString(folder.resolve("there/tree/below/leaf")));
    }

    @Test
    void commandsFilesAndJobsAreAsEverywhere() throws Exception {
        try (SshdFixture sshd = SshdFixture.mounted(DEVICES, "ChrootDirectory /mnt", "SetEnv HOME=/root")) {
            Ended command = jfab(sshd, "command");
            assertEquals(0, command.exitCode(), command::text);
            assertEquals(1, command.count("it runs in bin"), command::text);
            bringsFiles(sshd);
            Ended job =
                    jfab(sshd, "cluster-train", "-p", folder.resolve("package").toString());
            assertEquals(0, job.exitCode(), job::text);
            assertEquals(1, job.count("trainer 0] step 1"), job::text);
            Ended left = jfab(sshd, "-H", sshd.host().toString(), "--", "find / -xdev -name '.jfab-*' -o -name token");
            assertEquals(0, left.exitCode(), left::text);
            assertEquals("", left.out(), left::text);
        }
    }

    @Test
    void aJobIsRefusedWhereItsProcessesCouldNotBeFound() throws Exception {
        try (SshdFixture sshd = SshdFixture.mounted(PROGRAMS, "ChrootDirectory /mnt", "SetEnv HOME=/root")) {
            Ended job =
                    jfab(sshd, "cluster-train", "-p", folder.resolve("package").toString());
            assertEquals(1, job.exitCode(), job::text);
            assertEquals(
                    1,
                    job.count("(?m)^jfab: " + sshd.host() + ": .*\\S+ has no /proc or no /dev/null, without which no"
                            + " process is started and found again; are commands run in a chroot without them\\?$"),
                    job::text);
            Ended left = jfab(sshd, "-H", sshd.host().toString(), "--", "ls -A /tmp");
            assertEquals("", left.out(), left::text);
        }
    }

    @Test
    void commandsAreSaidNotToRunWhereThereIsSftpAlone() throws Exception {
        try (SshdFixture sshd = SshdFixture.mounted(ROOM, "ChrootDirectory /mnt", "ForceCommand internal-sftp")) {
            Ended command = jfab(sshd, "command");
            assertEquals(1, command.exitCode(), command::text);
            assertTrue(
                    command.err()
                            .contains(sshd.host() + ": `echo it runs in $(ls /)` did not run: the host did not start"
                                    + " /bin/sh for it, and exited with 1: This service allows sftp connections only."),
                    command::text);
            bringsFiles(sshd);
            Ended job =
                    jfab(sshd, "cluster-train", "-p", folder.resolve("package").toString());
            assertEquals(1, job.exitCode(), job::text);
            assertTrue(job.err().contains("This service allows sftp connections only."), job::text);
        }
    }
}
