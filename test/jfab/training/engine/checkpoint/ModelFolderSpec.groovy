package jfab.training.engine.checkpoint

import java.nio.file.Files
import java.nio.file.Path
import jfab.JfabException
import jfab.training.engine.Device
import jfab.training.engine.HostTensor
import jfab.training.engine.ParameterExchange
import jfab.training.engine.torch.Torch
import jfab.training.program.DataType
import jfab.training.program.InferenceModel
import jfab.training.program.Layers
import jfab.training.program.ParamAttr
import jfab.training.program.Program
import jfab.training.program.ProgramException
import jfab.training.program.SequenceLayers.Pool
import jfab.training.program.Shape
import jfab.training.program.optimize.Optimizer
import jfab.training.program.optimize.Sgd
import spock.lang.AutoCleanup
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir

class ModelFolderSpec extends Specification {
    @Shared engine = Torch.open(new Device.Cpu(), ParameterExchange.none())
    @AutoCleanup scope = engine.newScope()
    @AutoCleanup other = engine.newScope()
    @TempDir Path folder
    def builder = Program.builder()
    def layers = new Layers(builder)
    static final Map TITLES = [title: HostTensor.of(Shape.of(3, 1), 1L, 4L, 1L), 'title@LENGTHS': HostTensor.of(Shape.of(2), 2L, 1L)]

    def "a loaded model computes what the trained one computes, without a label and without training"() {
        given: 'a network with everything that training and testing do differently, trained for some steps'
        def (prediction, label) = trained(false)

        when:
        new ModelFolder(folder).save(InferenceModel.of(builder.build(), ['title'], [prediction]), scope)
        def model = new ModelFolder(folder).load(other)

        then:
        model.feeds() == ['title', 'title@LENGTHS']
        model.fetches() == [prediction.name()]
        model.program().operators()*.type()*.word() == ['lookup_table', 'sequence_pool', 'dropout', 'batch_norm', 'mul', 'elementwise_add']
        model.program().persistables()*.name() as Set == ['embedding_0.w_0', 'batch_norm_0.w_0', 'batch_norm_0.b_0', 'batch_norm_0.w_1',
                                                          'batch_norm_0.w_2', 'fc_0.w_0', 'fc_0.b_0'] as Set

        and: 'to the last bit, twice'
        def expected = engine.run(builder.build().cloneForTest(), TITLES + [rating: HostTensor.of(Shape.of(2, 1), 0f, 0f)], [prediction.name()], scope)[0].values()
        2.times { assert engine.run(model.program(), TITLES, model.fetches(), other)[0].values() == expected }
        expected[0] != expected[1]
    }

    def "a sparse table is saved as a dense one, with the rows that training touched and those that it did not"() {
        given:
        def (prediction, label) = trained(true)
        def feed = [title: HostTensor.of(Shape.of(2, 1), 4L, 9L), 'title@LENGTHS': HostTensor.of(Shape.of(2), 1L, 1L)]
        def expected = engine.run(builder.build().cloneForTest(), feed + [rating: HostTensor.of(Shape.of(2, 1), 0f, 0f)], [prediction.name()], scope)[0].values()

        when:
        new ModelFolder(folder).save(InferenceModel.of(builder.build(), ['title'], [prediction]), scope)
        def model = new ModelFolder(folder).load(other)

        then:
        engine.run(model.program(), feed, model.fetches(), other)[0].values() == expected
    }

    def "the program's file has one line per variable and operator"() {
        given:
        def prediction = layers.fc(layers.data('x', Shape.of(2), DataType.FLOAT32), 1, null)
        engine.run(builder.build().startup(1), [:], [], scope)

        when:
        new ModelFolder(folder).save(InferenceModel.of(builder.build(), ['x'], [prediction]), scope)

        then:
        Files.readString(folder.resolve('program.json')) == '''\
{"format": "jfab-program", "version": 1,
"feeds": ["x"], "fetches": ["fc_0.tmp_1"],
"variables": [
{"name":"x","dtype":"float32","shape":[-1,2],"persistable":false},
{"name":"fc_0.w_0","dtype":"float32","shape":[2,1],"persistable":true},
{"name":"fc_0.tmp_0","dtype":"float32","shape":[-1,1],"persistable":false},
{"name":"fc_0.b_0","dtype":"float32","shape":[1],"persistable":true},
{"name":"fc_0.tmp_1","dtype":"float32","shape":[-1,1],"persistable":false}],
"operators": [
{"type":"mul","inputs":{"X":["x"],"Y":["fc_0.w_0"]},"outputs":{"Out":["fc_0.tmp_0"]},"attributes":{}},
{"type":"elementwise_add","inputs":{"X":["fc_0.tmp_0"],"Y":["fc_0.b_0"]},"outputs":{"Out":["fc_0.tmp_1"]},"attributes":{"axis":1}}]}
'''
    }

