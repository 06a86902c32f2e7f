// A network of a kind of its own that trains on made-up data: what test/gpu/accept runs on the CPU, on the device, and as processes of a job.
//
//   train networks.groovy --net line|mnist|vgg|recommender|text|autoencoder|wide|huge [--use_gpu 1] [--gpu 0] [--precision tf32|bf16]
//                         [--steps 20] [--batch_size 32] [--blocks 2] [--filters 8] [--drop 0] [--width 50] [--pause 0] [--ahead 0] [--bad_label 1]
//                         [--save DIR] [--load DIR] [--count 0]
//
// Prints the loss of each step in full, at the end the median time of a step; --save keeps the network and prints what it predicts,
// --load predicts the same with what was kept. VGG-16 has 5 blocks and 64 filters; so deep, the order of sums alone changes losses by a
// hundredth within 20 steps. All processes of a job make the same data, and each trainer takes its part of a batch. --count 20 takes so many
// more steps, of which it reads no value, and prints what the process asks of CUDA meanwhile.

import groovy.transform.CompileStatic
import java.lang.foreign.Arena
import java.lang.foreign.FunctionDescriptor
import java.lang.foreign.Linker
import java.lang.foreign.MemorySegment
import java.lang.foreign.SymbolLookup
import java.lang.invoke.MethodHandles
import java.lang.invoke.MethodType
import java.util.concurrent.ConcurrentHashMap
import static java.lang.foreign.ValueLayout.ADDRESS
import static java.lang.foreign.ValueLayout.JAVA_INT

/** Counts the calls of CUDA's runtime, of which CUPTI, NVIDIA's library for profilers, tells each when it begins. */
@CompileStatic
class CudaCalls {
    private static final int RUNTIME = 2
    private static final int BEGINS = 0
    private static final List<String> WAYS = ['HostToHost', 'HostToDevice', 'DeviceToHost', 'DeviceToDevice', 'Default']

    static final Map<String, Integer> counts = new ConcurrentHashMap<>()
    static volatile boolean counting

    /** What CUPTI calls, in whichever thread calls CUDA. */
    static void called(MemorySegment own, int domain, int number, MemorySegment data) {
        try {
            def call = data.reinterpret(24)
            if (!counting || call.get(JAVA_INT, 0) != BEGINS) return
            def name = call.get(ADDRESS, 8).reinterpret(256).getString(0).replaceFirst(/_v\d+$/, '')
            // Of its arguments the fourth.
            if (name.startsWith('cudaMemcpyAsync')) name += WAYS[call.get(ADDRESS, 16).reinterpret(32).get(JAVA_INT, 24)]
            counts.merge(name, 1, Integer.&sum)
        } catch (Throwable e) {
            counts.merge("failed: $e".toString(), 1, Integer.&sum)
        }
    }

    static void watch() {
        def linker = Linker.nativeLinker()
        def cupti = SymbolLookup.libraryLookup('libcupti.so.13', Arena.global())
        def called = linker.upcallStub(
            MethodHandles.lookup().findStatic(CudaCalls, 'called', MethodType.methodType(void, MemorySegment, int, int, MemorySegment)),
            FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT, JAVA_INT, ADDRESS), Arena.global())
        def subscriber = Arena.global().allocate(ADDRESS)
        def subscribe = linker.downcallHandle(cupti.findOrThrow('cuptiSubscribe'), FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS))
        def enable = linker.downcallHandle(cupti.findOrThrow('cuptiEnableDomain'), FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT))
        int failed = subscribe.invokeWithArguments(subscriber, called, MemorySegment.NULL) as int
        if (failed == 0) failed = enable.invokeWithArguments(1, subscriber.get(ADDRESS, 0), RUNTIME) as int
        if (failed != 0) throw new IllegalStateException("CUPTI counts nothing: its error $failed")
    }
}

def net = flag('net', 'line')
def use_gpu = flag('use_gpu', 0)
def gpu = flag('gpu', 0)
def precision = flag('precision', '')
def steps = flag('steps', 20)
def size = flag('batch_size', 32)
def blocks = flag('blocks', 2)
def filters = flag('filters', 8)
def drop = flag('drop', 0.0)
def width = flag('width', 50)
def pause = flag('pause', 0)
def ahead = flag('ahead', 0)      // reads no value before the last step
def bad_label = flag('bad_label', 0)
def save = flag('save', '')
def load = flag('load', '')
def counted = flag('count', 0)
random_seed(3)

