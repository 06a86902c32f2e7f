package jfab.control.cli.output

import java.time.Duration
import jfab.control.cli.JfabExitCode
import jfab.control.cli.UsageException
import jfab.control.connection.command.Command
import jfab.control.connection.command.CommandException
import jfab.control.connection.host.ConnectionException
import jfab.control.connection.host.ConnectionException.Reason
import jfab.control.connection.host.Host
import jfab.control.connection.command.OutputListener.Stream
import jfab.control.connection.command.Result
import jfab.script.Location
import jfab.script.ScriptException
import jfab.control.task.HostOutcome
import jfab.control.task.Report
import jfab.control.task.TaskEvent
import jfab.control.task.TaskException
import spock.lang.Specification

class RenderSpec extends Specification {
    static final Host A = Host.parse('gpu1')
    static final Host B = Host.parse('root@gpu20')

    def out = new ByteArrayOutputStream()
    def err = new ByteArrayOutputStream()

    Screen screen(boolean terminal = false) {
        new Screen(new PrintStream(out, false, 'UTF-8'), new PrintStream(err, false, 'UTF-8'), terminal, terminal, terminal)
    }

    TerminalRenderer renderer(boolean terminal, Host... hosts) {
        new TerminalRenderer(screen(terminal), OutputOptions.lines(false)).tap { expect(hosts as List) }
    }

    static HostOutcome failed(Host host, Throwable failure) {
        new HostOutcome.Failed(host, Duration.ofMillis(1234), failure)
    }

    static CommandException exited(Host host, int code) {
        new CommandException(new Result(host, Command.shell('x'), code, null, '', '', Duration.ZERO), "`x` exited with $code")
    }

    static CommandException ended(Host host, CommandException.Reason reason) {
        def signal = reason == CommandException.Reason.SIGNAL ? 'KILL' : 'TERM'
        new CommandException(new Result(host, Command.shell('x'), signal == 'KILL' ? 137 : 143, signal, '', '', Duration.ZERO), reason, 'x')
    }

    static CommandException silent(Host host) {
        new CommandException(new Result(host, Command.shell('x'), -1, null, '', '', Duration.ZERO), CommandException.Reason.TIME_LIMIT, 'x')
    }

    static ConnectionException unreachable(Host host) {
        new ConnectionException(host, Reason.UNREACHABLE, 'port 22 refused the connection', null)
    }

    def "lines of several hosts carry the host, and keep to their stream"() {
        given:
        def renderer = renderer(false, A, B)

        when:
        renderer.on(new TaskEvent.Line(A, Stream.OUT, 'üx'))
        renderer.on(new TaskEvent.Line(B, Stream.ERR, 'oops'))
        renderer.on(new TaskEvent.Line(null, Stream.OUT, 'for all'))
        renderer.on(new TaskEvent.Notice(B, 'new host key'))

        then:
        out.toString('UTF-8') == '[gpu1] üx\nfor all\n'
        err.toString('UTF-8') == '[gpu20] oops\n[gpu20] new host key\n'
    }

    def "a sentence that quotes a host has none of its control sequences"() {
        given:
        def output = new Output(screen(true), OutputOptions.lines(false))
        def words = 'a\u001b[2J\u001b]0;x\u0007b\rc\u009b1m'

        when:
        output.on(new TaskEvent.Notice(A, words))
        screen(true).complain(new IllegalStateException(words), true)

        then:
        !err.toString('UTF-8').contains('2J')
        !err.toString('UTF-8').contains('\r')
        err.toString('UTF-8').contains('ab c')
        err.toString('UTF-8').contains('(ab c)')
    }

    def "for a program a line keeps all that a progress bar went through"() {
        when:
        renderer(false, A).on(new TaskEvent.Line(A, Stream.OUT, '10%\r100%'))

        then:
        out.toString('UTF-8') == '10%\r100%\n'
    }

    def "lines of a single host are left as they are"() {
        when:
        renderer(true, A).on(new TaskEvent.Line(A, Stream.OUT, 'x'))

        then:
        out.toString() == 'x\n'
    }

    def "hosts that differ only in user or port are named in full"() {
        given:
        def renderer = renderer(false, Host.parse('127.0.0.1:2201'), Host.parse('127.0.0.1:2202'))

        when:
        renderer.on(new TaskEvent.Line(Host.parse('127.0.0.1:2202'), Stream.OUT, 'x'))

        then:
        out.toString() == '[127.0.0.1:2202] x\n'
    }

    def "on a terminal every host has its colour"() {
        given:
        def renderer = renderer(true, A, B)

        when:
        [A, B].each { renderer.on(new TaskEvent.Line(it, Stream.OUT, 'x')) }

        then:
        out.toString() == '\u001b[36m[gpu1]\u001b[0m x\n\u001b[32m[gpu20]\u001b[0m x\n'
    }

