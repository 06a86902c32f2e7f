package jfab.training.words

import java.nio.file.Files
import java.nio.file.Path
import jfab.JfabException
import jfab.training.program.Program
import jfab.role.Endpoint
import jfab.role.Role
import jfab.role.RoleSpec
import spock.lang.Specification
import spock.lang.TempDir

class TranspilerConfigSpec extends Specification {
    static final List<Endpoint> SERVERS = (1..2).collect { new Endpoint("10.0.0.$it", 6174) }
    static final String NETWORK = '''
        def x = data(name: 'x', shape: [1000], dtype: 'float32')
        SGD(learning_rate: 0.5).minimize(mean(fc(input: x, size: 20)))
        '''.stripIndent()

    @TempDir
    Path folder
    List<String> printed = []

    def "config.sync_mode = False is obeyed, which the original ignored"() {
        when:
        run("def config = DistributeTranspilerConfig()\nconfig.sync_mode = false\ndef t = DistributeTranspiler(config: config)\nt.transpile()\nprintln t.get_pserver_program()")
        then:
        server().contains('mode=async')
        !server().contains('weighted_mean')
    }

    def "#choice makes the servers' program say #shown"() {
        when:
        run("def t = DistributeTranspiler(config: DistributeTranspilerConfig($choice))\nt.transpile($argument)\nprintln t.get_pserver_program()")
        then:
        server().contains(shown)
        where:
        choice                                                                        | argument           || shown
        ''                                                                            | ''                 || 'mode=sync'
        ''                                                                            | 'sync_mode: false' || 'mode=async'
        'sync_mode: false'                                                            | 'sync_mode: false' || 'discard_ratio=0.0'
        'sync_mode: false, async_lagged_grad_discard_ratio: 2.5'                      | ''                 || 'discard_ratio=2.5'
        'sync_mode: false, async_lagged_grad_discard_ratio: 1.0'                      | ''                 || 'discard_ratio=1.5'
        'async_lagged_grad_discard_ratio: 3, async_lagged_ratio_min: 4, async_lagged_ratio_default: 5' | 'sync_mode: false' || 'discard_ratio=5.0'
        'sync_mode: false, enable_dc_asgd: true'                                      | ''                 || 'lambda=1.0'
        'sync_mode: false, enable_dc_asgd: true, dc_asgd_lambda: 0.04'                | ''                 || 'lambda=0.04'
        'sync_mode: false, staleness: 3'                                              | ''                 || 'staleness=3'
        'fp16: true'                                                                  | ''                 || 'fp16=true'
        'top_k: 0.01'                                                                 | ''                 || 'top_k=0.01'
        'slice_var_up: false'                                                         | ''                 || 'slice_length=[20000]'
        'min_block_size: 10000'                                                       | ''                 || 'slice_length=[10000'
        'min_block_size: 20000'                                                       | ''                 || 'slice_length=[20000'
    }

    def "#choice is refused: #message"() {
        when:
        run("DistributeTranspiler(config: DistributeTranspilerConfig($choice)).transpile($argument)")
        then:
        JfabException e = thrown()
        e.message.endsWith(message)
        e.message.contains('net.groovy:')
        where:
        choice                                                | argument          || message
        'min_block_size: 8191'                                | ''                || 'min_block_size must be 8192 elements or more, not 8191: smaller messages cost more in calls than they gain in balance'
        "split_method: 'Random'"                              | ''                || "split_method is RoundRobin or HashName, not 'Random'"
        'enable_dc_asgd: true'                                | ''                || 'enable_dc_asgd needs sync_mode: false'
        'staleness: 2'                                        | 'sync_mode: true' || 'staleness needs sync_mode: false'
        'sync_mode: false'                                    | 'sync_mode: true' || 'sync_mode is false in the config and true in transpile; say it once'
        'sync_mode: false, staleness: -1'                     | ''                || 'staleness is a number of steps from 0, not -1'
        'sync_mode: false, staleness: 1, enable_dc_asgd: true' | ''               || 'enable_dc_asgd and staleness exclude each other'
        'sync_mode: 0'                                        | ''                || 'DistributeTranspilerConfig needs sync_mode, a Boolean, not 0'
        'sync_mod: false'                                     | ''                || "did you mean 'sync_mode'?"
    }

    def "a property that does not exist is answered with the nearest one"() {
        when:
        run("DistributeTranspilerConfig().min_blok_size = 9000")
        then:
        JfabException e = thrown()
        e.message.endsWith("did you mean 'min_block_size'?")
    }

    def "document 002's program hands over what it knows of its job"() {
        when:
        run("""
            def (optimize_ops, params_grads) = SGD(learning_rate: 0.5).minimize(mean(fc(input: x, size: 3)))
            def t = DistributeTranspiler()
            t.transpile(optimize_ops, params_grads, 0, pservers: '10.0.0.1:6174, 10.0.0.2:6174', trainers: 2)
            def prog = t.get_pserver_program('10.0.0.1:6174')
            assert prog.toString() == t.get_pserver_program().toString()
            assert t.get_startup_program('10.0.0.1:6174', prog).toString() == t.get_startup_program().toString()
            assert default_startup_program().toString() == t.get_startup_program().toString()
            println 'cut'
            """)
        then:
        printed == ['cut']
    }

    def "#call is refused: #message"() {
        when:
        run("def t = DistributeTranspiler()\n$call")
        then:
        JfabException e = thrown()
        e.message.endsWith(message)
        e.message.contains('net.groovy:')
        where:
        call                                               || message
        't.transpile(trainers: 3)'                         || 'transpile has trainers 3, and the job has told this process 2; leave it out'
        "t.transpile(pservers: '10.0.0.1:6174')"           || 'transpile has pservers 10.0.0.1:6174, and the job has told this process 10.0.0.1:6174,10.0.0.2:6174; leave it out'
        "t.transpile('x')"                                 || 'transpile takes what minimize gave, and trainer_id, not x'
        "t.transpile()\nt.get_pserver_program('a:1')"      || "get_pserver_program takes this server's own endpoint, which is 10.0.0.1:6174, not a:1; leave it out"
    }

    private String server() {
        printed.join('\n')
    }

    private run(String text) {
        def file = folder.resolve('net.groovy')
        Files.writeString(file, NETWORK + text)
        def process = [
                role    : { -> new RoleSpec(Role.PSERVER, SERVERS, SERVERS.first(), 0, 2) },
                describe: { Program program -> },
                print   : { String line -> printed << line },
        ] as TrainingProcess
        new TrainingScript(file, []).run(process)
    }
}
