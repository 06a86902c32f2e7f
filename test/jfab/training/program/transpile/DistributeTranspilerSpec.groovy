package jfab.training.program.transpile

import jfab.training.program.DataType
import jfab.training.program.GradientClip
import jfab.training.program.Initializer
import jfab.training.program.Layers
import jfab.training.program.OpType
import jfab.training.program.Operator
import jfab.training.program.Program
import jfab.training.program.ProgramException
import jfab.training.program.Regularization
import jfab.training.program.Shape
import jfab.training.program.Variable
import jfab.training.program.optimize.Adam
import jfab.training.program.optimize.LearningRate
import jfab.training.program.optimize.Optimizer
import jfab.training.program.optimize.SampleSums
import jfab.training.program.optimize.Schedules
import jfab.training.program.optimize.Sgd
import jfab.role.Endpoint
import jfab.role.Role
import jfab.role.RoleSpec
import spock.lang.Specification

class DistributeTranspilerSpec extends Specification {
    static final Endpoint FIRST = new Endpoint('10.0.0.1', 6174)
    static final Endpoint SECOND = new Endpoint('10.0.0.2', 6174)
    static final Map<String, List<String>> HASHED = ['fc_0.w_0': ['10.0.0.3'], 'fc_0.b_0': ['10.0.0.3'], 'conv2d_0.w_0': ['10.0.0.4'], 'conv2d_0.b_0': ['10.0.0.4']]

    def "a trainer sends gradients and receives parameters where it optimized before"() {
        when:
        def trainer = transpiled(0, Optimizer.of(new Adam(), 0.001)).trainer()
        then:
        trainer.operators()*.type() == [OpType.MUL, OpType.ELEMENTWISE_ADD, OpType.MEAN, OpType.BACKWARD, OpType.CONSTANT_RATE, OpType.SEND, OpType.RECV]
        only(trainer, OpType.SEND).inputs('X') == ['w@GRAD', 'b@GRAD']
        only(trainer, OpType.RECV).outputs('Out') == ['w', 'b']
        trainer.persistables()*.name() == ['w', 'b']
    }

    def "gradients of last layers are sent while those of the layers before are computed, where they are large"() {
        when:
        def trainer = transpiledWith(DistributeTranspilerConfig.standard(), layers { it.fc(it.fc(it.fc(it.data('x', Shape.of(600), DataType.FLOAT32), 600, 'relu'), 600, 'relu'), 10, null) }).trainer()
        def backward = trainer.operators().findAll { it.type() == OpType.BACKWARD }

        then:
        trainer.operators()*.type().findAll { it.phase() == OpType.Phase.BACKWARD || it.word().startsWith('send') } ==
            [OpType.BACKWARD, OpType.SEND_AHEAD, OpType.BACKWARD, OpType.SEND]
        backward[0].inputs('Param') == ['fc_1.w_0', 'fc_1.b_0', 'fc_2.w_0', 'fc_2.b_0']
        backward[0].inputs('Cut') == backward[1].inputs('Out')
        backward[0].outputs('CutGrad') == backward[1].inputs('OutGrad')
        backward[1].inputs('Param') == ['fc_0.w_0', 'fc_0.b_0']
        only(trainer, OpType.SEND_AHEAD).inputs('X') == backward[0].outputs('Grad')
        only(trainer, OpType.SEND).inputs('X').size() == 6
    }

    def "gradients go together where #what"() {
        expect:
        transpiledWith(DistributeTranspilerConfig.standard().with(new Compression(fp16, 0)), layers(network))
            .trainer().operators().count { it.type() == OpType.BACKWARD } == 1

        where:
        what                  | fp16  | network
        'they are small'      | false | { it.fc(it.fc(it.data('x', Shape.of(60), DataType.FLOAT32), 60, 'relu'), 10, null) }
        'they are compressed' | true  | { it.fc(it.fc(it.data('x', Shape.of(600), DataType.FLOAT32), 600, 'relu'), 600, null) }
    }

