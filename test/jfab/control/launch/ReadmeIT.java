package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jfab.control.bundle.EngineBundle;
import jfab.control.bundle.Installation;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Types the commands of README.md, and runs its samples, in an empty home, with two hosts that have the names that it uses. */
@Needs({Tool.SSHD, Tool.NETWORK_NAMESPACES})
class ReadmeIT {
    private static final Path PROJECT = Path.of("").toAbsolutePath();
    private static final List<String> ADDRESSES = List.of("172.16.0.5", "172.16.0.6");

    @TempDir
    static Path folder;

    private static NetnsCluster cluster;
    private static String readme = "";

    @BeforeAll
    static void startHosts() throws Exception {
        readme = Files.readString(Path.of("README.md"));
        cluster = NetnsCluster.up(folder.resolve("state"), ADDRESSES.toArray(String[]::new));
        StringBuilder names = new StringBuilder();
        EngineBundle engine = new Installation(Path.of("target")).engine(false);
        for (int i = 0; i < ADDRESSES.size(); i++) {
            names.append("Host gpu")
                    .append(i + 1)
                    .append("\n  HostName ")
                    .append(ADDRESSES.get(i))
                    .append("\n");
            // As an earlier job would have left it.
            Path cache = Files.createDirectories(cluster.home(ADDRESSES.get(i)).resolve(".jfab/cache"));
            Files.createSymbolicLink(
                    cache.resolve(engine.digest()), Path.of("target/engine").toAbsolutePath());
        }
        Files.writeString(cluster.sshConfig(), names + Files.readString(cluster.sshConfig()));
        Files.createSymbolicLink(folder.resolve("jfab"), PROJECT.resolve("jfab"));
    }

    @AfterAll
    static void stopHosts() throws IOException, InterruptedException {
        cluster.down();
        Files.delete(folder.resolve("jfab"));
    }

    /** The commands of a section, block by block, without what is said of them. */
    private static List<String> blocks(String title) {
        String section = readme.replaceFirst("(?s).*\n## " + Pattern.quote(title) + "\n", "")
                .replaceFirst("(?s)\n## .*", "");
        List<String> blocks = new ArrayList<>();
        Matcher block = Pattern.compile("(?m)^(?:    \\S.*\n)+").matcher(section);
        while (block.find()) {
            blocks.add(block.group()
                    .lines()
                    .map(line -> line.strip().replaceFirst("\\s+#.*", ""))
                    .collect(Collectors.joining("\n", "", "\n")));
        }
        return blocks;
    }

    private static List<String> samples() {
        List<String> samples = new ArrayList<>();
        Matcher sample = Pattern.compile("(?s)```groovy\n(.*?)```").matcher(readme);
        while (sample.find()) {
            samples.add(sample.group(1));
        }
        return samples;
    }

    /** An empty folder of the user. */
    private static Path empty(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }

    /** Types {@code commands} in {@code at}, of which each must succeed; gives what they said. */
    private static String typed(Path at, String commands) throws IOException, InterruptedException {
        Path out = folder.resolve("typed.out");
        List<String> shell = List.of(
                "env",
                "HOME=" + folder,
                "PATH=" + folder + ":" + System.getenv("PATH"),
                "JFAB_SSH_CONFIG=" + cluster.sshConfig(),
                "sh",
                "-euxc",
                "cd " + at + "\n" + commands);
        ProcessBuilder builder = new ProcessBuilder(cluster.client(shell))
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("JFAB_"));
        Process process = builder.start();
        boolean ended = process.waitFor(240, TimeUnit.SECONDS);
        process.destroyForcibly();
        String said = Files.readString(out);
        assertTrue(ended, said);
        assertEquals(0, process.exitValue(), said);
        return said;
    }

    @Test
    void theFirstCommandsWork() throws Exception {
        String commands = blocks("First run").getFirst();
        assertTrue(commands.endsWith(" check-gpu\n"), commands);
        // Here is no GPU, and that is what it says.
        String said = typed(empty("first"), commands.replaceFirst("\n$", " || :\n"));
        for (String part : List.of(
                "trained: ", "wrote fabfile.groovy", "nothing is missing", "no training engine there; build it with")) {
            assertTrue(said.contains(part), part + " in: " + said);
        }
    }

    /** With the project's own fabfile, as the page says; training lasts seconds, so that it has ended when it is looked at. */
    @Test
    void aTrainingJobOfTheProjectsFabfileIsStartedFollowedAndFetched() throws Exception {
        Path at = empty("project");
        for (String part : List.of("fabfile.groovy", "tasks", "examples")) {
            Files.createSymbolicLink(at.resolve(part), PROJECT.resolve(part));
        }
        String data = PROJECT + "/target/engine/bin/train examples/make_data.groovy --kind mnist --to mnist\n";
        String commands = blocks("First run").getLast().replace("jfab tail-log", "jfab attach\njfab tail-log");
        String said = typed(at, data + commands);
        assertTrue(said.contains("[172.16.0.6 trainer 1] "), said);
        try (var files = Files.walk(at.resolve("output"))) {
            assertTrue(files.filter(file -> file.toString().contains("/log/")).count() >= 2, said);
        }
    }

    @Test
    void theThreeSamplesRun() throws Exception {
        List<String> samples = samples();
        assertEquals(3, samples.size());
        Path tasks = empty("tasks");
        Files.writeString(tasks.resolve("fabfile.groovy"), samples.get(0));
        Files.createDirectory(tasks.resolve("model"));
        for (String address : ADDRESSES) {
            Files.createDirectories(cluster.home(address).resolve("data"));
        }
        String said = typed(tasks, "jfab lint\njfab --list\njfab disk --path=/root/data\njfab --dry-run push\n");
        assertEquals(
                2,
                Pattern.compile("(?m)^\\[172.16.0.[56]\\] Filesystem")
                        .matcher(said)
                        .results()
                        .count(),
                said);

        Path training = empty("training");
        Files.writeString(training.resolve("fabfile.groovy"), samples.get(1));
        Path sent = Files.createDirectory(training.resolve("package"));
        for (String file : List.of("train.groovy", "houses.csv")) {
            Files.copy(PROJECT.resolve("examples/templates/cluster/package").resolve(file), sent.resolve(file));
        }
        assertTrue(readme.contains("`jfab cluster-train -p package`"));
        said = typed(training, "jfab lint\njfab lint package/train.groovy\njfab cluster-train -p package\n");
        assertTrue(said.contains("is done"), said);

        Path torch = empty("torch");
        Files.writeString(torch.resolve("fabfile.groovy"), samples.get(2));
        // In the place of PyTorch, which not every machine has: what every such program reads.
        Files.writeString(
                Files.createDirectory(torch.resolve("package")).resolve("train.py"),
                "import os\nprint('step', 1, 'loss', os.environ['RANK'], 'of', os.environ['WORLD_SIZE'])\n",
                StandardOpenOption.CREATE);
        said = typed(torch, "jfab lint\njfab cluster-train -p package\n");
        assertEquals(
                8,
                Pattern.compile("(?m)^\\[gpu[12] trainer \\d\\] step 1 loss \\d of 8$")
                        .matcher(said)
                        .results()
                        .count(),
                said);
    }
}
