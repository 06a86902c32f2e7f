package jfab.engine.torch

import static jfab.program.OpType.*
import static jfab.engine.torch.Reference.*

import jfab.engine.Device
import jfab.engine.HostTensor
import jfab.engine.ParameterExchange
import jfab.program.DataType
import jfab.program.Initializer
import jfab.program.OpType
import jfab.program.Operator
import jfab.program.Program
import jfab.program.Shape
import spock.lang.Shared
import spock.lang.Specification

/** Each operator's value against plain arithmetic, and its gradients against finite differences of that arithmetic. */
class OperatorSpec extends Specification {
    @Shared engine = Torch.open(new Device.Cpu(), ParameterExchange.none())

    def "#type #attributes has the value and the gradients of its formula"() {
        given:
        Map<String, double[]> inputs = random(type, shapes)

        when: 'the operator runs, followed by mean((output - 0.3)²) and the gradients of that'
        def (value, gradients) = run(type, shapes, inputs, slot, result, attributes, labels)

        then:
        near(value.values(), reference(inputs), 1e-4)
        shapes.keySet().every { near(gradients[it].values(), gradient(reference, inputs, it), 2e-3) }

        where:
        type              | shapes                                                   | slot     | result       | attributes                                                | labels    || reference
        MUL               | [X: [3, 2, 2], Y: [4, 2]]                                | 'Out'    | [3, 2]       | [:]                                                       | null      || { mul(it.X, it.Y, 3, 4, 2) }
        ELEMENTWISE_ADD   | [X: [3, 2], Y: [2]]                                      | 'Out'    | [3, 2]       | [:]                                                       | null      || { addChannels(it.X, it.Y, 1) }
        ELEMENTWISE_ADD   | [X: [2, 3, 2, 2], Y: [3]]                                | 'Out'    | [2, 3, 2, 2] | [:]                                                       | null      || { addChannels(it.X, it.Y, 4) }
        RELU              | [X: [4, 5]]                                              | 'Out'    | [4, 5]       | [:]                                                       | null      || { map(it.X) { x -> Math.max(x, 0d) } }
        SOFTMAX           | [X: [3, 4]]                                              | 'Out'    | [3, 4]       | [:]                                                       | null      || { softmax(it.X, 4) }
        SQUARE_ERROR_COST | [X: [5, 1], Y: [5, 1]]                                   | 'Out'    | [5, 1]       | [:]                                                       | null      || { squareError(it.X, it.Y) }
        CROSS_ENTROPY     | [X: [3, 4]]                                              | 'Y'      | [3, 1]       | [:]                                                       | [2, 0, 3] || { crossEntropy(it.X, 4, 2, 0, 3) }
        MEAN              | [X: [3, 4]]                                              | 'Out'    | [1]          | [:]                                                       | null      || { mean(it.X) }
        CONV2D            | [Input: [2, 2, 5, 5], Filter: [3, 2, 3, 3], Bias: [3]]   | 'Output' | [2, 3, 3, 3] | [stride: 1L, padding: 0L]                                 | null      || { conv2d(it, 2, 2, 5, 3, 3, 1, 0) }
        CONV2D            | [Input: [2, 2, 5, 5], Filter: [3, 2, 3, 3], Bias: [3]]   | 'Output' | [2, 3, 3, 3] | [stride: 2L, padding: 1L]                                 | null      || { conv2d(it, 2, 2, 5, 3, 3, 2, 1) }
        POOL2D            | [X: [2, 3, 5, 5]]                                        | 'Out'    | [2, 3, 2, 2] | [pooling_type: 'max', ksize: 2L, stride: 2L, padding: 0L] | null      || { pool2d(it.X, 6, 5, 2, 2, true) }
        POOL2D            | [X: [2, 3, 5, 5]]                                        | 'Out'    | [2, 3, 2, 2] | [pooling_type: 'avg', ksize: 3L, stride: 2L, padding: 0L] | null      || { pool2d(it.X, 6, 5, 3, 2, false) }
        BATCH_NORM        | [X: [4, 3, 2, 2], Scale: [3], Bias: [3]]                 | 'Y'      | [4, 3, 2, 2] | [momentum: 0.9d, epsilon: 1e-5d, is_test: false]          | null      || { batchNorm(it, 3, 4) }
        BATCH_NORM        | [X: [4, 3, 2, 2], Scale: [3], Bias: [3]]                 | 'Y'      | [4, 3, 2, 2] | [momentum: 0.9d, epsilon: 1e-5d, is_test: true]           | null      || { batchNormTest(it, 3, 4, 0.25, 2.25) }
    }

    def "batch_norm keeps nine tenths of its moving statistics and takes one from the biased ones of the batch"() {
        given: 'one channel with the values 1 and 3: mean 2, biased variance 1, unbiased 2'
        def builder = Program.builder()
        def layers = new jfab.program.Layers(builder)
        def output = layers.batchNorm(layers.data('x', Shape.of(1), DataType.FLOAT32), null, 0.9, 1e-5)
        def program = builder.build()
        def scope = engine.newScope()

        when:
        engine.run(program.startup(1), [:], [], scope)
        engine.run(program, [x: HostTensor.of(Shape.of(2, 1), 1f, 3f)], [output.name()], scope)

        then: 'they began at mean 0 and variance 1'
        near(read(scope.get('batch_norm_0.w_1')), [0.2] as double[], 1e-5)
        near(read(scope.get('batch_norm_0.w_2')), [1.0] as double[], 1e-5)

        cleanup:
        scope?.close()
    }

