package jfab.cli.output

import java.time.Duration
import jfab.cli.ExitCode
import jfab.cli.UsageException
import jfab.connection.Command
import jfab.connection.CommandException
import jfab.connection.ConnectionException
import jfab.connection.ConnectionException.Reason
import jfab.connection.Host
import jfab.connection.OutputListener.Stream
import jfab.connection.Result
import jfab.dsl.Location
import jfab.dsl.ScriptException
import jfab.task.HostOutcome
import jfab.task.Report
import jfab.task.TaskEvent
import jfab.task.TaskException
import spock.lang.Specification

class RenderSpec extends Specification {
    static final Host A = Host.parse('gpu1')
    static final Host B = Host.parse('root@gpu20')

    def out = new ByteArrayOutputStream()
    def err = new ByteArrayOutputStream()

    Screen screen(boolean terminal = false) {
        new Screen(new PrintStream(out, false, 'UTF-8'), new PrintStream(err, false, 'UTF-8'), terminal, terminal)
    }

    TerminalRenderer renderer(boolean terminal, Host... hosts) {
        new TerminalRenderer(screen(terminal), false).tap { expect(hosts as List) }
    }

    static HostOutcome failed(Host host, Throwable failure) {
        new HostOutcome.Failed(host, Duration.ofMillis(1234), failure)
    }

    static CommandException exited(Host host, int code) {
        new CommandException(new Result(host, Command.shell('x'), code, null, '', '', Duration.ZERO), "`x` exited with $code")
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
        err.toString() == '[gpu1] engine: 1.5 MB\n[gpu1] engine: done, 1.5 MB\n[gpu20] note: done, 940 B\n'
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
        renderer.close()
        def lines = err.toString().readLines()

        then:
        out.toString() == '\u001b[36m[gpu1]\u001b[0m between\n'
        lines.last() =~ /engine 100% .* 4\/4 MB/
        err.toString().endsWith('\n')
    }

    def "the summary has a line per host with result, exit code and time"() {
        when:
        new Summary(new Report([
            new HostOutcome.Succeeded(A, Duration.ofSeconds(75), null),
            failed(B, exited(B, 7)),
            failed(Host.parse('c'), unreachable(Host.parse('c'))),
            failed(Host.parse('d'), new IllegalStateException()),
            new HostOutcome.Stopped(Host.parse('e'), Duration.ofMillis(50)),
            new HostOutcome.Skipped(Host.parse('f'), 'failed on c'),
        ])).print(screen())

        then:
        err.toString() == '''\
            host   result                     exit     time
            gpu1   ok                            0    1m15s
            gpu20  failed                        7     1.2s
            c      unreachable                   -     1.2s
            d      failed                        -     1.2s
            e      stopped                       -     0.1s
            f      not finished: failed on c     -        -
            '''.stripIndent()
    }

    def "one host that succeeded needs no summary"() {
        when:
        new Summary(new Report([new HostOutcome.Succeeded(A, Duration.ZERO, null)])).print(screen())

        then:
        err.size() == 0
    }

    def "the exit code of #outcomes is #code"() {
        expect:
        ExitCode.of(new Report(outcomes)) == code

        where:
        outcomes                                                                        || code
        [new HostOutcome.Succeeded(A, Duration.ZERO, null)]                                   || 0
        [new HostOutcome.Succeeded(A, Duration.ZERO, null), failed(B, exited(B, 7))]          || 7
        [failed(A, exited(A, 7)), failed(B, exited(B, 7))]                              || 7
        [failed(A, exited(A, 7)), failed(B, exited(B, 8))]                              || 1
        [failed(A, new TaskException('f:1', exited(A, 9)))]                             || 9
        [failed(A, exited(A, 0))]                                                       || 1
        [failed(A, unreachable(A)), new HostOutcome.Succeeded(B, Duration.ZERO, null)]        || 4
        [failed(A, unreachable(A)), failed(B, exited(B, 7))]                            || 1
        [failed(A, new ConnectionException(A, Reason.AUTHENTICATION, 'no', null))]      || 1
        [failed(A, new IllegalStateException())]                                        || 1
        [failed(A, exited(A, 7)), new HostOutcome.Stopped(B, Duration.ZERO)]            || 130
        [new HostOutcome.Skipped(A, 'why')]                                             || 1
    }

    def "a mistake before any task has exit code #code: #failure"() {
        expect:
        ExitCode.before(failure) == code

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