    def "a server optimizes its slices by the mean of the trainers' gradients"() {
        when:
        def server = transpiled(0, Optimizer.of(new Sgd(), 0.5)).server(SECOND)
        then:
        server.operators()*.type() == [OpType.LISTEN_AND_SERVE]
        server.blocks()[1].operators()*.toString() == [
            'learning_rate_0 = constant_rate() {learning_rate=0.5}',
            'w@GRAD.block1 = weighted_mean(Weight=trainer_samples, X=w@GRAD.block1.trainer_0|w@GRAD.block1.trainer_1)',
            'w.block1 = sgd(Grad=w@GRAD.block1, LearningRate=learning_rate_0, Param=w.block1)',
        ]
        server.variable('w.block1').shape() == Shape.of(10000)
    }

    def "where gradients are sums, servers divide by the samples of a whole step before they clip, and trainers do nothing"() {
        when:
        def programs = new DistributeTranspiler(new RoleSpec(Role.TRAINER, [FIRST, SECOND], null, 0, 2)).transpile(summed(), 1)
        then:
        programs.server(SECOND).blocks()[1].operators()*.toString() == [
            'learning_rate_0 = constant_rate() {learning_rate=0.5}',
            'w@GRAD.block1 = weighted_mean(Weight=trainer_samples, X=w@GRAD.block1.trainer_0|w@GRAD.block1.trainer_1) {samples=8}',
            'w@GRAD.block1 = clip(Grad=w@GRAD.block1) {max=2.0, min=-2.0}',
            'w.block1 = sgd(Grad=w@GRAD.block1, LearningRate=learning_rate_0, Param=w.block1)',
        ]
        programs.trainer().operators()*.type() == [OpType.MUL, OpType.ELEMENTWISE_ADD, OpType.MEAN, OpType.BACKWARD, OpType.CONSTANT_RATE, OpType.SEND, OpType.RECV]
    }

    def "where each gradient is a step by itself, its trainer makes the sum"() {
        when:
        def programs = transpiledWith(DistributeTranspilerConfig.standard().with(new TrainingMode.Asynchronous(0)), summed())
        then:
        programs.trainer().operators()*.type() == [OpType.MUL, OpType.ELEMENTWISE_ADD, OpType.MEAN, OpType.BACKWARD, OpType.SCALE_BY_SAMPLES, OpType.CLIP, OpType.CLIP,
                                                   OpType.CONSTANT_RATE, OpType.SEND, OpType.RECV]
        programs.server(SECOND).blocks()[1].operators()*.type() == [OpType.CONSTANT_RATE, OpType.SGD]
    }

    def "accumulators are sliced like their parameter, a step count is kept per slice"() {
        when:
        def server = transpiled(0, Optimizer.of(new Adam(), 0.001)).server(SECOND)
        then:
        server.persistables()*.toString() as Set == [
            'w.block1: float32[10000]', 'w_moment1_0.block1: float32[10000]', 'w_moment2_0.block1: float32[10000]', 'w_step_0.block1: int64[1]',
        ] as Set
    }

    def "a gradient that lies on several servers is clipped by its whole norm: each server measures its part and is told the sum"() {
        when:
        def programs = transpiled(0, Optimizer.of(new Sgd(), 0.5).clipped(new GradientClip.ByNorm(1)).regularized(new Regularization.L2Decay(0.1)))
        def server = programs.server(FIRST)
        def serve = server.operators()[0]

        then: 'w lies on both servers, b on the first alone'
        serve.texts('norms') == ['w@GRAD@SQUARED_NORM']
        server.blocks()[serve.integer('norm_block') as int].operators().last().toString() == 'w@GRAD@SQUARED_NORM = squared_l2_norm(Grad=w@GRAD.block0)'
        programs.server(SECOND).operators()[0].texts('norms') == ['w@GRAD@SQUARED_NORM']
        server.blocks()[serve.integer('optimize_block') as int].operators().findAll { it.type() != OpType.WEIGHTED_MEAN }*.toString() == [
            'learning_rate_0 = constant_rate() {learning_rate=0.5}',
            'b@GRAD@SQUARED_NORM = squared_l2_norm(Grad=b@GRAD.block0)',
            'w@GRAD.block0 = clip_by_norm(Grad=w@GRAD.block0, SquaredNorm=w@GRAD@SQUARED_NORM) {max_norm=1.0}',
            'b@GRAD.block0 = clip_by_norm(Grad=b@GRAD.block0, SquaredNorm=b@GRAD@SQUARED_NORM) {max_norm=1.0}',
            'w@GRAD.block0 = l2_decay(Grad=w@GRAD.block0, Param=w.block0) {coeff=0.1}',
            'b@GRAD.block0 = l2_decay(Grad=b@GRAD.block0, Param=b.block0) {coeff=0.1}',
            'w.block0 = sgd(Grad=w@GRAD.block0, LearningRate=learning_rate_0, Param=w.block0)',
            'b.block0 = sgd(Grad=b@GRAD.block0, LearningRate=learning_rate_0, Param=b.block0)',
        ]
        programs.trainer().operators()*.type() == [OpType.MUL, OpType.ELEMENTWISE_ADD, OpType.MEAN, OpType.BACKWARD, OpType.CONSTANT_RATE, OpType.SEND, OpType.RECV]
    }

