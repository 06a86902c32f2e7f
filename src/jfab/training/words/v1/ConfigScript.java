package jfab.training.words.v1;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import jfab.script.ScriptException;
import jfab.script.ScriptFailure;
import jfab.script.ScriptFile;
import jfab.training.data.ReaderException;
import jfab.training.engine.EngineException;
import jfab.training.program.ProgramException;
import jfab.training.words.DataFileWords;
import jfab.training.words.DataWords;
import jfab.training.words.FluidWords;
import jfab.training.words.MovieLensWords;
import jfab.training.words.ReaderWords;
import jfab.training.words.ScriptOutput;
import jfab.training.words.TrainingProcess;

/** A Groovy file that configures a training in the words of PaddlePaddle's first version, {@code trainer_config.groovy}. */
public final class ConfigScript {
    private final Path file;
    private final Map<String, String> arguments;

    /**
     * @param arguments what {@code get_config_arg} finds
     */
    public ConfigScript(Path file, Map<String, String> arguments) {
        this.file = file;
        this.arguments = Map.copyOf(arguments);
    }

    /**
     * Runs the file; what is wrong in it is reported with file and line.
     *
     * @param trainers of the job
     */
    public TrainerConfig read(TrainingProcess process, int trainers) {
        FluidWords fluid = new FluidWords(process);
        ConfigLayerWords layers = new ConfigLayerWords(fluid);
        ConfigImageWords images = new ConfigImageWords(fluid);
        ConfigCostWords costs = new ConfigCostWords(fluid);
        ConfigWords configuration = new ConfigWords(
                fluid,
                layers,
                costs,
                arguments,
                trainers,
                Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file),
                new ScriptOutput(process));
        try {
            ScriptFile.of(
                            file,
                            List.of(
                                    configuration,
                                    layers,
                                    images,
                                    new ConfigNetworkWords(layers, images),
                                    costs,
                                    new MethodWords(),
                                    new DataWords(),
                                    new DataFileWords(process),
                                    new MovieLensWords(),
                                    new ReaderWords(process)))
                    .cached()
                    .run(Map.of("out", new ScriptOutput(process)));
            return configuration.finish();
        } catch (ProgramException | EngineException | ReaderException e) {
            throw new ScriptException(ScriptFailure.locate(e, file), String.valueOf(e.getMessage()), e);
        }
    }
}
