package jfab.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jfab.bundle.BuildOutput;
import jfab.connection.RequiresOpenSsh;
import jfab.data.cifar.PictureGenerator;
import jfab.data.movielens.RatingGenerator;
import jfab.launch.JfabProcess.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jobs of the first version's documents, with the flags of their {@code run.sh}, on small data. */
@RequiresOpenSsh
class DocumentJobsIT {
    private static final List<String> LEFT = List.of(
            "nodefile", "log/server.log", "log/train.log", "log/paddle_pserver2.INFO", "log/paddle_trainer.INFO");

    @TempDir
    Path folder;

    @Test
    void theImageClassificationRunsOnTwoHosts() throws IOException, InterruptedException {
        Path data = Files.createDirectories(folder.resolve("package/data"));
        PictureGenerator.write(data, 16, 8, 1);
        train(2, "vgg_16_cifar_config.groovy", "");
    }

    @Test
    void theRecommenderRunsOnFourHosts() throws IOException, InterruptedException {
        Path data = Files.createDirectories(folder.resolve("package/data"));
        RatingGenerator.write(data, 20, 15, 400, 1);
        train(4, "recommender_config.groovy", ",width=8,batch=20");
    }

    private void train(int count, String config, String arguments) throws IOException, InterruptedException {
        Files.copy(Path.of("examples", config), folder.resolve("package/trainer_config.groovy"));
        try (SshdHosts hosts = SshdHosts.start(folder, count)) {
            Path target = Path.of("target");
            hosts.keepEngine(new BuildOutput(target).engine(false), target.resolve("engine"));
            Path fabfile = Files.writeString(folder.resolve("fabfile.groovy"), """
                    cluster {
                        hosts %s
                        port 7164
                        portsNum 2
                        portsNumForSparse 2
                        ldLibraryPath '/usr/local/cuda/lib64:/usr/lib64'
                        environment OMP_NUM_THREADS: 1
                    }
                    """.formatted(hosts.quoted()));
            List<String> words = new ArrayList<>(List.of("-f", fabfile.toString()));
            words.addAll(hosts.login());
            words.addAll(List.of(
                    "cluster-train",
                    "--job_dispatch_package=" + folder.resolve("package"),
                    "--dot_period=10",
                    "--ports_num_for_sparse=2",
                    "--log_period=50",
                    "--num_passes=1",
                    "--trainer_count=1",
                    "--saving_period=1",
                    "--local=0",
                    "--config=./trainer_config.groovy",
                    "--config_args=data=data" + arguments,
                    "--save_dir=./output",
                    "--use_gpu=0"));
            Ended ended = JfabProcess.of(command -> command, words).end(Duration.ofMinutes(4));
            assertEquals(0, ended.code(), ended::text);
            for (int host = 1; host <= count; host++) {
                for (String file : LEFT) {
                    assertTrue(Files.size(hosts.job(host).resolve(file)) > 0, file);
                }
                assertEquals((host - 1) + "\n", Files.readString(hosts.job(host).resolve("nodefile")));
            }
            for (int host = 1; host <= count; host++) {
                assertEquals(host == 1, Files.isDirectory(hosts.job(host).resolve("output/pass-00000")), ended::text);
            }
        }
    }
}
