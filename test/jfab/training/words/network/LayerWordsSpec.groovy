package jfab.training.words.network

import java.nio.file.Files
import java.nio.file.Path
import jfab.JfabException
import jfab.role.RoleSpec
import jfab.training.engine.Device
import jfab.training.engine.Executor
import jfab.training.engine.HostTensor
import jfab.training.engine.ParameterExchange
import jfab.training.engine.Scope
import jfab.training.engine.StepListener
import jfab.training.engine.checkpoint.ModelFolder
import jfab.training.engine.torch.Torch
import jfab.training.program.InferenceModel
import jfab.training.program.Program
import jfab.training.words.DataFeeder
import jfab.training.words.TrainingProcess
import jfab.training.words.TrainingScript
import spock.lang.Specification
import spock.lang.TempDir

/** Layers as scripts write them: the shapes that come out, and what is said where shapes do not fit. */
class LayerWordsSpec extends Specification {
    static final String INPUTS = '''\
        def x = data(name: 'x', shape: [6], dtype: 'float32')
        def y = data(name: 'y', shape: [4], dtype: 'float32')
        def img = data(name: 'img', shape: [3, 8, 8], dtype: 'float32')
        def id = data(name: 'id', shape: [1], dtype: 'int64')
        def words = data(name: 'words', shape: [1], dtype: 'int64', lod_level: 1)
        def rows = embedding(input: words, size: [9, 4])
        '''.stripIndent()
    @TempDir
    Path folder
    List<String> printed = []
    Scope scope

    def cleanup() {
        scope?.close()
    }

