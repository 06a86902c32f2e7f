package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import jfab.role.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way from a table of one's own to predictions, by the commands of docs/own-data.md; and the same program as a job. */
class OwnDataIT {
    private static final String ENGINE = "target/engine/bin/train ";

    @TempDir
    Path folder;

    @Test
    void theCommandsOfTheDocumentationLeadToPredictions() throws Exception {
        String section = Files.readString(Path.of("docs/own-data.md"));
        List<String> commands = section.lines()
                .map(String::strip)
                .filter(line -> line.startsWith(ENGINE))
                .map(line -> line.substring(ENGINE.length()).replaceFirst("\\s+#.*", ""))
                .toList();
        assertEquals(3, commands.size(), section);

        List<String> outputs = new ArrayList<>();
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            for (String command : commands) {
                outputs.add(run(processes, "command" + outputs.size(), command.split(" ")));
            }
            List<String> answers = outputs.get(2).lines().toList();
            assertEquals(3, answers.size(), outputs.get(2));
            for (int i = 0; i < 3; i++) {
                String kind = List.of("setosa", "versicolor", "virginica").get(i);
                assertTrue(answers.get(i).startsWith("line " + (i + 2) + ": " + kind + " "), outputs.get(2));
            }
            assertTrue(accuracy(outputs.get(1)) > 0.9, outputs.get(1));

            // What lacks a column, or has a wrong number, is told with its line.
            Files.writeString(
                    folder.resolve("bad.csv"), "petal_length,petal_width,sepal_length,sepal_width\n1,2,x,4\n");
            TrainingProcesses.Running bad =
                    processes.start("bad", Map.of(), List.of("predict", "output/model", "--data", "bad.csv"));
            assertEquals(ExitCode.USAGE, bad.exit());
            assertEquals("bad.csv: line 2: column 'sepal_length': 'x' is not a number\n", bad.output());
        }
    }

    @Test
    void theSameProgramIsAJob() throws Exception {
        String script = Path.of("examples/own_data.groovy").toAbsolutePath().toString();
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            run(
                    processes,
                    "data",
                    "examples/make_data.groovy --kind table --to flowers --train 120 --test 30".split(" "));
            String server = "127.0.0.1:" + TrainingProcesses.freePort();
            List<TrainingProcesses.Running> job = new ArrayList<>();
            for (List<String> role : List.of(
                    List.of("pserver", server, server, "0", "2"),
                    List.of("trainer", server, server, "0", "2"),
                    List.of("trainer", server, server, "1", "2"))) {
                List<String> line = new ArrayList<>(List.of(script));
                line.addAll(role);
                line.addAll(List.of("--data", "flowers", "--save_dir", "together"));
                job.add(processes.start("process" + job.size(), Map.of(), line));
            }
            for (TrainingProcesses.Running running : job) {
                assertEquals(0, running.exit(), running.output());
            }
            assertTrue(accuracy(job.get(1).output()) > 0.9, job.get(1).output());
            String answers = run(processes, "predict", "predict", "together/model", "--data", "flowers/new.csv");
            assertTrue(answers.startsWith("line 2: setosa "), answers);
        }
    }

    @Test
    void whatCannotBePrintedIsAFailureOfPredictionsAloneUnlessNobodyReadsIt() throws Exception {
        Files.writeString(folder.resolve("rows.csv"), "a,b\n1,2\n3,4\n");
        Files.writeString(folder.resolve("net.groovy"), """
                def rows = csv('rows.csv', columns: [x: ['a', 'b']])
                def x = data(name: 'x', shape: [2], dtype: 'float32')
                def predict = fc(input: x, size: 1)
                def exe = Executor(CPUPlace())
                exe.run(default_startup_program())
                3.times { println "line $it" }
                save_inference_model('model', ['x'], [predict], exe)
                """);
        String failure = "standard output could not be written: No space left on device";
        assertEquals(failure + "; training goes on\n0\n", into(">/dev/full", "net.groovy"));
        assertEquals(failure + "\n1\n", into(">/dev/full", "predict", "model", "--data", "rows.csv"));
        assertEquals("0\n", into("| true", "predict", "model", "--data", "rows.csv"));
    }

    /** The errors and the exit code of the engine, which prints to somewhere else. */
    private String into(String where, String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "exec 3>&1; { \"$@\" 3>&-; echo $? >&3; } " + where, "sh"));
        command.addAll(TrainingProcesses.engine());
        command.addAll(List.of(arguments));
        Path log = folder.resolve("into.log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertTrue(process.waitFor(90, TimeUnit.SECONDS));
            return Files.readString(log);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void pictureAfterPictureIsPredicted() throws Exception {
        for (int i = 0; i < 6; i++) {
            picture("pictures/dark/" + i + ".png", 0x101010 * (i % 3));
            picture("pictures/light/" + i + ".jpg", 0xf0f0f0 + i);
        }
        picture("unknown/b.png", 0xffffff);
        picture("unknown/a.jpg", 0x000000);
        Files.writeString(folder.resolve("pictures.groovy"), """
                def rows = images('pictures', columns: [img: image(size: [4, 6]), kind: classes()])
                def img = data(name: 'img', shape: [3, 4, 6], dtype: 'float32')
                def kind = data(name: 'kind', shape: [1], dtype: 'int64')
                def predict = fc(input: img, size: rows.size('kind'), act: 'softmax')
                def cost = mean(cross_entropy(input: predict, label: kind))
                SGD(learning_rate: 0.1).minimize(cost)
                def exe = Executor(CPUPlace())
                exe.run(default_startup_program())
                def feeder = DataFeeder(feed_list: [img, kind])
                40.times { for (samples in batch(rows, 4)) exe.run(default_main_program(), feed: feeder.feed(samples), fetch_list: [cost]) }
                save_inference_model('model', ['img'], [predict], exe)
                """);
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            run(processes, "train", folder.resolve("pictures.groovy").toString());
            List<String> answers = run(processes, "predict", "predict", "model", "--data=unknown")
                    .lines()
                    .toList();
            assertEquals(2, answers.size(), answers.toString());
            assertTrue(
                    answers.get(0).startsWith("a.jpg: dark 0.")
                            && answers.get(1).startsWith("b.png: light 0."),
                    answers.toString());
        }
    }

    @Test
    void aSampleWhoseAnswerIsASequenceHasANumberPerWordWhateverIsBesideIt() throws Exception {
        Files.writeString(folder.resolve("texts.csv"), "text,y\na b c,1\nd,2\n\"a, a\",3\nc d,4\n");
        Files.writeString(folder.resolve("texts.groovy"), """
                def rows = csv('texts.csv', columns: [w: words('text'), y: numbers(['y'])])
                def w = data(name: 'w', shape: [1], dtype: 'int64', lod_level: 1)
                def each = fc(input: embedding(input: w, size: [rows.size('w'), 3]), size: 1)
                def sum = sequence_pool(input: each, pool_type: 'sum')
                def exe = Executor(CPUPlace())
                exe.run(default_startup_program())
                def y = data(name: 'y', shape: [1], dtype: 'float32')
                batch(rows, 4).each { DataFeeder(feed_list: [w, y]).feed(it) }
                save_inference_model('model', ['w'], [each, sum], exe)
                """);
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            run(processes, "train", folder.resolve("texts.groovy").toString());
            List<double[]> answers = run(processes, "predict", "predict", "model", "--data=texts.csv")
                    .lines()
                    .map(line -> Arrays.stream(
                                    line.substring(line.indexOf(": ") + 2).split(" "))
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .toList();
            assertEquals(
                    List.of(3 + 1, 1 + 1, 2 + 1, 2 + 1),
                    answers.stream().map(numbers -> numbers.length).toList());
            for (double[] numbers : answers) {
                double sum = Arrays.stream(numbers, 0, numbers.length - 1).sum();
                assertEquals(sum, numbers[numbers.length - 1], 1e-4);
            }
            assertEquals(answers.get(0)[0], answers.get(2)[0]);
        }
    }

    private void picture(String name, int colour) throws Exception {
        BufferedImage image = new BufferedImage(12, 8, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < 12 * 8; i++) {
            image.setRGB(i % 12, i / 12, colour);
        }
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        assertTrue(ImageIO.write(image, name.substring(name.length() - 3), file.toFile()));
    }

    private static String run(TrainingProcesses processes, String name, String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of(words));
        if (words[0].startsWith("examples/")) {
            line.set(0, Path.of(words[0]).toAbsolutePath().toString());
        }
        TrainingProcesses.Running running = processes.start(name, Map.of(), line);
        assertEquals(0, running.exit(), running.output());
        return running.output();
    }

    private static double accuracy(String output) {
        Matcher last = Pattern.compile("Pass 19, Acc (\\S+)").matcher(output);
        assertTrue(last.find(), output);
        return Double.parseDouble(last.group(1));
    }
}
