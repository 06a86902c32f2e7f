package jfab.control.connection.jsch

import static jfab.control.connection.jsch.Awaited.gone
import static jfab.control.connection.jsch.Awaited.says

import java.util.function.Consumer
import jfab.control.connection.command.CommandException
import jfab.control.connection.Connection
import jfab.control.connection.Defaults
import jfab.control.connection.command.CommandOptions
import jfab.control.connection.command.SudoPassword
import jfab.control.connection.command.UserTerminal
import jfab.control.connection.command.TerminalWindow
import jfab.tools.Needs
import jfab.tools.Tool
import spock.lang.Timeout

/** The terminal of a command on a real OpenSSH server: its size, Ctrl-C, and who answers what is asked on it. */
@Needs(Tool.TERMINALS)
@Timeout(60)
class TerminalWordsIT extends OneHostSpec {
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
        def window = new TerminalWindow() {
            String type() { 'vt220' }
            UserTerminal.Size size() { size }
            TerminalWindow.Watch watch(Consumer<UserTerminal.Size> told) {
                watching << told
                return { watching.remove(told) } as TerminalWindow.Watch
            }
        }
        def sized = new Connection(connector.connect(sshd.host()),
                new Defaults(CommandOptions.PLAIN, SudoPassword.ask(null), null, null, window))
        def ready = folder.resolve('ready')

        when:
        def resized = sized.start("stty size; echo \$TERM; trap 'stty size; exit' WINCH; touch $ready; while :; do sleep 0.05; done", pty: true, timeout: 20)
        says(ready, '')
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
        says(ready, '')

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
}