    def "#word gives #result"() {
        when:
        run(INPUTS + "println $word")

        then:
        printed == [result]

        where:
        word                                                                                             || result
        "fc(input: x, size: 3, act: 'tanh')"                                                             || 'fc_0.tanh: float32[-1, 3]'
        "fc(input: [x, y], size: 3)"                                                                     || 'fc_0.tmp_3: float32[-1, 3]'
        "fc(input: img, size: 3, bias_attr: false)"                                                      || 'fc_0.tmp_0: float32[-1, 3]'
        "fc(input: rows, size: 3)"                                                                       || 'fc_0.tmp_1: float32[-1, 3] by words@LENGTHS'
        "embedding(input: id, size: [9, 5], padding_idx: 0)"                                             || 'embedding_1.tmp_0: float32[-1, 5]'
        "dropout(x, dropout_prob: 0.5)"                                                                  || 'dropout_0.tmp_0: float32[-1, 6]'
        "dropout(x: rows, dropout_prob: 0.5, seed: 3)"                                                   || 'dropout_0.tmp_0: float32[-1, 4] by words@LENGTHS'
        "conv2d(input: img, num_filters: 5, filter_size: 3, padding: 1, act: 'relu', bias_attr: false)"  || 'conv2d_0.relu: float32[-1, 5, 8, 8]'
        "pool2d(input: img, pool_size: 2, pool_stride: 2, pool_type: 'avg')"                             || 'pool2d_0.tmp_0: float32[-1, 3, 4, 4]'
        "pool2d(input: img, global_pooling: true)"                                                       || 'pool2d_0.tmp_0: float32[-1, 3, 1, 1]'
        "conv2d(input: img, num_filters: 6, filter_size: 3, groups: 3, dilation: 2, stride: 2)"          || 'conv2d_0.tmp_0: float32[-1, 6, 2, 2]'
        "pool2d(input: img, pool_size: 3, pool_stride: 2, ceil_mode: true)"                              || 'pool2d_0.tmp_0: float32[-1, 3, 4, 4]'
        "pool2d(input: img, pool_size: 2, pool_stride: 3, pool_padding: 1, ceil_mode: true)"             || 'pool2d_0.tmp_0: float32[-1, 3, 3, 3]'
        "pool2d(input: pool2d(input: img, pool_size: 1, pool_stride: 3), global_pooling: true)"          || 'pool2d_1.tmp_0: float32[-1, 3, 1, 1]'
        "batch_norm(input: x, act: 'relu', is_test: true, moving_mean_name: 'm')"                        || 'batch_norm_0.relu: float32[-1, 6]'
        "simple_img_conv_pool(input: img, num_filters: 5, filter_size: 3, pool_size: 2, pool_stride: 2)" || 'pool2d_0.tmp_0: float32[-1, 5, 3, 3]'
        "img_conv_group(input: img, conv_num_filter: [5, 7], pool_size: 2, pool_stride: 2, conv_act: 'relu', conv_with_batchnorm: true, conv_batchnorm_drop_rate: [0.3, 0])" || 'pool2d_0.tmp_0: float32[-1, 7, 4, 4]'
        "sequence_pool(input: rows, pool_type: 'sum')"                                                   || 'sequence_pool_0.tmp_0: float32[-1, 4]'
        "sequence_last_step(input: rows)"                                                                || 'sequence_pool_0.tmp_0: float32[-1, 4]'
        "sequence_conv(input: rows, num_filters: 7, act: 'tanh')"                                        || 'sequence_conv_0.tanh: float32[-1, 7] by words@LENGTHS'
        "sequence_conv_pool(input: rows, num_filters: 7, filter_size: 3, act: 'tanh', pool_type: 'sum')" || 'sequence_pool_0.tmp_0: float32[-1, 7]'
        "concat(input: [x, y], axis: 1)"                                                                 || 'concat_0.tmp_0: float32[-1, 10]'
        "concat(input: [img, img], axis: -1)"                                                            || 'concat_0.tmp_0: float32[-1, 3, 8, 16]'
        "reshape(x: x, shape: [-1, 2, 3])"                                                               || 'reshape_0.tmp_0: float32[-1, 2, 3]'
        "reshape(x: img, shape: [0, 3, -1])"                                                             || 'reshape_0.tmp_0: float32[-1, 3, 64]'
        "cast(x: id, dtype: 'float32')"                                                                  || 'cast_0.tmp_0: float32[-1, 1]'
        "one_hot(input: words, depth: 9)"                                                                || 'one_hot_0.tmp_0: float32[-1, 9] by words@LENGTHS'
        "elementwise_sub(x: img, y: pool2d(input: img, pool_size: 1))"                                   || 'elementwise_sub_0.tmp_0: float32[-1, 3, 8, 8]'
        "scale(x: x, scale: 5.0)"                                                                        || 'scale_0.tmp_0: float32[-1, 6]'
        "cos_sim(X: y, Y: y, scale: 5)"                                                                  || 'scale_0.tmp_0: float32[-1, 1]'
        "sums(input: [y, y])"                                                                            || 'sum_0.tmp_0: float32[-1, 4]'
        "reduce_mean(input: img, dim: [2, 3])"                                                           || 'reduce_mean_0.tmp_0: float32[-1, 3]'
        "reduce_sum(input: rows)"                                                                        || 'reduce_sum_0.tmp_0: float32[1]'
        "reduce_max(input: rows, dim: 1, keep_dim: true)"                                                || 'reduce_max_0.tmp_0: float32[-1, 1] by words@LENGTHS'
        "leaky_relu(x, alpha: 0.1)"                                                                      || 'leaky_relu_0.tmp_0: float32[-1, 6]'
        "sigmoid(x)"                                                                                     || 'sigmoid_0.tmp_0: float32[-1, 6]'
        "softmax_with_cross_entropy(logits: x, label: id)"                                               || 'softmax_with_cross_entropy_0.tmp_0: float32[-1, 1]'
        "auc(input: softmax(fc(input: x, size: 2)), label: id)"                                          || 'auc_0.tmp_0: float32[1]'
    }

