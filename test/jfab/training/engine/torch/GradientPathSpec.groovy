package jfab.training.engine.torch

import static java.lang.Math.abs
import static java.lang.Math.max
import static java.lang.Math.min
import static java.lang.Math.signum
import static java.lang.Math.sqrt

import jfab.training.engine.Device
import jfab.training.engine.HostTensor
import jfab.training.engine.ParameterExchange
import jfab.training.program.DataType
import jfab.training.program.GradientClip
import jfab.training.program.Initializer
import jfab.training.program.Learning
import jfab.training.program.OpType
import jfab.training.program.Operator
import jfab.training.program.Parameter
import jfab.training.program.Program
import jfab.training.program.ProgramException
import jfab.training.program.Regularization
import jfab.training.program.Shape
import jfab.training.program.Variable
import jfab.training.program.optimize.Optimizer
import jfab.training.program.optimize.Sgd
import spock.lang.Shared
import spock.lang.Specification

/** What happens to gradients before SGD with rate 1 takes them, against plain arithmetic: two parameters of two numbers each. */
class GradientPathSpec extends Specification {
    static final List<Double> V = [1, -2]
    static final List<Double> W = [0.5, 3]
    static final List<Double> GRADIENT_OF_V = [-0.6, 0.8]
    static final List<Double> GRADIENT_OF_W = [3, -4]

    @Shared engine = Torch.open(new Device.Cpu(), ParameterExchange.none())

    def "with #optimizer.clip and #optimizer.regularization, gradients become those of the formula"() {
        when:
        def (v, w) = step(optimizer, Learning.DEFAULT)

        then:
        (0..1).each { assert abs(v[it] - (V[it] - ofV(GRADIENT_OF_V[it], V[it]))) < 1e-6 }
        (0..1).each { assert abs(w[it] - (W[it] - ofW(GRADIENT_OF_W[it], W[it]))) < 1e-6 }

        where:
        optimizer                                                                   || ofV                                   | ofW
        sgd()                                                                       || { g, p -> g }                         | { g, p -> g }
        sgd().clipped(new GradientClip.ByValue(-0.5, 1))                            || { g, p -> max(-0.5d, min(1d, g)) }    | { g, p -> max(-0.5d, min(1d, g)) }
        // Their norms are 1 and 5, and √26 together.
        sgd().clipped(new GradientClip.ByNorm(2))                                   || { g, p -> g }                         | { g, p -> g * 2 / 5 }
        sgd().clipped(new GradientClip.ByNorm(0.5))                                 || { g, p -> g * 0.5 }                   | { g, p -> g * 0.5 / 5 }
        sgd().clipped(new GradientClip.ByGlobalNorm(2, 'all'))                      || { g, p -> g * 2 / sqrt(26) }          | { g, p -> g * 2 / sqrt(26) }
        sgd().clipped(new GradientClip.ByGlobalNorm(6, 'all'))                      || { g, p -> g }                         | { g, p -> g }
        sgd().regularized(new Regularization.L2Decay(0.1))                          || { g, p -> g + 0.1 * p }               | { g, p -> g + 0.1 * p }
        sgd().regularized(new Regularization.L1Decay(0.1))                          || { g, p -> g + 0.1 * signum(p) }       | { g, p -> g + 0.1 * signum(p) }
        // Clipped first, as in Fluid: what regularization adds is not clipped.
        sgd().clipped(new GradientClip.ByNorm(2)).regularized(new Regularization.L2Decay(0.1)) || { g, p -> g + 0.1 * p }    | { g, p -> g * 2 / 5 + 0.1 * p }
    }

    def "a parameter with its own #learning does not follow the optimizer"() {
        when:
        def optimizer = sgd().clipped(new GradientClip.ByNorm(2)).regularized(new Regularization.L2Decay(0.1))
        def (v, w) = step(optimizer, learning)

        then: 'the other one does'
        (0..1).each { assert abs(v[it] - (V[it] - (GRADIENT_OF_V[it] + 0.1 * V[it]))) < 1e-6 }
        (0..1).each { assert abs(w[it] - (W[it] - ofW(GRADIENT_OF_W[it], W[it]))) < 1e-6 }

        where:
        learning                                                 || ofW
        new Learning(0.5, null, null)                            || { g, p -> 0.5 * (g * 2 / 5 + 0.1 * p) }
        new Learning(0, null, null)                              || { g, p -> 0 }
        new Learning(1, new Regularization.L1Decay(0.3), null)   || { g, p -> g * 2 / 5 + 0.3 * signum(p) }
        new Learning(1, null, new GradientClip.ByValue(-1, 1))   || { g, p -> signum(g) + 0.1 * p }
    }

