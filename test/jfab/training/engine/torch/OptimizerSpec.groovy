package jfab.training.engine.torch

import jfab.training.engine.Device
import jfab.training.engine.HostTensor
import jfab.training.engine.ParameterExchange
import jfab.training.program.Builder
import jfab.training.program.DataType
import jfab.training.program.Initializer
import jfab.training.program.Layers
import jfab.training.program.Learning
import jfab.training.program.OpType
import jfab.training.program.Operator
import jfab.training.program.Parameter
import jfab.training.program.Program
import jfab.training.program.ProgramException
import jfab.training.program.Shape
import jfab.training.program.Variable
import jfab.training.program.optimize.Adadelta
import jfab.training.program.optimize.Adagrad
import jfab.training.program.optimize.Adam
import jfab.training.program.optimize.Adamax
import jfab.training.program.optimize.DecayedAdagrad
import jfab.training.program.optimize.Ftrl
import jfab.training.program.optimize.Momentum
import jfab.training.program.optimize.Optimizer
import jfab.training.program.optimize.RmsProp
import jfab.training.program.optimize.Sgd
import spock.lang.Shared
import spock.lang.Specification

import static java.lang.Math.abs
import static java.lang.Math.max
import static java.lang.Math.pow
import static java.lang.Math.signum
import static java.lang.Math.sqrt

/** Update rules against plain arithmetic in double precision. */
class OptimizerSpec extends Specification {
    static final List<List<Float>> TARGETS = [[3, -0.5], [-2, 1], [0.5, 1.5], [4, -3], [1, 0.25]]

    @Shared engine = Torch.open(new Device.Cpu(), ParameterExchange.none())

    def "#rule takes the steps of its formula"() {
        when: 'it minimizes mean((w - y)²) over two numbers, with another y in each step'
        def course = train(Optimizer.of(rule, 0.1d), [1, -2])

        then: 'each number has gone its own way'
        def w = [1d, -2d]
        Map<String, Double>[] kept = (0..1).collect { [:].withDefault { first as double } }
        TARGETS.eachWithIndex { y, step ->
            w = (0..1).collect { w[it] - change(kept[it], w[it] - y[it] as double, w[it], step + 1) }
            (0..1).each { assert abs(course[step][it] - w[it]) < 2e-5 }
        }

        where:
        rule                              | first || change
        new Sgd()                         | 0     || { s, g, p, t -> 0.1 * g }
        new Momentum(0.9, false)          | 0     || { s, g, p, t -> s.v = 0.9 * s.v + g; s.v * 0.1 }
        new Momentum(0.9, true)           | 0     || { s, g, p, t -> s.v = 0.9 * s.v + g; 0.1 * (g + 0.9 * s.v) }
        new Adagrad(1e-6, 0)              | 0     || { s, g, p, t -> s.m += g * g; 0.1 * g / (sqrt(s.m) + 1e-6) }
        new Adagrad(0.5, 2)               | 2     || { s, g, p, t -> s.m += g * g; 0.1 * g / (sqrt(s.m) + 0.5) }
        new DecayedAdagrad(0.9, 0.5)      | 0     || { s, g, p, t -> s.m = 0.9 * s.m + 0.1 * g * g; 0.1 * g / (sqrt(s.m) + 0.5) }
        new RmsProp(0.9, 0.5, 0, false)   | 0     || { s, g, p, t -> s.r = 0.9 * s.r + 0.1 * g * g; 0.1 * g / sqrt(s.r + 0.5) }
        new RmsProp(0.9, 0.5, 0.8, false) | 0     || { s, g, p, t -> s.r = 0.9 * s.r + 0.1 * g * g; s.v = 0.8 * s.v + 0.1 * g / sqrt(s.r + 0.5) }
        new RmsProp(0.9, 0.5, 0.8, true)  | 0     || { s, g, p, t -> s.r = 0.9 * s.r + 0.1 * g * g; s.a = 0.9 * s.a + 0.1 * g; s.v = 0.8 * s.v + 0.1 * g / sqrt(s.r - s.a * s.a + 0.5) }
        // An epsilon this large tells Fluid's formula from PyTorch's.
        new Adam(0.9, 0.999, 0.5)         | 0     || { s, g, p, t -> s.m = 0.9 * s.m + 0.1 * g; s.v = 0.999 * s.v + 0.001 * g * g; 0.1 * sqrt(1 - pow(0.999, t)) / (1 - pow(0.9, t)) * s.m / (sqrt(s.v) + 0.5) }
        new Adam()                        | 0     || { s, g, p, t -> s.m = 0.9 * s.m + 0.1 * g; s.v = 0.999 * s.v + 0.001 * g * g; 0.1 * sqrt(1 - pow(0.999, t)) / (1 - pow(0.9, t)) * s.m / (sqrt(s.v) + 1e-8) }
        new Adamax(0.8, 0.9, 0.1)         | 0     || { s, g, p, t -> s.m = 0.8 * s.m + 0.2 * g; s.u = max(0.9 * s.u + 0.1, abs(g)); 0.1 / (1 - pow(0.8, t)) * s.m / s.u }
        new Adadelta(0.01, 0.9)           | 0     || { s, g, p, t -> s.s = 0.9 * s.s + 0.1 * g * g; def d = g * sqrt((s.u + 0.01) / (s.s + 0.01)); s.u = 0.9 * s.u + 0.1 * d * d; 0.1 * d }
        new Ftrl(0.3, 0.2, -0.5)          | 0     || { s, g, p, t -> ftrl(s, g, p, 0.3, 0.2, 0.5) }
        new Ftrl(0, 0.1, -0.7)            | 0     || { s, g, p, t -> ftrl(s, g, p, 0, 0.1, 0.7) }
    }

