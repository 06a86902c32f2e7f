package jfab.training.train.v1

import java.nio.file.Files
import java.nio.file.Path
import jfab.JfabException
import jfab.training.words.LocalProcess
import spock.lang.Specification
import spock.lang.TempDir

class DataProviderSpec extends Specification {
    static final SOURCES = "define_py_data_sources2(train_list: 'train.list', test_list: 'test.list', module: 'dataprovider', obj: 'process')\n"
    static final NET = '''
        settings(batch_size: 4, learning_rate: 0.1 / 4, learning_method: MomentumOptimizer(0))
        def x = data_layer(name: 'x', size: 2)
        def y = data_layer(name: 'y', size: 3)
        outputs(classification_cost(input: fc_layer(input: x, size: 3, act: SoftmaxActivation()), label: y))
    '''
    static final LINES = '''
        provider('process', input_types: [dense_vector(2), integer_value(3)]) { settings, file_name ->
            println "reads ${new File(file_name).name}"
            new File(file_name).readLines().collect { line ->
                def (a, b, label) = line.split(' ')*.toDouble()
                [[a, b], label as int]
            }
        }
    '''
    @TempDir
    Path folder

    def setup() {
        ['a', 'b', 'c'].eachWithIndex { name, i ->
            write("data/$name", (0..<5).collect { "$it ${it + i} ${(it + i) % 3}" }.join('\n'))
        }
        list('train.list', 'a', 'b')
        list('test.list', 'c')
    }

    def "a provider reads the files of train.list and test.list"() {
        given:
        write('dataprovider.groovy', LINES)

        when:
        def process = run(SOURCES + NET, '--num_passes=2')

        then: 'files in an order of each pass, which the seed decides; the test in the order of its list'
        process.printed().findAll { it.startsWith(' Pass=0') }.every { it.startsWith(' Pass=0 Batch=3 samples=10 AvgCost=') }
        process.printed().findAll { it.startsWith(' Test') }.every { it.startsWith(' Test samples=5 cost=') }
        process.printed().findAll { it.startsWith('reads') }.sort() == ['reads a', 'reads a', 'reads b', 'reads b', 'reads c', 'reads c']

        and: 'the same again, and with a pass that another process has begun with'
        shown(run(SOURCES + NET, '--num_passes=2')) == shown(process)
        shown(run(SOURCES + NET, '--num_passes=2', '--seed=5')) != shown(process)
    }

    def "with #how the same samples come"() {
        given:
        write('dataprovider.groovy', LINES)
        def expected = shown(run(SOURCES + NET, '--num_passes=2'))
        write('dataprovider.groovy', script)

        when:
        def process = run(config, '--num_passes=2')

        then:
        shown(process) == expected
        process.printed().count { it.startsWith('reads') } == reads

        where:
        how << ['a generator', 'a cache', 'names', 'an init_hook and args']
        script << [
            LINES.replace('file_name ->', 'file_name, row ->').replace('.collect { line', '.each { line').replace('[[a, b], label as int]', 'row([[a, b], label as int])'),
            LINES.replace('integer_value(3)]', 'integer_value(3)], cache: CacheType.CACHE_PASS_IN_MEM'),
            LINES.replace('[dense_vector(2), integer_value(3)]', '[y: integer_value(3), x: dense_vector(2)]').replace('[[a, b], label as int]', '[x: [a, b], y: label as int]'),
            LINES.replace('input_types: [dense_vector(2), integer_value(3)]', '''init_hook: { settings, args ->
                settings.input_types = [dense_vector(2), integer_value(args.labels)]
                settings.separator = args.separator
            }''').replace("split(' ')", 'split(settings.separator)')]
        config << [SOURCES + NET, SOURCES + NET, SOURCES + NET, SOURCES.replace(')', ", args: [labels: 3, separator: ' '])") + NET]
        reads << [6, 3, 6, 6]
    }

    def "sequences and sparse vectors are what data layers take them for"() {
        given:
        write('dataprovider.groovy', '''
            provider('process', input_types: [integer_value_sequence(9), sparse_binary_vector(4), dense_vector(1)]) { settings, file_name ->
                (0..<5).collect { [(0..it).toList(), [it % 4], it] }
            }''')

        when:
        def process = run(SOURCES + '''
            settings(batch_size: 4, learning_rate: 0.001, learning_method: MomentumOptimizer(0))
            def words = data_layer(name: 'words', size: 9)
            def tags = data_layer(name: 'tags', size: 4)
            def y = data_layer(name: 'y', size: 1)
            def sums = pooling_layer(input: embedding_layer(input: words, size: 3), pooling_type: SumPooling())
            outputs(regression_cost(input: fc_layer(input: [sums, tags], size: 1, act: LinearActivation()), label: y))''', '--num_passes=3')
        def costs = process.printed().findAll { it.startsWith(' Test') }.collect { (it =~ /cost=(\S+)/)[0][1].toDouble() }

        then:
        costs.size() == 3
        costs[2] < costs[0]
    }

