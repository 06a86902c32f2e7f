package jfab.connection.jsch

import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.TimeUnit
import java.util.function.Consumer
import jfab.connection.CommandException
import jfab.connection.Connection
import jfab.connection.Defaults
import jfab.connection.Manner
import jfab.connection.OpenSsh
import jfab.connection.OptionException
import jfab.connection.Printed
import jfab.connection.Secret
import jfab.connection.SshdFixture
import jfab.connection.SudoPassword
import jfab.connection.UserTerminal
import jfab.connection.Window
import spock.lang.AutoCleanup
import spock.lang.Requires
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir
import spock.lang.Timeout

/** The words of a connection as fabfiles write them, on a real OpenSSH server. */
@Requires({ OpenSsh.available() })
@Timeout(60)
class CommandWordsIT extends Specification {
    @Shared
    @AutoCleanup
    SshdFixture sshd = SshdFixture.start()

    @TempDir
    Path folder

    Printed printed = new Printed()
    JschConnector connector
    Connection c

    def setup() {
        connector = new JschConnector(sshd.settings(printed))
        c = connector.open(sshd.host())
    }

    def cleanup() {
        connector.close()
    }

    def "a directory is one name whatever its characters, and what begins with a tilde is at home"() {
        given:
        def odd = Files.createDirectory(folder.resolve("my dir;echo x"))

        expect:
        c.cd(odd.toString()) { c.run('pwd').out() } == "$odd\n"
        c.cd(folder.toString()) { c.cd('my dir;echo x') { c.run('pwd').out() } } == "$odd\n"
        c.cd('~') { c.run('pwd').out() } == c.run('cd; pwd').out()
        c.cd('/srv') { c.cd('a b') { c.cwd } } == '/srv/a b'
        c.cwd == ''
        c.cd('~/.ssh') { c.run('pwd').out() } == c.run('cd; pwd').out().trim() + '/.ssh\n'
    }

    def "no part of a line runs where its directory is missing or its prefix fails"() {
        when:
        c.cd('/no/such/place') { c.run('echo a; echo b') }

        then:
        def missing = thrown(CommandException)
        missing.result().out() == ''

        when:
        c.prefix('echo first; false') { c.run('echo a; echo b') }

        then:
        def failure1 = thrown(CommandException)
        failure1.result().out() == 'first\n'
    }

    def "blocks nest, hold for each command in them, and end with an exception"() {
        when:
        def seen = c.env(A: 'x y', B: '$(id)\'"') {
            c.cd('/') { c.umask('027') { c.prefix('C=$A') { c.run('pwd; umask; echo "$A|$B|$C"').out() } } }
        }

        then:
        seen == '/\n0027\nx y|$(id)\'"|x y\n'

        when:
        c.cd('/') { throw new IOException('own') }

        then:
        thrown(IOException)
        c.run('pwd').out() == c.run('cd "$OLDPWD" 2>/dev/null; pwd').out()
        c.run('echo "[$A]"').out() == '[]\n'
    }

    def "the environment of a call is quoted, and a name that is none is refused"() {
        expect:
        c.run('echo "$A"', env: [A: 'x y;`id`']).out() == 'x y;`id`\n'

        when:
        c.run('true', env: ['A;id': 'x'])

        then:
        def failure2 = thrown(OptionException)
        failure2.message == "'A;id' cannot be the name of an environment variable"
    }

    def "a secret variable reaches the command by no command line, and its input follows"() {
        given:
        def secret = Secret.of("open 'sesame'", 'a test')

        expect:
        c.run('echo "$A"; cat; tr "\\0" " " < /proc/$PPID/cmdline', env: [A: secret], in: 'rest\n', hide: true).out().startsWith("open 'sesame'\nrest\n")
        !c.run('cat /proc/$PPID/cmdline /proc/$$/cmdline', env: [A: secret], hide: true).out().contains('sesame')
        c.local('echo "$A"', env: [A: secret], hide: true).out() == "open 'sesame'\n"
    }

