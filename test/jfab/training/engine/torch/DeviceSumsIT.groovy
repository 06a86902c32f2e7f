package jfab.training.engine.torch

import java.time.Duration
import java.util.concurrent.Callable
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit

import jfab.training.engine.Device
import jfab.training.engine.EngineException
import jfab.training.engine.HostTensor
import jfab.training.engine.ParameterExchange
import jfab.training.engine.PeerException
import jfab.training.engine.Peers
import jfab.training.engine.Precision
import jfab.training.engine.torch.group.DeviceSums
import jfab.training.engine.torch.group.SimulatedSums
import jfab.training.program.DataType
import jfab.training.program.Layers
import jfab.training.program.Program
import jfab.training.program.Shape
import jfab.training.program.optimize.Optimizer
import jfab.training.program.optimize.Sgd
import jfab.training.program.transpile.PeerPass
import org.bytedeco.pytorch.Store
import spock.lang.Specification

/** Trainers whose numbers are in the memories of devices: which way gradients take, and what becomes of those that wait for a device. */
class DeviceSumsIT extends Specification {
    static final DIRECT = 'gradients are added up by NCCL: each trainer has a GPU of its own'
    static final AROUND = "gradients are added up by Gloo, by way of the host's memory: "
    static final STEPS = 3
    static final LIMIT = Duration.ofSeconds(60)

    def threads = Executors.newCachedThreadPool()
    def said = new CopyOnWriteArrayList<String>()
    /** A step may take longer than a test: nothing ends by that. */
    def limit = Duration.ofMinutes(10)
    def port = new ServerSocket(0, 1, InetAddress.loopbackAddress).withCloseable { it.localPort }

    def setupSpec() {
        Torch.open(new Device.Cpu(), ParameterExchange.none())
    }

    def cleanup() {
        threads.shutdownNow()
    }

    def "gradients of #width columns stay on devices that no trainer shares, and learn what they learn by way of the host"() {
        given:
        def own = (0..1).collect { new SimulatedGpu(Precision.FLOAT32, "gpu $it") }
        def shared = (0..1).collect { new SimulatedGpu(Precision.FLOAT32) }

        when:
        def there = trained(own, width)
        def ways = said.toList()
        said.clear()
        port = new ServerSocket(0, 1, InetAddress.loopbackAddress).withCloseable { it.localPort }
        def around = trained(shared, width)

        then:
        ways == [DIRECT, DIRECT]
        said == [AROUND + 'trainers 0, 1 of 2 share a GPU'] * 2
        near(there[0], there[1], 0)
        near(there[0], around[0], 1e-5)
        and: 'of gradients nothing crosses; first values of weights do, then of all parameters both ways, and what is fetched'
        def parameters = 4L * (22 * width + 1)
        def known = 4 * 21 * width + 2 * parameters + STEPS * 4 * width
        own.collect { it.copied() - known }.every { it < 5_000 }
        shared.collect { it.copied() - known - 2 * STEPS * parameters }.every { it > 0 }

        where: 'one goes in one piece, the other in the buckets of c10d'
        width << [500, 20_000]
    }

    def "where one trainer cannot use NCCL, none does, and all say why"() {
        given:
        def lacking = new SimulatedGpu(Precision.FLOAT32, 'gpu 1') {
            @Override
            DeviceSums sums(Peers peers, Store store, InetAddress here) {
                throw new EngineException('libnccl.so.2 is not found')
            }
        }

        when:
        def all = trained([new SimulatedGpu(Precision.FLOAT32, 'gpu 0'), lacking], 500)

        then:
        near(all[0], all[1], 0)
        said == [AROUND + 'NCCL cannot be used: trainer 1 of 2: libnccl.so.2 is not found'] * 2
    }

    def "a first sum that does not end is waited for no longer than others are"() {
        when:
        def all = trained([stuck('gpu 0', 0), new SimulatedGpu(Precision.FLOAT32, 'gpu 1')], 500, Duration.ofSeconds(2))

        then:
        near(all[0], all[1], 0)
        said == [AROUND + 'NCCL cannot be used: trainer 0 of 2: it did not answer within 2 s'] * 2
    }

