package jfab.training.words

import java.nio.file.Files
import java.nio.file.Path
import jfab.JfabException
import spock.lang.Specification
import spock.lang.TempDir

class OwnRowsSpec extends Specification {
    static final NETWORK = '''
        random_seed(3)
        def x = data(name: 'x', shape: [2], dtype: 'float32')
        def y = data(name: 'y', shape: [1], dtype: 'int64')
        def doubled = scale(x: x, scale: 2.0)
        def feeder = DataFeeder(feed_list: [x, y])
        def exe = Executor(CPUPlace())
        def fed = { batch -> exe.run(default_main_program(), feed: feeder.feed(batch), fetch_list: [doubled])[0].values().toList() }
    '''
    @TempDir
    Path folder
    LocalProcess process = new LocalProcess()

    def cleanup() {
        process.close()
    }

    def "whatever gives rows is a reader: #source"() {
        when:
        run("def rows = [[[1, 2], 0], [[3, 4], 1], [[5, 6], 2]]\ndef reader = $source\n"
                + 'println batch(reader, 2).collect { it.collect { it[1] } }\nprintln batch(reader, 2).collect { it.size() }')

        then: 'the second pass is as the first'
        process.printed() == ['[[0, 1], [2]]', '[2, 1]']

        where:
        source << ['rows', 'rows as Object[]', '{ -> rows }', '{ rows }', '{ -> rows.iterator() }', '{ -> rows.stream() }',
                   '{ row -> rows.each { row(it) } }', 'new LinkedHashSet(rows)', '{ -> { -> rows } }', 'cache(rows.iterator())',
                   'map_readers({ it }, rows)', 'xmap_readers({ it }, { -> rows }, 2, 4)', 'chain(rows[0..0], { -> rows[1..2] })',
                   'firstn(chain(rows, rows), 3)', 'buffered(rows, 1)', 'compose(rows.collect { [it[0]] }, rows.collect { it[1] })']
    }

    def "rows are fed as lists, arrays, maps and numbers"() {
        when:
        run(NETWORK + '''
            println fed([[[1, 2], 0], [[3, 4] as float[], [1]], [[5, 6] as int[], 2L]])
            println fed([[x: [1, 2.5], y: 0, more: 'text']])
            println fed(batch(shuffle([[[1, 2], 0]], 5), 1).iterator().next())
            def one = DataFeeder(feed_list: [x])
            println exe.run(default_main_program(), feed: one.feed([[1, 2], [3, 4]]) + [y: [0, 1]], fetch_list: [doubled])[0].values().toList()
            println exe.run(default_main_program(), feed: [x: [[1, 2]], y: [3]], fetch_list: [doubled])[0].values().toList()
            println exe.run(default_main_program(), feed: [x: [[1, 2], [3, 4]] as double[][], y: [3, 4] as long[]], fetch_list: [doubled])[0].values().toList()
        ''')

        then:
        process.printed() == ['[2.0, 4.0, 6.0, 8.0, 10.0, 12.0]', '[2.0, 5.0]', '[2.0, 4.0]', '[2.0, 4.0, 6.0, 8.0]', '[2.0, 4.0]', '[2.0, 4.0, 6.0, 8.0]']
    }

    def "sequences are fed as lists of any length"() {
        when:
        run('''
            def words = data(name: 'words', shape: [1], dtype: 'int64', lod_level: 1)
            def sums = sequence_pool(input: embedding(input: words, size: [10, 3]), pool_type: 'sum')
            def exe = Executor(CPUPlace())
            exe.run(default_startup_program())
            def rows = { feed -> exe.run(default_main_program(), feed: feed, fetch_list: [sums])[0].values().length / 3 }
            println rows(DataFeeder(feed_list: [words]).feed([[1, 2, 3], [4], [5, 6]]))
            println rows([words: [[1, 2, 3], [4]]])
        ''')

        then:
        process.printed() == ['3', '2']
    }

