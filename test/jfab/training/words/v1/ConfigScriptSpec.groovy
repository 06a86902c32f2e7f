package jfab.training.words.v1

import java.nio.file.Files
import java.nio.file.Path
import jfab.JfabException
import jfab.training.program.DataType
import jfab.training.program.OpType.Phase
import jfab.training.words.LocalProcess
import spock.lang.Specification
import spock.lang.TempDir

class ConfigScriptSpec extends Specification {
    @TempDir
    Path folder
    LocalProcess process = new LocalProcess()

    def cleanup() {
        process.close()
    }

    def "#layers becomes #operators"() {
        expect:
        operators(read("settings(batch_size: 2)\n$layers")) == operators

        where:
        layers                                                                                                                                    || operators
        "outputs(fc_layer(input: data_layer(name: 'x', size: 4), size: 2))"                                                                       || ['mul', 'elementwise_add', 'tanh']
        "outputs(fc_layer(input: data_layer(name: 'x', size: 4), size: 2, act: SoftmaxActivation(), bias_attr: false))"                           || ['mul', 'softmax']
        "outputs(fc_layer(input: data_layer(name: 'x', size: 4), size: 2, act: LinearActivation(), layer_attr: ExtraAttr(drop_rate: 0.5)))"       || ['mul', 'elementwise_add', 'dropout']
        "outputs(img_pool_layer(input: img_conv_layer(input: data_layer(name: 'x', size: 48), num_channels: 3, filter_size: 3, num_filters: 2, padding: 1), pool_size: 2, stride: 2))" || ['conv2d', 'relu', 'pool2d']
        "outputs(batch_norm_layer(input: data_layer(name: 'x', size: 16, height: 2, width: 4), act: LinearActivation()))"                          || ['batch_norm']
        "def id = data_layer(name: 'id', size: 9)\noutputs(embedding_layer(input: id, size: 3))"                                                  || ['lookup_table']
        "def a = data_layer(name: 'a', size: 3)\ndef b = data_layer(name: 'b', size: 3)\noutputs(cos_sim(a: a, b: b, scale: 5), concat_layer(input: [a, b]))" || ['cos_sim', 'scale', 'concat']
        "def w = data_layer(name: 'w', size: 9, type: integer_value_sequence(9))\noutputs(pooling_layer(input: embedding_layer(input: w, size: 3), pooling_type: SumPooling()))" || ['lookup_table', 'sequence_pool']
    }

    def "the type of data follows from who uses it"() {
        when:
        def config = read('''
            settings(batch_size: 2)
            def label = data_layer(name: 'label', size: 10)
            def unused = data_layer(name: 'unused', size: 10)
            def pixel = data_layer(name: 'pixel', size: 27)
            def predict = fc_layer(input: img_conv_layer(input: pixel, num_channels: 3, filter_size: 3, num_filters: 2), size: 10, act: SoftmaxActivation())
            outputs(classification_cost(input: predict, label: label))''')

        then:
        config.slots()*.name() == ['label', 'pixel']
        config.slots()*.type() == [DataType.INT64, DataType.FLOAT32]
        config.slots()*.shape()*.toString() == ['[-1, 1]', '[-1, 3, 3, 3]']
        config.accuracies().keySet() as List == ['classification_error_evaluator']
    }

    def "#method with rate 0.5 and batches of 4 on 2 trainers is #operator with rate #rate"() {
        when:
        def config = read("settings(batch_size: 4, learning_rate: 0.5, learning_method: $method)\noutputs(regression_cost(input: fc_layer(input: data_layer(name: 'x', size: 2), size: 1), label: data_layer(name: 'y', size: 1)))", 2)
        def main = config.main()

        then:
        main.operators(Phase.OPTIMIZE)*.type()*.word().unique() == [operator]
        main.operators(Phase.SCHEDULE)*.attributes()*.values().flatten() == [rate]

        where:
        method                        || operator   | rate
        'MomentumOptimizer(0)'        || 'sgd'      | 4.0d
        'MomentumOptimizer(0.9)'      || 'momentum' | 4.0d
        'AdamOptimizer()'             || 'adam'     | 0.5d
        'RMSPropOptimizer(rho: 0.9)'  || 'rmsprop'  | 0.5d
        'AdaGradOptimizer()'          || 'adagrad'  | 0.5d
    }

    def "document 000's network has ten convolutions, and as many parameters as there"() {
        given:
        def channels = [3, 64, 64, 128, 128, 256, 256, 256, 512, 512, 512]

        when:
        def config = read("""
            settings(batch_size: 128, learning_rate: 0.1 / 128, learning_method: MomentumOptimizer(0.9), regularization: L2Regularization(0.0005 * 128))
            def predict = small_vgg(input_image: data_layer(name: 'image', size: 3 * 32 * 32), num_channels: 3, num_classes: 10)
            outputs(classification_cost(input: predict, label: data_layer(name: 'label', size: 10)))""")

        then:
        operators(config).countBy { it } == [conv2d: 10, batch_norm: 11, relu: 11, dropout: 8, pool2d: 5, mul: 2, elementwise_add: 2, softmax: 1,
                                             cross_entropy: 1, accuracy: 1, mean: 1]
        config.main().trainable()*.variable()*.shape()*.elements().sum() ==
                (0..<10).sum { 9 * channels[it] * channels[it + 1] + 3 * channels[it + 1] } + (512 * 512 + 512) + 2 * 512 + (512 * 10 + 10)
    }

    def "regularization and clipping, given for sums over a batch, become those of means"() {
        when:
        def config = read("""settings(batch_size: 4, learning_rate: 0.5, regularization: L2Regularization(0.25 * 4), gradient_clipping_threshold: 10)
            outputs(regression_cost(input: fc_layer(input: data_layer(name: 'x', size: 2), size: 1), label: data_layer(name: 'y', size: 1)))""")
        def lines = config.main().toString().readLines()*.strip()

        then:
        lines.containsAll(['fc_0.w_0@GRAD = clip(Grad=fc_0.w_0@GRAD) {max=2.5, min=-2.5}', 'fc_0.w_0@GRAD = l2_decay(Grad=fc_0.w_0@GRAD, Param=fc_0.w_0) {coeff=0.25}'])
    }

    def "a layer that cannot be told is answered with the line: #message"() {
        when:
        read("settings(batch_size: 2)\n$text")

        then:
        JfabException e = thrown()
        e.message == "$folder/config.groovy:2: $message"

        where:
        text                                                                                                                                  || message
        "def x = data_layer(name: 'x', size: 4); outputs(regression_cost(input: fc_layer(input: x, size: 1), label: embedding_layer(input: x, size: 2)))" || "data_layer 'x' is used as numbers and as indices"
        "outputs(embedding_layer(input: fc_layer(input: data_layer(name: 'x', size: 4), size: 1), size: 2))"                                 || 'embedding_layer needs input, a data_layer of indices'
        "outputs(cos_sim(a: data_layer(name: 'x', size: 4)))"                                                                                 || 'cos_sim needs b, a layer'
        "outputs(dropout_layer(input: [data_layer(name: 'x', size: 4), data_layer(name: 'y', size: 4)], dropout_rate: 0.5))"                  || 'dropout_layer takes one input, not 2'
    }

    private TrainerConfig read(CharSequence text, int trainers = 1) {
        def file = folder.resolve('config.groovy')
        Files.writeString(file, text)
        new ConfigScript(file, [:]).read(process, trainers)
    }

    private static List<String> operators(TrainerConfig config) {
        config.test().operators()*.type()*.word()
    }
}
