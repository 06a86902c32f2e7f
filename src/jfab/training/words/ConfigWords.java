package jfab.training.words;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Words of a configuration about its training: settings, data, arguments and what is trained. */
public interface ConfigWords {
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
     * the gradients over all samples of a step, which is why learning rates are written {@code 0.1 / 128}.
     */
    void settings(Map<String, ?> arguments);

    /**
     * {@code define_py_data_sources2(train_list: uci_housing_train(file), test_list: uci_housing_test(file))}: readers stand where lists
     * of files stood. Their columns are those of the data layers in order of declaration; {@code slots: ['x', 'y']} says otherwise.
     */
    void define_py_data_sources2(Map<String, ?> arguments);

    /** The value of a name in {@code --config_args}, as a value of {@code type}: {@code get_config_arg('file', String, './data')}. */
    @Nullable
    Object get_config_arg(String name, Class<?> type, @Nullable Object preset);

    /** As above; an argument that was not given is null. */
    @Nullable
    Object get_config_arg(String name, Class<?> type);

    /** What is trained: costs; or, without any cost, what is computed for each sample. */
    void outputs(ConfigLayer... layers);
}
