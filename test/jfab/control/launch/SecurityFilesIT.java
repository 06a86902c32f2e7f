package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whose all files are that a job leaves, on its hosts and on its user's machine, and who can read them: as the tables of SECURITY.md
 * have it, where the first line that fits a file counts.
 */
@Needs(Tool.SSHD)
class SecurityFilesIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Pattern LINE = Pattern.compile("\\| `([^`]+)` \\| (`([rwx-]{9})`|yours) \\|.*");

    /** A line of a table: for the files that it fits, their mode; that of directories has an x more. */
    private record Line(PathMatcher fits, String mode) {
        boolean holds(PosixFileAttributes file) {
            String own = file.isDirectory() ? mode.replace("rw-", "rwx") : mode;
            return mode.isEmpty()
                    || file.isSymbolicLink()
                    || PosixFilePermissions.toString(file.permissions()).equals(own);
        }
    }

    @TempDir
    static Path folder;

    private static SshdHosts hosts;

    @BeforeAll
    static void startHosts() throws IOException, InterruptedException {
        hosts = SshdHosts.start(folder.resolve("hosts"), 2);
        Path work = Files.createDirectories(folder.resolve("package/data"));
        Files.writeString(work.resolve("sample"), "1 2 3\n");
        Files.writeString(folder.resolve("package/train.sh"), """
                mkdir -p output/pass-00000 metrics && echo w >output/pass-00000/w && echo 1 >metrics/m
                until [ -e go ]; do sleep 0.05; done
                """);
        Files.createDirectories(folder.resolve("user"));
        Files.writeString(folder.resolve("fabfile.groovy"), """
                cluster {
                    hosts %s
                    pservers 0
                    encrypt true
                    environment DB_PW: secret(env: 'DB_PW')
                    command role: 'trainer', ['sh', 'train.sh']
                }
                """.formatted(hosts.quoted()));
    }

    @AfterAll
    static void stopHosts() throws IOException {
        hosts.close();
    }

    @Test
    void everyFileIsAsTheDocumentSays() throws Exception {
        Ended started = jfab("cluster-train", "-p", folder.resolve("package").toString(), "--detach");
        assertEquals(0, started.exitCode(), started::text);
        List<Path> jobs = List.of(hosts.job(1), hosts.job(2));
        Set<String> seen = new HashSet<>();
        for (Path job : jobs) {
            LightCluster.await(job.resolve("metrics/m"));
            seen.addAll(check("On each host", job, job, "JOB"));
        }
        assertTrue(seen.containsAll(Set.of("JOB/.jfab/token", "JOB/.jfab/tls.pem")), seen.toString());
        for (Path job : jobs) {
            Files.createFile(job.resolve("go"));
        }
        for (int rank = 0; rank < jobs.size(); rank++) {
            LightCluster.await(jobs.get(rank).resolve(".jfab/trainer-" + rank + ".exit"));
            LightCluster.awaitGone(jobs.get(rank).resolve(".jfab/token"));
            LightCluster.awaitGone(jobs.get(rank).resolve(".jfab/tls.pem"));
            check("On each host", jobs.get(rank), jobs.get(rank), "JOB");
        }
        Path sshHome = hosts.home();
        check("On each host", sshHome.resolve(".jfab"), sshHome, "~");

        Path user = folder.resolve("user");
        for (List<String> words : List.of(
                List.of("status"),
                List.of("fetch", "--to", user.resolve("FOLDER").toString()),
                List.of("report", "--to", user.resolve("job.html").toString()))) {
            Ended ended = jfab(words.toArray(String[]::new));
            assertEquals(0, ended.exitCode(), ended::text);
        }
        Set<String> own = check("On your machine", user, user, "~");
        assertTrue(own.stream().anyMatch(file -> file.contains("/.jfab/events")), own.toString());
    }

    /** Gives the names of all files below {@code root}, as the document has them: {@code from} goes by the name {@code word}. */
    private static Set<String> check(String chapter, Path root, Path from, String word) throws IOException {
        List<Line> lines = lines(chapter);
        UserPrincipal user = Files.getOwner(Path.of("/proc/self"));
        List<String> wrong = new ArrayList<>();
        Set<String> names = new HashSet<>();
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path path : tree.toList()) {
                String below = from.relativize(path).toString();
                String name = below.isEmpty() ? word : word + "/" + below;
                names.add(name);
                try {
                    PosixFileAttributes file =
                            Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                    boolean right = file.owner().equals(user)
                            && lines.stream()
                                    .filter(line -> line.fits().matches(Path.of(name)))
                                    .findFirst()
                                    .map(line -> line.holds(file))
                                    .orElse(false);
                    if (!right) {
                        wrong.add(PosixFilePermissions.toString(file.permissions()) + " " + file.owner() + " " + name);
                    }
                } catch (NoSuchFileException e) {
                    // A process has ended meanwhile.
                }
            }
        }
        assertEquals("", String.join("\n", wrong));
        return names;
    }

    private static List<Line> lines(String chapter) throws IOException {
        String text = Files.readString(Path.of("SECURITY.md"));
        String table = text.substring(text.indexOf("### " + chapter));
        return table.lines()
                .skip(1)
                .takeWhile(line -> !line.startsWith("#"))
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .map(line -> new Line(
                        FileSystems.getDefault().getPathMatcher("glob:" + line.group(1)),
                        line.group(3) == null ? "" : line.group(3)))
                .toList();
    }

    private static Ended jfab(String... words) throws IOException, InterruptedException {
        List<String> all =
                new ArrayList<>(List.of("-f", folder.resolve("fabfile.groovy").toString()));
        all.addAll(hosts.login());
        all.addAll(List.of(words));
        List<String> home = List.of(
                "env",
                "-u",
                "XDG_CACHE_HOME",
                "-u",
                "XDG_STATE_HOME",
                "DB_PW=hunter2hunter2",
                "HOME=" + folder.resolve("user"));
        return JfabProcess.of(
                        command ->
                                Stream.concat(home.stream(), command.stream()).toList(),
                        all)
                .end(LIMIT);
    }
}
