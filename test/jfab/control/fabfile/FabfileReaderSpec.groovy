package jfab.control.fabfile

import java.nio.file.Files
import java.nio.file.Path
import jfab.control.connection.Group
import jfab.control.connection.host.Host
import jfab.script.ScriptException
import jfab.control.hosts.HostSource
import jfab.control.task.Body
import jfab.control.task.TaskParameter
import jfab.control.task.Arity
import jfab.control.task.TaskEvent
import jfab.control.task.ValueType.Plain
import spock.lang.Specification
import spock.lang.TempDir

class FabfileReaderSpec extends Specification {
    @TempDir
    Path folder
    List<TaskEvent> events = []
    PrintStream standardOutput = System.out

    def setup() {
        System.out = TaskOutput.stream(events::add)
    }

    def cleanup() {
        System.out = standardOutput
    }

    Fabfile read(Map<String, String> files) {
        files.each { name, text ->
            def file = folder.resolve(name)
            Files.createDirectories(file.parent)
            Files.writeString(file, text)
        }
        new FabfileReader(events::add).read(folder.resolve('fabfile.groovy'))
    }

    Fabfile read(String text) {
        read(['fabfile.groovy': text])
    }

    String messageOf(ScriptException e) {
        e.message.replace(folder.toString() + '/', '')
    }

    def "a fabfile with the name of a type of Java is refused"() {
        given:
        def file = Files.writeString(folder.resolve('long.groovy'), "task('hi') { -> }")

        when:
        new FabfileReader(events::add).read(file)

        then:
        def e = thrown(ScriptException)
        messageOf(e) == 'long.groovy: cannot have the name of the type long; rename it'
        e.mistake
    }

    def "a fabfile may begin as Windows' editors begin it"() {
        expect:
        read("\uFEFFhosts 'a'\r\n").hosts() == [Host.parse('a')]
    }

    def "one that is no text is refused"() {
        given:
        def file = Files.write(folder.resolve('fabfile.groovy'), [0x68, 0xff, 0x0a] as byte[])

        when:
        new FabfileReader(events::add).read(file)

        then:
        def e = thrown(ScriptException)
        messageOf(e) == 'fabfile.groovy: cannot be read: it is no text in UTF-8'
    }

    def "#text names the hosts #names"() {
        expect:
        read(text).hosts() == names.collect { Host.parse(it) }

        where:
        text                                           || names
        "hosts 'root@172.16.0.5', '172.16.0.6:2222'"   || ['root@172.16.0.5', '172.16.0.6:2222']
        "hosts(['a', 'b'])"                            || ['a', 'b']
        "hosts 'a'\nhosts 'b'"                         || ['a', 'b']
        'ip = 5; hosts "172.16.0.$ip", "172.16.0.6"'   || ['172.16.0.5', '172.16.0.6']
        'hosts((1..2).collect { "gpu$it" })'           || ['gpu1', 'gpu2']
        ''                                             || []
    }

    def "parameters are those of the body after the first, typed by their defaults"() {
        when:
        def task = read("""
            task('tail_log', 'Show logs', job_id: '', lines: 10, rate: 0.5, follow: false, since: null) {
                c, source, int count, job_id, lines, rate, follow, since -> }
        """).tasks()['tail-log']

        then:
        task.description() == 'Show logs'
        task.parameters() == [
            new TaskParameter('source', Plain.TEXT, Arity.VALUE, 1, true, null, 's' as char, ''),
            new TaskParameter('count', Plain.INT, Arity.VALUE, 2, true, null, 'c' as char, ''),
            new TaskParameter('job_id', Plain.TEXT, Arity.VALUE, 0, false, '', 'j' as char, ''),
            new TaskParameter('lines', Plain.INTEGER, Arity.VALUE, 0, false, 10, 'l' as char, ''),
            new TaskParameter('rate', Plain.DECIMAL, Arity.VALUE, 0, false, 0.5, 'r' as char, ''),
            new TaskParameter('follow', Plain.TEXT, Arity.NOTHING, 0, false, false, 'f' as char, ''),
            new TaskParameter('since', Plain.TEXT, Arity.VALUE, 0, false, null, 'i' as char, ''),
        ]
    }

    def "a task has its own hosts, and tasks before it"() {
        when:
        def task = read("task('disk') { }\ntask('push', hosts: 'a', before: ['disk']) { c -> }").tasks().push

        then:
        task.hosts() == [new HostSource.Given([Host.parse('a')])]
        task.before() == ['disk']
    }

