package jfab.training.words;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.JfabException;
import jfab.script.ScriptException;
import jfab.script.ScriptFailure;
import jfab.script.ScriptFile;
import jfab.training.data.ReaderException;
import jfab.training.engine.EngineException;
import jfab.training.program.Layers;
import jfab.training.program.ProgramException;
import jfab.training.words.network.ActivationWords;
import jfab.training.words.network.ArithmeticWords;
import jfab.training.words.network.GradientWords;
import jfab.training.words.network.ImageWords;
import jfab.training.words.network.InitializerWords;
import jfab.training.words.network.LayerWords;
import jfab.training.words.network.LossWords;
import jfab.training.words.network.NetWords;
import jfab.training.words.network.OptimizerWords;
import jfab.training.words.network.ReductionWords;
import jfab.training.words.network.ScheduleWords;
import jfab.training.words.network.ScriptProgram;
import jfab.training.words.network.SequenceWords;
import jfab.training.words.network.ShapeWords;

/** A Groovy file that describes a network and trains it. */
public final class TrainingScript {
    private final Path file;
    private final Flags flags;

    /**
     * @param arguments flags for the script
     */
    public TrainingScript(Path file, List<String> arguments) {
        this.file = file;
        this.flags = new Flags(arguments, text(file));
    }

    /** What cannot be read is refused where the script is run. */
    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    /** Runs the script from top to bottom inside {@code process}; what goes wrong in it is reported with file and line. */
    public void run(TrainingProcess process) {
        try {
            ScriptFile.of(file, words(new ScriptProgram(), process, flags))
                    .cached()
                    .importing(BeginEpochEvent.class, EndEpochEvent.class, BeginStepEvent.class, EndStepEvent.class)
                    .run(Map.of("out", new ScriptOutput(process)));
        } catch (AssertionError e) {
            String claim = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new ScriptException(
                    ScriptFailure.locate(e, file), "not true: " + claim.replaceFirst("^assert ", ""), e);
        } catch (ProgramException | EngineException | ReaderException | LocalOnlyException e) {
            throw new ScriptException(ScriptFailure.locate(e, file), String.valueOf(e.getMessage()), e);
        } catch (JfabException e) {
            if (!flags.helping()) {
                throw e;
            }
            // It asks for its flags first, and then finds no data, say.
        } catch (Throwable e) { // an Error, or what is neither that nor an exception
            throw ScriptFailure.failure(e, file);
        }
        flags.finish();
    }

    /** All families of words, for {@code program}. */
    static List<Object> words(ScriptProgram program, TrainingProcess process, Flags flags) {
        Layers layers = new Layers(program.builder());
        return List.of(
                new LayerWords(layers.dense(), flags::finish),
                new ImageWords(layers.image()),
                new SequenceWords(layers.sequence()),
                new ArithmeticWords(layers.arithmetic()),
                new ActivationWords(layers.arithmetic()),
                new ShapeWords(layers.shape()),
                new ReductionWords(layers.reduction()),
                new LossWords(layers.loss()),
                new NetWords(layers.nets()),
                new InitializerWords(),
                new OptimizerWords(program),
                new GradientWords(program),
                new ScheduleWords(program),
                new DataWords(),
                new DataFileWords(process),
                new MovieLensWords(),
                new ReaderWords(process),
                new ModelWords(program, process),
                new TrainerWords(program, process),
                new ProcessWords(program, process, flags));
    }

    /** The value of a flag that every script takes, such as {@code metrics_dir}. */
    public Optional<String> common(String name) {
        return flags.common(name);
    }

    /** The folder after {@code --save_dir}, or the script's own choice; {@code ./output} where it has none. */
    public Path saveDirectory() {
        return Path.of(flags.text("save_dir", "./output"));
    }
}
