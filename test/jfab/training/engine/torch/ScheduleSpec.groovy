package jfab.training.engine.torch

import static java.lang.Math.PI
import static java.lang.Math.abs
import static java.lang.Math.ceil
import static java.lang.Math.cos
import static java.lang.Math.exp
import static java.lang.Math.floor
import static java.lang.Math.max
import static java.lang.Math.min
import static java.lang.Math.pow

import jfab.training.engine.Device
import jfab.training.engine.HostTensor
import jfab.training.engine.ParameterExchange
import jfab.training.program.Builder
import jfab.training.program.DataType
import jfab.training.program.Layers
import jfab.training.program.Program
import jfab.training.program.ProgramException
import jfab.training.program.Shape
import jfab.training.program.Variable
import jfab.training.program.optimize.LearningRate
import jfab.training.program.optimize.Optimizer
import jfab.training.program.optimize.Schedules
import jfab.training.program.optimize.Sgd
import spock.lang.Shared
import spock.lang.Specification

/** Learning rates of each step against plain arithmetic in double precision; n is the number of the step. */
class ScheduleSpec extends Specification {
    @Shared engine = Torch.open(new Device.Cpu(), ParameterExchange.none())

    def "#name gives each step the rate of its formula"() {
        when:
        def fetched = rates(schedule, 12)

        then:
        (0..11).each { n -> assert abs(fetched[n] - rate(n as double)) < 1e-7 }

        where:
        name                          | schedule                                                || rate
        'exponential_decay'           | { it.exponentialDecay(0.1, 4, 0.5, false) }             || { n -> 0.1 * pow(0.5, n / 4) }
        'exponential_decay in stairs' | { it.exponentialDecay(0.1, 4, 0.5, true) }              || { n -> 0.1 * pow(0.5, floor(n / 4)) }
        'natural_exp_decay'           | { it.naturalExpDecay(0.1, 4, 0.5, false) }              || { n -> 0.1 * exp(-0.5 * n / 4) }
        'natural_exp_decay in stairs' | { it.naturalExpDecay(0.1, 4, 0.5, true) }               || { n -> 0.1 * exp(-0.5 * floor(n / 4)) }
        'inverse_time_decay'          | { it.inverseTimeDecay(0.1, 4, 0.5, false) }             || { n -> 0.1 / (1 + 0.5 * n / 4) }
        'inverse_time_decay in stairs' | { it.inverseTimeDecay(0.1, 4, 0.5, true) }             || { n -> 0.1 / (1 + 0.5 * floor(n / 4)) }
        'polynomial_decay'            | { it.polynomialDecay(0.1, 5, 0.01, 2, false) }          || { n -> 0.09 * pow(1 - min(n, 5d) / 5, 2) + 0.01 }
        'polynomial_decay in cycles'  | { it.polynomialDecay(0.1, 5, 0.01, 1, true) }           || { n -> 0.09 * (1 - n / (5 * max(1d, ceil(n / 5)))) + 0.01 }
        'piecewise_decay'             | { it.piecewiseDecay([3L, 7L], [0.1d, 0.05d, 0.02d]) }   || { n -> n < 3 ? 0.1 : n < 7 ? 0.05 : 0.02 }
        'noam_decay'                  | { it.noamDecay(64, 4, 2) }                              || { n -> 2 * pow(64, -0.5) * min(pow(n + 1, -0.5), (n + 1) * pow(4, -1.5)) }
        'cosine_decay'                | { it.cosineDecay(0.1, 2, 6) }                           || { n -> 0.1 * (cos(floor(n / 2) * PI / 6) + 1) / 2 }
        'linear_lr_warmup'            | { it.linearWarmup(new LearningRate.Constant(0.1), 5, 0.01, 0.2) } || { n -> n < 5 ? 0.01 + 0.19 * n / 5 : 0.1 }
        'a warm-up before a decay'    | { it.linearWarmup(new LearningRate.Scheduled(it.exponentialDecay(0.1, 4, 0.5, false)), 5, 0, 0.1) } || { n -> n < 5 ? 0.1 * n / 5 : 0.1 * pow(0.5, n / 4) }
    }

