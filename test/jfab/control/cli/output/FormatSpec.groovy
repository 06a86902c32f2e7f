package jfab.control.cli.output

import groovy.json.JsonSlurper
import java.time.Duration
import jfab.control.cli.output.OutputOptions.Format
import jfab.control.connection.command.Command
import jfab.control.connection.command.CommandException
import jfab.control.connection.host.Host
import jfab.control.connection.command.OutputListener.Stream
import jfab.control.connection.command.Result
import jfab.control.task.HostOutcome
import jfab.control.task.Report
import jfab.control.task.TaskEvent
import spock.lang.Specification

class FormatSpec extends Specification {
    static final List<Host> GPUS = (1..4).collect { Host.parse("gpu0$it") }

    def out = new ByteArrayOutputStream()
    def err = new ByteArrayOutputStream()

    Output output(Map more = [:], Format format) {
        boolean terminal = more.terminal ?: false
        def screen = new Screen(new PrintStream(out, false, 'UTF-8'), new PrintStream(err, false, 'UTF-8'), terminal, terminal, terminal)
        def options = new OutputOptions(format, more.diff ?: false, more.timestamps ?: false, more.results ?: false, Optional.empty(), false)
        new Output(screen, OutputOptions.lines(false)).tap { begin(options, GPUS) }
    }

    static HostOutcome ok(Host host, Object value = null) {
        new HostOutcome.Succeeded(host, Duration.ofMillis(1500), value)
    }

    static HostOutcome killed(Host host) {
        def result = new Result(host, Command.shell('x'), 137, 'KILL', '', '', Duration.ZERO)
        new HostOutcome.Failed(host, Duration.ofMillis(20), new CommandException(result, '`x` was killed by SIGKILL'))
    }

    static TaskEvent line(int host, String text, Stream stream = Stream.OUT) {
        new TaskEvent.Line(GPUS[host - 1], stream, text)
    }

    def "what tasks return is shown where it is asked for, in #format"() {
        given:
        def output = output(format, results: true)

        when:
        output.on(new TaskEvent.Started('t', GPUS))
        [[a: [1, 'x']], 'two\nlines', null, 4].eachWithIndex { value, i ->
            output.on(new TaskEvent.Finished('t', ok(GPUS[i], value)))
        }
        output.end(new Report(GPUS.collect { ok(it) }), 0)

        then:
        out.toString('UTF-8').readLines()*.trim().findAll { it && !it.startsWith('---') }.sort() == lines

        where:
        format       | lines
        Format.LINES | ['[gpu01] {"a":[1,"x"]}', '[gpu02] lines', '[gpu02] two', '[gpu04] 4']
        Format.QUIET | ['[gpu01] {"a":[1,"x"]}', '[gpu02] lines', '[gpu02] two', '[gpu04] 4']
    }

    def "what no task means to say is not shown in #format"() {
        given:
        def output = output(format)

        when:
        [[a: 1], new Date(0), [1]].eachWithIndex { value, i -> output.on(new TaskEvent.Finished('t', ok(GPUS[i], value))) }
        output.end(new Report(GPUS.collect { ok(it) }), 0)

        then:
        out.toString('UTF-8') == ''

        where:
        format << [Format.LINES, Format.QUIET, Format.FOLDED]
    }

    def "equal outputs are shown once, headed by their hosts, the most frequent first"() {
        given:
        def output = output(Format.FOLDED)

        when:
        output.on(new TaskEvent.Started('t', GPUS))
        [line(2, 'other'), line(1, 'a'), line(3, 'a'), line(1, 'b'), line(4, 'a'), line(3, 'b'), line(4, 'b')].each(output.&on)
        [line(4, 'warn', Stream.ERR), line(2, 'warn', Stream.ERR)].each(output.&on)

        then:
        out.size() == 0

        when:
        output.end(new Report([ok(GPUS[0])]), 0)

        then:
        out.toString() == '''\
            ---------------
            gpu[01,03-04] (3)
            ---------------
            a
            b
            ---------------
            gpu02
            ---------------
            other
            '''.stripIndent()
        err.toString() == '''\
            ---------------
            gpu[02,04] (2)
            ---------------
            warn
            '''.stripIndent()
    }

