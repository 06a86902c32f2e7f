package jfab.training.program.transpile

import jfab.training.words.TrainingScript
import jfab.training.words.TrainingProcess
import jfab.role.Endpoint
import jfab.role.RoleSpec
import jfab.script.ScriptException
import spock.lang.Specification
import spock.lang.TempDir

import java.nio.file.Files
import java.nio.file.Path

class SampleMeansSpec extends Specification {
    @TempDir
    Path folder
    List<String> printed = []

    def "of two trainers, the first says whether #loss is a mean over samples: #mean"() {
        expect:
        transpile(loss) == (mean ? [] : ["the loss '$name' is no mean over samples, so that 2 trainers do not take the steps of one process; minimize the mean() of something per sample" as String])

        where:
        loss                                                              | name                       || mean
        'mean(cost)'                                                      | ''                         || true
        'reduce_mean(input: cost)'                                               | ''                         || true
        'mean(reduce_sum(input: cost, dim: 1))'                                  | ''                         || true
        'scale(x: mean(cost), scale: 0.5)'                                   | ''                         || true
        'sums(input: [mean(cost), mean(cost)])'                                  | ''                         || true
        'mean(sequence_pool(input: rows, pool_type: "sum"))'              | ''                         || true
        'mean(fc(input: [shared(id), sequence_pool(input: shared(words), pool_type: "sum")], size: 1))' | '' || true
        'mean(shared(words))'                                             | 'mean_0.tmp_0'             || false
        'reduce_sum(input: cost)'                                                | 'reduce_sum_0.tmp_0'       || false
        'sqrt(mean(cost))'                                                | 'sqrt_0.tmp_0'             || false
        'reduce_max(input: cost)'                                                | 'reduce_max_0.tmp_0'       || false
        'mean(rows)'                                                      | 'mean_0.tmp_0'             || false
        'elementwise_mul(x: mean(cost), y: mean(cost))'                         | 'elementwise_mul_0.tmp_0'  || false
        'mean(sequence_pool(input: elementwise_sub(x: rows, y: reduce_mean(input: rows, dim: 0)), pool_type: "sum"))' | 'mean_0.tmp_0' || false
        'mean(scale(x: reduce_sum(input: cost), scale: 0.5))'             | 'mean_0.tmp_0'             || false
        'sums(input: [mean(cost), reduce_sum(input: cost)])'                            | 'sum_0.tmp_0'              || false
    }

    def "without servers, what is cut before it has an optimizer is refused as with them: #role"() {
        given:
        def file = folder.resolve('net.groovy')
        Files.writeString(file, """\
            def x = data(name: 'x', shape: [2], dtype: 'float32')
            def cost = mean(fc(input: x, size: 1))
            DistributeTranspiler().transpile()
            SGD(learning_rate: 1).minimize(cost)
            """.stripIndent())
        when:
        new TrainingScript(file, []).run([role: { -> role }, print: { String line -> }] as TrainingProcess)

        then:
        def refused = thrown(ScriptException)
        refused.message.endsWith('net.groovy:3: nothing is trained yet; call minimize before you transpile')

        where:
        role << [RoleSpec.peer(0, 2, Endpoint.parse('127.0.0.1:1')), RoleSpec.local()]
    }

    private List<String> transpile(String loss) {
        def file = folder.resolve('net.groovy')
        Files.writeString(file, """\
            def x = data(name: 'x', shape: [2], dtype: 'float32')
            def y = data(name: 'y', shape: [1], dtype: 'float32')
            def words = data(name: 'words', shape: [1], dtype: 'int64', lod_level: 1)
            def rows = embedding(input: words, size: [9, 2])
            def id = data(name: 'id', shape: [1], dtype: 'int64')
            def shared = { embedding(input: it, size: [9, 2], is_sparse: true, param_attr: 'shared') }
            def cost = square_error_cost(input: fc(input: x, size: 1), label: y)
            SGD(learning_rate: 1).minimize($loss)
            DistributeTranspiler().transpile()
            """.stripIndent())
        def role = RoleSpec.from(['trainer', '127.0.0.1:1', '127.0.0.1:1', '0', '2'], [:]).role()
        new TrainingScript(file, []).run([role: { -> role }, print: { String line -> printed << line }] as TrainingProcess)
        printed
    }
}
