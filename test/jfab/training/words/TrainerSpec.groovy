package jfab.training.words

import java.nio.file.Files
import java.nio.file.Path
import jfab.JfabException
import jfab.role.RoleSpec
import jfab.training.engine.Device
import jfab.training.engine.Executor
import jfab.training.engine.ParameterExchange
import jfab.training.engine.Scope
import jfab.training.engine.StepListener
import jfab.training.engine.Tensor
import jfab.training.engine.torch.Torch
import jfab.training.program.Program
import jfab.training.words.network.ScriptProgram
import spock.lang.Specification
import spock.lang.TempDir

class TrainerSpec extends Specification {
    static final NETWORK = '''
        random_seed(3)
        def reader = batch(uci_housing_train(file), 8)
        def net() {
            def y = data(name: 'y', shape: [1], dtype: 'float32')
            def x = data(name: 'x', shape: [13], dtype: 'float32')
            def cost = square_error_cost(input: fc(input: x, size: 1, act: null), label: y)
            [mean(cost), mean(y)]
        }
        def trainer = Trainer(train_func: this.&net, optimizer_func: { SGD(learning_rate: 0.01) }, place: CPUPlace())
    '''
    @TempDir
    Path folder
    List<String> printed = []
    List<Scope> scopes = []
    Map<String, Map<String, byte[]>> saved = [:]

    def cleanup() {
        scopes*.close()
    }

    def "events come in order, with epoch, step and the means of what train_func returned"() {
        when:
        run(NETWORK + '''
            trainer.train(num_epochs: 2, reader: reader, feed_order: ['x', 'y'], event_handler: { event ->
                switch (event) {
                    case BeginEpochEvent: println "begin ${event.epoch}"; break
                    case BeginStepEvent: println "step ${event.epoch}.${event.step}"; break
                    case EndStepEvent: println "${event.epoch}.${event.step} ${event.metrics.size()} ${event.metrics[1]}"; break
                    case EndEpochEvent: println "end ${event.epoch}"
                }
            })''')

        then:
        printed == ['begin 0', 'step 0.0', '0.0 2 3.5', 'step 0.1', '0.1 2 9.5', 'end 0', 'begin 1', 'step 1.0', '1.0 2 3.5', 'step 1.1', '1.1 2 9.5', 'end 1']
    }

    def "stop ends after the step, without the end of the epoch"() {
        when:
        run(NETWORK + '''
            trainer.train(num_epochs: 5, reader: reader, feed_order: ['x', 'y'], event_handler: { event ->
                println event.class.simpleName
                if (event instanceof EndStepEvent) trainer.stop()
            })''')

        then:
        printed == ['BeginEpochEvent', 'BeginStepEvent', 'EndStepEvent']
    }

    def "test gives the mean over the samples, however they are batched, and changes nothing"() {
        when:
        run(NETWORK + '''
            def all = { trainer.test(reader: batch(uci_housing_train(file), it), feed_order: ['x', 'y'])[1] }
            println all(8)
            println all(12)
            println trainer.test(reader: reader, feed_order: [x: 0, y: 1]) == trainer.test(reader: reader, feed_order: ['x', 'y'])''')

        then: 'labels 0 to 11, also in batches of 8 and 4'
        printed == ['5.5', '5.5', 'true']
    }

    def "training lowers the loss, and saved parameters give the same answers in an Inferencer"() {
        when:
        run(NETWORK + '''
            def loss = { trainer.test(reader: reader, feed_order: ['x', 'y'])[0] }
            def before = loss()
            trainer.train(num_epochs: 20, reader: reader, feed_order: ['x', 'y'], event_handler: { })
            println loss() < before / 2
            trainer.save_params('model')
            def predict = { fc(input: data(name: 'x', shape: [13], dtype: 'float32'), size: 1, act: null) }
            def inferencer = Inferencer(infer_func: predict, param_path: 'model')
            def (answers) = inferencer.infer(x: [[0] * 13, [1] + [0] * 12])
            println answers.values().length
            def again = Trainer(train_func: this.&net, optimizer: SGD(learning_rate: 0.01), param_path: 'model')
            println again.test(reader: reader, feed_order: ['x', 'y']) == trainer.test(reader: reader, feed_order: ['x', 'y'])''')

        then:
        printed == ['true', '2', 'true']
    }