    def "a body whose first parameter is a Group runs once for all hosts"() {
        when:
        def tasks = read('''
            task('one') { Group group -> println 'once' }
            task('each') { Connection c -> }
            task('plain') { c -> }
            task('implicit') { run 'x' }
            task('nothing') { -> }
        ''').tasks()
        (tasks.one.body() as Body.AllHosts).run(new Group([], null), [])

        then:
        tasks.one.body() instanceof Body.AllHosts
        ['each', 'plain', 'implicit', 'nothing'].every { tasks[it].body() instanceof Body.EachHost }
        events*.text() == ['once']
    }

    def "variables are shared by the fabfile, the files it includes, and the bodies"() {
        when:
        def fabfile = read('fabfile.groovy': "port = 6173\ninclude 'tasks/a.groovy'\ntask('b') { Group g -> println seen }",
            'tasks/a.groovy': "seen = port + 1\ninclude 'more/c.groovy'\ntask('a') { Group g -> print port; println \" \$seen\"; printf '%03d\\n', port; print 'end' }",
            'tasks/more/c.groovy': "task('c') { Group g -> }")
        ['a', 'b'].each { (fabfile.tasks()[it].body() as Body.AllHosts).run(new Group([], null), []) }

        then:
        fabfile.tasks().keySet() as List == ['c', 'a', 'b']
        events*.text() == ['6173 6174', '6173', 'end', '6174']
    }

    def "a mistake is answered with its file, its line and what to write: #message"() {
        when:
        read(['fabfile.groovy': fabfile, 'a.groovy': "\nhots 'x'", 'loop.groovy': "include 'fabfile.groovy'"])

        then:
        def e = thrown(ScriptException)
        messageOf(e) == message

        where:
        fabfile                                           || message
        "\nhots 'a'"                                      || "fabfile.groovy:2: no word 'hots' takes (String); did you mean 'hosts'?"
        "include 'a.groovy'"                              || "a.groovy:2: no word 'hots' takes (String); did you mean 'hosts'?"
        "taks('x') { c -> }"                              || "fabfile.groovy:1: no word 'taks' takes (String, { closure }); did you mean 'task'?"
        "\n\ntask('x', 3)"                                || "fabfile.groovy:3: 'task' does not take (String, Integer); it takes (String, { closure }) or (String, String, { closure }) or (named arguments, String, { closure })"
        "hosts 'a:b:c:99999999'\nhosts 'h:port'"          || "fabfile.groovy:2: 'h:port' is not a host; write [user@]host[:port]"
        "hosts gpu17"                                     || "fabfile.groovy:1: unknown name 'gpu17'"
        "hosts 'a'\nhosts 'b"                             || "fabfile.groovy:2: Unexpected character: '\\''; a text that begins there does not end"
        "for (hosts in hosts('a')) {}"                    || "fabfile.groovy:1: 'hosts' is a word; write hosts(...); a variable of that name hides it, and needs another"
        "cluster {\ntrainers -1\n}"                       || "fabfile.groovy:2: Groovy subtracts the number behind 'trainers' from it; one below 0, if trainers takes that, is written trainers(-1)"
        "cluster {\nport -1\n}"                           || "fabfile.groovy:2: Groovy subtracts the number behind 'port' from it; one below 0, if port takes that, is written port(-1)"
        "cluster {\ntrainers(-1)\n}"                      || "fabfile.groovy:2: trainers: -1 is not between 1 and 100000"
        "cluster { environment A: 'x\\0y' }"              || "fabfile.groovy:1: environment: A has a character with the code 0, which no variable can hold"
        "cluster { environment A: null }"                 || "fabfile.groovy:1: environment: A takes a text or a number, not null; write '' for an empty one"
        "cluster { environment A: [1, 2] }"               || "fabfile.groovy:1: environment: A takes a text or a number, not a list"
        "cluster { command role: 'trainer', [''] }"       || "fabfile.groovy:1: command: the first of its words names the program, and is empty; write ['python3', 'train.py']"
        "include 'nix.groovy'"                            || "fabfile.groovy:1: there is no file nix.groovy to include"
        "\ninclude 'loop.groovy'"                         || "loop.groovy:1: 'fabfile.groovy' is being read already; files include each other"
        "task('a') {}\ntask('a') {}"                      || "fabfile.groovy:2: task 'a' is already declared at fabfile.groovy:1"
        "task('lint') {}"                                 || "fabfile.groovy:1: task 'lint' would never be called: jfab lint is jfab's own, which runs no fabfile; name it otherwise"
        "task('a', aliases: 'lint') {}"                   || "fabfile.groovy:1: alias 'lint' of task 'a' would never be called: jfab lint is jfab's own, which runs no fabfile; name it otherwise"
        "task('a_b') {}\ntask('a-b') {}"                  || "fabfile.groovy:2: task 'a-b' is already declared at fabfile.groovy:1"
        "task('a b') {}"                                  || "fabfile.groovy:1: 'a b' cannot be typed as a task name; use letters, digits, - and _"
        "task('a', path: 1) { c -> }"                     || "fabfile.groovy:1: the task has a default for 'path', but its body has no such parameter"
        "task('a', description: 'b') { c -> }"            || "fabfile.groovy:1: the task has a default for 'description', but its body has no such parameter; a description stands behind the task's name: task('name', 'what it does') { c -> }"
        "task('a', path: 1) { c, pth -> }"                || "fabfile.groovy:1: the task has a default for 'path', but its body has no such parameter; did you mean 'pth'?"
        "task('a', path: [:]) { c, path -> }"             || "fabfile.groovy:1: parameter 'path' has a default of type LinkedHashMap; use text, a number, true, false, null, a path, an enum or a list"
        "task('a') { c, path = '/home' -> }"              || "fabfile.groovy:1: write defaults before the body: task('name', path: '/home') { c, path -> }"
        "\ntask('a', before: 'dsik') {}\ntask('disk') {}" || "fabfile.groovy:2: task 'a' has before: 'dsik', which is no task; did you mean 'disk'?"
        "\nthrow new IOException('boom')"                 || "fabfile.groovy:2: IOException: boom"
        "\n\n1 / 0"                                       || "fabfile.groovy:3: ArithmeticException: Division by zero"
    }