    def "lines of many threads are never torn"() {
        given:
        def renderer = renderer(false, A, B)
        def text = 'x' * 5000

        when:
        [A, B].collect { host -> Thread.startVirtualThread { 200.times { renderer.on(new TaskEvent.Line(host, Stream.OUT, text)) } } }*.join()

        then:
        out.toString().readLines().countBy { it } == [('[gpu1] ' + text): 200, ('[gpu20] ' + text): 200]
    }

    def "a failure is told once, with its host first: #told"() {
        given:
        def renderer = renderer(false, A, B)

        when:
        2.times { renderer.on(new TaskEvent.Finished('t', failed(A, failure))) }

        then:
        err.toString() == told + '\n'

        where:
        failure                                                                || told
        exited(A, 7)                                                           || 'jfab: gpu1: `x` exited with 7'
        new TaskException('fabfile.groovy:3', exited(A, 7))                    || 'jfab: gpu1: `x` exited with 7 (fabfile.groovy:3)'
        new ScriptException(new Location(new File('f.groovy').toPath(), 3), 'boom') || 'jfab: gpu1: f.groovy:3: boom'
        new IllegalStateException('bad')                                       || 'jfab: gpu1: unexpected IllegalStateException (bad); this is a defect of jfab: please report what --debug prints'
    }

    def "skipped tasks are named with the reason"() {
        when:
        renderer(false, A, B).on(new TaskEvent.Skipped(['push', 'start'], 'gpu1 failed'))

        then:
        err.toString() == 'jfab: not run because gpu1 failed: push, start\n'
    }

    def "where there is no terminal, a transfer is a line at its start and one at its end"() {
        given:
        def renderer = renderer(false, A, B)

        when:
        [0, 400_000, 1_500_000].each { renderer.on(new TaskEvent.Progress(A, 'engine', it, 1_500_000)) }
        renderer.on(new TaskEvent.Progress(B, 'note', 940, 940))

        then:
        err.toString() == '[gpu1] engine: 1.5 MB\n[gpu1] engine: 1.5 MB done\n[gpu20] note: 940 B done\n'
    }

    def "on a terminal, transfers are one bar below the lines, and its end is left standing"() {
        given:
        def renderer = renderer(true, A, B)

        when:
        renderer.on(new TaskEvent.Progress(A, 'engine', 0, 2_000_000))
        renderer.on(new TaskEvent.Progress(B, 'engine', 1_000_000, 2_000_000))
        renderer.on(new TaskEvent.Line(A, Stream.OUT, 'between'))
        renderer.on(new TaskEvent.Progress(A, 'engine', 2_000_000, 2_000_000))
        renderer.on(new TaskEvent.Progress(B, 'engine', 2_000_000, 2_000_000))
        renderer.end(new Report([]), 0)
        def lines = err.toString().readLines()

        then:
        out.toString() == '\u001b[36m[gpu1]\u001b[0m between\n'
        lines.last() =~ /engine 100% .* 4\/4 MB/
        err.toString().endsWith('\n')
    }

    def "the summary has a line per host with result, exit code and time"() {
        when:
        def last = new LastLines()
        last.on(new TaskEvent.Line(A, Stream.OUT, 'x' * 70))
        last.on(new TaskEvent.Line(B, Stream.ERR, '\u001b[31mdisk full\u001b[0m'))
        new Summary(new Report([
            new HostOutcome.Succeeded(A, Duration.ofSeconds(75), null),
            failed(B, exited(B, 7)),
            failed(Host.parse('c'), unreachable(Host.parse('c'))),
            failed(Host.parse('d'), new IllegalStateException()),
            new HostOutcome.Stopped(Host.parse('e'), Duration.ofMillis(50)),
            new HostOutcome.Stopped(Host.parse('k'), Duration.ZERO, false),
            new HostOutcome.Skipped(Host.parse('f'), 'failed on c'),
            failed(Host.parse('g'), ended(Host.parse('g'), CommandException.Reason.SIGNAL)),
            failed(Host.parse('h'), ended(Host.parse('h'), CommandException.Reason.TIME_LIMIT)),
            failed(Host.parse('i'), new ConnectionException(Host.parse('i'), Reason.HOST_KEY, 'key changed', null)),
            failed(Host.parse('j'), new ConnectionException(Host.parse('j'), Reason.AUTHENTICATION, 'no key', null)),
        ]), last).print(screen())

        then:
        err.toString().readLines() == [
            'host   result                     exit   time  last line',
            'gpu20  failed                        7   1.2s  disk full',
            'c      unreachable                   -   1.2s  port 22 refused the connection',
            'd      failed                        -   1.2s  unexpected IllegalStateException (nul...',
            'e      stopped                       -   0.1s',
            'k      not begun                     -      -',
            'f      not finished: failed on c     -      -',
            'g      killed by SIGKILL           137   1.2s',
            'h      timed out                   143   1.2s',
            'i      host key refused              -   1.2s  key changed',
            'j      login refused                 -   1.2s  no key',
            'gpu1   ok                            0  1m15s  ' + 'x' * 37 + '...',
            'jfab: 1 ok, 2 failed, 1 killed, 1 timed out, 1 unreachable, 1 host key refused, 1 login refused, 1 stopped, 1 not begun, 1 not finished',
        ]
    }

