package jfab.training.train.v1

import java.nio.file.Files
import java.nio.file.Path
import jfab.JfabException
import jfab.role.Endpoint
import jfab.role.Role
import jfab.role.RoleSpec
import jfab.training.engine.HostTensor
import jfab.training.engine.checkpoint.Safetensors
import jfab.training.program.Shape
import jfab.training.words.LocalOnlyException
import jfab.training.words.LocalProcess
import jfab.training.words.TrainingProcess
import jfab.training.words.TrainingScript
import spock.lang.Specification
import spock.lang.TempDir

class ForeignParametersSpec extends Specification {
    static final CONFIG = '''
        define_py_data_sources2(test_list: [[[1, 2], [0]], [[3, 4], [0]]])
        settings(batch_size: 2)
        def x = data_layer(name: 'x', size: 2)
        outputs(fc_layer(input: x, size: 3, act: LinearActivation()))
    '''
    @TempDir
    Path folder

    def setup() {
        Files.writeString(folder.resolve('config.groovy'), CONFIG.replace(', [0]]', ']'))
        Safetensors.write(folder.resolve('theirs.safetensors'), [
            'classifier.weight': HostTensor.of(Shape.of(3, 2), 1f, 2f, 3f, 4f, 5f, 6f),
            'classifier.bias'  : HostTensor.of(Shape.of(3), 10f, 20f, 30f),
            'pooler'           : HostTensor.of(Shape.of(1), 7f)] as LinkedHashMap)
    }

    def "training begins with what others have made, a matrix turned over"() {
        when:
        def process = run('fc_0.w_0=classifier.weight^T,fc_0.b_0=classifier.bias')

        then: 'x W + b with their W as rows per output'
        Files.readString(folder.resolve('out/rank-00000')) == '15 31 47;\n21 45 69;\n'
        process.printed().contains("fc_0.w_0[2, 3] begins with classifier.weight[3, 2], turned over of $folder/theirs.safetensors".toString())
        process.printed().contains("$folder/theirs.safetensors: not used: pooler".toString())
    }

    def "what does not fit is told: #message"() {
        when:
        run(names)

        then:
        JfabException e = thrown()
        e.message.contains(message)

        where:
        names                                                    || message
        'fc_0.w_0=classifier.weight,fc_0.b_0=classifier.bias'    || "theirs.safetensors: 'classifier.weight' has the shape [3, 2], and 'fc_0.w_0' [2, 3]; 'classifier.weight^T' turns it over"
        'fc_0.w_0=classifier.bias'                               || "'classifier.bias' has the shape [3], and 'fc_0.w_0' [2, 3]"
        'fc_0.w_0=classifier.wight^T'                            || "has no 'classifier.wight' for 'fc_0.w_0'; it has classifier.weight[3, 2], classifier.bias[3], pooler[1]"
        'fc_9.w_0=classifier.weight'                             || "is to fill 'fc_9.w_0', and the network has no such parameter; it has fc_0.w_0[2, 3], fc_0.b_0[3]"
        'fc_0.w_0=classifier.weight^T'                           || "has no parameter 'fc_0.b_0'; --load_missing_parameter_strategy=rand or zero starts it anew"
        'fc_0.w_0'                                               || "--init_model_names is ours=theirs,ours=theirs^T, and 'fc_0.w_0' is not of that form"
    }

    def "in a job, a file of others is refused as what cannot be done, with its line"() {
        given:
        Files.writeString(folder.resolve('load.groovy'), "def exe = Executor(CPUPlace())\nload_safetensors('x', exe)\n")
        def process = Stub(TrainingProcess) {
            role() >> new RoleSpec(Role.TRAINER, [Endpoint.parse('127.0.0.1:7164')], null, 0, 2)
        }

        when:
        new TrainingScript(folder.resolve('load.groovy'), []).run(process)

        then:
        JfabException e = thrown()
        e.message.endsWith('load.groovy:2: load_safetensors works in local training only: in a job the servers hold the values')
        e.cause instanceof LocalOnlyException
    }

    def "numbers of other widths are read as what they stand for, also by a script: #type"() {
        given:
        def header = "{\"theirs\":{\"dtype\":\"$type\",\"shape\":[2],\"data_offsets\":[0,${bytes.size()}]}}".toString()
        def out = new ByteArrayOutputStream()
        out.write([header.length(), 0, 0, 0, 0, 0, 0, 0].collect { it as byte } as byte[])
        out.write(header.bytes)
        out.write(bytes.collect { it as byte } as byte[])
        Files.write(folder.resolve('other.safetensors'), out.toByteArray())
        Files.writeString(folder.resolve('load.groovy'), """
            def x = data(name: 'x', shape: [1], dtype: 'float32')
            def y = fc(input: x, size: 2, bias_attr: 'b')
            def exe = Executor(CPUPlace())
            exe.run(default_startup_program())
            load_safetensors('$folder/other.safetensors', exe, names: [b: 'theirs'], strict: false)
            println exe.run(default_main_program(), feed: [x: [0]], fetch_list: [y])[0].values().toList()
            load_safetensors('$folder/other.safetensors', exe, names: [b: 'theirs'])
        """)
        def process = new LocalProcess()

        when:
        process.withCloseable { new TrainingScript(folder.resolve('load.groovy'), []).run(it) }

        then:
        JfabException e = thrown()
        e.message.endsWith('other.safetensors has nothing for fc_0.w_0: float32[1, 2]; names says what it is called there, and strict: false leaves it as it is')
        process.printed().contains('[1.0, -2.0]')

        where:
        type   | bytes
        'BF16' | [0x80, 0x3f, 0x00, 0xc0]
        'F16'  | [0x00, 0x3c, 0x00, 0xc0]
        'F64'  | [0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0]
    }

    def "parameters are saved and read again, of the main program where none is named: #form"() {
        given:
        Files.writeString(folder.resolve('again.groovy'), """
            def x = data(name: 'x', shape: [1], dtype: 'float32')
            def y = fc(input: x, size: 2, bias_attr: false)
            def exe = Executor(CPUPlace())
            exe.run(default_startup_program())
            def value = { exe.run(default_main_program(), feed: [x: [1]], fetch_list: [y])[0].values().toList() }
            def first = value()
            save_persistables($form)
            random_seed(7)
            exe.run(default_startup_program())
            assert value() != first
            load_persistables($form)
            assert value() == first
            println 'the same'
        """.replace('FOLDER', "'$folder/saved'"))
        def process = new LocalProcess()

        when:
        process.withCloseable { new TrainingScript(folder.resolve('again.groovy'), []).run(it) }

        then:
        process.printed().contains('the same')

        where:
        form << [
            'exe, FOLDER',
            'exe, FOLDER, default_main_program()',
            'executor: exe, dirname: FOLDER',
            'dirname: FOLDER, main_program: default_main_program(), executor: exe']
    }

    private LocalProcess run(String names) {
        new LocalProcess().withCloseable { process ->
            ConfigTraining.of(["--config=$folder/config.groovy", '--job=test', "--init_model_path=$folder/theirs.safetensors",
                               "--init_model_names=$names", "--predict_output_dir=$folder/out"]*.toString(), [:]).run(process)
            process
        }
    }
}