    def "hide #hide shows #shown"() {
        when:
        def result = c.run('echo o; echo e >&2', hide: hide)

        then:
        printed.lines().toSorted() == shown
        [result.out(), result.err()] == ['o\n', 'e\n']

        where:
        hide   || shown
        true   || []
        'both' || []
        'out'  || ['ERR e']
        'err'  || ['OUT o']
        false  || ['ERR e', 'OUT o']
    }

    def "what is hidden is announced only where the same call asks for it"() {
        given:
        def echoing = new Connection(connector.connect(sshd.host()),
                new Defaults(Manner.PLAIN.echoing(true), SudoPassword.ask(null), null))

        when:
        echoing.run('true')
        echoing.run('true', hide: true)
        echoing.run('true', hide: 'both')
        c.run('false || true', hide: true, echo: true)

        then:
        printed.notices().findAll { it.contains('$ ') } == ["${sshd.host()}: \$ true", "${sshd.host()}: \$ false || true"]*.toString()
    }

    def "an exit code is accepted with #options"() {
        expect:
        c.run(options, 'exit 1').exited() == 1

        where:
        options << [[ok: [0, 1]], [ok: 1], [warn: true]]
    }

    def "an option that is none is answered with the nearest"() {
        when:
        c.run('true', hidden: true)

        then:
        def failure3 = thrown(OptionException)
        failure3.message.startsWith("run has no option 'hidden'; did you mean 'hide'? There are ")
    }

    def "standard input is text, a file or a stream, and closed otherwise"() {
        given:
        def file = Files.writeString(folder.resolve('in'), 'from file')

        expect:
        c.run('cat', in: 'é text').out() == 'é text'
        c.run('cat', in: file).out() == 'from file'
        c.run('cat', in: new ByteArrayInputStream('stream'.bytes)).out() == 'stream'
        c.run('cat', in: false).out() == ''
        c.run('exit 3', in: 'x' * 3_000_000, warn: true).exited() == 3
    }

    def "output goes to a stream or a file instead of the terminal"() {
        given:
        def stream = new ByteArrayOutputStream()

        when:
        c.run('echo o; echo e >&2', out: stream, err: folder.resolve('{host}.err').toString())

        then:
        stream.toString() == 'o\n'
        Files.readString(folder.resolve('127.0.0.1.err')) == 'e\n'
        printed.lines() == []
    }

    def "a time limit names host, command and limit and ends the command, also on a terminal"() {
        when:
        c.run('echo $$; sleep 300', timeout: 1, pty: pty)

        then:
        def stopped = thrown(CommandException)
        stopped.message == "${sshd.host()}: `echo \$\$; sleep 300` took longer than 1.0 s and was stopped"
        gone(stopped.result().out().trim())

        where:
        pty << [false, true]
    }

    def "a terminal is one where it is asked for, and its input ends"() {
        expect:
        c.run('[ -t 0 ] && [ -t 1 ] && cat', pty: true).exited() == 0
        c.run('cat', pty: true, in: 'line').out().contains('line')
        c.run('[ -t 0 ] || echo none').out() == 'none\n'
        !printed.lines().any { it.contains('jfab-') }
    }

    def "a terminal is as large as the user's, and changes with it"() {
        given:
        def size = new UserTerminal.Size(91, 33)
        def watching = [] as Set
        def window = new Window() {
            String type() { 'vt220' }
            UserTerminal.Size size() { size }
            Window.Watch watch(Consumer<UserTerminal.Size> told) {
                watching << told
                return { watching.remove(told) } as Window.Watch
            }
        }
        def sized = new Connection(connector.connect(sshd.host()),
                new Defaults(Manner.PLAIN, SudoPassword.ask(null), null, null, window))
        def ready = folder.resolve('ready')

        when:
        def resized = sized.start("stty size; echo \$TERM; trap 'stty size; exit' WINCH; touch $ready; while :; do sleep 0.05; done", pty: true, timeout: 20)
        awaitText(ready, '')
        watching.each { it.accept(new UserTerminal.Size(40, 20)) }

        then:
        resized.join().lines() == ['33 91', 'vt220', '20 40']
        sized.run('[ -t 1 ] || echo none').out() == 'none\n'
        watching.isEmpty()
    }