    def "differences are shown against the most frequent output"() {
        given:
        def output = output(Format.FOLDED, diff: true)

        when:
        (1..4).each { host -> (1..9).each { output.on(line(host, host == 3 && it == 5 ? 'FIVE' : "$it")) } }
        output.end(new Report([ok(GPUS[0])]), 0)

        then:
        out.toString() == '''\
            ---------------
            gpu[01-02,04] (3)
            ---------------
            1
            2
            3
            4
            5
            6
            7
            8
            9
            ---------------
            gpu03
            ---------------
            --- gpu[01-02,04]
            +++ gpu03
            @@ -2,7 +2,7 @@
             2
             3
             4
            -5
            +FIVE
             6
             7
             8
            '''.stripIndent()
    }

    def "JSON has an object for each event, and nothing else"() {
        given:
        def output = output(Format.JSON)
        def result = new Result(GPUS[1], Command.shell('date'), 0, null, 'é\n', '', Duration.ofMillis(10))

        when:
        output.on(new TaskEvent.Started('disk', GPUS))
        output.all([line(1, 'a "q" é\u2028'), line(2, 'e', Stream.ERR)])
        output.on(new TaskEvent.Notice(null, 'hm'))
        output.on(new TaskEvent.Progress(GPUS[0], 'engine', 5, 10))
        output.on(new TaskEvent.Finished('disk', ok(GPUS[0], [free: 7, list: [true, null, 'x']])))
        output.on(new TaskEvent.Finished('disk', ok(GPUS[1], result)))
        output.on(new TaskEvent.Finished('disk', killed(GPUS[2])))
        output.on(new TaskEvent.Skipped(['push'], 'gpu03 failed'))
        output.end(new Report([ok(GPUS[0]), killed(GPUS[2])]), 137)
        def events = out.toString('UTF-8').readLines().collect { new JsonSlurper().parseText(it) as Map }

        then:
        events.every { it.time ==~ /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/ }
        events*.findAll { it.key != 'time' } == [
            [event: 'started', task: 'disk', hosts: ['gpu01', 'gpu02', 'gpu03', 'gpu04']],
            [event: 'line', host: 'gpu01', task: 'disk', stream: 'out', text: 'a "q" é\u2028'],
            [event: 'line', host: 'gpu02', task: 'disk', stream: 'err', text: 'e'],
            [event: 'notice', task: 'disk', text: 'hm'],
            [event: 'progress', host: 'gpu01', task: 'disk', what: 'engine', done: 5, total: 10],
            [event: 'finished', host: 'gpu01', task: 'disk', result: 'ok', took: 1.5, value: [free: 7, list: [true, null, 'x']]],
            [event: 'finished', host: 'gpu02', task: 'disk', result: 'ok', took: 1.5,
                value: [command: 'date', exitCode: 0, took: 0.01, out: 'é\n', err: '']],
            [event: 'finished', host: 'gpu03', task: 'disk', result: 'killed', exitCode: 137, signal: 'KILL', took: 0.02,
                message: '`x` was killed by SIGKILL'],
            [event: 'skipped', task: 'disk', tasks: ['push'], why: 'gpu03 failed'],
            [event: 'ended', exitCode: 137, ok: 1, failed: 1],
        ]
        err.size() == 0
    }

    def "quiet shows failures and values, and nothing of a run without either"() {
        given:
        def output = output(Format.QUIET)

        when:
        output.on(line(1, 'x'))
        output.on(new TaskEvent.Notice(GPUS[0], 'hm'))
        output.on(new TaskEvent.Finished('t', ok(GPUS[0])))
        output.end(new Report([ok(GPUS[0])]), 0)

        then:
        out.size() + err.size() == 0

        when:
        output.on(new TaskEvent.Finished('t', ok(GPUS[1], 42)))
        output.on(new TaskEvent.Finished('t', killed(GPUS[2])))

        then:
        out.toString() == '[gpu02] 42\n'
        err.toString() == 'jfab: gpu03: `x` was killed by SIGKILL\n'
    }