def random = new Random(5)
def reals = { count -> def v = new float[count]; for (int i = 0; i < count; i++) v[i] = (float) (random.nextFloat() * 2 - 1); v }
def whole = { bound -> random.nextInt(bound) }
def numbers = { name, long... shape -> data(name: name, shape: shape.collect { (int) it }, dtype: 'float32') }
def ids = { name, level = 0 -> data(name: name, shape: [1], dtype: 'int64', lod_level: level) }
def table = { input, rows, columns -> embedding(input: input, size: [rows, columns], is_sparse: true) }
def dropped = { input, rate -> rate * drop > 0 ? dropout(input, dropout_prob: rate * drop) : input }
def classes = { prediction, label -> mean(cross_entropy(input: prediction, label: label)) }
def distance = { output, target -> mean(square_error_cost(input: output, label: target)) }

def pool = [pool_size: 2, pool_stride: 2, act: 'relu', filter_size: 5]
def block = { input, count, rates ->
    for (rate in rates) {
        input = conv2d(input: input, num_filters: count, filter_size: 3, padding: 1)
        input = dropped(batch_norm(input: input, act: 'relu'), rate)
    }
    pool2d(input: input, pool_size: 2, pool_stride: 2)
}

// Each gives what is fed, what it predicts, its loss, the optimizer, and how a sample is made.
def networks = [
    line: {
        def (x, y) = [numbers('x', 13), numbers('y', 1)]
        def p = fc(input: x, size: 1)
        [[x, y], p, distance(p, y), SGD(learning_rate: 0.05), { def v = reals(13); [v, [(float) v.sum()]] }]
    },
    mnist: {
        def (x, y) = [numbers('img', 1, 28, 28), ids('label')]
        def h = batch_norm(input: simple_img_conv_pool(*: pool, input: x, num_filters: 20, param_attr: Xavier()))
        def p = fc(input: simple_img_conv_pool(*: pool, input: h, num_filters: 50, param_attr: Xavier()), size: 10, act: 'softmax')
        [[x, y], p, classes(p, y), Adam(learning_rate: 0.001), { [reals(784), [whole(10)]] }]
    },
    vgg: {
        def (x, y) = [numbers('pixel', 3, 32, 32), ids('label')]
        def h = x
        [[1, [0.3, 0]], [2, [0.4, 0]], [4, [0.4, 0.4, 0]], [8, [0.4, 0.4, 0]], [8, [0.4, 0.4, 0]]].take(blocks).each { times, rates ->
            h = block(h, times * filters, rates)
        }
        h = batch_norm(input: fc(input: dropped(h, 0.5), size: 8 * filters), act: 'relu')
        def p = fc(input: fc(input: dropped(h, 0.5), size: 8 * filters), size: 10, act: 'softmax')
        [[x, y], p, classes(p, y), Adam(learning_rate: 0.001), { [reals(3072), [whole(10)]] }]
    },
    recommender: {
        def fed = ['user_id', 'gender_id', 'age_id', 'job_id', 'movie_id'].collect { ids(it) } + ['category_id', 'title'].collect { ids(it, 1) }
        def score = numbers('score', 1)
        def user = fc(size: 200, act: 'tanh', input: concat(axis: 1, input: [
                [6041, 32], [2, 16], [7, 16], [21, 16]].withIndex().collect { s, i -> fc(input: table(fed[i], *s), size: s[1]) }))
        def movie = fc(size: 200, act: 'tanh', input: concat(axis: 1, input: [
                fc(input: table(fed[4], 3953, 32), size: 32),
                sequence_pool(input: table(fed[5], 18, 32), pool_type: 'sum'),
                sequence_conv_pool(input: table(fed[6], 5175, 32), num_filters: 32, filter_size: 3, act: 'tanh', pool_type: 'sum')]))
        def p = scale(x: cos_sim(X: user, Y: movie), scale: 5.0)
        [fed + [score], p, distance(p, score), SGD(learning_rate: 0.2), {
            [6041, 2, 7, 21, 3953].collect { [whole(it)] } + [(1..2).collect { whole(18) }, (1..4).collect { whole(5175) }, [whole(10) - 5f]] }]
    },
    text: {
        def (words, y) = [ids('words', 1), ids('label')]
        def rows = embedding(input: words, size: [200, 16])
        def parts = [3, 4].collect { sequence_conv_pool(input: rows, num_filters: 12, filter_size: it, act: 'tanh', pool_type: 'max') }
        def p = fc(input: parts, size: 5, act: 'softmax')
        [[words, y], p, classes(p, y), Adagrad(learning_rate: 0.05), { [(0..<3 + whole(9)).collect { whole(200) }, [whole(5)]] }]
    },
    autoencoder: {
        def x = numbers('x', 64)
        def p = fc(input: fc(input: fc(input: x, size: 32, act: 'relu'), size: 8, act: 'tanh'), size: 64)
        [[x], p, distance(p, x), Adam(learning_rate: 0.003), { [reals(64)] }]
    },
    wide: {
        def (x, y) = [numbers('x', 20), numbers('y', 1)]
        def p = fc(input: fc(input: fc(input: x, size: width, act: 'tanh'), size: width, act: 'tanh'), size: 1)
        [[x, y], p, distance(p, y), SGD(learning_rate: 0.01), { def v = reals(20); [v, [(float) v.sum()]] }]
    },
    // Of a batch of 100,000 its output would take 400 GB.
    huge: {
        def x = numbers('x', 1)
        def p = fc(input: x, size: 1_000_000)
        [[x], p, mean(p), SGD(learning_rate: 0.1), { [reals(1)] }]
    },
]
if (!networks[net]) throw new IllegalArgumentException("no network $net")
def (fed, prediction, loss, optimizer, sample) = networks[net]()
def test = default_main_program().cloneForTest()
optimizer.minimize(loss)
def t = DistributeTranspiler()
t.transpile()
def place = !use_gpu ? CPUPlace() : precision ? CUDAPlace(gpu, precision: precision) : CUDAPlace(gpu)
def exe = Executor(training_role() == 'pserver' ? CPUPlace() : place)
exe.run(t.get_startup_program())
if (training_role() == 'pserver') {
    exe.run(t.get_pserver_program())
    return
}

