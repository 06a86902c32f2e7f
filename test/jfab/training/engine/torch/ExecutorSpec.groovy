package jfab.training.engine.torch

import java.nio.ByteOrder
import java.nio.ByteBuffer
import jfab.training.engine.Device
import jfab.training.engine.EngineException
import jfab.training.engine.HostTensor
import jfab.training.engine.ParameterExchange
import jfab.training.program.ArithmeticLayers.Operation
import jfab.training.program.DataType
import jfab.training.program.Layers
import jfab.training.program.Program
import jfab.training.program.ProgramException
import jfab.training.program.Shape
import jfab.training.program.optimize.Adam
import jfab.training.program.optimize.Optimizer
import jfab.training.program.optimize.Sgd
import org.bytedeco.javacpp.Pointer
import spock.lang.AutoCleanup
import spock.lang.Shared
import spock.lang.Specification

class ExecutorSpec extends Specification {
    @Shared engine = Torch.open(new Device.Cpu(), ParameterExchange.none())
    @AutoCleanup scope = engine.newScope()
    def builder = Program.builder()
    def layers = new Layers(builder)

    def "native memory stays flat over some hundred steps"() {
        given: 'a network whose step needs more than 1 MB'
        def loss = net(256)
        Optimizer.of(new Adam(), 0.001).minimize(builder, loss)
        def program = builder.build()
        engine.run(program.startup(1), [:], [], scope)
        def step = { engine.run(program, feed(16, 256), [loss.name()], scope) }
        20.times { step() }

        when:
        def objects = Pointer.totalCount()
        def resident = Pointer.physicalBytes()
        200.times { step() }

        then: 'a tensor or a megabyte that leaked once per step would show 200 times'
        Pointer.totalCount() - objects < 100
        Pointer.physicalBytes() - resident < 100_000_000
    }

    def "closing a scope frees its tensors"() {
        given:
        def own = engine.newScope()
        def before = Pointer.totalCount()

        when:
        own.create(new jfab.training.program.Variable('w', Shape.of(3), DataType.FLOAT32, true))
        own.close()

        then:
        own.names().empty
        Pointer.totalCount() == before
    }

    def "first values have the spread of Fluid's rules, the same for the same seed and others for another"() {
        given:
        layers.fc(layers.conv2d(layers.data('x', Shape.of(8, 9, 9), DataType.FLOAT32), 64, 5, 1, 0, null, null), 200, null)
        def program = builder.build()
        def other = engine.newScope()
        def again = engine.newScope()

        when:
        engine.run(program.startup(1), [:], [], scope)
        engine.run(program.startup(1), [:], [], again)
        engine.run(program.startup(2), [:], [], other)
        def filter = values(scope, 'conv2d_0.w_0')
        def weight = values(scope, 'fc_0.w_0')
        def limit = Math.sqrt(6.0 / (1600 + 200))

        then: 'N(0, sqrt(2 / (5 * 5 * 8))) and U(±sqrt(6 / (1600 + 200))), biases 0'
        Math.abs(deviation(filter) - 0.1) < 0.003
        Math.abs(filter.sum() / filter.length) < 0.003
        weight.max() <= limit && weight.max() > 0.99 * limit
        weight.min() >= -limit && weight.min() < -0.99 * limit
        Math.abs(deviation(weight) - limit / Math.sqrt(3)) < 0.001
        values(scope, 'conv2d_0.b_0').every { it == 0d }

        and:
        values(again, 'fc_0.w_0') == weight
        values(other, 'fc_0.w_0') != weight

        cleanup:
        [other, again]*.close()
    }

    def "a step without samples changes nothing in a trainer of a job, and has gradients of zero"() {
        given:
        def loss = net(4)
        Optimizer.of(new Sgd(), 0.1).minimize(builder, loss)
        def program = builder.build()
        engine.run(program.startup(1), [:], [], scope)
        def trainer = Torch.open(new Device.Cpu(), Stub(ParameterExchange))
        def before = values(scope, 'fc_0.w_0')

        when:
        def (cost, gradient) = trainer.run(program, feed(0, 4), [loss.name(), 'fc_0.w_0@GRAD'], scope)

        then:
        cost.mean().naN
        gradient.values().every { it == 0d }
        values(scope, 'fc_0.w_0') == before
    }

