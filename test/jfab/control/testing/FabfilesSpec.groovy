package jfab.control.testing

import java.nio.file.Files
import java.nio.file.Path
import jfab.script.ScriptException
import spock.lang.Specification
import spock.lang.TempDir

class FabfilesSpec extends Specification {
    @TempDir
    Path folder
    RecordingConnector hosts = new RecordingConnector()

    Ran run(String fabfile, String... arguments) {
        Files.writeString(folder.resolve('fabfile.groovy'), fabfile)
        Fabfiles.load(folder.resolve('fabfile.groovy'), hosts).run(arguments)
    }

    static final String DISK = '''
        hosts 'gpu[01-02]'
        task('disk', path: '/home') { c, path ->
            def size = c.run(['df', path]).out.trim()
            println "size $size"
            size
        }
        '''

    def "a task runs on recording hosts as the command line says"() {
        given:
        hosts.on('df /data').prints('10G')
        hosts.on(~/df .*/).at('gpu02').prints('20G')

        when:
        def ran = run(DISK, 'disk', '--path=/data')

        then:
        ran.ok()
        ran.exitCode() == 0
        ran.lines('gpu01') == ['10G', 'size 10G']
        ran.value('gpu02') == '20G'
        hosts.commands('gpu01') == ['df /data']
    }

    def "a host fails as the test says"() {
        given:
        hosts.on('df /home').at('gpu02').exits(3).complains('no such disk')
        hosts.unreachable('gpu03')

        when:
        def ran = run(DISK, '-H', 'gpu[01-03]', 'disk')

        then:
        !ran.ok()
        ran.exitCode() == 1
        ran.problem('gpu01') == ''
        ran.problem('gpu02').contains("exited with 3 ($folder/fabfile.groovy:4)")
        ran.problem('gpu03').contains('unreachable')
        ran.lines('gpu02') == ['no such disk']
    }

    def "a strict test answers to every command"() {
        given:
        hosts.strict()
        def known = hosts.on('df /home')

        expect:
        run(DISK, 'disk').ok()
        known.uses() == 2
        run(DISK, 'disk', '--path=/').problem('gpu01').contains("no answer to 'df /'; give one with on('...')")
    }

    def "started commands are recorded in the order of the task, and answered as others"() {
        given:
        hosts.on('make').prints('made')
        hosts.on('test').exits(2)

        when:
        def ran = run('''
            task('x') { c ->
                def make = c.start('make'), test = c.start('test', ok: [0, 2])
                println make.join().out().trim() + test.join().exited()
            }
            ''', '-H', 'a', 'x')

        then:
        ran.lines('a') == ['made2']
        hosts.commands('a') == ['make', 'test']
    }

    def "hooks, invoked tasks and settings work as they do over SSH"() {
        when:
        def ran = run('''
            settings region: 'eu'
            task('before') { c -> c.run('one') }
            task('push', before: 'before', always: 'unlock') { c -> c.run("two $settings.region"); invoke('before') }
            task('unlock') { c -> c.run('three') }
            ''', '-H', 'a', '--set', 'region=us', 'push')

        then:
        ran.ok()
        hosts.commands('a') == ['one', 'two us', 'one', 'three']
    }

    def "a mistake in the fabfile is thrown"() {
        when:
        run("taks('x') { }", 'x')

        then:
        def e = thrown(ScriptException)
        e.message.endsWith("did you mean 'task'?")
    }

    def "questions are answered as the test says: #answer"() {
        given:
        Files.writeString(folder.resolve('fabfile.groovy'), '''
            def token = secret(prompt: 'Token:')
            task('wipe') { c ->
                if (confirm('Remove all models?')) {
                    c.run("rm -rf ${prompt('Which?')}", in: token)
                }
            }
            ''')
        def fabfile = Fabfiles.load(folder.resolve('fabfile.groovy'), hosts)
            .answering('Remove all models?', answer).answering('Which?', 'old').answering('Token:', 'open sesame')

        expect:
        2.times { assert fabfile.run('-H', 'a,b', 'wipe').ok() }
        hosts.commands('b') == commands * 2

        where:
        answer | commands
        true   | ['rm -rf old']
        'y'    | ['rm -rf old']
        false  | []
    }

    def "a question without an answer, or with one that is none, is an error"() {
        given:
        Files.writeString(folder.resolve('fabfile.groovy'), "task('x') { c -> confirm('Really?') }")
        def fabfile = Fabfiles.load(folder.resolve('fabfile.groovy'), hosts)

        expect:
        fabfile.run('-H', 'a', 'x').problem('a').contains("no answer to 'Really?'; give one with answering('Really?', ...)")
        fabfile.answering('Really?', 'perhaps').run('-H', 'a', 'x').problem('a')
            .contains("answering('Really?', 'perhaps') is neither yes nor no")
    }
}
