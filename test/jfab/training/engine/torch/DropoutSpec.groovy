package jfab.training.engine.torch

import jfab.training.engine.Device
import jfab.training.engine.HostTensor
import jfab.training.engine.ParameterExchange
import jfab.training.program.DataType
import jfab.training.program.Layers
import jfab.training.program.Program
import jfab.training.program.Shape
import jfab.training.program.optimize.Optimizer
import jfab.training.program.optimize.Sgd
import jfab.training.program.transpile.DistributeTranspiler
import jfab.training.program.transpile.PeerPass
import jfab.training.program.transpile.TrainerMasks
import jfab.role.Endpoint
import jfab.role.Role
import jfab.role.RoleSpec
import spock.lang.Shared
import spock.lang.Specification

/** Masks cannot be compared with a formula's values; what is known of them can. */
class DropoutSpec extends Specification {
    static final int NUMBERS = 10_000
    @Shared engine = Torch.open(new Device.Cpu(), ParameterExchange.none())
    def builder = Program.builder()
    def layers = new Layers(builder)
    def x = layers.data('x', Shape.of(NUMBERS), DataType.FLOAT32)
    def dropped = layers.dense().dropout(x, 0.3, null)

    def "the stated share becomes 0, and what stays is not scaled"() {
        when:
        def values = steps(builder.build(), 1, 1)[0]

        then: 'five standard deviations'
        Math.abs(values.count { it == 0d } / NUMBERS - 0.3) < 5 * Math.sqrt(0.3 * 0.7 / NUMBERS)
        values.every { it == 0d || it == 2d }
    }

    def "each step has a mask of its own, and the same seed gives the same masks again"() {
        when:
        def first = steps(builder.build(), 3, 1)
        def again = steps(builder.build(), 3, 1)
        def other = steps(builder.build(), 3, 2)

        then:
        first == again
        (first + other).toSet().size() == 6
    }

    def "a test program multiplies by what stays on average, keeps no count and draws nothing"() {
        given:
        def test = builder.build().cloneForTest()

        expect:
        steps(test, 2, 1).every { step -> step.every { Math.abs(it - 1.4d) < 1e-6 } }
        test.operators()[0].toString() == 'dropout_0.tmp_0 = dropout(X=x) {dropout_prob=0.3, is_test=true, trainer=0}'
    }

    def "the gradient passes where the mask lets the value pass"() {
        given: 'a weight for each number, all 1: the gradient of sum(mask x w) by w is mask x'
        def w = builder.parameter('w', Shape.of(NUMBERS), new jfab.training.program.Initializer.Constant(1))
        def product = layers.arithmetic().elementwise(jfab.training.program.ArithmeticLayers.Operation.MUL, dropped, w, 1, null)
        def again = layers.dense().dropout(product, 0.5, 7L)
        def loss = layers.reduction().reduce(jfab.training.program.ReductionLayers.Reduction.SUM, again, [], false)
        Optimizer.of(new Sgd(), 0.1).minimize(builder, loss)
        def scope = engine.newScope()

        when:
        engine.run(builder.build().startup(1), [:], [], scope)
        def (gradient, value) = engine.run(builder.build(), feed(), ['w@GRAD', again.name()], scope)

        then:
        gradient.values() == value.values()
        def zeros = value.values().toList().count { it == 0d }
        zeros > 0.6 * NUMBERS && zeros < 0.7 * NUMBERS

        cleanup:
        scope.close()
    }

    def "trainers of a job draw masks of their own, trainer 0 those of a process that trains alone"() {
        given:
        def w = layers.fc(dropped, 1, null)
        Optimizer.of(new Sgd(), 0.1).minimize(builder, layers.mean(w))
        def job = { int trainer ->
            def programs = new DistributeTranspiler(new RoleSpec(Role.TRAINER, [new Endpoint('127.0.0.1', 6174)], null, trainer, 2))
                    .transpile(builder.build(), 1)
            programs.trainer().toBuilder().operators(programs.trainer().operators().take(1)).build()
        }

        when:
        def alone = steps(builder.build().toBuilder().operators(builder.build().operators().take(1)).build(), 2, 1)

        then:
        steps(job(0), 2, 1) == alone
        steps(job(1), 2, 1).disjoint(alone)

        and: 'also where they average without servers'
        def peer = new TrainerMasks(1).apply(new PeerPass().apply(builder.build()))
        steps(peer.toBuilder().operators(peer.operators().take(1)).build(), 2, 1) == steps(job(1), 2, 1)
    }

    private List<List<Double>> steps(Program program, int count, long seed) {
        def scope = engine.newScope()
        try {
            engine.run(program.startup(seed), [:], [], scope)
            return (1..count).collect { engine.run(program, feed(), [dropped.name()], scope)[0].values().toList() }
        } finally {
            scope.close()
        }
    }

    private static feed() {
        def twos = new float[NUMBERS]
        Arrays.fill(twos, 2f)
        [x: HostTensor.of(Shape.of(1, NUMBERS), twos)]
    }
}

class DropoutOnSimulatedGpuSpec extends DropoutSpec {
    def setupSpec() {
        engine = SimulatedGpu.open(ParameterExchange.none(), null)
    }
}
