package jfab.training.train.v1

import java.nio.file.Files
import java.nio.file.Path
import jfab.role.RoleSpec
import jfab.training.words.LocalProcess
import spock.lang.Specification
import spock.lang.TempDir

/** Steps of one process, in which the last batch of a pass is a smaller one. */
class SummedGradientsSpec extends Specification {
    @TempDir
    Path folder
    List<LocalProcess> processes = []

    def cleanup() {
        processes*.close()
    }

    def "13 samples in batches of #size by #rule on #threads threads take the first version's steps"() {
        when:
        def trained = train(rule.settings(size), 0..12, 3, threads)

        then:
        def expected = rule.after(3, SummedGradients.batches(13, size))
        (0..2).each { assert Math.abs(trained[it] - expected[it]) < 1e-5 }

        where:
        rule                                              | size | threads
        new SummedGradients(0.01, 0, 0, 1e9)              | 8    | 1
        new SummedGradients(0.01, 0, 0, 1e9)              | 20   | 1
        new SummedGradients(0.01, 0.9, 0, 1e9)            | 8    | 1
        new SummedGradients(0.01, 0, 0.5, 1e9)            | 8    | 1
        new SummedGradients(0.01, 0, 0, 12)               | 8    | 1
        new SummedGradients(0.01, 0.5, 0.25, 20)          | 8    | 1
        new SummedGradients(0.01, 0.5, 0.25, 20)          | 8    | 2
        new SummedGradients(0.01, 0.5, 0.25, 20)          | 12   | 3
    }

    def "a smaller batch counts for less with Adam, too"() {
        given: 'twelve times the same sample, and what Adam makes of its gradients times the share of a whole batch'
        def row = SummedGradients.row(3)
        def inputs = [row[0], row[1], 1]
        def line = [0d, 0d, 0d]
        def states = line.collect { [m: 0d, v: 0d] }
        [1d, 0.5d].eachWithIndex { share, step ->
            def off = 2 * share * ((0..2).sum { line[it] * inputs[it] } - row[2])
            states.eachWithIndex { s, i ->
                def gradient = off * inputs[i]
                s.m = 0.9 * s.m + 0.1 * gradient
                s.v = 0.999 * s.v + 0.001 * gradient * gradient
                line[i] -= 0.1 * Math.sqrt(1 - 0.999**(step + 1)) / (1 - 0.9**(step + 1)) * s.m / (Math.sqrt(s.v) + 1e-8)
            }
        }

        when:
        def trained = train('settings(batch_size: 8, learning_rate: 0.1, learning_method: AdamOptimizer())\n', [3] * 12, 1, 1)

        then:
        (0..2).each { assert Math.abs(trained[it] - line[it]) < 1e-5 }
    }

    /** Trains from zeros on {@code samples}; gives weights and bias. */
    private List<Double> train(String settings, List<Integer> samples, int passes, int threads) {
        SummedGradients.workspace(folder, settings, samples)
        Files.writeString(folder.resolve('train.list'), "$folder/rows\n")
        def process = new LocalProcess()
        processes << process
        def flags = ["--config=$folder/config.groovy", "--config_args=list=$folder/train.list", "--num_passes=$passes", "--trainer_count=$threads",
                     '--load_missing_parameter_strategy=zero', "--init_model_path=$folder/empty"]
        new ConfigTraining(new ConfigFlags(flags*.toString()), RoleSpec.local()).run(process)
        ['fc_0.w_0': 2, 'fc_0.b_0': 1].collectMany { name, count ->
            def floats = process.trained().get(name).bytes(0, 4 * count)
            (0..<count).collect { floats.getFloat(4 * it) as double }
        }
    }
}