    def "metrics are not fetched where the begin of the step says so"() {
        when:
        run(NETWORK + '''
            trainer.train(num_epochs: 1, reader: reader, feed_order: ['x', 'y'], event_handler: { event ->
                if (event instanceof BeginStepEvent) event.fetch_metrics = event.step == 1
                if (event instanceof EndStepEvent) println event.metrics.size()
            })''')

        then:
        printed == ['0', '2']
    }

    def "checkpoints are asked for in every epoch_interval-th epoch, after every step_interval-th step"() {
        when:
        run(NETWORK.replace('place:', "checkpoint_config: CheckpointConfig(checkpoint_dir: 'kept', epoch_interval: 2, step_interval: 2), place:") + '''
            trainer.train(num_epochs: 3, reader: batch(uci_housing_train(file), 4), feed_order: ['x', 'y'], event_handler: { event ->
                if (event instanceof BeginStepEvent) println "${event.epoch}.${event.step}"
            })''')

        then:
        printed == ['in kept, every 0 steps, 3 stay', '0.0', 'checkpoint', '0.1', '0.2', 'checkpoint', '1.0', '1.1', '1.2', '2.0', 'checkpoint', '2.1', '2.2', 'checkpoint']
    }

    def "without arguments CheckpointConfig is Fluid's"() {
        expect:
        new TrainerWords(new ScriptProgram(), null).CheckpointConfig(null) == new ScriptCheckpointConfig(Path.of('.'), 3, 1, 10)
    }

    def "a mistake is answered with file, line and what is wrong: #message"() {
        when:
        run(script)

        then:
        JfabException e = thrown()
        e.message == "${folder.resolve('net.groovy')}:$message"

        where:
        script                                                                          || message
        'Trainer(train_func: { 3 }, optimizer_func: { SGD(learning_rate: 1) })'         || '1: train_func must return a variable or a list of variables, not 3'
        'Trainer(train_func: { mean(data(name: "x", shape: [1], dtype: "float32")) })'  || '1: Trainer needs optimizer_func, a function that returns an optimizer such as SGD(learning_rate: 0.001)'
        'Trainer(train_fun: { 3 })'                                                     || "1: Trainer has no argument 'train_fun'; it takes train_func, optimizer_func, optimizer, place, param_path, transpiler_config, checkpoint_config; did you mean 'train_func'?"
        'CheckpointConfig(step_interval: 0)'                                            || '1: CheckpointConfig needs step_interval of 1 or more, not 0'
        'CheckpointConfig(dir: "kept")'                                                 || "1: CheckpointConfig has no argument 'dir'; it takes checkpoint_dir, max_num_checkpoints, epoch_interval, step_interval"
        'Trainer(optimizer: 1)'                                                         || '1: Trainer needs train_func, a closure or this.&function'
    }

    private run(String text) {
        def file = folder.resolve('net.groovy')
        Files.writeString(file, text.replace('uci_housing_train(file)', "uci_housing_train('${folder.resolve('housing.data')}')"))
        // Fifteen rows, of which twelve are for training; the price of row i is i.
        Files.writeString(folder.resolve('housing.data'), (0..<15).collect { row -> ((0..<13).collect { (row * 7 + it * it) % 11 } + [row]).join(' ') }.join('\n'))
        def keep = { Scope scope -> scopes << scope; scope }
        def process = [
                role     : { -> RoleSpec.local() },
                open     : { Device device -> Torch.open(device, ParameterExchange.none()) },
                scope    : { Executor executor -> keep(executor.newScope()) },
                newScope : { Executor executor -> keep(executor.newScope()) },
                beginStep: { Program program, Scope s -> },
                endStep  : { Program program, Map feed, List fetch, List values -> },
                listener : { -> StepListener.none() },
                checkpoints: { Path kept, long steps, int most -> printed << "in $kept, every $steps steps, $most stay".toString() },
                checkpoint : { -> printed << 'checkpoint' },
                print    : { String line -> printed << line },
                save     : { Path to, Program program, Scope scope -> saved[to as String] = program.persistables().collectEntries { [it.name(), bytes(scope.get(it.name()))] } },
                load     : { Path from, Program program, Scope scope -> program.persistables().each { scope.create(it).write(0, java.nio.ByteBuffer.wrap(saved[from as String][it.name()])) } },
        ] as TrainingProcess
        new TrainingScript(file, []).run(process)
    }

    private static byte[] bytes(Tensor tensor) {
        def content = new byte[(int) tensor.byteSize()]
        tensor.bytes(0, content.length).get(content)
        content
    }
}
