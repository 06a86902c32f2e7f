// One tiny program per operator, run on the CPU and on the device from the same first values with the same data, three steps each: its
// value, the gradients of all parameters in each step, and what all parameters, statistics and accumulators are in the end.
//
//   train operators.groovy [--use_gpu 1] [--after NAME] [--spoil NAME]
//
// A line per program: begin NAME, then NAME and the largest difference, relative to the largest number of its tensor. At the end a line
// 'uncovered TYPES': the operators that are in none of the programs, and that jobs do not have either.
// --after goes on behind a program that ended the process; --spoil feeds one of them wrong numbers on the device, to see that it shows.

import jfab.training.engine.HostTensor
import jfab.training.engine.ParameterExchange
import jfab.training.engine.torch.Torch
import jfab.training.program.OpType
import jfab.training.program.Shape
import jfab.training.program.optimize.LearningRate
import jfab.training.program.optimize.Optimizer
import jfab.training.program.optimize.SampleSchedule
import jfab.training.program.optimize.SampleSums
import jfab.training.program.optimize.Sgd
import jfab.training.words.FluidWords

def use_gpu = flag('use_gpu', 0)
def after = flag('after', '')
def spoil = flag('spoil', '')

/** The words of one program. */
class Words {
    final FluidWords words
    final List fetched = []
    def optimizer

    private final fed = [:]

    Words(process) {
        words = new FluidWords(process)
        optimizer = words.call('SGD', [learning_rate: 0.1])
    }

    def methodMissing(String word, arguments) {
        words.call(word, arguments as Object[])
    }

    def input(String name, List shape, String type = 'float32', level = 0) {
        fed.computeIfAbsent(name) { data(name: name, shape: shape, dtype: type, lod_level: level) }
    }
    def x() { input('x', [6]) }
    def y() { input('y', [1]) }
    def soft() { input('soft', [5]) }
    def images() { input('images', [2, 7, 7]) }
    def ids() { input('ids', [1], 'int64') }
    def rows(size = 5) { fc(input: x(), size: size) }
    def sequence() { embedding(input: input('words', [1], 'int64', 1), size: [9, 4]) }
    /** Between 0 and 1. */
    def shares() { fc(input: x(), size: 5, act: 'softmax') }
    /** Above 0. */
    def positive() { scale(x: sigmoid(rows()), bias: 0.2) }
    /** What is looked at although no gradient goes through it. */
    def fixed(value) { kept(value); rows() }
    def kept(value) { fetched << value; value }
    def by(word, constants = [:]) { optimizer = words.call(word, [learning_rate: 0.1] + constants); rows() }
}

def cases = [:]
['relu', 'tanh', 'sigmoid', 'logsigmoid', 'softmax', 'exp', 'square', 'abs', 'softplus', 'softsign', 'leaky_relu', 'elu', 'relu6', 'brelu',
 'hard_sigmoid', 'swish', 'stanh'].each { word -> cases[word] = { "$word"(rows()) } }