    def "a parameter goes as far as the rate of the step says, and a test program counts no step"() {
        given:
        def builder = Program.builder()
        def (loss, x) = network(builder)
        def rate = new Schedules(builder).piecewiseDecay([1L, 2L], [0.5d, 0.25d, 0.125d])
        new Optimizer(new Sgd(), new LearningRate.Scheduled(rate)).minimize(builder, loss)
        def program = builder.build()
        def scope = engine.newScope()

        when: 'the gradient is 1 in every step'
        engine.run(program.startup(1), [:], [], scope)
        def course = (0..3).collect {
            engine.run(program, [x: x], [], scope)
            engine.run(program.cloneForTest(), [x: x], ['fc_0.b_0'], scope)[0].mean()
        }

        then:
        course == [-0.5d, -0.75d, -0.875d, -1d]
        HostTensor.wrap(Shape.of(1), DataType.INT64, scope.get(Schedules.COUNTER).bytes(0, 8)).mean() == 3

        cleanup:
        scope?.close()
    }

    def "#problem is refused in one sentence"() {
        when:
        schedule(new Schedules(Program.builder()))

        then:
        ProgramException e = thrown()
        e.message == message

        where:
        problem                    | schedule                                            || message
        'a rate of 0'              | { it.exponentialDecay(0, 4, 0.5, false) }           || 'learning_rate of exponential_decay must be above 0, not 0.0'
        'a decay over no steps'    | { it.naturalExpDecay(0.1, 0, 0.5, false) }          || 'decay_steps of natural_exp_decay must be 1 or more, not 0'
        'a negative decay rate'    | { it.inverseTimeDecay(0.1, 4, -1, false) }          || 'decay_rate of inverse_time_decay must be 0 or more, not -1.0'
        'a power of 0'             | { it.polynomialDecay(0.1, 4, 0.01, 0, false) }      || 'power of polynomial_decay must be above 0, not 0.0'
        'too few values'           | { it.piecewiseDecay([1L, 2L], [0.1d, 0.2d]) }       || 'piecewise_decay needs one value more than boundaries, not 2 values and 2 boundaries'
        'boundaries out of order'  | { it.piecewiseDecay([2L, 2L], [0.1d, 0.2d, 0.3d]) } || 'boundaries of piecewise_decay must ascend, not be [2, 2]'
        'a warm-up of no steps'    | { it.linearWarmup(new LearningRate.Constant(1), 0, 0, 1) } || 'warmup_steps of linear_lr_warmup must be 1 or more, not 0'
        'a rate that is no schedule' | { it.linearWarmup(new LearningRate.Scheduled(Variable.temporary('x', Shape.of(1), DataType.FLOAT32)), 2, 0, 1) } || 'learning_rate takes a number or what a schedule gives, not x: float32[1]'
    }

    private List<Double> rates(Closure schedule, int steps) {
        def builder = Program.builder()
        def (loss, x) = network(builder)
        def rate = schedule(new Schedules(builder))
        new Optimizer(new Sgd(), new LearningRate.Scheduled(rate)).minimize(builder, loss)
        def program = builder.build()
        def scope = engine.newScope()
        try {
            engine.run(program.startup(1), [:], [], scope)
            return (1..steps).collect { engine.run(program, [x: x], [rate.name()], scope)[0].mean() }
        } finally {
            scope.close()
        }
    }

    /** mean(x w + b) and a sample. */
    private static List network(Builder builder) {
        def layers = new Layers(builder)
        [layers.mean(layers.fc(layers.data('x', Shape.of(1), DataType.FLOAT32), 1, null)), HostTensor.of(Shape.of(1, 1), 1f)]
    }
}