    def "a loss that is no number stops training at that step, with the parameters of the step before"() {
        given: 'inputs whose square is too large for a float, at the second step'
        def loss = net(4)
        Optimizer.of(new Sgd(), 0.001).minimize(builder, loss)
        def program = builder.build()
        engine.run(program.startup(1), [:], [], scope)
        engine.run(program, feed(2, 4), [], scope)
        def before = values(scope, 'fc_0.w_0')

        when:
        engine.run(program, [x: HostTensor.zeros(Shape.of(1, 4), DataType.FLOAT32), y: HostTensor.of(Shape.of(1, 1), number)], [loss.name()], scope)[0].mean()

        then:
        EngineException e = thrown()
        e.message.replace('NaN or infinite', shown) == "the loss 'mean_0.tmp_0' is $shown in training step 2 of this process; no parameter has changed in it"
        values(scope, 'fc_0.w_0') == before

        where:
        number    | shown
        1e30f     | 'Infinity'
        Float.NaN | 'NaN'
    }

    def "a loss that is no number because a parameter was none before says so"() {
        given:
        def loss = net(4)
        Optimizer.of(new Sgd(), 0.001).minimize(builder, loss)
        def program = builder.build()
        engine.run(program.startup(1), [:], [], scope)
        scope.find('fc_0.w_0').write(0, ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(Float.NaN).flip())

        when:
        engine.run(program, feed(2, 4), [loss.name()], scope)[0].mean()

        then:
        EngineException e = thrown()
        e.message.replace('NaN or infinite in', 'NaN in') ==
                "the loss 'mean_0.tmp_0' is NaN in training step 1 of this process; no parameter has changed in it, and 'fc_0.w_0' was NaN or infinite before it"
    }

    def "costs that are averaged in the call that computes them are there for whoever asks, and are learned from"() {
        given: 'costs (x w - y)², once averaged at once, and once later on'
        def x = layers.data('x', Shape.of(1), DataType.FLOAT32)
        def y = layers.data('y', Shape.of(1), DataType.FLOAT32)
        def w = builder.parameter('w', Shape.of(1), new jfab.training.program.Initializer.Constant(1))
        def cost = layers.squareErrorCost(layers.arithmetic().elementwise(Operation.MUL, x, w, 1, null), y)
        def loss = layers.arithmetic().elementwise(Operation.ADD, layers.mean(cost), layers.mean(cost), 0, null)
        Optimizer.of(new Sgd(), 0.1).minimize(builder, loss)
        engine.run(builder.build().startup(1), [:], [], scope)

        when:
        def fed = [x: HostTensor.of(Shape.of(2, 1), 2f, 3f), y: HostTensor.of(Shape.of(2, 1), 1f, 5f)]
        def fetched = engine.run(builder.build(), fed, ['mean_0.tmp_0', cost.name(), loss.name(), 'w@GRAD'], scope)

        then:
        fetched*.values()*.toList() == [[2.5d], [1d, 4d], [5d], [-8d]]
    }

    def "a product that has a bias added to it in the same call is there for whoever asks, with the same sum and gradients"() {
        given:
        def x = layers.data('x', Shape.of(2), DataType.FLOAT32)
        def first = { number -> jfab.training.program.ParamAttr.of(jfab.training.program.Initialization.constant(number)) }
        def sum = layers.dense().fc([x], 1, first(1), first(10), null)
        def mean = layers.mean(read ? layers.arithmetic().elementwise(Operation.ADD, sum, builder.find('fc_0.tmp_0'), 0, null) : sum)
        Optimizer.of(new Sgd(), 0.1).minimize(builder, mean)
        engine.run(builder.build().startup(1), [:], [], scope)

        expect:
        engine.run(builder.build(), [x: HostTensor.of(Shape.of(2, 2), 1f, 1f, 3f, 5f)], names, scope)*.values()*.toList() == values

        where:
        read  | names                                            || values
        false | ['fc_0.tmp_1', 'fc_0.w_0@GRAD', 'fc_0.b_0@GRAD'] || [[12d, 18d], [2d, 3d], [1d]]
        false | ['fc_0.tmp_0', 'fc_0.tmp_1', 'fc_0.w_0@GRAD']    || [[2d, 8d], [12d, 18d], [2d, 3d]]
        true  | ['fc_0.w_0@GRAD', 'fc_0.b_0@GRAD']               || [[4d, 6d], [1d]]
    }