['log', 'sqrt', 'reciprocal'].each { word -> cases[word] = { "$word"(positive()) } }
['add', 'sub', 'mul', 'div'].each { word ->
    cases["elementwise_$word"] = { "elementwise_$word"(x: rows(), y: positive()) }
    cases["elementwise_$word of channels"] = {
        "elementwise_$word"(x: conv2d(input: images(), num_filters: 5, filter_size: 3), y: reduce_mean(input: positive(), dim: 0), axis: 1) }
}
['sum', 'average', 'max', 'sqrt', 'first', 'last'].each { type -> cases["sequence_pool $type"] = { sequence_pool(input: sequence(), pool_type: type) } }
['sum', 'mean', 'max', 'min'].each { word ->
    cases["reduce_$word"] = { "reduce_$word"(input: rows(), dim: 1, keep_dim: true) }
    cases["reduce_$word of all"] = { "reduce_$word"(input: rows()) }
}
['Momentum': [momentum: 0.9], 'Adam': [:], 'Adamax': [:], 'Adagrad': [:], 'DecayedAdagrad': [:], 'RMSProp': [:], 'Adadelta': [:], 'Ftrl': [l1: 0.1, l2: 0.1]].each {
    word, constants -> cases[word] = { by(word, constants) }
}
cases['Nesterov'] = { by('Momentum', [momentum: 0.9, use_nesterov: true]) }
cases['RMSProp centered'] = { by('RMSProp', [momentum: 0.9, centered: true]) }
['exponential_decay', 'natural_exp_decay', 'inverse_time_decay'].each { word ->
    cases[word] = { by('SGD', [learning_rate: kept("$word"(learning_rate: 0.2, decay_steps: 2, decay_rate: 0.5))]) }
}
[polynomial_decay: [learning_rate: 0.2, decay_steps: 4], piecewise_decay: [boundaries: [1], values: [0.2, 0.1]],
 noam_decay: [d_model: 4, warmup_steps: 2], cosine_decay: [learning_rate: 0.2, step_each_epoch: 1, epochs: 5],
 linear_lr_warmup: [learning_rate: 0.2, warmup_steps: 2, start_lr: 0.0, end_lr: 0.2]].each { word, constants ->
    cases[word] = { by('Momentum', [momentum: 0.9, learning_rate: kept("$word"(constants))]) }
}
['Adam', 'Momentum', 'Adagrad', 'SGD'].each { word ->
    cases["sparse table with $word"] = {
        optimizer = words.call(word, [learning_rate: 0.1] + (word == 'Momentum' ? [momentum: 0.9] : [:]))
        fc(input: embedding(input: ids(), size: [9, 4], is_sparse: true), size: 3)
    }
}
cases << [
    'pow': { pow(positive(), factor: 2.5) },
    'scale': { scale(x: rows(), scale: 3.0, bias: 2.0, bias_after_scale: false) },
    'sums': { sums(input: [rows(), rows()]) },
    'fc of two inputs': { fc(input: [x(), tanh(x())], size: 4) },
    'concat': { concat(input: [rows(4), rows(2)], axis: 1) },
    'reshape': { reshape(x: rows(6), shape: [-1, 2, 3]) },
    'cos_sim': { cos_sim(X: rows(), Y: rows()) },
    'mean': { mean(rows()) },
    'dropout that keeps all': { dropout(rows(), dropout_prob: 0.0) },
    'conv2d': { conv2d(input: images(), num_filters: 4, filter_size: 3, stride: 2, padding: 1) },
    'conv2d dilated': { conv2d(input: images(), num_filters: 4, filter_size: 3, dilation: 2, bias_attr: false) },
    'conv2d in groups': { conv2d(input: images(), num_filters: 4, filter_size: 3, groups: 2) },
    'pool2d max': { pool2d(input: conv2d(input: images(), num_filters: 3, filter_size: 3), pool_size: 2, pool_stride: 2, ceil_mode: true) },
    'pool2d avg': { pool2d(input: conv2d(input: images(), num_filters: 3, filter_size: 3), pool_type: 'avg', pool_size: 3, pool_stride: 2, pool_padding: 1) },
    'pool2d global': { pool2d(input: conv2d(input: images(), num_filters: 3, filter_size: 3), pool_size: 1, pool_type: 'avg', global_pooling: true) },
    // Without a bias before it, which the mean takes away again: its gradient is zero but for what rounding leaves.
    'batch_norm of images': { batch_norm(input: conv2d(input: images(), num_filters: 3, filter_size: 3, bias_attr: false), act: 'tanh') },
    'batch_norm of rows': { batch_norm(input: fc(input: x(), size: 5, bias_attr: false), act: 'tanh') },
    'batch_norm in a test': { batch_norm(input: rows(), is_test: true) },
    'embedding': { embedding(input: ids(), size: [9, 4]) },
    'embedding with padding': { embedding(input: ids(), size: [9, 4], padding_idx: 2) },
    'sequence_conv': { sequence_conv(input: sequence(), num_filters: 3, filter_size: 3) },
    'sequence_conv of 4': { sequence_conv(input: sequence(), num_filters: 3, filter_size: 4) },
    'square_error_cost': { square_error_cost(input: rows(1), label: y()) },
    'cross_entropy': { cross_entropy(input: shares(), label: ids()) },
    'cross_entropy of shares': { cross_entropy(input: shares(), label: soft(), soft_label: true) },
    'softmax_with_cross_entropy': { softmax_with_cross_entropy(logits: rows(), label: ids()) },
    'softmax_with_cross_entropy of shares': { softmax_with_cross_entropy(logits: rows(), label: soft(), soft_label: true) },
    'cast': { fixed(cast(x: ids(), dtype: 'float32')) },
    'cast to whole numbers': { fixed(cast(x: y(), dtype: 'int64')) },
    'one_hot': { fixed(one_hot(input: ids(), depth: 6)) },
    'accuracy': { def p = shares(); kept(accuracy(input: p, label: ids())); p },
    'auc': { def p = fc(input: x(), size: 1, act: 'sigmoid'); kept(auc(input: p, label: input('sides', [1], 'int64'))); p },
    'Normal': { fc(input: x(), size: 4, param_attr: Normal(scale: 0.3), bias_attr: Uniform(low: -1.0, high: 1.0)) },
    'L1Decay': { by('SGD', [regularization: L1Decay(0.1)]) },
    'L2Decay': { by('SGD', [regularization: L2Decay(0.1)]) },
    'GradientClipByValue': { by('SGD', [grad_clip: GradientClipByValue(max: 0.01)]) },
    'GradientClipByNorm': { by('SGD', [grad_clip: GradientClipByNorm(clip_norm: 0.01)]) },
    'GradientClipByGlobalNorm': { by('SGD', [grad_clip: GradientClipByGlobalNorm(clip_norm: 0.01)]) },
    'gradients that are sums': {
        def rule = optimizer
        optimizer = [minimize: { loss -> rule.minimize(loss); SampleSums.in(words.builder(), 8) }]
        rows()
    },
    'rate of samples': {
        def rate = new SampleSchedule(SampleSchedule.Policy.POLY, 0.1d, 0.5d, 2d, [], []).in(words.builder(), 2d)
        optimizer = [minimize: { loss -> new Optimizer(new Sgd(), new LearningRate.Scheduled(rate)).minimize(words.builder(), loss) }]
        rows()
    },
]