    def "at a rate of 0 #rule leaves the parameter as it is"() {
        given:
        def builder = Program.builder()
        builder.persistable(new Parameter(new Variable('w', Shape.of(1, 2), DataType.FLOAT32, true), new Initializer.Constant(3), true, new Learning(0, null, null)))
        builder.temporary('y', Shape.of(1, 2), DataType.FLOAT32)
        builder.temporary('cost', Shape.of(1, 2), DataType.FLOAT32)
        builder.operator(new Operator(OpType.SQUARE_ERROR_COST, [X: ['w'], Y: ['y']], [Out: ['cost']], [:]))
        Optimizer.of(rule, 0.1).minimize(builder, new Layers(builder).mean(builder.build().variable('cost')))
        def scope = engine.newScope()

        when:
        engine.run(builder.build().startup(1), [:], [], scope)
        def course = TARGETS.collect { y -> engine.run(builder.build(), [y: pair(*y)], ['w'], scope)[0].values() as List }

        then:
        course.every { it == [3d, 3d] }

        cleanup:
        scope.close()

        where:
        rule << [new Sgd(), new Momentum(0.9, true), new Adagrad(1e-6, 0), new DecayedAdagrad(0.9, 0.5), new RmsProp(0.9, 0.5, 0.8, true),
                 new Adam(), new Adamax(0.8, 0.9, 0.1), new Adadelta(0.01, 0.9), new Ftrl(0, 0, -0.5)]
    }

    def "Adam of several parameters at once takes the steps of Adam of each alone"() {
        given: 'two that are updated together, and one that has a rate of its own'
        def builder = Program.builder()
        def zero = new Initializer.Constant(0)
        ['a', 'b', 'c'].each { name ->
            def learning = name == 'c' ? new Learning(0.5, null, null) : Learning.DEFAULT
            builder.persistable(new Parameter(new Variable(name, Shape.of(1, 2), DataType.FLOAT32, true), zero, true, learning))
            builder.temporary("y_$name", Shape.of(1, 2), DataType.FLOAT32)
            builder.temporary("cost_$name", Shape.of(1, 2), DataType.FLOAT32)
            builder.operator(new Operator(OpType.SQUARE_ERROR_COST, [X: [name], Y: ["y_$name" as String]], [Out: ["cost_$name" as String]], [:]))
        }
        ['ab', 'abc'].each { builder.temporary(it, Shape.of(1, 2), DataType.FLOAT32) }
        builder.operator(new Operator(OpType.ELEMENTWISE_ADD, [X: ['cost_a'], Y: ['cost_b']], [Out: ['ab']], [axis: -1L]))
        builder.operator(new Operator(OpType.ELEMENTWISE_ADD, [X: ['ab'], Y: ['cost_c']], [Out: ['abc']], [axis: -1L]))
        Optimizer.of(new Adam(0.9, 0.999, 0.5), 0.1).minimize(builder, new Layers(builder).mean(builder.build().variable('abc')))
        def program = builder.build()
        def scope = engine.newScope()
        def alone = [a: [1, -2], b: [0.5, 4], c: [-3, 0.25]].collectEntries { name, start -> [name, train(Optimizer.of(new Adam(0.9, 0.999, 0.5), name == 'c' ? 0.05d : 0.1d), start)] }

        when:
        engine.run(program.startup(1), [:], [], scope)
        scope.get('a').write(0, pair(1, -2).bytes(0, 8))
        scope.get('b').write(0, pair(0.5, 4).bytes(0, 8))
        scope.get('c').write(0, pair(-3, 0.25).bytes(0, 8))
        def together = TARGETS.collect { y ->
            engine.run(program, ['a', 'b', 'c'].collectEntries { [("y_$it" as String): pair(*y)] }, ['a', 'b', 'c'], scope)*.values()
        }

        then:
        TARGETS.indices.each { step -> ['a', 'b', 'c'].eachWithIndex { name, i -> (0..1).each { assert abs(together[step][i][it] - alone[name][step][it]) < 1e-6 } } }

        cleanup:
        scope?.close()
    }