    def "one global norm counts the parameters of its group only"() {
        when:
        def (v, w) = step(sgd().clipped(new GradientClip.ByGlobalNorm(0.5, 'a')), new Learning(1, null, new GradientClip.ByGlobalNorm(2, 'b')))

        then:
        (0..1).each { assert abs(v[it] - (V[it] - GRADIENT_OF_V[it] * 0.5)) < 1e-6 }
        (0..1).each { assert abs(w[it] - (W[it] - GRADIENT_OF_W[it] * 2 / 5)) < 1e-6 }
    }

    def "#problem is refused in one sentence"() {
        when:
        make()

        then:
        ProgramException e = thrown()
        e.message == message

        where:
        problem                    | make                                                  || message
        'a norm of 0'              | { new GradientClip.ByNorm(0) }                        || 'clip_norm of GradientClipByNorm must be above 0, not 0.0'
        'a global norm without end' | { new GradientClip.ByGlobalNorm(1 / 0d, 'a') }       || 'clip_norm of GradientClipByGlobalNorm must be above 0, not Infinity'
        'an empty range'           | { new GradientClip.ByValue(1, -1) }                   || 'GradientClipByValue needs min below max, not 1.0 and -1.0'
        'a negative decay'         | { new Regularization.L2Decay(-1) }                    || 'regularization_coeff of L2Decay must be 0 or more, not -1.0'
        'a negative factor'        | { new Learning(-1, null, null) }                      || 'learning_rate of a ParamAttr must be 0 or more, not -1.0'
        'a group with two norms'   | { program(sgd().clipped(new GradientClip.ByGlobalNorm(1, 'a')), new Learning(1, null, new GradientClip.ByGlobalNorm(2, 'a'))) } || "the gradients of group 'a' are to be clipped to norm 1.0 and to norm 2.0; a group has one norm"
    }

    private static Optimizer sgd() {
        Optimizer.of(new Sgd(), 1)
    }

    private List<double[]> step(Optimizer optimizer, Learning ofW) {
        def program = program(optimizer, ofW)
        def scope = engine.newScope()
        try {
            engine.run(program.startup(1), [:], [], scope)
            scope.get('v').write(0, pair(V).bytes(0, 8))
            scope.get('w').write(0, pair(W).bytes(0, 8))
            def feed = [y: pair((0..1).collect { V[it] - GRADIENT_OF_V[it] }), z: pair((0..1).collect { W[it] - GRADIENT_OF_W[it] })]
            return engine.run(program, feed, ['v', 'w'], scope)*.values()
        } finally {
            scope.close()
        }
    }

    /** Costs whose gradients by v and w are v - y and w - z. */
    private static Program program(Optimizer optimizer, Learning ofW) {
        def builder = Program.builder()
        def shape = Shape.of(1, 2)
        def zero = new Initializer.Constant(0)
        builder.persistable(new Parameter(new Variable('v', shape, DataType.FLOAT32, true), zero, true))
        builder.persistable(new Parameter(new Variable('w', shape, DataType.FLOAT32, true), zero, true, ofW))
        ['y', 'z', 'a', 'b', 'sum'].each { builder.temporary(it, shape, DataType.FLOAT32) }
        def loss = builder.temporary('loss', Shape.of(1), DataType.FLOAT32)
        builder.operator(new Operator(OpType.SQUARE_ERROR_COST, [X: ['v'], Y: ['y']], [Out: ['a']], [:]))
        builder.operator(new Operator(OpType.SQUARE_ERROR_COST, [X: ['w'], Y: ['z']], [Out: ['b']], [:]))
        builder.operator(new Operator(OpType.ELEMENTWISE_ADD, [X: ['a'], Y: ['b']], [Out: ['sum']], [axis: -1L]))
        builder.operator(new Operator(OpType.MEAN, [X: ['sum']], [Out: ['loss']], [:]))
        optimizer.minimize(builder, loss)
        builder.build()
    }

    private static HostTensor pair(List numbers) {
        HostTensor.of(Shape.of(1, 2), numbers[0] as float, numbers[1] as float)
    }
}

class GradientPathOnSimulatedGpuSpec extends GradientPathSpec {
    def setupSpec() {
        engine = SimulatedGpu.open(ParameterExchange.none(), null)
    }
}
