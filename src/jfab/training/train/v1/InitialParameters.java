package jfab.training.train.v1;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jfab.role.Role;
import jfab.training.engine.checkpoint.CheckpointException;
import jfab.training.program.Builder;
import jfab.training.program.Parameter;
import jfab.training.program.Program;
import jfab.training.program.Variable;
import jfab.training.program.optimize.SampleSchedule;
import jfab.training.words.FlagException;
import jfab.training.words.TrainedNetwork;
import jfab.training.words.TrainingProcess;

/** What training begins with: {@code --init_model_path}, the pass before {@code --start_pass}, or first values. */
record InitialParameters(ConfigFlags flags, TrainingProcess process, TrainedNetwork network) {
    void start() {
        Optional<Path> folder = folder();
        if (folder.isPresent()) {
            if (flags.optional("init_model_path").isEmpty() && process.role().role() == Role.LOCAL) {
                goesOnFrom(folder.get());
            }
            network.start(() -> load(folder.get()));
        } else {
            network.start();
        }
    }

    private Optional<Path> folder() {
        Optional<String> model = flags.optional("init_model_path");
        if (model.isPresent()) {
            return model.map(Path::of);
        }
        int pass = flags.number("start_pass");
        return pass == 0 ? Optional.empty() : Optional.of(PassFolder.of(flags, pass - 1));
    }

    /** All that is in {@code folder}; {@code --load_missing_parameter_strategy} says what the rest shall be. */
    void load(Path folder) {
        Optional<String> names = flags.optional("init_model_names");
        if (names.isPresent() || Files.isRegularFile(folder)) {
            foreign(folder, names.orElse(""));
            return;
        }
        String strategy = flags.choice("load_missing_parameter_strategy", "fail", "rand", "zero");
        Set<String> there = process.saved(folder);
        Builder present = Program.builder();
        for (Parameter parameter : network.network().parameters()) {
            Variable variable = parameter.variable();
            if (there.contains(variable.name())) {
                present.persistable(parameter);
            } else {
                missing(folder, variable, strategy);
            }
        }
        if (flags.optional("init_model_path").isEmpty()) {
            // What the optimizer keeps, and the samples that the learning rate follows, go on with the passes.
            network.program().parameters().stream()
                    .filter(kept -> network.network().parameter(kept.name()) == null && there.contains(kept.name()))
                    .forEach(present::persistable);
        }
        process.load(folder, present.build(), network.scope());
    }

    /** What a pass of a job lacks, or one that was trained otherwise. */
    private void goesOnFrom(Path folder) {
        Set<String> there = process.saved(folder);
        List<String> lacking = network.program().parameters().stream()
                .filter(kept -> !kept.trainable())
                .map(Parameter::name)
                .filter(name -> network.network().parameter(name) == null && !there.contains(name))
                .toList();
        if (lacking.contains(SampleSchedule.SAMPLES)) {
            throw samplesUnknown();
        }
        if (!lacking.isEmpty()) {
            process.print("--start_pass: " + folder
                    + " has nothing of what the optimizer keeps beside the parameters, as momentum: it begins anew");
        }
    }

    /** In a job, what goes from pass to pass beside the parameters is the servers', and no saved pass has it. */
    static FlagException samplesUnknown() {
        return new FlagException(
                "--start_pass: learning_rate_schedule follows the samples of all trainers, which a saved pass of a job does not tell;"
                        + " go on from a checkpoint (JFAB_CHECKPOINT_DIR), or begin a training with --init_model_path");
    }

    private void missing(Path folder, Variable variable, String strategy) {
        if (strategy.equals("fail")) {
            throw new CheckpointException(
                    folder,
                    "has no parameter '" + variable.name()
                            + "'; --load_missing_parameter_strategy=rand or zero starts it anew");
        } else if (strategy.equals("zero")) {
            Zeros.into(network.scope().create(variable));
        }
    }

    /** What others have made: {@code --init_model_names=ours=theirs,ours=theirs^T}. */
    private void foreign(Path place, String text) {
        String strategy = flags.choice("load_missing_parameter_strategy", "fail", "rand", "zero");
        Map<String, String> names = new LinkedHashMap<>();
        for (String pair : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            String[] both = pair.split("=", 2);
            if (both.length != 2 || both[0].isBlank() || both[1].isBlank()) {
                throw new FlagException(
                        "--init_model_names is ours=theirs,ours=theirs^T, and '" + pair + "' is not of that form");
            }
            names.put(both[0].strip(), both[1].strip());
        }
        List<Variable> parameters =
                network.network().parameters().stream().map(Parameter::variable).toList();
        process.loadForeign(place, names, parameters, network.scope())
                .forEach(variable -> missing(place, variable, strategy));
    }
}
