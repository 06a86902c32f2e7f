package jfab.training.engine.torch

import java.nio.ByteBuffer
import java.nio.ByteOrder
import jfab.training.engine.Device
import jfab.training.engine.EngineException
import jfab.training.engine.HostTensor
import jfab.training.engine.ParameterExchange
import jfab.training.engine.Precision
import jfab.training.engine.Scope
import jfab.training.program.DataType
import jfab.training.program.Layers
import jfab.training.program.Program
import jfab.training.program.Shape
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
import org.bytedeco.pytorch.global.torch
import spock.lang.Specification

/** What the host copies and waits for, and what becomes of a bad step, where tensors are in a memory of their own. */
class SimulatedGpuSpec extends Specification {
    static final int CLASSES = 3
    def random = new Random(1)
    def builder = Program.builder()
    def layers = new Layers(builder)
    def img = layers.data('img', Shape.of(1, 8, 8), DataType.FLOAT32)
    def label = layers.data('label', Shape.of(1), DataType.INT64)
    def drop = 0.2d
    SimulatedGpu gpu

    def setupSpec() {
        Torch.open(new Device.Cpu(), ParameterExchange.none())
    }

    def "a step of MNIST's network copies once to the device and waits for nothing"() {
        given:
        def loss = minimized(new Adam())

        when:
        def losses = []
        within(Precision.FLOAT32) { Scope scope, step ->
            def (uploads, waits, downloads) = [gpu.uploads(), gpu.waits(), gpu.downloads()]
            20.times { losses << step(scope, batch(), [loss]) }
            assert gpu.uploads() - uploads == 20
            assert gpu.waits() == waits
            assert gpu.downloads() - downloads == 40 : 'a flag and the value that is fetched'
            // Reading one of them, or all: one wait.
            losses.each { it[0].mean() }
            assert gpu.waits() == waits + 1
        }

        then:
        losses.last()[0].mean() < losses.first()[0].mean()
    }

    def "the host is never ahead by more than 32 steps, and what nobody has read is kept"() {
        given:
        drop = 0
        def loss = minimized(new Sgd())
        def feeds = (1..100).collect { batch() }
        def fetch = [loss, 'fc_0.softmax', 'fc_0.w_0']
        def (read, unread) = [[], []]

        when: 'the same steps, once read at once, and once after their scope is gone'
        within(Precision.FLOAT32) { Scope scope, step -> feeds.each { feed -> read << step(scope, feed, fetch)*.values() } }
        within(Precision.FLOAT32) { Scope scope, step -> feeds.each { feed -> unread << step(scope, feed, fetch) } }

        then:
        unread.collect { it*.values() } == read
    }

    def "a device on which nothing arrives is waited for after 32 steps"() {
        given:
        minimized(new Sgd())

        when:
        within(Precision.FLOAT32, true) { Scope scope, step ->
            int waits = gpu.waits()
            // The startup program counts.
            31.times { step(scope, batch(), []) }
            assert gpu.waits() == waits
            step(scope, batch(), [])
            assert gpu.waits() == waits + 1
        }

        then:
        noExceptionThrown()
    }

    def "nor by more than 32 runs that train nothing"() {
        given:
        minimized(new Sgd())
        def test = builder.build().cloneForTest()

        when:
        within(Precision.FLOAT32, true) { Scope scope, step ->
            def engine = gpu.executor(ParameterExchange.none(), null)
            int waits = gpu.waits()
            100.times { engine.run(test, batch(), ['fc_0.softmax'], scope) }
            // After 33, and after 32 more of those that it knows of then.
            assert gpu.waits() - waits in 2..3
        }

        then:
        noExceptionThrown()
    }

    def "a bad step is named by its number, and counts go back to it, whatever has run behind it"() {
        given:
        minimized(new Adam())
        def test = builder.build().cloneForTest()
        Map<String, List<Double>> before = [:]
        EngineException e = null

        when:
        within(Precision.FLOAT32) { Scope scope, step ->
            4.times { step(scope, batch(), []) }
            before = values(scope)
            step(scope, bad(), [])
            if (refused) {
                try {
                    step(scope, batch() + [label: HostTensor.of(Shape.of(4, 1), [0, 1, 9, 2] as long[])], [])
                } catch (EngineException wrong) {
                    assert wrong.message.contains('holds 9')
                }
            }
            try {
                tests.times { gpu.executor(ParameterExchange.none(), null).run(test, batch(), [], scope) }
                5.times { step(scope, batch(), []) }
                scope.find('fc_0.w_0')
            } catch (EngineException failure) {
                e = failure
            }
            assert values(scope) == before
        }

        then:
        e.message.contains('in training step 5 of this process')

        where:
        tests | refused
        1     | false
        4     | false
        0     | true
    }

