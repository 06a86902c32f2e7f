package jfab.training.train.v1;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import jfab.training.words.FlagException;
import jfab.training.words.TrainedNetwork;
import jfab.training.words.TrainingProcess;
import jfab.training.words.v1.TrainerConfig;

/** {@code --job=test}: tests the model of {@code --init_model_path}, or the saved passes from {@code --test_pass} on. */
record TestJob(ConfigFlags flags, TrainingProcess process, TrainerConfig config, TrainedNetwork network) {
    void run() {
        int pass = flags.number("test_pass");
        if (pass < 0) {
            if (flags.optional("init_model_path").isEmpty()) {
                throw new FlagException("--job=test needs --init_model_path, or --test_pass with --save_dir");
            }
            test(flags.text("init_model_path"));
            return;
        }
        InitialParameters parameters = new InitialParameters(flags, process, network);
        for (Path folder = PassFolder.of(flags, pass);
                pass < flags.number("num_passes") && (Files.exists(folder) || pass == flags.number("test_pass"));
                folder = PassFolder.of(flags, ++pass)) {
            parameters.load(folder);
            test(folder.toString());
        }
    }

    private void test(String model) {
        Optional<String> predictions = flags.optional("predict_output_dir");
        Tally tally;
        if (predictions.isPresent()) {
            try (Predictions out = Predictions.open(Path.of(predictions.get()))) {
                tally = new Testing(process, config, network).run(out::write);
            }
        } else {
            tally = new Testing(process, config, network).run((_, _) -> {});
        }
        if (config.cost() != null) {
            new TrainLog(flags, process, config).tested(tally, model);
        }
    }
}
