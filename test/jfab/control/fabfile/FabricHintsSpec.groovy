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
        2    | "task('t') { c ->\n new Connection('b').run('x') }"           | "group('host').run('...')"
        2    | "task('t') { c ->\n Connection('b').run('x') }"               | "group('host').run('...')"
        2    | 'task("t") { c ->\n c.run("echo $HOME") }'                    | "unknown name 'HOME'; Groovy reads the \$HOME of a text in double quotes: for the shell's, write the text in single quotes, or \\\$HOME"
        2    | 'task("t") { c ->\n c.run("""\n for i in 1; do echo ${i}; done""") }' | "single quotes, or \\\$i"
        2    | "task('t') { c ->\n re_start(c) }; task('re_start') { c -> }" | "'re_start' is a task, and no function: write invoke('re_start'), or"
        2    | "task('t') { c ->\n c.run('x').split(',') }"                 | "a result has no 'split'; its text is its stdout: result.stdout.trim().split(...)"
        2    | 'task("t") { c ->\n c.run("x | awk \'{print $1}\'") }'      | 'write the text in single quotes, or \\$'
        2    | 'task("t") { c ->\n println hots; println "$hots" }'          | "unknown name 'hots'; "
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
