package jfab.training.train.v1

import java.nio.file.Files
import java.nio.file.Path
import jfab.JfabException
import jfab.training.words.FlagException
import jfab.training.words.LocalProcess
import jfab.training.program.Program
import jfab.training.program.optimize.SampleSchedule
import jfab.role.Endpoint
import jfab.role.Role
import jfab.role.RoleSpec
import spock.lang.Specification
import spock.lang.TempDir

class ConfigTrainingSpec extends Specification {
    static final LINE = '''
        define_py_data_sources2(train_list: uci_housing_train(get_config_arg('data', String)), test_list: uci_housing_test(get_config_arg('data', String)))
        settings(batch_size: 4, learning_rate: 0.01 / 4, learning_method: MomentumOptimizer(0))
        def x = data_layer(name: 'x', size: 13)
        def y = data_layer(name: 'y', size: 1)
        def predict = fc_layer(input: x, size: 1, act: LinearActivation())
        outputs(get_config_arg('predict', Boolean, false) ? predict : regression_cost(input: predict, label: y))
    '''
    @TempDir
    Path folder

    def "a pass shows dots, lines of batches, the pass and the test, and is saved"() {
        when:
        def process = run(LINE, '--num_passes=2', '--log_period=2', '--dot_period=1', "--save_dir=$folder/out")

        then:
        process.dots() == 6
        process.printed()[3] ==~ / Batch=2 samples=8 AvgCost=\S+ CurrentCost=\S+ Eval:  CurrentEval: /
        process.printed()[4] ==~ / Pass=0 Batch=3 samples=12 AvgCost=\S+ Eval: /
        process.printed()[5] ==~ / Test samples=3 cost=\S+ Eval: /
        process.printed()[6] == "Saving parameters to $folder/out/pass-00000"
        process.printed()[8] ==~ / Pass=1 Batch=3 samples=12 AvgCost=\S+ Eval: /
        Files.exists(folder.resolve('out/pass-00001/model.safetensors'))

        and: 'the cost falls'
        cost(process, ' Pass=1') < cost(process, ' Pass=0')
    }

    def "a training goes on with --start_pass where another ended"() {
        given:
        def whole = run(LINE, '--num_passes=2', '--save_only_one', "--save_dir=$folder/one")

        when:
        run(LINE, '--num_passes=1', "--save_dir=$folder/two")
        def second = run(LINE, '--num_passes=2', '--start_pass=1', "--save_dir=$folder/two")

        then: 'shuffled anew, with the same parameters to begin with'
        second.printed().any { it.startsWith(' Pass=1 ') } && !second.printed().any { it.startsWith(' Pass=0 ') }
        cost(second, ' Pass=1') < cost(whole, ' Pass=0')
        folder.resolve('one').toFile().list() as List == ['pass-00001']
        (folder.resolve('two').toFile().list() as List).sort() == ['pass-00000', 'pass-00001']
    }

    def "a learning rate of 0 from the second pass on by #schedule changes nothing any more, in one run or with --start_pass"() {
        given:
        def config = LINE.replace('batch_size: 4', "batch_size: 4, learning_rate_schedule: '$schedule', learning_rate_args: '$args'")

        when:
        def whole = run(config, '--num_passes=2', "--save_dir=$folder/one")
        run(config, '--num_passes=1', "--save_dir=$folder/two")
        def second = run(config, '--num_passes=2', '--start_pass=1', "--save_dir=$folder/two")
        def costs = whole.printed().findAll { it.startsWith(' Test') }

        then:
        costs[0] == costs[1] && costs[0] != run(config, '--num_passes=0', '--job=test', "--init_model_path=${empty()}", '--load_missing_parameter_strategy=zero').printed().find { it.startsWith(' Test') }
        second.printed().find { it.startsWith(' Test') } == costs[0]

        where: 'twelve samples are a pass'
        schedule      | args
        'pass_manual' | '0:1.0,1:0.0'
        'manual'      | '12:1.0,24:0.0'
    }

    def "with --start_pass, momentum goes on where the pass before it ended"() {
        given: 'one batch of all samples, whose order does not matter'
        def config = LINE.replace('batch_size: 4', 'batch_size: 12').replace('MomentumOptimizer(0)', 'MomentumOptimizer(0.9)')

        when:
        def whole = run(config, '--num_passes=4', "--save_dir=$folder/one")
        run(config, '--num_passes=2', "--save_dir=$folder/two")
        def second = run(config, '--num_passes=4', '--start_pass=2', "--save_dir=$folder/two")
        def last = { it.printed().findAll { it.startsWith(' Test') }.last().find(/cost=\S+/).substring(5).toDouble() }

        then:
        Math.abs(last(whole) - last(second)) < 1e-5 * last(whole)
    }