    def "who waits for a device is told that another trainer has failed, and which"() {
        when: 'trainer 0 has made its first sum, and the device never gets to the next one'
        def group0 = group(0, LIMIT)
        def group1 = group(1, LIMIT)
        def first = threads.submit({ run(group0, stuck('gpu 0', 1), 0, 500) })
        def second = threads.submit({
            run(group1, new SimulatedGpu(Precision.FLOAT32, 'gpu 1'), 1, 500, 1)
            group1.abort('the disk is full')
        })
        second.get(60, TimeUnit.SECONDS)
        first.get(60, TimeUnit.SECONDS)

        then:
        def e = thrown(ExecutionException)
        e.cause instanceof PeerException
        e.cause.message.startsWith('trainer 1 failed: the disk is full')
    }

    def "a sum that #what ends the job"() {
        given:
        limit = Duration.ofSeconds(seconds)

        when: 'the other one has made its first sum as well'
        def groups = (0..1).collect { group(it, LIMIT) }
        def all = [stuck('gpu 0', 1, failing), stuck('gpu 1', 1, failing)].withIndex().collect { gpu, rank ->
            threads.submit({ run(groups[rank], gpu, rank, 500) })
        }
        all[0].get(60, TimeUnit.SECONDS)

        then:
        def e = thrown(ExecutionException)
        e.cause instanceof PeerException
        e.cause.message.contains(sentence)

        where:
        what                  | failing | seconds || sentence
        'has failed'          | true    | 600     || 'a sum of gradients has failed'
        'comes to no end'     | false   | 2       || 'waited 2 s for a sum of gradients'
    }

    /** A device that finishes only so many sums, and then says that one has failed, or nothing. */
    private static SimulatedGpu stuck(String name, int sums, boolean failing = false) {
        def left = sums
        new SimulatedGpu(Precision.FLOAT32, name) {
            @Override
            DeviceSums sums(Peers peers, Store store, InetAddress here) {
                new SimulatedSums(peers, store, here, { failing && left < 0 })
            }

            @Override
            void await(Runnable watch) {
                if (left-- > 0) {
                    super.await(watch)
                } else {
                    while (!Thread.currentThread().interrupted) {
                        watch.run()
                        Thread.onSpinWait()
                    }
                    throw new EngineException('the test is over')
                }
            }
        }
    }

    private group(int rank, Duration join) {
        Torch.group(new Peers(rank, 2, '127.0.0.1', port, join, limit, LIMIT), {}, { said << it })
    }

    private List<double[]> trained(List<SimulatedGpu> gpus, int width, Duration join = LIMIT) {
        gpus.withIndex().collect { gpu, rank ->
            threads.submit({ group(rank, join).withCloseable { run(it, gpu, rank, width) } } as Callable)
        }.collect { it.get(60, TimeUnit.SECONDS) }
    }

    private double[] run(group, SimulatedGpu gpu, int rank, int width, int steps = STEPS) {
        def builder = Program.builder()
        def layers = new Layers(builder)
        def x = layers.data('x', Shape.of(20), DataType.FLOAT32)
        def y = layers.data('y', Shape.of(1), DataType.FLOAT32)
        def loss = layers.mean(layers.squareErrorCost(layers.fc(layers.fc(x, width, 'tanh'), 1, null), y))
        Optimizer.of(new Sgd(), 0.01d).minimize(builder, loss)
        def random = new Random(rank)
        def values = { int... shape -> HostTensor.of(Shape.of(shape as long[]), (1..shape[0] * shape[1]).collect { random.nextFloat() } as float[]) }
        def engine = gpu.executor(ParameterExchange.none(), group)
        engine.newScope().withCloseable { scope ->
            engine.run(new PeerPass().startup(builder.build(), 7), [:], [], scope)
            def fetched = null
            steps.times { fetched = engine.run(new PeerPass().apply(builder.build()), [x: values(4, 20), y: values(4, 1)], ['fc_1.w_0'], scope) }
            fetched[0].values()
        }
    }

    private static boolean near(double[] expected, double[] actual, double limit) {
        expected.length == actual.length
            && (0..<expected.length).every { Math.abs(expected[it] - actual[it]) <= limit * Math.max(1e-3, Math.abs(expected[it])) }
    }
}
