package jfab.training.words

import jfab.training.data.Column
import jfab.training.data.Sample
import jfab.training.engine.Device
import jfab.training.engine.EngineException
import jfab.training.engine.HostTensor
import jfab.training.engine.ParameterExchange
import jfab.training.engine.StepListener
import jfab.training.engine.torch.Torch
import jfab.training.program.DataType
import jfab.training.program.Layers
import jfab.training.program.optimize.Optimizer
import jfab.training.program.optimize.Sgd
import jfab.training.program.Program
import jfab.training.program.ProgramException
import jfab.training.program.SequenceLayers.Pool
import jfab.training.program.Shape
import spock.lang.AutoCleanup
import spock.lang.Shared
import spock.lang.Specification

class SequenceSpec extends Specification {
    @Shared engine = Torch.open(new Device.Cpu(), ParameterExchange.none())
    @AutoCleanup scope = engine.newScope()
    def builder = Program.builder()
    def layers = new Layers(builder)

    def "sequences are fed as rows one after the other, with the length of each"() {
        given:
        def title = layers.dense().sequence('title', Shape.of(1), DataType.INT64)
        def rating = layers.data('rating', Shape.of(1), DataType.FLOAT32)

        when:
        def feed = new DataFeeder([title, rating], StepListener.none()).feed([sample(3f, 5, 7, 9), sample(4f), sample(1f, 2)])

        then:
        feed.title.shape() == Shape.of(4, 1)
        feed.title.values() == [5, 7, 9, 2] as double[]
        feed['title@LENGTHS'].values() == [3, 0, 1] as double[]
        feed.rating.values() == [3, 4, 1] as double[]
    }

    def "a network over sequences learns from them, by samples and not by rows"() {
        given: 'ratings that are the number of words 1 in a title'
        def title = layers.dense().sequence('title', Shape.of(1), DataType.INT64)
        def rating = layers.data('rating', Shape.of(1), DataType.FLOAT32)
        def words = layers.dense().embedding(title, 10, 4, false, -1, jfab.training.program.ParamAttr.DEFAULT)
        def cost = layers.squareErrorCost(layers.fc(layers.sequence().pool(words, Pool.SUM), 1, null), rating)
        def loss = layers.mean(cost)
        Optimizer.of(new Sgd(), 0.05).minimize(builder, loss)
        def program = builder.build()
        def feed = new DataFeeder([title, rating], StepListener.none()).feed([sample(2f, 1, 5, 1), sample(0f), sample(1f, 2, 1), sample(0f, 3)])

        when:
        engine.run(program.startup(1), [:], [], scope)
        def losses = (1..200).collect { engine.run(program, feed, [loss.name()], scope)[0].mean() }

        then:
        losses.last() < 0.01
        losses.first() > 0.5

        and:
        engine.run(program.cloneForTest(), feed, [cost.name()], scope)[0].shape() == Shape.of(4, 1)
    }

    def "rows of sequences and samples cannot be mixed, and the message says which is which"() {
        given:
        def title = layers.dense().sequence('title', Shape.of(8), DataType.FLOAT32)
        def user = layers.data('user', Shape.of(8), DataType.FLOAT32)

        when:
        layers.shape().concat([title, user], 1)

        then:
        ProgramException e = thrown()
        e.message == 'concat takes inputs with the same rows; title: float32[-1, 8] by title@LENGTHS has one per element of a sequence, and user: float32[-1, 8] has one per sample (sequence_pool makes one row per sample)'
    }

    def "a feed whose numbers of samples do not agree is refused: #message"() {
        given:
        def title = layers.dense().sequence('title', Shape.of(1), DataType.INT64)
        def user = layers.data('user', Shape.of(1), DataType.INT64)

        when:
        engine.run(builder.build(), feed.collectEntries { name, values -> [name, HostTensor.of(name == 'title@LENGTHS' ? Shape.of(values.size()) : Shape.of(values.size(), 1), values as long[])] }, [], scope)

        then:
        ProgramException e = thrown()
        e.message == message

        where:
        feed                                                        || message
        [title: [1, 2, 3], 'title@LENGTHS': [1, 1], user: [1, 2]]   || "'title' was fed 3 rows, and 'title@LENGTHS' speaks of 2"
        [title: [1, 2, 3], 'title@LENGTHS': [4, -1], user: [1, 2]]  || "'title' was fed 3 rows, and 'title@LENGTHS' speaks of negative numbers"
        [title: [1, 2, 3], 'title@LENGTHS': [1, 2], user: [1]]      || "'title@LENGTHS' was fed 2 samples and 'user' 1"
        [title: [1, 2, 3], user: [1]]                               || "'title' was fed without 'title@LENGTHS'"
    }

    private static sample(float rating, long... title) {
        Sample.of(Column.integers(title), Column.reals(rating))
    }
}