    def "a file in which #what is wrong is refused by place: #message"() {
        given:
        def prediction = layers.fc(layers.data('x', Shape.of(2), DataType.FLOAT32), 1, null)
        engine.run(builder.build().startup(1), [:], [], scope)
        new ModelFolder(folder).save(InferenceModel.of(builder.build(), ['x'], [prediction]), scope)
        def file = folder.resolve('program.json')
        def damaged = Files.readString(file).replace(old, replacement)
        assert damaged != Files.readString(file)
        Files.writeString(file, damaged)

        when:
        new ModelFolder(folder).load(other)

        then:
        JfabException e = thrown()
        e.message == "${folder.resolve(name)}: $message"

        where:
        what             | old                    | replacement          | name                | message
        'an end'         | ']}\n'                 | ''                   | 'program.json'      | 'is not JSON'
        'the format'     | 'jfab-program'         | 'onnx'               | 'program.json'      | 'is not a program that jfab wrote: its format is not jfab-program'
        'the version'    | '"version": 1'         | '"version": 2'       | 'program.json'      | 'has version 2; this jfab reads version 1'
        'an operator'    | '"mul"'                | '"mull"'             | 'program.json'      | "operators[0].type 'mull' is no operator of a network"
        'a phase'        | '"mul"'                | '"sgd"'              | 'program.json'      | "operators[0].type 'sgd' is no operator of a network"
        'a type'         | '"float32","shape":[1]' | '"bytes","shape":[1]' | 'program.json'   | "holds a program that cannot run: dtype 'bytes' is not known; use float32 or int64"
        'a shape'        | '[-1,2]'               | '[-1,"2"]'           | 'program.json'      | 'variables[0].shape is 2, not a list of numbers'
        'a name'         | '"Y":["fc_0.b_0"]'     | '"Y":["fc_0.c_0"]'   | 'program.json'      | "holds a program that cannot run: the program has no variable 'fc_0.c_0'"
        'a feed'         | '"feeds": ["x"]'       | '"feeds": []'        | 'program.json'      | "holds a program that cannot run: mul needs 'x', which is neither fed nor computed before; fed are []"
        'an attribute'   | '{"axis":1}'           | '{"axis":null}'      | 'program.json'      | 'operators[1].attributes.axis is null, which is no constant'
        'a slot'         | '"inputs":{"X":["x"]'  | '"inputs":{"X":"x"'  | 'program.json'      | 'operators[0].inputs.X is x, not a list'
        'a parameter'    | '"shape":[2,1]'        | '"shape":[2,3]'      | 'model.safetensors' | "'fc_0.w_0' is F32[2, 1] there and F32[2, 3] in the program"
    }

    def "what the targets need besides what is fed is named"() {
        given:
        def (prediction, label) = trained(false)
        def loss = builder.build().variable('mean_0.tmp_0')

        when:
        InferenceModel.of(builder.build(), ['title'], [loss])

        then:
        ProgramException e = thrown()
        e.message == "square_error_cost needs 'rating', which is neither fed nor computed before; fed are [title, title@LENGTHS]"
    }

    private List trained(boolean sparse) {
        def title = layers.dense().sequence('title', Shape.of(1), DataType.INT64)
        def rating = layers.data('rating', Shape.of(1), DataType.FLOAT32)
        def words = layers.dense().embedding(title, 10, 4, sparse, -1, ParamAttr.DEFAULT)
        def hidden = layers.batchNorm(layers.dense().dropout(layers.sequence().pool(words, Pool.SUM), 0.2, null), null, 0.9, 1e-5)
        def prediction = layers.fc(hidden, 1, null)
        Optimizer.of(new Sgd(), 0.05).minimize(builder, layers.mean(layers.squareErrorCost(prediction, rating)))
        engine.run(builder.build().startup(1), [:], [], scope)
        3.times { engine.run(builder.build(), TITLES + [rating: HostTensor.of(Shape.of(2, 1), 2f, 5f)], [], scope) }
        [prediction, rating]
    }
}