    def "shapes that do not fit are answered with line, layer and both shapes: #message"() {
        when:
        run(INPUTS + script)

        then:
        JfabException e = thrown()
        e.message == "${folder.resolve('net.groovy')}:$message"

        where:
        script                                                          || message
        "\nsquare_error_cost(input: fc(input: x, size: 1), label: id)" || "8: square_error_cost takes float32, not fc_0.tmp_1: float32[-1, 1] and id: int64[-1, 1]; declare what is fed as float32, or cast() it"
        "\naccuracy(input: fc(input: x, size: 1), label: id)" || "8: accuracy takes an output for each of two or more classes, not fc_0.tmp_1: float32[-1, 1], whose largest is always the first; take fc(size: 2, act: 'softmax') for two"
        "\nsquare_error_cost(input: x, label: y)"                       || '8: square_error_cost compares equal shapes, not x: float32[-1, 6] and y: float32[-1, 4]'
        "cross_entropy(input: x, label: y)"                             || '7: cross_entropy takes [n, classes] and int64 labels [n, 1], not x: float32[-1, 6] and y: float32[-1, 4]'
        "cross_entropy(input: x, label: words)"                         || '7: cross_entropy takes inputs with the same rows; x: float32[-1, 6] has one per sample, and words: int64[-1, 1] by words@LENGTHS has one per element of a sequence (sequence_pool makes one row per sample)'
        "fc(input: id, size: 3)"                                        || '7: fc takes float32 rows of shape [n, width], not id: int64[-1, 1]'
        "fc(input: [x, rows], size: 3)"                                 || '7: fc takes inputs with the same rows; x: float32[-1, 6] has one per sample, and embedding_0.tmp_0: float32[-1, 4] by words@LENGTHS has one per element of a sequence (sequence_pool makes one row per sample)'
        "embedding(input: id, size: [9, 5], padding_idx: -10)"          || '7: embedding needs a padding_idx of its 9 rows, from 0, or from -1 down, not -10'
        "embedding(input: x, size: [3, 3])"                             || '7: embedding takes int64 ids of shape [n, 1], not x: float32[-1, 6]'
        "concat(input: [img, x], axis: 1)"                              || '7: concat along axis 1 needs one type and equal dimensions elsewhere, not img: float32[-1, 3, 8, 8] and x: float32[-1, 6]'
        "concat(input: [x, x], axis: 2)"                                || '7: concat has no axis 2 in x: float32[-1, 6]'
        "cos_sim(X: x, Y: y)"                                           || '7: cos_sim compares rows of one width, [n, d], not x: float32[-1, 6] and y: float32[-1, 4]'
        "elementwise_add(x: x, y: y)"                                   || '7: elementwise_add needs float32 of one shape, or y shaped like dimensions of x in a row, not x: float32[-1, 6] and y: float32[-1, 4]'
        "reshape(x: x, shape: [-1, 4])"                                 || '7: reshape cannot make [-1, 4] of x: float32[-1, 6]; the first dimension stays that of the samples, -1 or 0'
        "sequence_pool(input: x, pool_type: 'sum')"                     || '7: sequence_pool takes sequences of float32 rows [n, width], not x: float32[-1, 6]; declare them with data(lod_level: 1)'
        "sequence_pool(input: rows, pool_type: 'avg')"                  || "7: pool_type 'avg' is not known; use sum, average, max, sqrt, first or last"
        "conv2d(input: x, num_filters: 3, filter_size: 3)"              || '7: conv2d takes images of shape [n, channels, height, width], not x: float32[-1, 6]'
        "conv2d(input: img, num_filters: 3, filter_size: 9)"            || '7: a window of 9 does not fit into an image of shape [-1, 3, 8, 8]'
        "conv2d(input: img, num_filters: 3, filter_size: 3, dilation: 4)" || '7: a window of 3 with dilation 4 does not fit into an image of shape [-1, 3, 8, 8]'
        "conv2d(input: img, num_filters: 4, filter_size: 3, groups: 3)" || '7: conv2d needs groups that divide the channels and num_filters, 1 or more; it has 3 channels, num_filters 4 and groups 3'
        "pool2d(input: img, pool_size: 3, pool_padding: 2)"             || '7: pool2d needs a padding of half its window or less, not 2 for a window of 3'
        "fc(input: x, size: 2, param_attr: 'w')\nfc(input: y, size: 2, param_attr: 'w')" || '8: fc_1.w_0 would be float32[4, 2] and cannot share w: float32[6, 2]'
        "fc(input: [x, x], size: 2, param_attr: [Constant(1), 3])"      || '7: fc needs param_attr, a ParamAttr, first values or a name, not 3'
        "fc(input: x, size: 2, param_attr: [[Constant(1), { 2 }]])"     || '7: fc needs param_attr, a ParamAttr, first values or a name, not [first values, a closure]'
        "fc(input: x, size: 2, param_attr: ['a', 'b'])"                 || '7: fc needs param_attr, one for all inputs or one for each of the 1, not 2'
        "fc(input: x, size: Constant(1))"                               || '7: fc needs size, a whole number, not first values'
        "fc(input: x, size: 2, param_attr: 3)"                          || '7: fc needs param_attr, a ParamAttr, first values or a name, not 3'
        "data(name: 'z', shape: [1], dtype: 'int64', lod_level: 2)"     || '7: data needs lod_level, 0 for one row per sample or 1 for sequences, not 2'
        "img_conv_group(input: img, conv_num_filter: [5, 7], pool_size: 2, conv_padding: [1])" || '7: img_conv_group needs one conv_padding for each of its 2 convolutions, not [1]'
    }