    def "parameters that the loss does not depend on are left alone"() {
        given:
        def loss = net(4)
        layers.fc(builder.build().variable('x'), 3, null)

        when:
        Optimizer.of(new Sgd(), 0.001).minimize(builder, loss)
        engine.run(builder.build().startup(1), [:], [], scope)
        engine.run(builder.build(), feed(2, 4), [], scope)

        then:
        builder.build().operators(jfab.training.program.OpType.Phase.BACKWARD)[0].inputs('Param') == ['fc_0.w_0', 'fc_0.b_0', 'fc_1.w_0', 'fc_1.b_0']
    }

    def "a #what that is not there is refused by name and number"() {
        when:
        def scores = layers.data('p', Shape.of(3), DataType.FLOAT32)
        def ids = layers.data('ids', Shape.of(1), DataType.INT64)
        def result = layer(layers, scores, ids)
        engine.run(builder.build().startup(1), [:], [], scope)
        engine.run(builder.build(), [p: HostTensor.of(Shape.of(1, 3), 1f, 0f, 0f), ids: HostTensor.of(Shape.of(1, 1), id as long)], [result.name()], scope)

        then:
        EngineException e = thrown()
        e.message == message

        where:
        what    | id | layer                                                                                                      || message
        'label' | 3  | { l, p, label -> l.crossEntropy(p, label) }                                                                || "'ids' holds 3 at place 0 of its batch, from 0, and 'p' takes 0 to 2"
        'label' | -1 | { l, p, label -> l.loss().softmaxWithCrossEntropy(p, label, false) }                                       || "'ids' holds -1 at place 0 of its batch, from 0, and 'p' takes 0 to 2"
        'row'   | 7  | { l, p, label -> l.dense().embedding(label, 7, 2, false, -1, jfab.training.program.ParamAttr.DEFAULT) }             || "'ids' holds 7 at place 0 of its batch, from 0, and 'embedding_0.w_0' takes 0 to 6"
    }

    def "a feed that does not fit is refused by name"() {
        given:
        def loss = net(4)
        engine.run(builder.build().startup(1), [:], [], scope)

        when:
        engine.run(builder.build(), feed(2, 5), [loss.name()], scope)

        then:
        ProgramException e = thrown()
        e.message == "'x' was fed float32[2, 5] and is declared float32[-1, 4]"
    }

    def "a program that was not started is an error that says so"() {
        given:
        def loss = net(4)

        when:
        engine.run(builder.build(), feed(2, 4), [loss.name()], scope)

        then:
        EngineException e = thrown()
        e.message == "variable 'fc_0.w_0' has no value; run the startup program first"
    }

    private net(int width) {
        def x = layers.data('x', Shape.of(width), DataType.FLOAT32)
        def y = layers.data('y', Shape.of(1), DataType.FLOAT32)
        layers.mean(layers.squareErrorCost(layers.fc(layers.fc(x, width, 'relu'), 1, null), y))
    }

    private static feed(int samples, int width) {
        [x: HostTensor.zeros(Shape.of(samples, width), DataType.FLOAT32), y: HostTensor.zeros(Shape.of(samples, 1), DataType.FLOAT32)]
    }

    private static double[] values(scope, String name) {
        def tensor = scope.get(name)
        HostTensor.wrap(tensor.shape(), tensor.type(), tensor.bytes(0, tensor.byteSize() as int)).values()
    }

    private static double deviation(double[] values) {
        def mean = values.sum() / values.length
        Math.sqrt((values.collect { (it - mean) * (it - mean) }.sum() as double) / values.length)
    }
}

class ExecutorOnSimulatedGpuSpec extends ExecutorSpec {
    def setupSpec() {
        engine = SimulatedGpu.open(ParameterExchange.none(), null)
    }
}
