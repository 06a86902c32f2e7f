package jfab.training.words.v1;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import jfab.script.Words;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;
import jfab.training.program.Variable;
import jfab.training.program.optimize.SampleSums;
import jfab.training.words.FlagException;
import jfab.training.words.FluidWords;
import jfab.training.words.ScriptOutput;
import org.jspecify.annotations.Nullable;

/** Words of a configuration about its training: settings, data, arguments and what is trained. */
public final class ConfigWords {
    private final FluidWords fluid;
    private final ConfigLayerWords layers;
    private final ConfigCostWords costs;
    private final Map<String, String> given;
    private final int trainers;
    private final Path folder;
    private final ScriptOutput out;
    private final Set<String> asked = new TreeSet<>();
    private final List<Variable> outputs = new ArrayList<>();
    private @Nullable TrainingSettings settings;
    private DataSources sources = DataSources.NONE;

    /**
     * Nothing said yet.
     *
     * @param given the arguments of {@code --config_args}
     * @param trainers whose gradients a step adds up
     * @param folder of the configuration
     * @param out where a data provider prints
     */
    ConfigWords(
            FluidWords fluid,
            ConfigLayerWords layers,
            ConfigCostWords costs,
            Map<String, String> given,
            int trainers,
            Path folder,
            ScriptOutput out) {
        this.fluid = fluid;
        this.layers = layers;
        this.costs = costs;
        this.given = given;
        this.trainers = trainers;
        this.folder = folder;
        this.out = out;
    }

    /**
     * {@code settings(batch_size:, learning_rate: 1e-3, learning_method: MomentumOptimizer(0.9), regularization:
     * L2Regularization(5e-4), gradient_clipping_threshold:, learning_rate_schedule: 'poly', learning_rate_decay_a: 0,
     * learning_rate_decay_b: 0, learning_rate_args: '', is_async: false, async_lagged_grad_discard_ratio:)}.
     *
     * <p>With {@code n} for the samples seen so far, those of the step included, the rate is {@code lr (1 + a n)^-b} (poly), {@code lr (1 -
     * n / a)^b} until {@code a} (caffe_poly), {@code lr a^(n / b)} (exp), the same with the quotient rounded down (discexp),
     * {@code max(lr - a n, b)} (linear), or {@code lr} times a factor of {@code learning_rate_args: '1000:1.0,2000:0.1'} until that
     * many samples (manual) or passes (pass_manual, for training without servers).
     *
     * <p>{@code batch_size} is that of each trainer. As in PaddlePaddle's first version a plain or momentum rule takes the sum of
     * the gradients over all samples of a step, which is why learning rates are written {@code 0.1 / 128}; a last batch of fewer samples
     * has the smaller sum. Regularization and the threshold of clipping belong to the sum, too: clipping is by value, each number of it
     * to between {@code -threshold} and {@code threshold}.
     */
    public void settings(Map<String, ?> arguments) {
        settings = TrainingSettings.of(arguments);
    }

    /**
     * {@code define_py_data_sources2(train_list: uci_housing_train(file), test_list: uci_housing_test(file))}: readers stand where lists
     * of files stood. Their columns are those of the data layers in order of declaration; {@code slots: ['x', 'y']} says otherwise.
     *
     * <p>{@code define_py_data_sources2(train_list: 'train.list', test_list: 'test.list', module: 'dataprovider', obj: 'process', args: [:])}:
     * lists of files, a path per line, which the provider {@code process} of {@code dataprovider.groovy} reads (see {@link ProviderWords});
     * {@code obj: ['train', 'test']} has one for each. Data layers declared behind it are what the provider gives.
     */
    public void define_py_data_sources2(Map<String, ?> arguments) {
        sources = DataSources.of(arguments, folder, out);
        layers.sources(sources);
    }

    /** The value of a name in {@code --config_args}, as a value of {@code type}: {@code get_config_arg('file', String, './data')}. */
    public @Nullable Object get_config_arg(String name, Class<?> type, @Nullable Object preset) {
        asked.add(name);
        String text = given.get(name);
        if (text == null) {
            return preset;
        }
        try {
            return switch (type.getSimpleName()) {
                case "Integer", "int" -> Integer.valueOf(text);
                case "Double", "double", "BigDecimal", "Float", "float" -> Double.valueOf(text);
                case "Boolean", "boolean" -> text.equals("1") || text.equalsIgnoreCase("true");
                default -> text;
            };
        } catch (NumberFormatException e) {
            throw new FlagException("--config_args " + name + " takes a number, not '" + text + "'");
        }
    }

    /** As above; an argument that was not given is null. */
    public @Nullable Object get_config_arg(String name, Class<?> type) {
        return get_config_arg(name, type, null);
    }

    /** What is trained: costs; or, without any cost, what is computed for each sample. */
    public void outputs(ConfigLayer... layers) {
        for (ConfigLayer layer : layers) {
            outputs.add(layer.numbers());
        }
    }

    /** What was said, with an optimizer. */
    TrainerConfig finish() {
        TrainingSettings said = settings;
        if (said == null || outputs.isEmpty()) {
            throw new ProgramException(
                    "a configuration needs " + (said == null ? "settings(batch_size: ...)" : "outputs(...)"));
        }
        checkArguments();
        sources.check(layers.data());
        List<Variable> means = outputs.stream()
                .filter(costs::isCost)
                .map(cost -> fluid.layer("mean", Map.of("x", cost)))
                .toList();
        Variable cost = means.isEmpty()
                ? null
                : means.size() == 1 ? means.getFirst() : fluid.layer("sums", Map.of("input", means));
        Program network = fluid.main().cloneForTest();
        if (cost != null) {
            int samples = said.asynchronous() ? said.batchSize() : said.batchSize() * trainers;
            said.optimizer(fluid, samples).minimize(cost);
            SampleSums.in(fluid.builder(), samples);
        }
        return new TrainerConfig(
                fluid.main(),
                network,
                cost,
                costs.accuracies(),
                outputs,
                slots(),
                said.batchSize(),
                said.transpiler(),
                sources.train(),
                sources.test());
    }

    /** A misspelt argument would leave its default in force without a word. */
    private void checkArguments() {
        for (String name : new TreeSet<>(given.keySet())) {
            if (!asked.contains(name)) {
                throw new FlagException("--config_args " + name
                        + " is nothing that this configuration asks for; it asks for "
                        + (asked.isEmpty() ? "nothing" : String.join(", ", asked)) + Words.suggestion(name, asked));
            }
        }
    }

    private List<Variable> slots() {
        List<ConfigLayer.Data> used =
                layers.data().stream().filter(data -> data.declared() != null).toList();
        if (sources.slots().isEmpty()) {
            return used.stream().map(ConfigLayer.Data::numbersOrIndices).toList();
        }
        return sources.slots().stream()
                .map(slot -> used.stream()
                        .filter(data -> data.name().equals(slot))
                        .findFirst()
                        .orElseThrow(() -> new ProgramException(
                                "slots names '" + slot + "', and no layer uses a data_layer of that name"))
                        .numbersOrIndices())
                .toList();
    }
}
