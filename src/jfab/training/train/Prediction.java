package jfab.training.train;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jfab.training.data.files.FileRows;
import jfab.training.data.files.FileRows.Placed;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Scope;
import jfab.training.engine.StepListener;
import jfab.training.engine.checkpoint.CheckpointException;
import jfab.training.engine.checkpoint.ModelFolder;
import jfab.training.engine.checkpoint.ReaderFile;
import jfab.training.engine.torch.Torch;
import jfab.training.program.InferenceModel;
import jfab.training.program.Variable;
import jfab.training.words.DataFeeder;
import jfab.training.words.FlagException;

/** {@code train predict MODEL --data rows.csv|folder}: a line per sample, read as training has read its own. */
record Prediction(Path model, Path data) {
    static final String WORD = "predict";
    static final String USAGE = "train predict MODEL --data rows.csv|folder";

    private static final int BATCH = 64;

    /**
     * @param arguments behind the word
     */
    static Prediction of(List<String> arguments) {
        if (arguments.size() == 2 && arguments.get(1).startsWith("--data=")) {
            return new Prediction(
                    Path.of(arguments.get(0)), Path.of(arguments.get(1).substring("--data=".length())));
        }
        if (arguments.size() != 3 || !arguments.get(1).equals("--data")) {
            throw new FlagException("usage: " + USAGE);
        }
        return new Prediction(Path.of(arguments.get(0)), Path.of(arguments.get(2)));
    }

    /** Gives {@code out} the lines. */
    void run(Consumer<String> out) {
        if (!Files.isDirectory(model)) {
            throw new CheckpointException(
                    model, "is not a folder; a folder that save_inference_model has written is needed");
        }
        Map<String, ?> description = new ReaderFile(model).read();
        Executor executor = Torch.open(new Device.Cpu(), ParameterExchange.none());
        try (Scope scope = executor.newScope()) {
            InferenceModel loaded = new ModelFolder(model).load(scope);
            List<Variable> fed = fed(loaded);
            List<String> names = fed.stream().map(Variable::name).toList();
            DataFeeder feeder = new DataFeeder(fed, StepListener.none());
            List<String> classes = FileRows.classes(description, names);
            Iterator<Placed> rows = FileRows.described(description, data, names).placed();
            while (rows.hasNext()) {
                List<Placed> batch = new ArrayList<>();
                while (batch.size() < BATCH && rows.hasNext()) {
                    batch.add(rows.next());
                }
                List<HostTensor> results = executor.run(
                        loaded.program(),
                        feeder.feed(batch.stream().map(Placed::row).toList()),
                        loaded.fetches(),
                        scope);
                print(batch, results, classes, out);
            }
        }
    }

    /** Those that rows have columns for; lengths of sequences come along. */
    static List<Variable> fed(InferenceModel model) {
        List<Variable> feeds =
                model.feeds().stream().map(model.program()::variable).toList();
        List<String> lengths = feeds.stream()
                .map(Variable::lengths)
                .filter(name -> name != null)
                .toList();
        return feeds.stream()
                .filter(variable -> !lengths.contains(variable.name()))
                .toList();
    }

    private void print(List<Placed> batch, List<HostTensor> results, List<String> classes, Consumer<String> out) {
        List<double[]> values = results.stream().map(HostTensor::values).toList();
        for (double[] all : values) {
            if (all.length % batch.size() != 0) {
                throw new CheckpointException(
                        model,
                        "gives " + all.length + " numbers for " + batch.size()
                                + " samples, and a line has those of one");
            }
        }
        for (int sample = 0; sample < batch.size(); sample++) {
            StringBuilder line = new StringBuilder(batch.get(sample).place()).append(':');
            for (double[] all : values) {
                int width = all.length / batch.size();
                int first = sample * width;
                if (width > 1 && width == classes.size()) {
                    line.append(' ').append(classes.get(largest(all, first, width)));
                }
                line.append(' ')
                        .append(IntStream.range(first, first + width)
                                .mapToObj(i -> String.format(Locale.ROOT, "%.6g", all[i]))
                                .collect(Collectors.joining(" ")));
            }
            out.accept(line.toString());
        }
    }

    private static int largest(double[] all, int first, int width) {
        int largest = 0;
        for (int i = 1; i < width; i++) {
            if (all[first + i] > all[first + largest]) {
                largest = i;
            }
        }
        return largest;
    }
}