    def "a pass without what its training goes on from, as a job saves it, is refused or told of"() {
        given:
        run(LINE, '--num_passes=1', "--save_dir=$folder/one")

        when:
        def momentum = run(LINE.replace('MomentumOptimizer(0)', 'MomentumOptimizer(0.9)'), '--num_passes=2', '--start_pass=1', "--save_dir=$folder/one")

        then:
        momentum.printed().any { it.endsWith('pass-00000 has nothing of what the optimizer keeps beside the parameters, as momentum: it begins anew') }

        when:
        def scheduled = LINE.replace('batch_size: 4', "batch_size: 4, learning_rate_schedule: 'poly', learning_rate_decay_a: 0.1, learning_rate_decay_b: 0.5")
        def tested = run(scheduled, '--job=test', '--test_pass=0', '--num_passes=1', "--save_dir=$folder/one")

        then: 'a test goes on with nothing'
        tested.printed().any { it.startsWith(' Test') }

        when:
        run(scheduled, '--num_passes=2', '--start_pass=1', "--save_dir=$folder/one")

        then:
        JfabException e = thrown()
        e.message.startsWith('--start_pass: learning_rate_schedule follows the samples of all trainers, which a saved pass of a job does not tell;')
    }

    def "a schedule that a job cannot follow is refused in one sentence: #message"() {
        when:
        RateSchedule.check(network(policy), role)

        then:
        JfabException e = thrown()
        e.message == message

        where:
        policy        | role                                                                                || message
        'pass_manual' | new RoleSpec(Role.TRAINER, [new Endpoint('127.0.0.1', 7164)], null, 0, 2)           || "learning_rate_schedule 'pass_manual' follows passes, of which parameter servers know nothing; use 'manual', which follows samples"
        'poly'        | RoleSpec.from([], [PADDLE_TRAINER_ENDPOINTS: '127.0.0.1:1,127.0.0.1:2', PADDLE_TRAINER_ID: '0']).role() || "learning_rate_schedule 'poly' follows samples, which trainers without parameter servers count each for itself; start parameter servers, or use 'constant'"
    }

    private static Program network(String policy) {
        def builder = Program.builder()
        new SampleSchedule(SampleSchedule.Policy.valueOf(policy.toUpperCase()), 0.1, 1, 1, [1L], [1d]).in(builder, 1)
        builder.build()
    }

    def "#threads threads take the steps of one, also where a batch has fewer samples than threads"() {
        given:
        def one = run(LINE, '--num_passes=2', "--save_dir=$folder/one")

        when:
        def many = run(LINE, '--num_passes=2', "--trainer_count=$threads", "--save_dir=$folder/many")

        then:
        Math.abs(cost(many, ' Test') / cost(one, ' Test') - 1) < 1e-5

        where:
        threads << [2, 3, 7]
    }

    def "the rate is that of the sum of the gradients of a batch"() {
        when: 'one pass over one batch moves the bias by rate * sum of 2 (y - 0), as weights and bias begin at 0'
        def process = run(LINE.replace('batch_size: 4', 'batch_size: 12').replace('0.01 / 4', '1e-3'), '--num_passes=1', '--load_missing_parameter_strategy=zero', "--init_model_path=${empty()}")

        then:
        Math.abs(process.trained().get('fc_0.b_0').bytes(0, 4).getFloat() - 1e-3 * 2 * (0..11).sum()) < 1e-5
    }

    def "--job=test tells the cost of saved passes, and writes predictions"() {
        given:
        run(LINE, '--num_passes=2', "--save_dir=$folder/out")

        when:
        def tested = run(LINE, '--job=test', '--test_pass=0', "--save_dir=$folder/out")
        def one = run(LINE, '--job=test', "--init_model_path=$folder/out/pass-00001")
        run(LINE, '--config_args', "data=$folder/housing.data,predict=1", '--job=test', "--init_model_path=$folder/out/pass-00001", "--predict_output_dir=$folder/predicted")

        then:
        tested.printed()[3..-1].every { it ==~ / Test samples=3 cost=\S+ Eval: .*\/out\/pass-0000\d/ }
        tested.printed().size() == 5
        tested.printed().last() == one.printed().last()
        Files.readAllLines(folder.resolve('predicted/rank-00000')).every { it ==~ /-?\d[\d.e+-]*;/ }
        Files.readAllLines(folder.resolve('predicted/rank-00000')).size() == 3
    }

    def "--job=checkgrad compares every parameter's gradient with the change of the cost"() {
        when:
        def lines = run(LINE, '--job=checkgrad', '--checkgrad_eps=1e-3').printed()[3..-1]

        then:
        lines*.replaceAll(/=\S+/, '')*.strip().unique() == ['fc_0.w_0             step cost1 cost2 true_delta analytic_delta diff', 'fc_0.b_0             step cost1 cost2 true_delta analytic_delta diff']
        lines.every { Math.abs((it =~ /diff=(\S+)/)[0][1] as double) < 0.01 }
    }

    def "--job=time tells the time of a batch"() {
        expect:
        run(LINE, '--job=time', '--test_period=5').printed().last() ==~ / Time batches=5 samples=20 ms_per_batch=[\d.]+ samples_per_second=[\d.]+/
    }