    def "an interrupt is Ctrl-C on the command's terminal, and more only where that does not help"() {
        given:
        def ready = folder.resolve('ready')
        def running = c.start("stty -echo; trap '$trap' INT; touch $ready; while :; do sleep 0.05; done", pty: true)
        awaitText(ready, '')

        when:
        def result = running.kill()

        then:
        result.out().contains(said)
        result.exited() == code

        where:
        trap                || said   | code
        'echo tidied; exit 5' || 'tidied' | 5
        'echo no'           || 'no'   | 143
    }

    def "responders answer what is printed, in pieces too, and each time"() {
        when:
        def result = c.run('printf Contin; sleep 0.2; printf "ue? "; read a; echo "got $a"; printf "Continue? "; read b; echo "then $b"',
                pty: pty, responders: [(~/Continue\? /): 'yes\n'])

        then:
        result.out().contains('got yes')
        result.out().contains('then yes')

        where:
        pty << [true, false]
    }

    def "an answer that is refused ends the command"() {
        when:
        c.run('echo $$; printf "Password: "; read p; echo Sorry; sleep 300', responders: ['Password: ': [answer: 'x\n', refused: ~/Sorry/]])

        then:
        def refused = thrown(CommandException)
        refused.message.contains('did not take the answer to ')
        gone(refused.result().out().readLines()[0].replace('Password: ', ''))
    }

    def "another shell reads the line where one is named"() {
        expect:
        c.run('echo "$0 $BASH_VERSION"', shell: '/bin/bash').out().startsWith('/bin/bash 5')
        c.run('shopt -q login_shell && echo login', shell: 'login').out() == 'login\n'
    }

    def "what is launched goes on when the connection has ended"() {
        given:
        def log = folder.resolve('my log')

        when:
        def pid = c.cd(folder.toString()) { c.launch('echo begun $A; exec sleep 300', log: 'my log', env: [A: 'x y']) }
        connector.close()
        def process = ProcessHandle.of(pid).orElseThrow()

        then:
        process.alive
        awaitText(log, 'begun x y\n')

        cleanup:
        process?.destroyForcibly()
    }

    def "a program that holds the output is remarked on"() {
        when:
        def result = c.run('sleep 4 & echo on')

        then:
        result.out() == 'on\n'
        printed.notices().any { it.contains('are started with launch') }
    }

    def "local runs here, in the folder of lcd, whatever cd says"() {
        expect:
        c.cd('/') { c.lcd(folder.toString()) { c.local('pwd; echo "$A"', env: [A: 'x y']).out() } } == "${folder.toRealPath()}\nx y\n"
        c.local(['printf', '%s', 'a  b']).out() == 'a  b'
        c.local('cat', in: 'text').out() == 'text'
        printed.lines().contains('OUT x y')
    }

    def "local tells what went wrong, and ends what takes too long"() {
        when:
        c.local('exit 7')

        then:
        def failure4 = thrown(CommandException)
        failure4.message == "${sshd.host()}: `exit 7` exited with 7"

        when:
        c.local('echo $$; sleep 300; echo x', timeout: 1)

        then:
        def stopped = thrown(CommandException)
        stopped.message.endsWith('took longer than 1.0 s here and was stopped')
        gone(stopped.result().out().trim())
    }

    def "a result answers to Fabric's names"() {
        given:
        def result = c.run('seq 12; exit 1', warn: true, hide: true)

        expect:
        result.tail(2) == ['11', '12']
        result.lines().size() == 12
        result.exited() == 1
        result.returnCode() == 1
        result.stdout() == result.out()
        !result
        c.run('true')
    }

    private static boolean gone(String pid) {
        def process = ProcessHandle.of(pid as long)
        process.ifPresent { it.onExit().get(5, TimeUnit.SECONDS) }
        true
    }

    private static boolean awaitText(Path file, String text) {
        long end = System.nanoTime() + 10_000_000_000L
        while (System.nanoTime() < end) {
            if (Files.exists(file) && Files.readString(file) == text) {
                return true
            }
            Thread.sleep(10)
        }
        false
    }
}