    def "a mistake in a body is answered in the same way when it runs: #message"() {
        given:
        def task = read("task('x') { Group g ->\n $body\n}").tasks().x

        when:
        (task.body() as Body.AllHosts).run(new Group([], null), [])

        then:
        def e = thrown(ScriptException)
        messageOf(e) == message

        where:
        body                           || message
        "g.rnu { }"                    || "fabfile.groovy:2: no word 'rnu' takes ({ closure }); did you mean 'run'?"
        "hosts 'late'"                 || "fabfile.groovy:2: 'hosts' belongs at the top of the fabfile, not into a task"
        "task('y') {}"                 || "fabfile.groovy:2: 'task' belongs at the top of the fabfile, not into a task"
        "include 'y'"                  || "fabfile.groovy:2: 'include' belongs at the top of the fabfile, not into a task"
        "println prot"                 || "fabfile.groovy:2: unknown name 'prot'; did you mean 'put'?"
        "println 'h1'.name"            || "fabfile.groovy:2: String has no 'name'"
        "println anything"             || "fabfile.groovy:2: unknown name 'anything'"
        "throw new Exception('boom')"  || "fabfile.groovy:2: Exception: boom"
        "def f\nf = { f() }\nf()"       || "fabfile.groovy:3: it calls itself without end"
        "throw new OutOfMemoryError('x')" || "fabfile.groovy:2: there is no memory left for it: x"
        "assert 1 == 2"                || "fabfile.groovy:2: assert 1 == 2"
    }

    def "a body's interrupt travels as it is"() {
        given:
        def task = read("task('x') { Group g -> throw new InterruptedException() }").tasks().x

        when:
        (task.body() as Body.AllHosts).run(new Group([], null), [])

        then:
        thrown(InterruptedException)
    }

    def "a file that is included twice is read once"() {
        expect:
        read('fabfile.groovy': "include 'a.groovy'\ninclude 'b.groovy'", 'a.groovy': "include 'b.groovy'",
            'b.groovy': "task('b') {}").tasks().keySet() == ['b'] as Set
    }

    def "the fabfile is that of the nearest folder above"() {
        given:
        Files.createDirectories(folder.resolve('a/b'))
        Files.writeString(folder.resolve('fabfile.groovy'), '')

        expect:
        FabfileReader.find(folder.resolve('a/b'), 'fabfile').get() == folder.resolve('fabfile.groovy')

        when:
        Files.writeString(folder.resolve('a/fabfile.groovy'), '')

        then:
        FabfileReader.find(folder.resolve('a/b'), 'fabfile').get() == folder.resolve('a/fabfile.groovy')
    }
}