    def "statistics of parameters are shown when asked for"() {
        expect:
        run(LINE, '--num_passes=1', '--show_parameter_stats_period=3').printed().count { it ==~ /fc_0\.[wb]_0 {13}avg_abs_val=\S+ max_val=\S+ avg_abs_grad=\S+ max_grad=\S+/ } == 2
    }

    def "parameters that a model lacks are #strategy: #outcome"() {
        when:
        def result
        try {
            result = run(LINE, '--num_passes=0', "--init_model_path=${empty()}", "--load_missing_parameter_strategy=$strategy")
                    .with { p -> p.trained().get('fc_0.w_0').bytes(0, 4).getFloat() == 0f ? 'zero' : 'random' }
        } catch (JfabException e) {
            result = e.message
        }

        then:
        result.endsWith(outcome)

        where:
        strategy | outcome
        'fail'   | "has no parameter 'fc_0.w_0'; --load_missing_parameter_strategy=rand or zero starts it anew"
        'rand'   | 'random'
        'zero'   | 'zero'
        'some'   | "--load_missing_parameter_strategy is one of fail, rand, zero, not 'some'"
    }

    def "a folder in which nothing can be saved is told before the first pass"() {
        given:
        def taken = Files.createFile(folder.resolve('taken'))

        when:
        run(LINE, "--save_dir=$taken")

        then:
        JfabException e = thrown()
        e.message == "$taken: parameters cannot be saved there: not a folder"
        !processes.last().printed().any { it.startsWith(' Pass=') }
    }

    def "an argument that the configuration does not ask for is refused with the nearest"() {
        when:
        run(LINE, '--config_args', "data=$folder/housing.data,predct=1")

        then:
        FlagException e = thrown()
        e.message == "--config_args predct is nothing that this configuration asks for; it asks for data, predict; did you mean 'predict'?"
    }

    def "a mistake in a configuration is answered with file and line: #message"() {
        when:
        run(script)

        then:
        JfabException e = thrown()
        e.message == "$folder/config.groovy:$message"

        where:
        script                                                                                || message
        "\nfc_lyer(input: 1)"                                                                 || "2: no word 'fc_lyer' takes (LinkedHashMap); did you mean 'fc_layer'?"
        "\ndata(name: 'x', shape: [1])"                                                         || "2: no word 'data' takes (LinkedHashMap)"
        "fc_layer(size: 1)"                                                                   || '1: fc_layer needs input, a layer or a list of layers'
        "fc_layer(input: data_layer(name: 'x', size: 2), siz: 1)"                             || "1: fc_layer has no argument 'siz'; it takes input, name, layer_attr, size, act, bias_attr; did you mean 'size'?"
        "img_conv_layer(input: data_layer(name: 'x', size: 10), filter_size: 3, num_filters: 1)" || "1: data_layer 'x' has 10 numbers, which are no square image of 1 channels; give num_channels, or height and width"
        "define_py_data_sources2(train_list: 'train.list')"                                   || '1: define_py_data_sources2 needs module, a text'
        "settings(batch_size: 1, learning_rate_schedule: 'linaer')"                           || "1: learning_rate_schedule 'linaer' is not known; use constant, poly, caffe_poly, exp, discexp, linear, manual, pass_manual; did you mean 'linear'?"
        "settings(batch_size: 1, learning_rate_schedule: 'manual', learning_rate_args: '5')"  || "1: learning_rate_args is number:factor,number:factor, such as '1000:1.0,2000:0.1', and '5' is not of that form"
        "settings(batch_size: 1)"                                                             || ' a configuration needs outputs(...)'
    }

    private LocalProcess run(String text, String... flags) {
        def config = folder.resolve('config.groovy')
        Files.writeString(config, text)
        // Fifteen rows, of which twelve are for training; the price of row i is i.
        Files.writeString(folder.resolve('housing.data'), (0..<15).collect { row -> ((0..<13).collect { (row * 7 + it * it) % 11 } + [row]).join(' ') }.join('\n'))
        def arguments = ["--config=$config" as String] + (flags.any { it.startsWith('--config_args') } ? [] : ["--config_args=data=$folder/housing.data" as String]) + (flags as List)
        def process = new LocalProcess()
        processes << process
        new ConfigTraining(new ConfigFlags(arguments), RoleSpec.local()).run(process)
        process
    }

    List<LocalProcess> processes = []

    def cleanup() {
        processes*.close()
    }

    private Path empty() {
        def file = folder.resolve('empty/model.safetensors')
        Files.createDirectories(file.parent)
        Files.write(file, [2, 0, 0, 0, 0, 0, 0, 0, '{' as char, '}' as char] as byte[])
        file.parent
    }

    private static double cost(LocalProcess process, String start) {
        (process.printed().findAll { it.startsWith(start) }.last() =~ /[cC]ost=(\S+)/)[0][1] as double
    }
}
