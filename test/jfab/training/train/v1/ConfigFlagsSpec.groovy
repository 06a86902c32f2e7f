package jfab.training.train.v1

import jfab.training.words.FlagException
import spock.lang.Specification

class ConfigFlagsSpec extends Specification {
    def "flags have the first version's defaults"() {
        given:
        def flags = new ConfigFlags([])

        expect:
        flags.text('job') == 'train'
        flags.number('num_passes') == 100
        flags.number('trainer_count') == 1
        flags.number('saving_period') == 1
        flags.number('log_period') == 100
        flags.number('dot_period') == 1
        flags.number('test_pass') == -1
        flags.number('port') == 20134
        flags.real('checkgrad_eps') == 1e-5d
        flags.text('pservers') == '127.0.0.1'
        flags.text('load_missing_parameter_strategy') == 'fail'
        flags.optional('save_dir').empty
        !flags.on('save_only_one')
    }

    def 'help says of each flag that decides something what it is and what it decides'() {
        given:
        def lines = ConfigFlags.help().readLines()

        expect:
        lines.contains('  --num_passes=100' + ' ' * 25 + 'the pass to end before')
        lines == lines.sort(false)
        lines.every { it ==~ /  --[\w-]+=\S* +\S.*/ }
        !lines.any { it.contains('rdma_tcp') }
    }

    def "#given means #name = #value"() {
        expect:
        new ConfigFlags(given).text(name) == value

        where:
        given                                  | name          || value
        ['--num_passes=3']                     | 'num_passes'  || '3'
        ['--num_passes', '3', '--seed=2']      | 'num_passes'  || '3'
        ['-num_passes=3']                      | 'num_passes'  || '3'
        ['--use_gpu', '--num_passes=3']        | 'use_gpu'     || '1'
        ['--nouse_gpu']                        | 'use_gpu'     || '0'
        ['--use_gpu=True']                     | 'use_gpu'     || '1'
        ['--test_pass=-1']                     | 'test_pass'   || '-1'
        ['--num_passes=3', '--num_passes=4']   | 'num_passes'  || '4'
        ['--save_dir=./output dir']            | 'save_dir'    || './output dir'
    }

    def "flags without a meaning here are accepted and named in one line"() {
        expect:
        new ConfigFlags(['--ports_num=2', '--rdma_tcp', 'tcp', '--log_clipping', '--num_passes=3']).idle().get() ==
                'accepted, but without meaning here: --ports_num --rdma_tcp --log_clipping'
        new ConfigFlags(['--num_passes=3']).idle().empty
    }

    def "what is wrong is refused: #message"() {
        when:
        new ConfigFlags(given)

        then:
        FlagException e = thrown()
        e.message == message

        where:
        given                   || message
        ['--num_pases=3']       || "unknown flag --num_pases; did you mean 'num_passes'?"
        ['--num_passes=three']  || "--num_passes takes a number, not 'three'"
        ['--num_passes']        || '--num_passes needs a value'
        ['--use_gpu=2']         || "--use_gpu is 0 or 1, not '2'"
        ['train']               || "'train' is not a flag; write --name=value"
    }

    def "arguments of the configuration are pairs"() {
        expect:
        new ConfigFlags(['--config_args=a=1,b=x=y']).configArguments() == [a: '1', b: 'x=y']

        when:
        new ConfigFlags(['--config_args=a']).configArguments()

        then:
        FlagException e = thrown()
        e.message == "--config_args is name=value,name=value, and 'a' is not of that form"
    }
}