    def "an argument that docs/training.md names as not taken is refused: #word"() {
        when:
        run(INPUTS + word)

        then:
        JfabException e = thrown()
        e.message.startsWith("${folder.resolve('net.groovy')}:7: ${word.takeBefore('(')} has no argument '$argument'; it takes ")

        where:
        word                                                                      | argument
        "fc(input: x, size: 3, name: 'n')"                                        | 'name'
        "fc(input: x, size: 3, num_flatten_dims: 2)"                              | 'num_flatten_dims'
        "fc(input: x, size: 3, is_test: true)"                                    | 'is_test'
        "conv2d(input: img, num_filters: 3, filter_size: 3, use_cudnn: false)"    | 'use_cudnn'
        "dropout(x: x, dropout_prob: 0.5, is_test: true)"                         | 'is_test'
        "data(name: 'z', shape: [1], dtype: 'int64', append_batch_size: false)"   | 'append_batch_size'
        "accuracy(input: x, label: id, k: 5)"                                     | 'k'
    }

    def "parameters have the name, the first values and the training that param_attr states"() {
        when:
        run(INPUTS + '''
            def shared = ParamAttr(name: 'w', initializer: Constant(0.5))
            fc(input: x, size: 2, param_attr: shared, bias_attr: ParamAttr(initializer: Constant(value: 7), trainable: false))
            fc(input: x, size: 2, param_attr: shared, bias_attr: false)
            fc(input: x, size: 500, param_attr: Normal(loc: 3, scale: 0.5), bias_attr: false)
            fc(input: x, size: 500, param_attr: Uniform(low: 2, high: 3), bias_attr: false)
            fc(input: x, size: 500, param_attr: MSRA(), bias_attr: false)
            fc(input: x, size: 494, param_attr: Xavier(uniform: false), bias_attr: false)
            fc(input: [x, y], size: 2, param_attr: ['a', ParamAttr(name: 'b', initializer: Constant(2))], bias_attr: false)
            Executor(CPUPlace()).run(default_startup_program())
            println default_main_program().trainable()*.name().join(' ')
            '''.stripIndent())
        def spread = { String name ->
            def all = values(scope, name)
            def mean = all.sum() / all.length
            [mean, Math.sqrt((all.collect { (it - mean) * (it - mean) }.sum() as double) / all.length), all.max()]
        }

        then: 'five standard errors'
        printed == ['embedding_0.w_0 w fc_2.w_0 fc_3.w_0 fc_4.w_0 fc_5.w_0 a b']
        values(scope, 'w') as List == [0.5d] * 12
        values(scope, 'fc_0.b_0') as List == [7d] * 2
        values(scope, 'b') as List == [2d] * 8
        near(spread('fc_2.w_0')[0], 3, 5 * 0.5 / Math.sqrt(3000)) && near(spread('fc_2.w_0')[1], 0.5, 0.04)
        near(spread('fc_3.w_0')[0], 2.5, 0.03) && near(spread('fc_3.w_0')[2], 3, 0.01)
        near(spread('fc_4.w_0')[2], Math.sqrt(6 / 6), 0.01)
        near(spread('fc_5.w_0')[1], Math.sqrt(2 / 500), 0.005)
    }

