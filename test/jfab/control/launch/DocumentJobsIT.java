package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import jfab.control.bundle.Installation;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.Needs;
import jfab.tools.Tool;
import jfab.training.data.cifar.PictureGenerator;
import jfab.training.data.movielens.RatingGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The jobs of the first version's documents, with the flags of their {@code run.sh}, on small data and real OpenSSH hosts. */
@Needs(Tool.SSHD)
class DocumentJobsIT {
    private static final int PASSES = 10;

    @TempDir
    Path folder;

    /** How somebody types a flag and its value. */
    enum Typed {
        AS_DOCUMENTED('_', "="),
        WITH_DASHES('-', "="),
        WITH_BLANKS('_', " "),
        WITH_BOTH('-', " ");

        private final char between;
        private final String before;

        Typed(char between, String before) {
            this.between = between;
            this.before = before;
        }

        Stream<String> words(String name, Object value) {
            return Stream.of(("--" + name.replace('_', between) + before + value).split(" ", 2));
        }
    }

    @ParameterizedTest
    @CsvSource({"2, AS_DOCUMENTED", "4, WITH_BOTH"})
    void theImageClassificationRunsOn(int count, Typed typed) throws IOException, InterruptedException {
        PictureGenerator.write(Files.createDirectories(folder.resolve("package/data")), 5, 1, 1);
        train(count, typed, "vgg_16_cifar", "data=data,filters=4");
    }

    @ParameterizedTest
    @CsvSource({"2, WITH_BLANKS", "4, WITH_DASHES"})
    void theRecommenderRunsOn(int count, Typed typed) throws IOException, InterruptedException {
        RatingGenerator.write(Files.createDirectories(folder.resolve("package/data")), 8, 8, 60, 1);
        train(count, typed, "recommender", "data=data,width=4,batch=30");
    }

    private void train(int count, Typed typed, String name, String arguments) throws IOException, InterruptedException {
        Files.copy(Path.of("examples", name + "_config.groovy"), folder.resolve("package/trainer_config.groovy"));
        try (SshdHosts hosts = SshdHosts.start(folder, count)) {
            Path target = Path.of("target");
            hosts.keepEngine(new Installation(target).engine(false), target.resolve("engine"));
            List<String> words = new ArrayList<>(List.of("-f", fabfile(hosts).toString()));
            words.addAll(hosts.login());
            words.add("cluster-train");
            Stream.of(
                            typed.words("job_dispatch_package", folder.resolve("package")),
                            typed.words("dot_period", 10),
                            typed.words("ports_num_for_sparse", 2),
                            typed.words("log_period", 50),
                            typed.words("num_passes", PASSES),
                            typed.words("trainer_count", 4),
                            typed.words("saving_period", 1),
                            typed.words("local", 0),
                            typed.words("config", "./trainer_config.groovy"),
                            typed.words("config_args", arguments),
                            typed.words("save_dir", "./output"),
                            typed.words("use_gpu", 0))
                    .forEach(flag -> flag.forEach(words::add));
            Ended ended = JfabProcess.of(command -> command, words).end(Duration.ofMinutes(4));
            assertEquals(0, ended.exitCode(), ended::text);
            for (int host = 1; host <= count; host++) {
                DocumentedJob job = new DocumentedJob(hosts.job(host), host - 1, count, PASSES);
                job.assertIndexed();
                job.assertServed();
                job.assertTrained();
                job.assertSaved();
            }
        }
    }

    private Path fabfile(SshdHosts hosts) throws IOException {
        return Files.writeString(folder.resolve("fabfile.groovy"), """
                cluster {
                    hosts %s
                    port 7164
                    portsNum 2
                    portsNumForSparse 2
                    ldLibraryPath '/usr/local/cuda/lib64:/usr/lib64'
                    environment OMP_NUM_THREADS: 1
                }
                """.formatted(hosts.quoted()));
    }
}