    def "a mistake is told with its place: #message"() {
        given:
        write('dataprovider.groovy', provider)

        when:
        run(config)

        then:
        JfabException e = thrown()
        e.message.replace("$folder/", '').contains(message)

        where:
        provider                                        | config                                         || message
        LINES                                           | SOURCES.replace("'process'", "'proces'") + NET || "config.groovy:1: dataprovider.groovy has no provider('proces', ...); it has process; did you mean 'process'?"
        LINES                                           | SOURCES.replace("'dataprovider'", "'data'") + NET || 'config.groovy:1: there is no data.groovy beside the configuration, nor in '
        LINES                                           | SOURCES.replace("train.list", 'none.list') + NET || 'none.list: no such file'
        LINES                                           | SOURCES + NET.replace('size: 2', 'size: 5')    || "data_layer 'x' of size 5 is used as numbers, and provider 'process' gives dense_vector(2)"
        LINES                                           | SOURCES + NET + "data_layer(name: 'z', size: 1)" || "provider 'process' gives 2 values, [dense_vector(2), integer_value(3)], and there are other data layers: x, y, z"
        LINES.replace('label as int', 'label + 7 as int') | SOURCES + NET                                || "row 1 of process: 'value 1' is from 0 to 2, and here is "
        LINES.replace('[a, b]', '[a, b, 0]')            | SOURCES + NET                                  || "row 1 of process: 'value 0' takes 2 numbers (float32 of shape [2]), and here are 3 numbers"
        LINES.replace('[[a, b], label as int]', '[[a, b]]') | SOURCES + NET                              || 'row 1 of process has 1 value, and input_types are 2: [dense_vector(2), integer_value(3)]'
        LINES.replace('toDouble', 'toDoubel')           | SOURCES + NET                                  || "dataprovider.groovy:5: String has no method 'toDoubel' that takes no arguments; did you mean 'toDouble'?"
        LINES.replace("' '", "','")                     | SOURCES + NET                                  || "dataprovider.groovy:5: NumberFormatException"
        LINES.replace('file_name ->', 'file_name, row ->').replace('.collect { line', '.each { line').replace('[[a, b], label as int]', 'row([[a, b], label as int]); Integer.parseInt("${[a, b]}")') | SOURCES + NET || "data/a: row 2 of process: dataprovider.groovy:6: NumberFormatException"
        LINES.replace('input_types', 'input_typs')      | SOURCES + NET                                  || "dataprovider.groovy:2: provider has no argument 'input_typs'"
        LINES.replace('[dense_vector(2), integer_value(3)]', '[]') | SOURCES + NET                       || "provider 'process' needs input_types, such as [dense_vector(13), integer_value(2)]"
    }

    def "a list that names a file that is not there is told with its line"() {
        given:
        write('dataprovider.groovy', LINES)
        write('train.list', "\n$folder/data/a\n$folder/data/none\n")

        when:
        run(SOURCES + NET)

        then:
        JfabException e = thrown()
        e.message == "$folder/train.list: line 3: there is no file $folder/data/none"
    }

    def "a mark of UTF-8 before the first name of a list is none of it"() {
        given:
        write('dataprovider.groovy', LINES)
        write('train.list', "\uFEFF$folder/data/a\n")

        expect:
        run(SOURCES + NET).printed().count { it == 'reads a' } == 1
    }

    private static List<String> shown(LocalProcess process) {
        process.printed().findAll { it.startsWith(' Pass') || it.startsWith(' Test') }
    }

    private list(String name, String... files) {
        write(name, files.collect { "$folder/data/$it" }.join('\n'))
    }

    private write(String name, String text) {
        Files.createDirectories(folder.resolve(name).parent)
        Files.writeString(folder.resolve(name), text.toString())
    }

    private LocalProcess run(String config, String... flags) {
        write('config.groovy', config.replaceAll(/'(\w+\.list)'/, "'$folder/\$1'"))
        new LocalProcess().withCloseable { process ->
            ConfigTraining.of(["--config=$folder/config.groovy".toString(), '--num_passes=1', *(flags*.toString())], [:]).run(process)
            process
        }
    }
}