    def "what does not fit is answered with row, name, expected and found: #batch"() {
        when:
        run(NETWORK + "fed($batch)")

        then:
        JfabException e = thrown()
        e.message ==~ /.*rows.groovy:[78]: / + java.util.regex.Pattern.quote(message)

        where:
        batch                                  || message
        '[[[1, 2], 0], [[1, 2, 3], 0]]'        || "row 1 of the batch: 'x' takes 2 numbers (float32 of shape [2]), and here are 3 numbers"
        '[[[1, 2], 0, 5]]'                     || 'row 0 of the batch has 3 columns, and what is fed are 2: x, y'
        '[[[1, 2]]]'                           || 'row 0 of the batch has 1 column, and what is fed are 2: x, y'
        '[[5, 0]]'                             || "row 0 of the batch: 'x' takes 2 numbers (float32 of shape [2]), and here is one number"
        '[[[[1, 2], [3, 4]], 0]]'              || "row 0 of the batch: 'x' takes 2 numbers (float32 of shape [2]), and here are lists of shape [2, 2]"
        '[[[1, "two"], 0]]'                    || "row 0 of the batch: 'x' takes 2 numbers (float32 of shape [2]), and here is the text 'two'"
        '[[[1, 2], 0.5]]'                      || "row 0 of the batch: 'y' takes whole numbers (int64), and here is 0.5"
        '[[[1, Double.NaN], 0]]'               || "row 0 of the batch: 'x' takes numbers (float32), and here is NaN"
        '[[[1, 1e300], 0]]'                    || "row 0 of the batch: 'x' takes numbers (float32), and here is 1E+300"
        '[[y: 0]]'                             || "row 0 of the batch has no 'x'; it has [y]"
        '7'                                    || 'feed takes a batch, a list of rows, not Integer 7'
    }

    def "a source that gives no rows, or none a second time, is refused: #line"() {
        when:
        run("def rows = [[1], [2]]\n" + line)

        then:
        JfabException e = thrown()
        e.message.endsWith(message)

        where:
        line                                                  || message
        'batch("rows.csv", 2)'                                || ":2: batch takes rows: a list, a closure { -> ... } that gives one, or a stream; not the text 'rows.csv'; csv(...) and its like read files"
        'batch(new File("rows.csv"), 2)'                      || ':2: batch takes rows, and rows.csv is a file; csv(...) and its like read files'
        'batch({ -> null }, 2).size()'                        || ':2: the closure that batch takes its rows from gives null, and no rows'
        'def r = batch(rows.stream(), 2); r.size(); r.size()' || ':2: batch was given rows that end with the first pass, and a second one begins; give it a closure { -> ... } that begins them anew, or cache(...)'
        'compose(rows, [1]).size()'                           || ':2: compose: its readers do not have the same number of rows; check_alignment: false ends with the shortest'
        'share(rows).size(); share([1, 2]).size()'            || ':2: share takes batches, which batch(reader, size) makes, not 1'
        'batch({ row -> throw new IOException("gone") }, 2).size()' || 'IOException: gone'
        'buffered(map_readers({ throw new IOException("gone") }, rows), 2).size()' || 'IOException: gone'
        'xmap_readers({ throw new IOException("gone") }, rows, 2, 2).size()' || 'IOException: gone'
    }

    def "exe.run checks what it is fed against the variable: #feed"() {
        when:
        run(NETWORK + "exe.run(default_main_program(), feed: [x: $feed, y: [0]], fetch_list: [doubled])")

        then:
        JfabException e = thrown()
        e.message ==~ /.*rows.groovy:[78]: / + java.util.regex.Pattern.quote(message)

        where:
        feed      || message
        '[1, 2]'  || "sample 0 of feed: 'x' takes 2 numbers (float32 of shape [2]), and here is one number"
        '[]'      || "'x' is fed a list with an element per sample, not an empty one"
        '"a"'     || "'x' is fed a list with an element per sample, not a"
    }

    private run(String text) {
        def file = folder.resolve('rows.groovy')
        Files.writeString(file, text.strip())
        new TrainingScript(file, []).run(process)
    }
}