    def "where each gradient is a step by itself, its trainer clips it"() {
        when:
        def optimizer = Optimizer.of(new Sgd(), 0.5).clipped(new GradientClip.ByGlobalNorm(1, 'all'))
        def config = DistributeTranspilerConfig.standard().with(new TrainingMode.Asynchronous(0))
        def programs = new DistributeTranspiler(new RoleSpec(Role.TRAINER, [FIRST, SECOND], null, 0, 2), config).transpile(program(optimizer), 1)
        def serve = programs.server(FIRST).operators()[0]

        then:
        programs.trainer().operators()*.type() == [OpType.MUL, OpType.ELEMENTWISE_ADD, OpType.MEAN, OpType.BACKWARD, OpType.SQUARED_L2_NORM, OpType.CLIP_BY_NORM,
                                                   OpType.CLIP_BY_NORM, OpType.CONSTANT_RATE, OpType.SEND, OpType.RECV]
        serve.texts('norms') == []
        programs.server(FIRST).blocks()[serve.integer('optimize_block') as int].operators()*.type() == [OpType.CONSTANT_RATE, OpType.SGD, OpType.SGD]
    }

    def "servers and trainers follow a schedule by a count of steps of their own"() {
        when:
        def builder = network()
        def rate = new Schedules(builder).exponentialDecay(0.5, 10, 0.9, false)
        new Optimizer(new Sgd(), new LearningRate.Scheduled(rate)).minimize(builder, builder.build().variable('loss'))
        def programs = new DistributeTranspiler(new RoleSpec(Role.TRAINER, [FIRST, SECOND], null, 0, 2)).transpile(builder.build(), 1)
        def server = programs.server(SECOND)
        def serve = server.operators()[0]

        then:
        server.blocks()[serve.integer('schedule_block') as int].operators()*.toString() == ['@LR_DECAY_COUNTER@ = increment(X=@LR_DECAY_COUNTER@)']
        server.blocks()[serve.integer('optimize_block') as int].operators()*.type() == [OpType.EXPONENTIAL_DECAY, OpType.WEIGHTED_MEAN, OpType.SGD]
        server.persistables()*.name() as Set == ['@LR_DECAY_COUNTER@', 'w.block1'] as Set
        programs.trainer().operators(OpType.Phase.SCHEDULE)*.type() == [OpType.INCREMENT, OpType.EXPONENTIAL_DECAY]
    }

    def "trainer 0 decides the first values and every trainer receives them"() {
        expect:
        transpiled(0).trainerStartup().operators()*.type() == [OpType.UNIFORM_RANDOM, OpType.FILL_CONSTANT, OpType.SEND, OpType.RECV]
        transpiled(0).trainerStartup().operators()[2].inputs('X') == ['w', 'b']
        transpiled(0).trainerStartup().operators()[2].flag('initial')
        transpiled(1).trainerStartup().operators()*.type() == [OpType.UNIFORM_RANDOM, OpType.FILL_CONSTANT, OpType.RECV]
    }