    def "of two losses both are looked at before anything learns from one"() {
        given:
        drop = 0
        def hidden = layers.fc(img, 4, 'relu')
        def first = layers.mean(layers.fc(hidden, 1, null))
        def second = layers.mean(layers.arithmetic().scale(layers.fc(img, 1, null), Float.MAX_VALUE, 0, true, null))
        Optimizer.of(new Adam(), 0.05d).minimize(builder, first)
        Optimizer.of(new Sgd(), 0.05d).minimize(builder, second)
        def program = builder.build()
        def large = [img: HostTensor.of(Shape.of(4, 1, 8, 8), [1e6f] * 256 as float[])]
        def engine = where == 'gpu' ? SimulatedGpu.open(ParameterExchange.none(), null) : Torch.open(new Device.Cpu(), ParameterExchange.none())
        Map<String, List<Double>> before = [:]
        EngineException e = null

        when:
        engine.newScope().withCloseable { scope ->
            engine.run(program.startup(1), [:], [], scope)
            before = values(scope)
            try {
                engine.run(program, large, [second.name()], scope)[0].mean()
            } catch (EngineException failure) {
                e = failure
            }
            assert values(scope) == before
        }

        then:
        e.message.endsWith('no parameter has changed in it')

        where:
        where << ['gpu', 'cpu']
    }

    def "a device tells as well that a parameter was no number before the loss was none"() {
        given:
        def loss = minimized(new Sgd())
        EngineException e = null

        when:
        within(Precision.FLOAT32) { Scope scope, step ->
            step(scope, batch(), [])
            def name = builder.build().trainable().first().name()
            scope.find(name).write(0, ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(Float.NaN).flip())
            try {
                step(scope, batch(), [loss])[0].mean()
            } catch (EngineException failure) {
                e = failure
                assert failure.message.endsWith("in training step 2 of this process; no parameter has changed in it, and '$name' was NaN or infinite before it")
            }
        }

        then:
        e != null
    }

    def "#rule learns nothing from a step whose loss is no number, nor from those that were under way"() {
        given:
        def loss = minimized(rule)
        Map<String, List<Double>> before = [:]
        EngineException e = null

        when:
        within(Precision.FLOAT32) { Scope scope, step ->
            2.times { step(scope, batch(), []) }
            before = values(scope)
            step(scope, bad(), [])
            try {
                10.times { step(scope, batch(), []) }
            } catch (EngineException failure) {
                e = failure
            }

            assert values(scope) == before
            // From here on it may go on.
            def now = step(scope, batch(), [loss])[0].mean()
            assert Double.isFinite(now)
            assert values(scope) != before
        }

        then:
        e?.message == "the loss '$loss' is NaN or infinite in training step 3 of this process; no parameter has changed in it"

        where:
        rule << [new Sgd(), new Momentum(0.9, false), new Momentum(0.9, true), new Adam(), new Adamax(0.8, 0.9, 0.1),
            new Adagrad(0.5, 0), new DecayedAdagrad(0.9, 0.5), new RmsProp(0.9, 0.5, 0.8, true), new Adadelta(0.01, 0.9), new Ftrl(0.3, 0.2, -0.5)]
    }

    def "whoever reads the value of a bad step, a parameter, or closes the scope is told"() {
        given:
        def loss = minimized(new Adam())

        when:
        within(Precision.FLOAT32) { Scope scope, step ->
            step(scope, batch(), [])
            reads(scope, step(scope, bad(), [loss])[0])
        }

        then:
        EngineException e = thrown()
        e.message.contains('in training step 2')

        where:
        reads << [{ scope, value -> value.mean() }, { scope, value -> scope.find('fc_0.w_0').bytes(0, 4) }, { scope, value -> }]
    }