    def "accuracy is the share of rows whose largest element is at the label"() {
        given:
        def builder = Program.builder()
        def layers = new jfab.program.Layers(builder)
        def share = layers.accuracy(layers.data('p', Shape.of(3), DataType.FLOAT32), layers.data('label', Shape.of(1), DataType.INT64))
        def scope = engine.newScope()

        expect:
        engine.run(builder.build(), [p: HostTensor.of(Shape.of(4, 3), 1f, 2f, 3f, 9f, 1f, 1f, 0f, 5f, 0f, 1f, 0f, 0f),
                                     label: HostTensor.of(Shape.of(4, 1), 2L, 0L, 0L, 0L)], [share.name()], scope)[0].mean() == 0.75d

        cleanup:
        scope.close()
    }

    def "the cost of a class whose probability was rounded to 0 is large, not infinite"() {
        given:
        def builder = Program.builder()
        def layers = new jfab.program.Layers(builder)
        def cost = layers.crossEntropy(layers.data('p', Shape.of(2), DataType.FLOAT32), layers.data('label', Shape.of(1), DataType.INT64))
        def scope = engine.newScope()

        expect:
        engine.run(builder.build(), [p: HostTensor.of(Shape.of(1, 2), 0f, 1f), label: HostTensor.of(Shape.of(1, 1), 0L)],
                [cost.name()], scope)[0].mean().round(1) == 87.3d

        cleanup:
        scope.close()
    }

    private run(OpType type, Map shapes, Map<String, double[]> inputs, String slot, List result, Map attributes, labels) {
        def builder = Program.builder()
        def slots = shapes.collectEntries { name, dims -> [name, [builder.parameter(name, shape(dims), new Initializer.Constant(0)).name()]] }
        def feed = [target: HostTensor.of(shape(result), floats(map(new double[shape(result).elements()]) { TARGET }))]
        if (labels) {
            slots.Label = [builder.temporary('label', Shape.of(-1, 1), DataType.INT64).name()]
            feed.label = HostTensor.of(Shape.of(labels.size(), 1), labels as long[])
        }
        if (type == BATCH_NORM) {
            slots.Mean = [builder.accumulator('mean', Shape.of(3), DataType.FLOAT32, new Initializer.Constant(0.25)).name()]
            slots.Variance = [builder.accumulator('variance', Shape.of(3), DataType.FLOAT32, new Initializer.Constant(2.25)).name()]
        }
        ['output', 'target', 'cost'].each { builder.temporary(it, shape(result), DataType.FLOAT32) }
        builder.temporary('loss', Shape.of(1), DataType.FLOAT32)
        def gradients = shapes.collect { name, dims -> builder.temporary("$name@GRAD", shape(dims), DataType.FLOAT32).name() }
        builder.operator(new Operator(type, slots, [(slot): ['output']], attributes))
        builder.operator(new Operator(SQUARE_ERROR_COST, [X: ['output'], Y: ['target']], [Out: ['cost']], [:]))
        builder.operator(new Operator(MEAN, [X: ['cost']], [Out: ['loss']], [:]))
        builder.operator(new Operator(BACKWARD, [Loss: ['loss'], Param: shapes.keySet() as List], [Grad: gradients], [:]))
        def program = builder.build()
        def scope = engine.newScope()
        try {
            engine.run(program.startup(1), [:], [], scope)
            inputs.each { name, values -> scope.get(name).write(0, bytes(HostTensor.of(shape(shapes[name]), floats(values)))) }
            def fetched = engine.run(program, feed, ['output'] + gradients, scope)
            return [fetched[0], [shapes.keySet() as List, fetched.tail()].transpose().collectEntries()]
        } finally {
            scope.close()
        }
    }

    /** Between 0.1 and 2 by either sign, since kinks at 0 would spoil finite differences; above 0 for logarithms. */
    private static Map<String, double[]> random(OpType type, Map shapes) {
        def random = new Random(7)
        shapes.collectEntries { name, dims ->
            [name, random.doubles(shape(dims).elements(), 0.1, 2).map { type == CROSS_ENTROPY || random.nextBoolean() ? it : -it }.toArray()]
        }
    }

    private static Shape shape(List dims) {
        new Shape(dims.collect { it as Long })
    }

    private static bytes(tensor) {
        tensor.bytes(0, tensor.byteSize() as int)
    }

    private static double[] read(tensor) {
        HostTensor.wrap(tensor.shape(), tensor.type(), bytes(tensor)).values()
    }

    private static boolean near(double[] actual, double[] expected, double tolerance) {
        assert actual.length == expected.length
        for (int i = 0; i < actual.length; i++) {
            assert Math.abs(actual[i] - expected[i]) <= tolerance
        }
        true
    }
}
