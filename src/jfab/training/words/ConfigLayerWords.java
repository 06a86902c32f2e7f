package jfab.training.words;

import java.util.Map;

/** Layers of a configuration: the names, arguments and defaults of PaddlePaddle's first version. */
public interface ConfigLayerWords {
    /** {@code data_layer(name:, size:, height:, width:, type: integer_value_sequence(10))}: what is fed; without {@code type} its use says what it is. */
    ConfigLayer data_layer(Map<String, ?> arguments);

    /** {@code fc_layer(input:, size:, act: TanhActivation(), bias_attr:, layer_attr:, name:)}: of one layer or several. */
    ConfigLayer fc_layer(Map<String, ?> arguments);

    /** {@code dropout_layer(input:, dropout_rate:, name:)}. */
    ConfigLayer dropout_layer(Map<String, ?> arguments);

    /** {@code embedding_layer(input:, size:, name:)}: a row of a table for each index. */
    ConfigLayer embedding_layer(Map<String, ?> arguments);

    /** {@code concat_layer(input: [a, b], name:)}. */
    ConfigLayer concat_layer(Map<String, ?> arguments);

    /** {@code pooling_layer(input:, pooling_type: MaxPooling(), name:)}: one row for a sequence. */
    ConfigLayer pooling_layer(Map<String, ?> arguments);

    /** {@code sequence_conv_pool(input:, context_len:, hidden_size:, fc_act: TanhActivation(), pool_type: MaxPooling(), name:)}. */
    ConfigLayer sequence_conv_pool(Map<String, ?> arguments);

    /** {@code text_conv_pool(...)}: another name of {@link #sequence_conv_pool}. */
    ConfigLayer text_conv_pool(Map<String, ?> arguments);

    /** {@code cos_sim(a:, b:, scale: 1, name:)}. */
    ConfigLayer cos_sim(Map<String, ?> arguments);
}
