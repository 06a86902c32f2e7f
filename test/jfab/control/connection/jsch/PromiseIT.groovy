package jfab.control.connection.jsch

import static jfab.control.connection.jsch.Awaited.gone

import java.nio.file.Files
import java.util.concurrent.atomic.AtomicReference
import jfab.control.connection.command.CommandException
import jfab.control.connection.command.OptionException
import jfab.tools.Needs
import jfab.tools.Tool
import spock.lang.Timeout

/** Commands that run while their task goes on, on a real OpenSSH server. */
@Needs(Tool.SSHD)
@Timeout(60)
class PromiseIT extends OneHostSpec {
    def "commands on one host run at the same time, each within its blocks"() {
        given:
        c.run("mkfifo $folder/pipe")

        when:
        def reads = c.cd(folder.toString()) { c.start('read line < pipe && echo "got $line"') }
        def writes = c.env(A: 'x y') { c.start(['sh', '-c', 'echo "$A" > "$0"', "$folder/pipe"]) }

        then:
        c.run('echo meanwhile').out() == 'meanwhile\n'
        reads.join().out() == 'got x y\n'
        writes.join().ok()
        reads.done()
        reads.join().is(reads.join())
        printed.lines() == ['OUT meanwhile']
    }

    def "output is shown where it is not to be hidden, and nothing is read"() {
        expect:
        c.start('cat; echo shown', hide: false).join().out() == 'shown\n'
        printed.lines() == ['OUT shown']
    }

    def "what went wrong is thrown where it is joined"() {
        given:
        def failing = c.start('echo why >&2; exit 3')
        def late = c.start('sleep 300', timeout: 1)

        when:
        failing.join()

        then:
        def failed = thrown(CommandException)
        failed.message == "${sshd.host()}: `echo why >&2; exit 3` exited with 3: why"
        c.start('exit 3', ok: [3]).join().exited() == 3

        when:
        late.join()

        then:
        def stopped = thrown(CommandException)
        stopped.message.endsWith('took longer than 1.0 s and was stopped')
    }

    def "kill ends a command and all that it started, and gives what it printed"() {
        given:
        def serving = c.start("echo \$\$; sleep 300 & echo \$!; echo x > $folder/begun; wait", shell: shell)
        c.run("until [ -e $folder/begun ]; do sleep 0.05; done", timeout: 20)

        when:
        def result = serving.kill()

        then:
        result.lines().size() == 2
        result.lines().every { gone(it) }
        serving.join().is(result)
        c.run('true').ok()

        where:
        shell << ['/bin/sh', '/bin/bash']
    }

    def "a command that has ended is not killed any more"() {
        given:
        def ended = c.start('exit 3', ok: [3])
        ended.join()

        expect:
        ended.kill().exited() == 3
        ended.close() == null
    }

    def "what nobody joined is ended with its connection, and named"() {
        given:
        c.cd(folder.toString()) { c.start('echo $$ > pid; exec sleep 300') }
        def failed = c.start('exit 3')
        while (!failed.done()) {
            Thread.onSpinWait()
        }
        c.run("until [ -s $folder/pid ]; do sleep 0.05; done", timeout: 20)
        def other = connector.open(sshd.host())

        when:
        c.close()

        then:
        gone(pid())
        printed.notices().findAll { !it.contains('host key') }.sort() == [
            "${sshd.host()}: `echo \$\$ > pid; exec sleep 300` still ran when its connection was closed, and was stopped; join() waits for a started command",
            "${sshd.host()}: nobody joined a command that was started: `exit 3` exited with 3",
        ]*.toString()
        other.run('true').ok()
    }

    def "who is interrupted while waiting ends what it waits for"() {
        given:
        def slow = c.start("echo \$\$ > $folder/pid; exec sleep 300")
        def thrown = new AtomicReference()
        def waiting = Thread.ofVirtual().start {
            try {
                slow.join()
            } catch (CommandException e) {
                thrown.set([e.message, Thread.currentThread().interrupted])
            }
        }
        c.run("until [ -s $folder/pid ]; do sleep 0.05; done", timeout: 20)

        when:
        waiting.interrupt()
        waiting.join(20_000)

        then:
        thrown.get()[0].endsWith('was interrupted and was stopped')
        thrown.get()[1]
        gone(pid())
        c.run('true').ok()
    }

    def "Fabric's names for it are answered with ours: #word #option"() {
        when:
        c."$word"([(option): true], 'true')

        then:
        def failure = thrown(OptionException)
        failure.message.startsWith(said)

        where:
        word    | option         || said
        'run'   | 'asynchronous' || "run has no option 'asynchronous': start('...') goes on meanwhile and gives a promise"
        'sudo'  | 'asynchronous' || "sudo has no option 'asynchronous': start('...', user: 'root') goes on meanwhile"
        'run'   | 'disown'       || "run has no option 'disown': launch('...') starts what goes on when the connection ends"
        'run'   | 'out_stream'   || "run has no option 'out_stream': write out:"
        'local' | 'asynchronous' || "local has no option 'asynchronous'; did you mean "
    }

    def "values that cannot be meant are refused: #option: #value"() {
        when:
        c.run([(option): value], 'true')

        then:
        def failure = thrown(OptionException)
        failure.message == said

        where:
        option    | value      || said
        'ok'      | []         || "ok: [] is not a list of exit codes, as in [0, 1]; warn: true accepts all"
        'timeout' | 0          || "timeout: 0 is not more than 0 seconds and at most 3650 days"
        'timeout' | 1e300d     || "timeout: 1.0E300 is not more than 0 seconds and at most 3650 days"
        'timeout' | Double.NaN || "timeout: NaN is not more than 0 seconds and at most 3650 days"
    }

    private String pid() {
        Files.readString(folder.resolve('pid')).trim()
    }
}
