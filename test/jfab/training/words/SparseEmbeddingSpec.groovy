package jfab.training.words

import jfab.training.program.Layers
import jfab.training.program.OpType
import jfab.training.program.ProgramException
import jfab.training.program.Pruning
import jfab.training.program.Shape
import jfab.training.program.optimize.Optimizer
import jfab.training.program.optimize.SampleSums
import jfab.training.program.optimize.Sgd
import jfab.training.words.network.LayerWords
import jfab.training.words.network.ScriptProgram
import spock.lang.Specification

class SparseEmbeddingSpec extends Specification {
    def script = new ScriptProgram()
    def layers = new Layers(script.builder())
    def words = new LayerWords(layers.dense(), {})
    def ids = words.data(name: 'ids', shape: [1], dtype: 'int64')

    def "a table that is sparse or distributed has rows of its own, however many"() {
        when:
        words.embedding([input: ids, size: [5_000_000_000, 16]] + how)

        then:
        def table = script.main().parameter('embedding_0.w_0')
        table.sparse() == sparse
        table.variable().shape() == Shape.of(5_000_000_000, 16)
        script.startup().operators()*.type() == [sparse ? OpType.FILL_ROWS : OpType.UNIFORM_RANDOM]

        where:
        how                    || sparse
        [is_sparse: true]      || true
        [is_distributed: true] || true
        [is_sparse: false]     || false
        [:]                    || false
    }

    def "rows are fetched once for all lookups of a table"() {
        given:
        def more = words.data(name: 'more', shape: [1], dtype: 'int64')
        def attr = jfab.training.program.ParamAttr.named('words')

        when:
        words.embedding(input: ids, size: [10, 4], is_sparse: true, param_attr: attr)
        words.embedding(input: more, size: [10, 4], is_sparse: true, param_attr: attr)

        then:
        script.main().operators()*.toString()*.replaceAll(/ \{.*/, '') == [
            'words = prefetch(Ids=ids|more, W=words)',
            'embedding_0.tmp_0 = lookup_table(Ids=ids, W=words)',
            'embedding_1.tmp_0 = lookup_table(Ids=more, W=words)',
        ]
    }

    def "what leads to some lookups fetches only their rows"() {
        given:
        def more = words.data(name: 'more', shape: [1], dtype: 'int64')
        def attr = jfab.training.program.ParamAttr.named('words')
        def first = words.embedding(input: ids, size: [10, 4], is_sparse: true, param_attr: attr)
        words.embedding(input: more, size: [10, 4], is_sparse: true, param_attr: attr)

        when:
        def operators = Pruning.leadingTo([first.name()], [], script.main())

        then:
        operators*.toString()*.replaceAll(/ \{.*/, '') == [
            'words = prefetch(Ids=ids, W=words)',
            'embedding_0.tmp_0 = lookup_table(Ids=ids, W=words)',
        ]
    }

    def "an accumulator lies beside the rows, a learning rate does not"() {
        given:
        def rows = words.embedding(input: ids, size: [10, 4], is_sparse: true)

        when:
        Optimizer.of(new jfab.training.program.optimize.Adam(), 0.1).minimize(script.builder(), layers.mean(rows))

        then:
        script.main().parameters().findAll { it.sparse() }*.name() ==
            ['embedding_0.w_0', 'embedding_0.w_0_moment1_0', 'embedding_0.w_0_moment2_0']
    }

    def "what cannot be is said at once: #problem"() {
        when:
        use.call(words, layers, script, ids)

        then:
        def e = thrown(ProgramException)
        e.message == problem

        where:
        problem << [
            "'t' is used as a dense parameter already; an embedding that shares it cannot be sparse unless all are",
            "'t' is a sparse table, of which mul would need all rows; only embeddings with is_sparse can share it",
            "the gradients of sparse table 'embedding_0.w_0' cannot be added up over samples; make it a dense parameter",
        ]
        use << [
            { words, layers, script, ids ->
                def attr = jfab.training.program.ParamAttr.named('t')
                words.embedding(input: ids, size: [10, 4], param_attr: attr)
                words.embedding(input: ids, size: [10, 4], is_sparse: true, param_attr: attr)
            },
            { words, layers, script, ids ->
                def attr = jfab.training.program.ParamAttr.named('t')
                def rows = words.embedding(input: ids, size: [4, 4], is_sparse: true, param_attr: attr)
                def out = words.fc(input: rows, size: 4, param_attr: attr)
                Optimizer.of(new Sgd(), 0.1).minimize(script.builder(), layers.mean(out))
            },
            { words, layers, script, ids ->
                Optimizer.of(new Sgd(), 0.1).minimize(script.builder(), layers.mean(words.embedding(input: ids, size: [4, 4], is_sparse: true)))
                SampleSums.in(script.builder(), 8)
            },
        ]
    }
}