    def "on a terminal a value cannot move the cursor, nor pass for another host's, in #format"() {
        given:
        def output = output(format, results: true, terminal: true)

        when:
        output.on(new TaskEvent.Finished('t', ok(GPUS[0], 'a\u001b[2J\u001b]52;c;ZXZpbA==\u0007b\r[gpu02] forged\n[gpu02] \u202eforged')))
        output.on(new TaskEvent.Finished('t', ok(GPUS[1], [a: 'x\u009by'])))
        output.end(new Report(GPUS.collect { ok(it) }), 0)
        def lines = out.toString('UTF-8').readLines()*.replaceAll(/\u001b\[[0-9]*m/, '')

        then:
        lines.findAll { it.contains('b') || it.contains('forged') || it.contains('x') } == shown

        where:
        format       | shown
        Format.QUIET | ['[gpu01] ab', '[gpu01] [gpu02] forged', '[gpu01] [gpu02] forged', '[gpu02] {"a":"x\\u009by"}']
        Format.LINES | ['[gpu01] ab', '[gpu01] [gpu02] forged', '[gpu01] [gpu02] forged', '[gpu02] {"a":"x\\u009by"}']
    }

    def "in JSON a host's words are ASCII's letters or letters that are seen, and the same when they are read"() {
        given:
        def output = output(Format.JSON, results: true, terminal: true)
        def words = 'a\u001b[2J\u009b31m\u202eb\u2028c\u200bd\ue000 \u00e9\u4e2d' + new String(Character.toChars(0xe0041))

        when:
        output.on(new TaskEvent.Finished('t', ok(GPUS[0], words)))
        output.end(new Report([ok(GPUS[0])]), 0)
        def text = out.toString('UTF-8')

        then:
        !(text =~ /[\p{Cc}\p{Cf}\p{Zl}\p{Co}&&[^\n]]/)
        text.contains('\u00e9\u4e2d')
        new JsonSlurper().parseText(text.readLines().find { it.contains('finished') }).value == words
    }

    def "a program gets the value of one host as it is"() {
        given:
        def screen = new Screen(new PrintStream(out, false, 'UTF-8'), new PrintStream(err, false, 'UTF-8'), false, false, false)
        def output = new Output(screen, OutputOptions.lines(false))
        output.begin(new OutputOptions(Format.QUIET, false, false, false, Optional.empty(), false), [GPUS[0]])

        when:
        output.on(new TaskEvent.Finished('t', ok(GPUS[0], 'a\u001b[2J\r\n\nb')))

        then:
        out.toString('UTF-8') == 'a\u001b[2J\r\n\nb\n'
    }

    def "lines carry the time of day where that is asked for"() {
        when:
        output(Format.LINES, timestamps: true).on(line(2, 'x'))

        then:
        out.toString() ==~ /\d\d:\d\d:\d\d\.\d{3} \[gpu02\] x\n/
    }

    def "on a terminal a foot line tells how many hosts are done, below the lines"() {
        given:
        def output = output(Format.LINES, terminal: true)

        when:
        output.on(new TaskEvent.Started('t', GPUS))
        output.on(new TaskEvent.Finished('t', ok(GPUS[1])))
        output.on(new TaskEvent.Finished('t', killed(GPUS[2])))
        def foot = '2/4 done, 1 failed, 2 running: gpu[01,04]'

        then:
        err.toString().endsWith('\r' + foot) || err.toString().endsWith(foot)

        when:
        output.on(line(1, 'x', Stream.ERR))

        then: 'it is taken away for the line, and put back'
        err.toString().endsWith(foot + '\r' + ' ' * foot.size() + '\r\u001b[36m[gpu01]\u001b[0m x\n' + foot)

        when:
        output.end(new Report([]), 0)

        then:
        err.toString().endsWith(foot + '\r' + ' ' * foot.size() + '\r')
    }

    def "what a host prints cannot move the cursor nor colour what follows: #text"() {
        expect:
        Clean.forTerminal(text) == shown

        where:
        text                                    || shown
        'plain \t é'                            || 'plain \t é'
        '\u001b[31mred\u001b[0m'                || '\u001b[31mred\u001b[0m'
        '\u001b[1;32mopen'                      || '\u001b[1;32mopen\u001b[0m'
        'a\u001b[2Jb\u001b[1;1Hc'               || 'abc'
        '\u001b]0;title\u0007x'                 || 'x'
        '\u001b]0;title\u001b\\x'               || 'x'
        'cut \u001b[31'                         || 'cut '
        'cut \u001b'                            || 'cut '
        'cut \u001b]0;tit'                      || 'cut '
        '10%\r55%\r100%'                        || '100%'
        '10%\r100%\r'                           || '100%'
        'bell\u0007 back\u0008'                 || 'bell back'
        '\u001b(0box'                           || 'box'
        '\u009b2Jx'                             || '2Jx'
        'a\u202egnp.exe\u2066b\u200f'            || 'agnp.exeb'
    }
}
