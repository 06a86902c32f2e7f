package jfab.training.train.v1;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import jfab.training.engine.HostTensor;
import jfab.training.program.Variable;
import jfab.training.words.DataFeeder;
import jfab.training.words.TrainedNetwork;
import jfab.training.words.TrainingProcess;
import jfab.training.words.v1.TrainerConfig;

/** One pass over the samples to test with. */
record Testing(TrainingProcess process, TrainerConfig config, TrainedNetwork network) {
    /**
     * The means over all samples.
     *
     * @param outputs takes for each batch the number of samples and what the configuration puts out
     */
    Tally run(BiConsumer<Integer, List<HostTensor>> outputs) {
        DataFeeder feeder = new DataFeeder(config.slots(), process.listener());
        Tally tally = new Tally(config.cost() == null ? Map.of() : config.accuracies());
        List<String> means = config.cost() == null ? List.of() : config.fetch();
        List<String> fetch = new ArrayList<>(means);
        config.outputs().stream().map(Variable::name).forEach(fetch::add);
        for (List<Object> samples : Batches.testing(process, config)) {
            List<HostTensor> values = network.test(feeder.feed(samples), fetch);
            if (!means.isEmpty()) {
                tally.add(values.subList(0, means.size()), samples.size());
            }
            outputs.accept(samples.size(), values.subList(means.size(), values.size()));
        }
        return tally;
    }
}