    def "a label out of range is refused before the device sees it"() {
        given:
        def loss = minimized(new Adam())

        when:
        within(Precision.FLOAT32) { Scope scope, step -> step(scope, batch() + [label: HostTensor.of(Shape.of(4, 1), [0, 1, 3, 2] as long[])], [loss]) }

        then:
        EngineException e = thrown()
        e.message == "'label' holds 3 at place 2 of its batch, from 0, and 'fc_0.softmax' takes 0 to 2"
    }

    def "statistics of batches learn nothing from a bad step on the CPU either"() {
        given:
        minimized(new Sgd())
        def engine = Torch.open(new Device.Cpu(), ParameterExchange.none())
        def program = builder.build()

        when:
        engine.newScope().withCloseable { scope ->
            engine.run(program.startup(1), [:], [], scope)
            def before = values(scope)
            try {
                engine.run(program, bad(), [], scope)
            } finally {
                assert values(scope).findAll { it.key.contains('batch_norm') } == before.findAll { it.key.contains('batch_norm') }
            }
        }

        then:
        EngineException e = thrown()
        e.message.contains('is NaN in training step 1')
    }

    def "products of 8 bits are near those of 24, and not the same"() {
        given:
        drop = 0
        def loss = minimized(new Sgd())
        def feeds = (1..5).collect { batch() }
        def runs = [:]
        // What computes here in the place of cuDNN: oneDNN's convolutions of 8 bits are wrong on some processors, by half of their values.
        torch.globalContext().setUserEnabledMkldnn(false)

        when:
        [Precision.FLOAT32, Precision.BF16].each { precision ->
            within(precision) { Scope scope, step -> runs[precision] = feeds.collect { step(scope, it, [loss])[0].mean() } }
        }

        then:
        [runs[Precision.FLOAT32], runs[Precision.BF16]].transpose().every { exact, coarse -> Math.abs(exact - coarse) < 0.05 * exact }
        runs[Precision.FLOAT32] != runs[Precision.BF16]

        cleanup:
        torch.globalContext().setUserEnabledMkldnn(true)
    }

    private String minimized(rule) {
        def hidden = layers.batchNorm(layers.simpleImgConvPool(img, 4, 3, 2, 2, 'relu'), null, 0.9, 1e-5)
        def dropped = drop > 0 ? layers.dense().dropout(hidden, drop, null) : hidden
        def prediction = layers.fc(dropped, CLASSES, 'softmax')
        def loss = layers.mean(layers.crossEntropy(prediction, label))
        layers.accuracy(prediction, label)
        Optimizer.of(rule, 0.05d).minimize(builder, loss)
        loss.name()
    }

    /** @param slow whether nothing arrives that is not waited for */
    private void within(Precision precision, boolean slow = false, Closure work) {
        gpu = new SimulatedGpu(precision)
        gpu.slow = slow
        def engine = gpu.executor(ParameterExchange.none(), null)
        def program = builder.build()
        engine.newScope().withCloseable { scope ->
            engine.run(program.startup(1), [:], [], scope)
            work(scope) { Scope own, feed, fetch -> engine.run(program, feed, fetch, own) }
        }
    }

    private Map<String, HostTensor> batch() {
        def labels = (1..4).collect { random.nextInt(CLASSES) as long }
        def pixels = labels.collectMany { digit -> (1..64).collect { (random.nextFloat() + digit) as float } }
        [img: HostTensor.of(Shape.of(4, 1, 8, 8), pixels as float[]), label: HostTensor.of(Shape.of(4, 1), labels as long[])]
    }

    private Map<String, HostTensor> bad() {
        batch() + [img: HostTensor.of(Shape.of(4, 1, 8, 8), [Float.NaN] * 256 as float[])]
    }

    /** Parameters, all that is kept beside them, and counts; not how many masks were drawn. */
    private static Map<String, List<Double>> values(Scope scope) {
        scope.names().collectEntries { name ->
            def tensor = scope.get(name)
            def bytes = tensor.bytes(0, tensor.byteSize() as int)
            [(name): tensor.type() == DataType.INT64
                ? (1..tensor.shape().elements()).collect { bytes.getLong() as double }
                : (1..tensor.shape().elements()).collect { bytes.getFloat() as double }]
        }
    }
}
