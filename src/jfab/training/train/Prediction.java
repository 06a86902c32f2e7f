package jfab.training.train;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
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
                Map<String, HostTensor> feed =
                        feeder.feed(batch.stream().map(Placed::row).toList());
                List<HostTensor> results = executor.run(loaded.program(), feed, loaded.fetches(), scope);
                List<Fetched> fetched = new ArrayList<>();
                for (int i = 0; i < results.size(); i++) {
                    Variable variable =
                            loaded.program().variable(loaded.fetches().get(i));
                    fetched.add(new Fetched(variable, samples(variable, results.get(i), batch.size(), feed)));
                }
                print(batch, fetched, classes, out);
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

    /** What the model gives for one variable, the numbers of each sample. */
    private record Fetched(Variable variable, List<double[]> samples) {}

    /** The numbers of each sample: those of its row, or of as many rows as its sequence has. */
    private List<double[]> samples(Variable variable, HostTensor result, int count, Map<String, HostTensor> feed) {
        double[] all = result.values();
        long[] rows = new long[count];
        Arrays.fill(rows, 1);
        if (variable.lengths() != null) {
            HostTensor lengths = feed.get(variable.lengths());
            if (lengths == null) {
                throw new CheckpointException(
                        model, "gives sequences " + variable + ", and how long each is, is not among what it is fed");
            }
            rows = Arrays.stream(lengths.values())
                    .mapToLong(length -> (long) length)
                    .toArray();
        }
        long sum = Arrays.stream(rows).sum();
        if (sum == 0 ? all.length > 0 : all.length % sum != 0) {
            throw new CheckpointException(
                    model, "gives " + all.length + " numbers for " + count + " samples, and a line has those of one");
        }
        List<double[]> samples = new ArrayList<>();
        int first = 0;
        for (long of : rows) {
            int end = first + (sum == 0 ? 0 : (int) (all.length / sum * of));
            samples.add(Arrays.copyOfRange(all, first, end));
            first = end;
        }
        return samples;
    }

    private static void print(List<Placed> batch, List<Fetched> fetched, List<String> classes, Consumer<String> out) {
        for (int sample = 0; sample < batch.size(); sample++) {
            StringBuilder line = new StringBuilder(batch.get(sample).place()).append(':');
            for (Fetched of : fetched) {
                double[] numbers = of.samples().get(sample);
                if (numbers.length > 1
                        && numbers.length == classes.size()
                        && !of.variable().sequences()) {
                    line.append(' ').append(classes.get(largest(numbers)));
                }
                for (double number : numbers) {
                    line.append(String.format(Locale.ROOT, " %.6g", number));
                }
            }
            out.accept(line.toString());
        }
    }

    private static int largest(double[] of) {
        int largest = 0;
        for (int i = 1; i < of.length; i++) {
            if (of[i] > of[largest]) {
                largest = i;
            }
        }
        return largest;
    }
}
