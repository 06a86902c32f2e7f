package jfab.training.train.v1;

import java.util.List;
import java.util.Locale;
import jfab.training.engine.HostTensor;
import jfab.training.words.TrainingProcess;
import jfab.training.words.v1.TrainerConfig;

/** What training shows: dots and lines as in the first version, or Fluid's lines with {@code --log-format=fluid}. */
final class TrainLog {
    private final ConfigFlags flags;
    private final TrainingProcess process;
    private final TrainerConfig config;
    private final boolean fluid;
    private Tally pass;
    private Tally current;
    private int number;
    private int batches;

    TrainLog(ConfigFlags flags, TrainingProcess process, TrainerConfig config) {
        this.flags = flags;
        this.process = process;
        this.config = config;
        fluid = flags.choice("log-format", "paddle", "fluid").equals("fluid");
        pass = new Tally(config.accuracies());
        current = new Tally(config.accuracies());
    }

    void begin(int pass) {
        number = pass;
        batches = 0;
        this.pass = new Tally(config.accuracies());
        current = new Tally(config.accuracies());
    }

    void step(int batch, List<HostTensor> values, int samples) {
        batches = batch;
        pass.add(values, samples);
        current.add(values, samples);
        if (due("dot_period", batch) && !fluid) {
            process.dot();
        }
        if (due("log_period", batch)) {
            process.print(fluid ? fluidLine() : paddleLine());
            current = new Tally(config.accuracies());
        }
    }

    void end() {
        if (!fluid) {
            process.print(" Pass=" + number + " Batch=" + batches + " samples=" + pass.samples() + " AvgCost="
                    + pass.cost() + " Eval: " + pass.evaluations());
        }
    }

    /** The result of a test; {@code what} says of what. */
    void tested(Tally tally, String what) {
        process.print(
                " Test samples=" + tally.samples() + " cost=" + tally.cost() + " Eval: " + tally.evaluations() + what);
    }

    private String paddleLine() {
        return " Batch=" + batches + " samples=" + pass.samples() + " AvgCost=" + pass.cost() + " CurrentCost="
                + current.cost() + " Eval: " + pass.evaluations() + " CurrentEval: " + current.evaluations();
    }

    private String fluidLine() {
        String line =
                String.format(Locale.ROOT, "PassID %d, BatchID %04d, Loss %.2g", number, batches, current.costOfAll());
        return current.evaluations().isEmpty()
                ? line
                : line + ", " + current.evaluations().strip();
    }

    private boolean due(String name, int batch) {
        int period = flags.number(name);
        return period > 0 && batch % period == 0;
    }
}