    def "of a thousand hosts those that fared alike share a row, failures first"() {
        when:
        def hosts = (1..1000).collect { Host.parse(String.format('gpu%04d', it)) }
        new Summary(new Report(hosts.collect {
            it.name() in ['gpu0007', 'gpu0008', 'gpu0500'] ? failed(it, exited(it, 7))
                : it.name() == 'gpu0009' ? failed(it, unreachable(it))
                : new HostOutcome.Succeeded(it, Duration.ofMillis(it.name() == 'gpu0003' ? 900 : 100), null)
        }), new LastLines()).print(screen())

        then:
        err.toString().readLines() == [
            'host                                result       exit  time  last line',
            'gpu[0007-0008,0500]                 failed          7  1.2s',
            'gpu0009                             unreachable     -  1.2s  port 22 refused the connection',
            'gpu[0001-0006,0010-0499,0501-1000]  ok              0  0.9s',
            'jfab: 996 ok, 3 failed, 1 unreachable',
        ]
    }

    def "one host that succeeded needs no summary"() {
        when:
        new Summary(new Report([new HostOutcome.Succeeded(A, Duration.ZERO, null)]), new LastLines()).print(screen())

        then:
        err.size() == 0
    }

    def "what was done once for all hosts needs no summary"() {
        when:
        new Summary(new Report([A, B].collect { new HostOutcome.Succeeded(it, Duration.ZERO, null, true) }), new LastLines()).print(screen())

        then:
        err.size() == 0
    }

    def "a failure that is no host's needs no summary, which would name every host with it"() {
        when:
        def mistake = new TaskException('--keep takes a whole number from 0, not -1')
        def outcomes = [A, B].collect { new HostOutcome.Failed(it, Duration.ZERO, mistake, true) }
        new Summary(new Report(outcomes), new LastLines()).print(screen())

        then:
        err.size() == 0
    }

    def "the exit code of #outcomes is #code"() {
        expect:
        JfabExitCode.of(new Report(outcomes)) == code

        where:
        outcomes                                                                        || code
        [new HostOutcome.Succeeded(A, Duration.ZERO, null)]                                   || 0
        [new HostOutcome.Succeeded(A, Duration.ZERO, null), failed(B, exited(B, 7))]          || 7
        [failed(A, exited(A, 7)), failed(B, exited(B, 7))]                              || 7
        [failed(A, exited(A, 7)), failed(B, exited(B, 8))]                              || 1
        [failed(A, new TaskException('f:1', exited(A, 9)))]                             || 9
        [failed(A, exited(A, 0))]                                                       || 1
        [failed(A, silent(A))]                                                          || 143
        [failed(A, unreachable(A)), new HostOutcome.Succeeded(B, Duration.ZERO, null)]        || 4
        [failed(A, unreachable(A)), failed(B, exited(B, 7))]                            || 1
        [failed(A, new ConnectionException(A, Reason.AUTHENTICATION, 'no', null))]      || 1
        [failed(A, new IllegalStateException())]                                        || 1
        [failed(A, exited(A, 7)), new HostOutcome.Stopped(B, Duration.ZERO)]            || 130
        [new HostOutcome.Skipped(A, 'why')]                                             || 1
    }

    def "a mistake before any task has exit code #code: #failure"() {
        expect:
        JfabExitCode.before(failure) == code

        where:
        failure                                                             || code
        new UsageException('x')                                             || 2
        new ScriptException(new Location(new File('f').toPath(), 1), 'x')   || 2
        new ConnectionException('bad name')                                 || 2
        ConnectionException.settings('bad config')                          || 2
        new IllegalStateException()                                         || 1
    }

    def "#bytes bytes are #text"() {
        expect:
        Bytes.text(bytes) == text

        where:
        bytes               || text
        0                   || '0 B'
        999                 || '999 B'
        1000                || '1.0 kB'
        999_960             || '1.0 MB'
        185_400_000         || '185.4 MB'
        3_000_000_000_000   || '3.0 TB'
    }
}