    def "the network of VGG for CIFAR-10 has its 15.25 million trainable numbers"() {
        when:
        run('''
            def img = data(name: 'pixel', shape: [3, 32, 32], dtype: 'float32')
            def block = { input, filters, groups, dropouts ->
                img_conv_group(input: input, pool_size: 2, pool_stride: 2, conv_num_filter: [filters] * groups, conv_filter_size: 3,
                    conv_act: 'relu', conv_with_batchnorm: true, conv_batchnorm_drop_rate: dropouts, pool_type: 'max')
            }
            def conv = block(block(block(img, 64, 2, [0.3, 0]), 128, 2, [0.4, 0]), 256, 3, [0.4, 0.4, 0])
            conv = block(block(conv, 512, 3, [0.4, 0.4, 0]), 512, 3, [0.4, 0.4, 0])
            def fc1 = fc(input: dropout(conv, dropout_prob: 0.5), size: 512)
            def bn = batch_norm(input: fc1, act: 'relu')
            def fc2 = fc(input: dropout(bn, dropout_prob: 0.5), size: 512)
            fc(input: fc2, size: 10, act: 'softmax')
            println default_main_program().trainable().sum { it.variable().shape().elements() }
            '''.stripIndent())

        then:
        printed == ['15254602']
    }

    def "a script saves the part of its network that predicts, and another loads and asks it"() {
        when:
        run("""
            def x = data(name: 'x', shape: [2], dtype: 'float32')
            def label = data(name: 'label', shape: [1], dtype: 'float32')
            def prediction = fc(input: x, size: 1, param_attr: Constant(2.0), bias_attr: Constant(1.0))
            SGD(learning_rate: 0.1).minimize(mean(square_error_cost(input: prediction, label: label)))
            def exe = Executor(CPUPlace())
            exe.run(default_startup_program())
            save_inference_model('$folder/model', ['x'], [prediction], exe)
            """.stripIndent())
        scope.close()
        run("""
            def exe = Executor(CPUPlace())
            def (program, feeds, targets) = load_inference_model('$folder/model', exe)
            def feeder = DataFeeder(feed_list: feeds, program: program)
            def sample = jfab.training.data.Sample.of(jfab.training.data.Column.reals(3f, 4f))
            println feeds + exe.run(program, feed: feeder.feed([sample]), fetch_list: targets)
            """.stripIndent())

        then:
        printed == ['[x, float32[1, 1] [15.0]]']
    }

    def "the padding #id gives zeros, counted from the last row where it is negative"() {
        when:
        run("""
            def id = data(name: 'id', shape: [1], dtype: 'int64')
            def rows = embedding(input: id, size: [5, 1], padding_idx: $id, is_sparse: $sparse, param_attr: Constant(1.0))
            def exe = Executor(CPUPlace())
            exe.run(default_startup_program())
            def samples = (0..4).collect { jfab.training.data.Sample.of(jfab.training.data.Column.integers(it)) }
            println exe.run(default_main_program(), feed: DataFeeder(feed_list: [id]).feed(samples), fetch_list: [rows])
            """.stripIndent())

        then:
        printed == [looked]

        where:
        id   | sparse || looked
        null | false  || '[float32[5, 1] [1.0, 1.0, 1.0, 1.0, 1.0]]'
        2    | false  || '[float32[5, 1] [1.0, 1.0, 0.0, 1.0, 1.0]]'
        -1   | false  || '[float32[5, 1] [1.0, 1.0, 1.0, 1.0, 0.0]]'
        -5   | false  || '[float32[5, 1] [0.0, 1.0, 1.0, 1.0, 1.0]]'
        -1   | true   || '[float32[5, 1] [1.0, 1.0, 1.0, 1.0, 0.0]]'
    }

    private static double[] values(Scope scope, String name) {
        def tensor = scope.get(name)
        HostTensor.wrap(tensor.shape(), tensor.type(), tensor.bytes(0, tensor.byteSize() as int)).values()
    }

    private static boolean near(double actual, double expected, double by) {
        assert Math.abs(actual - expected) < by
        true
    }

    private run(String text) {
        def file = folder.resolve('net.groovy')
        Files.writeString(file, text)
        def process = [
                role     : { -> RoleSpec.local() },
                open     : { Device device -> Torch.open(device, ParameterExchange.none()) },
                scope    : { Executor executor -> scope = executor.newScope() },
                beginStep: { Program program, Scope s -> },
                endStep  : { Program program, Map feed, List fetch, List values -> },
                listener : { -> StepListener.none() },
                saveModel: { Path to, InferenceModel model, Scope s -> new ModelFolder(to).save(model, s) },
                loadModel: { Path from, Scope s -> new ModelFolder(from).load(s) },
                print    : { String line -> printed << line },
        ] as TrainingProcess
        new TrainingScript(file, []).run(process)
    }
}
