package jfab.control.connection.jsch

import static jfab.control.connection.jsch.Awaited.gone
import static jfab.control.connection.jsch.Awaited.says

import java.nio.file.Files
import jfab.control.connection.command.CommandException
import jfab.control.connection.Connection
import jfab.control.connection.Defaults
import jfab.control.connection.command.CommandOptions
import jfab.control.connection.command.OptionException
import jfab.control.connection.command.SudoPassword
import jfab.tools.Needs
import jfab.tools.Tool
import spock.lang.Timeout

/** The words of a connection that run commands, and their options, on a real OpenSSH server. */
@Needs(Tool.SSHD)
@Timeout(60)
class CommandWordsIT extends OneHostSpec {
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
                new Defaults(CommandOptions.PLAIN.echoing(true), SudoPassword.ask(null), null))

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

    def "#command is no command"() {
        when:
        c.run(command as List)

        then:
        def refused = thrown(OptionException)
        refused.message == message

        where:
        command                 || message
        null as List            || "a command is null; a list begins with a program, such as ['df', '-h']"
        []                      || "a command is a list without words; a list begins with a program, such as ['df', '-h']"
        ['rm', '-r', null]      || 'word 3 of the command [rm, -r, null] is null'
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

    @Needs(Tool.TERMINALS)
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

    def "the end by a signal is accepted by its code"() {
        expect:
        c.run('kill -9 $$', ok: [137]).exited == 137

        when:
        c.run('kill -9 $$', ok: [0, 143])

        then:
        CommandException e = thrown()
        e.message.contains('was killed by SIGKILL')
    }

    def "a program that holds the output is remarked on"() {
        when:
        def result = c.run('sleep 6 & echo on')

        then:
        result.out() == 'on\n'
        printed.notices().any { it.contains('are started with launch') }
    }

    def "output that ends soon after a command that was silent for long is not remarked on"() {
        when:
        c.run('sleep 3 & exec sleep 1')

        then:
        printed.notices().empty
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
        says(log, 'begun x y\n')

        cleanup:
        process?.destroyForcibly()
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
}