// What only jobs have, and which row of test/gpu/accept runs it, if any.
def elsewhere = [
    servers: ['SEND', 'SEND_AHEAD', 'SEND_ROWS', 'RECV', 'LISTEN_AND_SERVE', 'WEIGHTED_MEAN', 'MERGE_ROWS'],
    none: ['DC_ASGD'], // of asynchronous servers, which compute on the CPU
    'all-reduce': ['BROADCAST', 'BACKWARD_ALL_REDUCE'],
]

def random = new Random(11)
def reals = { long... shape -> HostTensor.of(Shape.of(shape), random.doubles(Shape.of(shape).elements()).map { it * 2 - 1 }.toArray().collect { (float) it } as float[]) }
def longs = { List values, long... shape -> HostTensor.of(Shape.of(shape), values as long[]) }
def feeds = [x: reals(4, 6), images: reals(4, 2, 7, 7), y: reals(4, 1), ids: longs([2, 0, 3, 2], 4, 1), sides: longs([1, 0, 0, 1], 4, 1),
             words: longs([2, 0, 8, 3, 2, 5], 6, 1), 'words@LENGTHS': longs([2, 0, 3, 1], 4),
             soft: HostTensor.of(Shape.of(4, 5), (1..20).collect { 0.2f } as float[])]

def cpu = Executor(CPUPlace())
def process = cpu.@process
def engines = [CPUPlace(), use_gpu ? CUDAPlace(0) : CPUPlace()].collect { Torch.open(it, ParameterExchange.none()) }

/** The numbers of three steps and of what is left, by name. */
def course = { engine, startup, program, feed, fetch, kept ->
    def scope = engine.newScope()
    try {
        engine.run(startup, [:], [], scope)
        def numbers = [:]
        (1..3).each { step ->
            [fetch, engine.run(program, feed, fetch, scope)].transpose().each { name, value -> numbers["$name in step $step"] = value.values() }
        }
        kept.each { numbers[it] = scope.get(it).with { HostTensor.wrap(it.shape(), it.type(), it.bytes(0, it.byteSize() as int)).values() } }
        numbers
    } finally {
        scope.close()
    }
}

/** The largest difference, relative to the largest number. */
def difference = { double[] expected, double[] actual ->
    if (expected.length != actual.length) return Double.POSITIVE_INFINITY
    def (largest, worst) = [1e-6d, 0d]
    for (int i = 0; i < expected.length; i++) {
        def off = Math.abs(expected[i] - actual[i])
        if (!(off <= worst)) worst = Double.isNaN(off) ? Double.POSITIVE_INFINITY : off
        largest = Math.max(largest, Math.abs(expected[i]))
    }
    worst / largest
}

def covered = [] as Set
def waiting = after != ''
cases.each { name, describe ->
    try {
        if (!waiting) println "begin $name"
        def words = new Words(process)
        describe.delegate = words
        describe.resolveStrategy = Closure.DELEGATE_FIRST
        def out = describe()
        words.optimizer.minimize(words.mean(words.square(out)))
        def program = words.words.main()
        def startup = program.startup(7)
        [startup, program]*.blocks().flatten()*.operators().flatten().each { covered << it.type().name() }
        if (waiting) return
        def feed = feeds.subMap(program.variables()*.name())
        def sparse = program.parameters().findAll { it.sparse() }*.name()
        def gradients = program.trainable().findAll { !it.sparse() }.collect { it.name() + '@GRAD' }
        def kept = program.parameters()*.name().findAll { own -> !sparse.any { own.startsWith(it) } }
        def fetch = [out.name(), *words.fetched*.name(), *gradients]
        def (expected, actual) = engines.withIndex().collect { engine, i ->
            course(engine, startup, program, i == 1 && name == spoil ? feed + [x: reals(4, 6)] : feed, fetch, kept)
        }
        def worst = expected.keySet().max { difference(expected[it], actual[it]) }
        println "$name: ${difference(expected[worst], actual[worst])} in $worst of ${expected.size()}"
    } catch (RuntimeException e) {
        println "$name: failed ${e.message ?: e}".readLines()[0]
    } finally {
        waiting &= name != after
    }
}
println 'uncovered ' + (OpType.values()*.name() - covered - elsewhere.values().flatten()).join(' ')
