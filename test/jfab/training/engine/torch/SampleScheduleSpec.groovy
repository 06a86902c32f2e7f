package jfab.training.engine.torch

import static java.lang.Math.abs
import static java.lang.Math.floor
import static java.lang.Math.max
import static java.lang.Math.pow
import static jfab.training.program.optimize.SampleSchedule.Policy.*

import jfab.training.engine.Device
import jfab.training.engine.HostTensor
import jfab.training.engine.ParameterExchange
import jfab.training.program.DataType
import jfab.training.program.Layers
import jfab.training.program.Program
import jfab.training.program.ProgramException
import jfab.training.program.Shape
import jfab.training.program.optimize.LearningRate
import jfab.training.program.optimize.Optimizer
import jfab.training.program.optimize.SampleSchedule
import jfab.training.program.optimize.Sgd
import spock.lang.Shared
import spock.lang.Specification

/** The first version's learning rates against plain arithmetic; n is the number of samples up to and with those of the step. */
class SampleScheduleSpec extends Specification {
    @Shared engine = Torch.open(new Device.Cpu(), ParameterExchange.none())

    def "#policy gives each step the rate of its formula, twice as high by its scale"() {
        given:
        def builder = Program.builder()
        def layers = new Layers(builder)
        def loss = layers.mean(layers.fc(layers.data('x', Shape.of(1), DataType.FLOAT32), 1, null))
        def rate = new SampleSchedule(policy, 0.1, a, b, segments, factors).in(builder, 2)
        new Optimizer(new Sgd(), new LearningRate.Scheduled(rate)).minimize(builder, loss)
        def program = builder.build()
        def scope = engine.newScope()

        when:
        engine.run(program.startup(1), [:], [], scope)
        def fetched = [3, 1, 4, 2, 2].collect { size ->
            engine.run(program, [x: HostTensor.of(Shape.of(size, 1), new float[size])], [rate.name()], scope)[0].mean()
        }

        then:
        [3, 4, 8, 10, 12].eachWithIndex { n, step -> assert abs(fetched[step] - 2 * expected(n as double)) < 1e-6 }

        cleanup:
        scope?.close()

        where:
        policy     | a    | b   | segments | factors       || expected
        POLY       | 0.5  | 2   | []       | []            || { n -> 0.1 * pow(1 + 0.5 * n, -2) }
        CAFFE_POLY | 10   | 2   | []       | []            || { n -> n > 10 ? 0 : 0.1 * pow(1 - n / 10, 2) }
        EXP        | 0.5  | 4   | []       | []            || { n -> 0.1 * pow(0.5, n / 4) }
        DISCEXP    | 0.5  | 4   | []       | []            || { n -> 0.1 * pow(0.5, floor(n / 4)) }
        LINEAR     | 0.01 | 0.015 | []     | []            || { n -> max(0.1 - 0.01 * n, 0.015d) }
        MANUAL     | 0    | 0   | [4L, 8L] | [1d, 0.5d]    || { n -> n <= 4 ? 0.1 : 0.05 }
        MANUAL     | 0    | 0   | [3L, 8L, 9L] | [1d, 0.5d, 0.2d] || { n -> n <= 3 ? 0.1 : n <= 8 ? 0.05 : 0.02 }
    }

    def "#policy with #a, #b and #segments is refused in one sentence"() {
        when:
        new SampleSchedule(policy, 0.1, a, b, segments, segments.collect { 1d })

        then:
        ProgramException e = thrown()
        e.message == message

        where:
        policy      | a   | b | segments     || message
        EXP         | 0.5 | 0 | []           || 'learning_rate_decay_b of exp must be above 0, not 0.0'
        DISCEXP     | 0   | 1 | []           || 'learning_rate_decay_a of discexp must be above 0, not 0.0'
        CAFFE_POLY  | 0   | 1 | []           || 'learning_rate_decay_a of caffe_poly must be above 0, not 0.0'
        MANUAL      | 0   | 0 | []           || "manual needs learning_rate_args, '1000:1.0,2000:0.1' with ascending numbers, not []"
        PASS_MANUAL | 0   | 0 | [5L, 5L]     || "pass_manual needs learning_rate_args, '1000:1.0,2000:0.1' with ascending numbers, not [5, 5]"
    }
}