    def "operators carry the slices, and the layout differs as soon as an endpoint does"() {
        given:
        def programs = transpiled(0)
        def other = new DistributeTranspiler(new RoleSpec(Role.TRAINER, [SECOND, FIRST], null, 0, 2)).transpile(program(), 1)
        expect:
        SliceAttributes.slices(only(programs.trainer(), OpType.SEND)) == programs.slices()
        SliceAttributes.slices(programs.server(FIRST).operators()[0])*.name() == ['w.block0', 'b.block0']
        SliceAttributes.layout(programs.server(FIRST).operators()[0]) == SliceAttributes.layout(only(programs.trainer(), OpType.SEND))
        SliceAttributes.layout(only(other.trainer(), OpType.SEND)) != SliceAttributes.layout(only(programs.trainer(), OpType.SEND))
    }

    def "printed programs say what goes where"() {
        given:
        def programs = transpiled(0)
        expect:
        programs.trainer().toString().contains('slice_endpoint=[10.0.0.1:6174, 10.0.0.2:6174, 10.0.0.1:6174]')
        programs.server(FIRST).toString().contains('listen_and_serve() {endpoint=10.0.0.1:6174')
        programs.slices().join('; ') == 'w.block0[0..10000) on 10.0.0.1:6174; w.block1[10000..20000) on 10.0.0.2:6174; b.block0[0..1) on 10.0.0.1:6174'
    }

    def "a server without a barrier optimizes by the gradient of whoever pushed"() {
        when:
        def server = transpiled(0, Optimizer.of(new Sgd(), 0.5), mode).server(SECOND)
        then:
        server.blocks()[1].operators()*.toString() == ['learning_rate_0 = constant_rate() {learning_rate=0.5}'] + operators
        !server.variables()*.name().contains('trainer_samples')
        where:
        mode                                  || operators
        new TrainingMode.Asynchronous(0)      || ['w.block1 = sgd(Grad=w@GRAD.block1, LearningRate=learning_rate_0, Param=w.block1)']
        new TrainingMode.BoundedStaleness(2)  || ['w.block1 = sgd(Grad=w@GRAD.block1, LearningRate=learning_rate_0, Param=w.block1)']
        new TrainingMode.DelayCompensated(1)  || [
            'w@GRAD.block1 = dc_asgd(Grad=w@GRAD.block1.pushed, Param=w.block1, Pulled=w.block1.pulled) {lambda=1.0}',
            'w.block1 = sgd(Grad=w@GRAD.block1, LearningRate=learning_rate_0, Param=w.block1)']
    }

    def "processes that are told of different modes do not fit together"() {
        expect:
        [new TrainingMode.Synchronous(), new TrainingMode.Asynchronous(0), new TrainingMode.Asynchronous(1.5),
         new TrainingMode.BoundedStaleness(1), new TrainingMode.BoundedStaleness(2), new TrainingMode.DelayCompensated(1)]
                .collect { SliceAttributes.layout(only(transpiled(0, Optimizer.of(new Sgd(), 0.5), it).trainer(), OpType.SEND)) }
                .toSet().size() == 6
    }

    def "HashName deals out by a hash that every process computes alike, whatever came before"() {
        given:
        def servers = (1..4).collect { new Endpoint("10.0.0.$it", 6174) }
        def config = new DistributeTranspilerConfig(false, 8192, SplitMethod.HASH_NAME, new TrainingMode.Synchronous(), Compression.none())
        def deal = { List<String> names ->
            def slicing = new Slicing(servers, config)
            names.collectEntries { [it, slicing.slice(it, [10L])*.endpoint()*.host()] }
        }
        expect:
        // zlib.crc32(b'fc_0.w_0.block0') % 4 and so on.
        deal(['fc_0.w_0', 'fc_0.b_0', 'conv2d_0.w_0', 'conv2d_0.b_0']) == HASHED
        deal(['conv2d_0.b_0', 'fc_0.b_0']) == HASHED.subMap(['conv2d_0.b_0', 'fc_0.b_0'])
    }

