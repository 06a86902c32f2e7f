package jfab.control.fabfile

import java.nio.file.Files
import java.nio.file.Path
import jfab.control.testing.Fabfiles
import jfab.control.testing.RecordingConnector
import spock.lang.Specification
import spock.lang.TempDir

/** What is said to those who write what they know from Fabric, or from a shell. */
class FabricHintsSpec extends Specification {
    @TempDir
    Path folder

    String said(String text) {
        def file = Files.writeString(folder.resolve('fabfile.groovy'), text)
        try {
            Fabfiles.load(file, new RecordingConnector()).run('-H', 'a', 't').problem('a')
        } catch (Exception e) {
            e.message
        }
    }

    def "#text is answered"() {
        expect:
        def message = said(text)
        message.startsWith("${folder.resolve('fabfile.groovy')}:$line: ")
        message.contains(answer)
        message.readLines().size() == 1

        where:
        line | text                                                          | answer
        1    | "env.hosts = ['a']"                                           | "there is no 'env' here; what every task knows is a variable"
        1    | "run('uptime')"                                               | "there is no 'run' here; hosts are worked on in tasks: task('name') { c -> c.run(...) }"
        1    | "host 'n1'"                                                    | "host says what is known of a host, as in host 'gpu1', user: 'me'; tasks run on hosts 'gpu1', 'gpu2'"
        2    | "task('t') { c ->\n c.run('x', warn = true) }"                 | "run takes options by name: write warn: true, not warn = true"
        2    | "task('t') { c ->\n execute('other') }"                       | "invoke('name') runs a task from another"
        2    | "task('t') { c ->\n println False }"                          | "Groovy writes false"
        2    | "task('t') { c ->\n rsync_project('/srv', 'site') }"          | "c.put('site/', '/srv/site', sync: true)"
        2    | "task('t') { c ->\n println red('x') }"                       | "writes in a colour"
        2    | "task('t') { c ->\n abort('no') }"                            | "fail('...') ends the task"
        2    | "task('t') { c ->\n exit(1) }"                                | "there is no 'exit' here; fail('...') ends the task"
        2    | "task('t') { c ->\n new Connection('b').run('x') }"           | "group('host').run('...')"
        2    | "task('t') { c ->\n Connection('b').run('x') }"               | "group('host').run('...')"
        2    | 'task("t") { c ->\n c.run("echo $HOME") }'                    | "unknown name 'HOME'; Groovy reads the \$HOME of a text in double quotes: for the shell's, write the text in single quotes, or \\\$HOME"
        2    | 'task("t") { c ->\n c.run("""\n for i in 1; do echo ${i}; done""") }' | "single quotes, or \\\$i"
        2    | "task('t') { c ->\n re_start(c) }; task('re_start') { c -> }" | "'re_start' is a task, and no function: write invoke('re_start'), or"
        2    | "task('t') { c ->\n c.run('x').split(',') }"                 | "a result has no 'split'; its text is its stdout: result.stdout.trim().split(...)"
        2    | 'task("t") { c ->\n c.run("x | awk \'{print $1}\'") }'      | 'write the text in single quotes, or \\$'
        1    | "task('t', pre: ['y']) { c -> }"                               | "its body has no such parameter; tasks that come first are before: ['y']"
        1    | "task('t', post: ['y']) { c -> }"                              | "tasks that follow are after: ['y']"
        1    | "task('t', autoprint: true) { c -> }"                          | "jfab --print-results shows what tasks return"
        2    | "task('t') { c ->\n print('on', c.host) }"                     | 'print takes one value: write print "on ${a}, ${b}"'
        2    | "task('t') { c ->\n println('on', c.host) }"                   | 'println takes one value: write println "on ${a}, ${b}"'
        1    | "println('on', 1)"                                             | 'println takes one value'
        2    | "task('t') { c ->\n c.run('echo %s' % 'q') }"                 | "% puts no values into a text: write \"echo \${x}\", or String.format('echo %s', x)"
        2    | "task('t') { c ->\n c.cd('/tmp'); c.run('rm x') }"            | "'cd' lacks its block: cd(...) { ... }"
        2    | "task('t') { c ->\n c.env(A: 'b') }"                          | "'env' lacks its block: env(...) { ... }"
        2    | "task('t') { c ->\n c.cd('/tmp', 'x') }"                      | "'cd' does not take (String, String); it takes (String, { closure })"
        2    | "task('t') { c ->\n try { c.run('x') } catch (UnexpectedExit e) { } }" | "there is no 'UnexpectedExit' here; a command that fails throws CommandException, as in catch (CommandException e)"
        2    | "task('t') { c ->\n try { c.run('x') } catch (CommandTimedOut e) { } }" | "there is no 'CommandTimedOut' here; a command that takes too long throws CommandException, whose reason() is CommandException.Reason.TIME_LIMIT"
        2    | "task('t') { c ->\n throw new Exit('bad') }"                  | "there is no 'Exit' here; fail('...') ends the task"
        2    | "task('t') { c ->\n raise Exit('bad') }"                      | "there is no 'Exit' here; fail('...') ends the task"
        2    | "task('t') { c ->\n [1].fooBar(3) }"                          | "ArrayList has no method 'fooBar' that takes (Integer)"
        2    | "task('t') { c ->\n List.of(1).fooBar(3) }"                   | "List has no method 'fooBar' that takes (Integer)"
        2    | "task('t') { c ->\n 'a'.toDoubel() }"                         | "String has no method 'toDoubel' that takes no arguments; did you mean 'toDouble'?"
        2    | "task('t') { c ->\n group('b').rnu('x') }"                    | "Group has no method 'rnu' that takes (String); did you mean 'run'?"
        2    | "task('t') { c ->\n c.rnu('x') }"                             | "no word 'rnu' takes (String); did you mean 'run'?"
        2    | "task('t') { c ->\n rnu('x') }"                               | "no word 'rnu' takes (String)"
        2    | "task('t') { c ->\n group('b').run('x').values()*.stdout }"   | "an entry of a map has no 'stdout': write map.values()*.stdout; the values() of a group's result are a map by host, so results.values().values()*.stdout"
        2    | 'task("t") { c ->\n println hots; println "$hots" }'          | "unknown name 'hots'; "
    }

    def "what these answers say works"() {
        expect:
        said("""task('t') { c ->
            try { c.run('false') } catch (CommandException e) { println e.result().stdout; println e.reason() == CommandException.Reason.TIME_LIMIT }
            assert group('b').run('x').values().values()*.stdout == ['']
            assert String.format('echo %s', 1) == 'echo 1'
        }""") == ''
    }

    def "the parser says nothing besides"() {
        given:
        def before = System.err
        def printed = new ByteArrayOutputStream()
        System.setErr(new PrintStream(printed, true))

        when:
        said('task("t") { c ->\n c.run("x | awk \'{print $1}\'") }')

        then:
        printed.toString() == ''

        cleanup:
        System.setErr(before)
    }

    def "#option of run is answered"() {
        expect:
        said("task('t') { c -> c.run('x', $option) }").contains(answer)

        where:
        option            | answer
        'warn_only: true' | "run has no option 'warn_only': write warn: true"
        'quiet: true'     | "run has no option 'quiet': write hide: true, warn: true"
    }
}
