package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.role.ExitCode;
import jfab.training.data.cifar.PictureGenerator;
import jfab.training.data.movielens.RatingGenerator;
import jfab.training.train.TrainingProcesses.Running;
import jfab.training.words.MovieLensWords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples whose real data is large, on small data of the same formats. */
class GeneratedDataIT {
    private static final Path VGG = Path.of("examples/vgg16.groovy");
    private static final Path MAKE_DATA = Path.of("examples/make_data.groovy");
    private static final Path RECOMMENDER = Path.of("examples/recommender.groovy");
    private static final List<String> NARROW = List.of("--filters", "8", "--drop", "0", "--batch_size", "16");

    @TempDir
    Path folder;

    /** One pass over 1,280 pictures of ten kinds; version 1's optimizer needs longer. */
    @ParameterizedTest
    @CsvSource({"0, 0.7", "1, 0.3"})
    void vggLearnsPictures(String small, double level) throws Exception {
        PictureGenerator.write(folder.resolve("data"), 1280, 200, 1);
        Running run = alone(VGG, NARROW, List.of("--small_vgg", small));
        assertTrue(tested(run, "Acc") > level, run.output());
        assertTrue(Files.exists(folder.resolve("output/pass-00000/model.safetensors")));
    }

    /** Scores vary by six about their mean; what a user and a movie tell takes that below two. */
    @Test
    void recommenderLearnsRatings() throws Exception {
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            List<String> arguments =
                    List.of("--kind", "movielens", "--to", "data", "--train", "9000", "--test", "1000");
            Running make = processes.start("make", Map.of(), MAKE_DATA, arguments);
            assertEquals(0, make.exit(), make.output());
            Path place = folder.resolve("data");
            assertEquals(
                    "movielens: " + count(new MovieLensWords().movielens_train(place.toString()))
                            + " samples to train on and "
                            + count(new MovieLensWords().movielens_test(place.toString()))
                            + " to test with are in data\n",
                    make.output());
        }
        Running run = alone(RECOMMENDER, List.of("--passes", "4"), List.of());
        assertTrue(tested(run, "Loss") < 2, run.output());
        assertEquals(Math.sqrt(tested(run, "Loss")) / 2, tested(run, "Stars"), 1e-3);
    }

    private static int count(Iterable<?> samples) {
        int count = 0;
        for (Object _ : samples) {
            count++;
        }
        return count;
    }

    @Test
    void vggTrainsOnTwoServersAndTwoTrainers() throws Exception {
        PictureGenerator.write(folder.resolve("data"), 64, 4, 1);
        assertTrue(tested(job(VGG, NARROW), "Acc") >= 0);
    }

    @Test
    void recommenderTrainsOnTwoServersAndTwoTrainers() throws Exception {
        RatingGenerator.write(folder.resolve("data"), 20, 20, 600, 1);
        assertTrue(tested(job(RECOMMENDER, List.of()), "Loss") < 20);
    }

    @Test
    void anUnknownUserIsOneLineWithFileLineAndOffset() throws Exception {
        RatingGenerator.write(folder.resolve("data"), 3, 3, 9, 1);
        Files.writeString(folder.resolve("data/ratings.dat"), "1::1::5::978300000\n77::1::5::978300000\n");
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Running run = processes.start("run", Map.of(), RECOMMENDER, List.of("--data", "data"));
            assertEquals(ExitCode.USAGE, run.exit(), run.output());
            assertEquals("data/ratings.dat: line 2 at byte 19: user 77 is not in users.dat\n", run.output());
        }
    }

    @Test
    void aPictureThatWasCutOffIsOneLineWithFileRecordAndOffset() throws Exception {
        PictureGenerator.write(folder.resolve("data"), 10, 1, 1);
        Path batch = folder.resolve("data/data_batch_2.bin");
        byte[] pictures = Files.readAllBytes(batch);
        Files.write(batch, Arrays.copyOf(pictures, pictures.length - 1));
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Running run = processes.start("run", Map.of(), VGG, List.of("--data", "data", "--filters", "2"));
            assertEquals(ExitCode.USAGE, run.exit(), run.output());
            assertEquals(
                    "data/data_batch_2.bin: record 1 at byte 3073 ends after 3072 of its 3073 bytes\n", run.output());
        }
    }

    private Running alone(Path script, List<String> flags, List<String> more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--data", "data"));
        arguments.addAll(flags);
        arguments.addAll(more);
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Running run = processes.start("run", Map.of(), script, arguments);
            assertEquals(0, run.exit(), run.output());
            return run;
        }
    }

    /** Trainer 0 of a job, all of whose processes have ended well. */
    private Running job(Path script, List<String> flags) throws Exception {
        List<String> endpoints =
                List.of("127.0.0.1:" + TrainingProcesses.freePort(), "127.0.0.2:" + TrainingProcesses.freePort());
        List<Running> running = new ArrayList<>();
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            for (String role : List.of("pserver", "trainer")) {
                for (int id = 0; id < 2; id++) {
                    List<String> arguments = new ArrayList<>(List.of(
                            role,
                            String.join(",", endpoints),
                            endpoints.get(id),
                            Integer.toString(id),
                            "2",
                            "--data",
                            "data"));
                    arguments.addAll(flags);
                    running.add(processes.start(role + id, Map.of(), script, arguments));
                }
            }
            for (Running process : running) {
                assertEquals(0, process.exit(), process.name() + ": " + process.output());
            }
        }
        return running.get(2);
    }

    private static double tested(Running run, String what) throws Exception {
        Matcher value = Pattern.compile(what + " ([0-9.]+)").matcher(run.line("Test with Pass"));
        assertTrue(value.find(), run.output());
        return Double.parseDouble(value.group(1));
    }
}