    def "five servers and five trainers share one parameter that is too small for all"() {
        given:
        def servers = (1..5).collect { new Endpoint("10.0.0.$it", 6174) }
        def builder = Program.builder()
        builder.parameter('w', Shape.of(20000), new Initializer.Constant(1))
        def loss = builder.temporary('loss', Shape.of(1), DataType.FLOAT32)
        builder.operator(new Operator(OpType.MEAN, [X: ['w']], [Out: ['loss']], [:]))
        Optimizer.of(new Adam(), 0.5).minimize(builder, loss)
        when:
        def programs = new DistributeTranspiler(new RoleSpec(Role.TRAINER, servers, null, 4, 5)).transpile(builder.build(), 1)
        then:
        programs.slices()*.toString() == ['w.block0[0..10000) on 10.0.0.1:6174', 'w.block1[10000..20000) on 10.0.0.2:6174']
        servers.collect { programs.server(it).blocks()[1].operators().size() } == [3, 3, 1, 1, 1]
        servers.every { programs.server(it).toString().contains('listen_and_serve') }
    }

    def "a program that was not minimized is refused"() {
        given:
        def builder = Program.builder()
        builder.parameter('w', Shape.of(2), new Initializer.Constant(1))
        when:
        new DistributeTranspiler(new RoleSpec(Role.TRAINER, [FIRST], null, 0, 2)).transpile(builder.build(), 1)
        then:
        def e = thrown(ProgramException)
        e.message == "no optimizer changes 'w'; call minimize before you transpile"
    }

    private static Operator only(Program program, OpType type) {
        def found = program.operators().findAll { it.type() == type }
        assert found.size() == 1
        found[0]
    }

    private static DistributedPrograms transpiled(
            int trainer, Optimizer optimizer = Optimizer.of(new Sgd(), 0.5), TrainingMode mode = new TrainingMode.Synchronous()) {
        def job = new RoleSpec(Role.TRAINER, [FIRST, SECOND], null, trainer, 2)
        new DistributeTranspiler(job, DistributeTranspilerConfig.standard().with(mode)).transpile(program(optimizer), 1)
    }

    /** 20,000 elements in rows of 10: two slices that end on whole rows. */
    private static Program program(Optimizer optimizer = Optimizer.of(new Sgd(), 0.5)) {
        def builder = network()
        optimizer.minimize(builder, builder.build().variable('loss'))
        builder.build()
    }

    /** With gradients that are sums, of which a whole step has 8. */
    private static Program summed() {
        def builder = program(Optimizer.of(new Sgd(), 0.5).clipped(new GradientClip.ByValue(-2, 2))).toBuilder()
        SampleSums.in(builder, 8)
        builder.build()
    }

    private static DistributedPrograms transpiledWith(DistributeTranspilerConfig config, Program program) {
        new DistributeTranspiler(new RoleSpec(Role.TRAINER, [FIRST, SECOND], null, 0, 2), config).transpile(program, 1)
    }

    /** Learns to make the mean of what {@code network} gives small. */
    private static Program layers(Closure<Variable> network) {
        def builder = Program.builder()
        def layers = new Layers(builder)
        Optimizer.of(new Sgd(), 0.5).minimize(builder, layers.mean(network.call(layers)))
        builder.build()
    }

    private static network() {
        def builder = Program.builder()
        builder.temporary('x', Shape.of(2000).batched(), DataType.FLOAT32)
        builder.parameter('w', Shape.of(2000, 10), new Initializer.Uniform(-1, 1))
        builder.parameter('b', Shape.of(1), new Initializer.Constant(0))
        builder.temporary('y', Shape.of(10).batched(), DataType.FLOAT32)
        def loss = builder.temporary('loss', Shape.of(1), DataType.FLOAT32)
        builder.operator(new Operator(OpType.MUL, [X: ['x'], Y: ['w']], [Out: ['y']], [:]))
        builder.temporary('z', Shape.of(10).batched(), DataType.FLOAT32)
        builder.operator(new Operator(OpType.ELEMENTWISE_ADD, [X: ['y'], Y: ['b']], [Out: ['z']], [axis: 1L]))
        builder.operator(new Operator(OpType.MEAN, [X: ['z']], [Out: ['loss']], [:]))
        builder
    }
}