    def "#problem is refused in one sentence"() {
        when:
        rule()

        then:
        ProgramException e = thrown()
        e.message == message

        where:
        problem                  | rule                                     || message
        'a rate of 0'            | { Optimizer.of(new Sgd(), 0) }           || 'learning_rate of an optimizer must be above 0, not 0.0'
        'a rate without end'     | { Optimizer.of(new Sgd(), 1 / 0d) }      || 'learning_rate of an optimizer must be above 0, not Infinity'
        'a momentum of 1'        | { new Momentum(1, false) }               || 'momentum of Momentum must be in [0, 1), not 1.0'
        'a beta2 that is no number' | { new Adam(0.9, Double.NaN, 1e-8) }   || 'beta2 of Adam must be in [0, 1), not NaN'
        'no epsilon'             | { new RmsProp(0.9, 0, 0, false) }        || 'epsilon of RMSProp must be above 0, not 0.0'
        'a negative l1'          | { new Ftrl(-1, 0, -0.5) }                || 'l1 of Ftrl must be 0 or more, not -1.0'
        'a growing learning rate' | { new Ftrl(0, 0, 0.5) }                 || 'lr_power of Ftrl must be 0 or less, not 0.5'
    }

    def "weighted_mean counts each gradient by its samples, #divided"() {
        given:
        def builder = Program.builder()
        ['a', 'b', 'samples', 'mean'].each { builder.temporary(it, Shape.of(2), DataType.FLOAT32) }
        builder.operator(new Operator(OpType.WEIGHTED_MEAN, [X: ['a', 'b'], Weight: ['samples']], [Out: ['mean']], attributes))
        def scope = engine.newScope()

        expect:
        engine.run(builder.build(), [a: [1, 2], b: [5, -2], samples: [3, 1]].collectEntries { name, v -> [name, HostTensor.of(Shape.of(2), v[0] as float, v[1] as float)] }, ['mean'], scope)[0].values() == mean as double[]

        cleanup:
        scope.close()

        where:
        divided                            | attributes    || mean
        'divided by all of them'           | [:]           || [2, 1]
        'divided by those of a whole step' | [samples: 8L] || [1, 0.5]
    }

    private static double ftrl(Map s, double g, double p, double l1, double l2, double power) {
        def before = s.n
        s.n += g * g
        s.z += g - (pow(s.n, power) - pow(before, power)) / 0.1 * p
        p - (abs(s.z) > l1 ? (l1 * signum(s.z as double) - s.z) / (pow(s.n, power) / 0.1 + 2 * l2) : 0)
    }

    private List<double[]> train(Optimizer optimizer, List start) {
        def builder = Program.builder()
        def loss = loss(builder)
        optimizer.minimize(builder, loss)
        def program = builder.build()
        def scope = engine.newScope()
        try {
            engine.run(program.startup(1), [:], [], scope)
            scope.get('w').write(0, pair(*start).bytes(0, 8))
            return TARGETS.collect {
                engine.run(program, [y: pair(*it)], [], scope)
                engine.run(program.cloneForTest(), [y: pair(*it)], ['w'], scope)[0].values()
            }
        } finally {
            scope.close()
        }
    }

    private static loss(Builder builder) {
        def layers = new Layers(builder)
        builder.parameter('w', Shape.of(1, 2), new Initializer.Constant(0))
        layers.data('y', Shape.of(2), DataType.FLOAT32)
        builder.temporary('cost', Shape.of(1, 2), DataType.FLOAT32)
        builder.operator(new Operator(OpType.SQUARE_ERROR_COST, [X: ['w'], Y: ['y']], [Out: ['cost']], [:]))
        layers.mean(builder.build().variable('cost'))
    }

    private static HostTensor pair(Number first, Number second) {
        HostTensor.of(Shape.of(1, 2), first as float, second as float)
    }
}

class OptimizerOnSimulatedGpuSpec extends OptimizerSpec {
    def setupSpec() {
        engine = SimulatedGpu.open(ParameterExchange.none(), null)
    }
}