// Four batches, made before the first step: how long a step takes does not depend on them.
def feeder = DataFeeder(feed_list: fed, place: place)
def (from, to) = [trainer_id(), trainer_id() + 1].collect { (size * it).intdiv(trainers()) }
def batches = (1..4).collect {
    def rows = (1..size).collect { sample() }
    if (bad_label) rows[0][1] = [10]
    feeder.feed(rows.subList(from, to))
}
def predicted = { program, feed, fetched ->
    println 'predicted ' + exe.run(program, feed: feed, fetch_list: [fetched])[0].values().toList().take(10).join(' ')
}
if (load) {
    def (program, names, targets) = load_inference_model(load, exe)
    predicted(program, batches[0].subMap(program.variables()*.name()), targets[0])
    return
}
def times = []
def unread = []
def main = t.get_trainer_program()
for (step in 1..steps) {
    def began = System.nanoTime()
    def (value) = exe.run(main, feed: batches[step % 4], fetch_list: [loss])
    if (ahead) {
        unread << value
        continue
    }
    // A device has done the step when its loss is known.
    def number = value.mean()
    times << (System.nanoTime() - began) / 1e6
    println "step $step loss $number"
    if (pause) sleep pause
}
if (counted) {
    CudaCalls.watch()
    CudaCalls.counting = true
    for (step in 1..counted) unread << exe.run(main, feed: batches[step % 4], fetch_list: [loss])[0]
    CudaCalls.counting = false
    println "calls in $counted steps: ${CudaCalls.counts.sort().collect { call, number -> "$call=$number" }.join(' ')}"
}
unread.eachWithIndex { value, step -> println "step ${step + 1} loss ${value.mean()}" }
if (ahead) return
times = times.drop((int) (steps / 5)).sort()
println String.format(Locale.ROOT, 'median %.3f ms, %.1f samples per second', times[(int) (times.size() / 2)], 1000 * size * times.size() / times.sum())
if (save) {
    save_inference_model(save, fed.take(net == 'recommender' ? 7 : 1)*.name(), [prediction], exe)
    predicted(test, batches[0], prediction)
}
