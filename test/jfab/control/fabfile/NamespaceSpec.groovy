package jfab.control.fabfile

import java.nio.file.Files
import java.nio.file.Path
import jfab.script.ScriptException
import jfab.control.task.Hook
import spock.lang.Specification
import spock.lang.TempDir

class NamespaceSpec extends Specification {
    @TempDir
    Path folder

    Fabfile read(Map<String, String> files) {
        files.each { name, text ->
            def file = folder.resolve(name)
            Files.createDirectories(file.parent)
            Files.writeString(file, text)
        }
        new FabfileReader({ }).read(folder.resolve('fabfile.groovy'))
    }

    Fabfile read(String text) {
        read(['fabfile.groovy': text])
    }

    def "tasks of a namespace have its name before theirs, and know each other without it"() {
        when:
        def fabfile = read("""
            task('clean') { }
            task('lock') { }
            namespace('my_docs') {
                task('clean') { c, path -> }
                namespace('api') {
                    task('build', before: [calling('clean', path: '/x'), 'lock'], after: 'my_docs.api.send', always: ['free', calling('clean', 1)]) { }
                    task('send') { }
                    task('free') { }
                }
            }
        """)
        def order = fabfile.tasks()['my-docs.api.build'].hooks()

        then:
        fabfile.tasks().keySet() as List ==
            ['clean', 'lock', 'my-docs.clean', 'my-docs.api.build', 'my-docs.api.send', 'my-docs.api.free']
        order.before() == [new Hook('my-docs.clean', [], [path: '/x']), Hook.of('lock')]
        order.after()*.task() == ['my-docs.api.send']
        order.always() == [Hook.of('my-docs.api.free'), new Hook('my-docs.clean', [1], [:])]
    }

    def "a file is included into a namespace, and into two"() {
        expect:
        read('fabfile.groovy': "include 'x.groovy', as: 'a'\nnamespace('b') { include 'x.groovy' }\ninclude 'x.groovy', as: 'a'",
            'x.groovy': "include 'y.groovy'\ntask('t', before: 'u') {}", 'y.groovy': "task('u') {}")
            .tasks().values().collect { [it.name(), it.before()] } ==
            [['a.u', []], ['a.t', ['a.u']], ['b.u', []], ['b.t', ['b.u']]]
    }

    def "a task answers to its aliases, and a default task to its namespace"() {
        when:
        def fabfile = read("""
            task('all', default: true) { }
            namespace('docs') {
                task('build_it', aliases: ['b', 'make_it'], default: true) { }
                task('_tidy', aliases: 't') { }
                task('plain', hidden: true) { }
            }
        """)

        then:
        fabfile.callable().collectEntries { name, task -> [name, task.name()] } == [all: 'all', 'docs.build-it': 'docs.build-it',
            'docs.b': 'docs.build-it', 'docs.make-it': 'docs.build-it', docs: 'docs.build-it', 'docs._tidy': 'docs._tidy',
            'docs.t': 'docs._tidy', 'docs.plain': 'docs.plain']
        fabfile.fallback().get().name() == 'all'
        fabfile.tasks().values().findAll { it.listing().hidden() }*.name() == ['docs._tidy', 'docs.plain']
    }

    def "a clash is answered with both places: #message"() {
        when:
        read(text)

        then:
        def e = thrown(ScriptException)
        e.message.replace(folder.toString() + '/', '') == message

        where:
        text                                                                  || message
        "task('a', aliases: 'b') {}\ntask('b') {}"                            || "fabfile.groovy:2: task 'b' is already declared at fabfile.groovy:1"
        "task('b') {}\n\ntask('a', aliases: 'b') {}"                          || "fabfile.groovy:3: alias 'b' of task 'a' is already declared at fabfile.groovy:1"
        "task('docs') {}\nnamespace('docs') {\ntask('a', default: true) {}}"  || "fabfile.groovy:3: the default task of docs is already declared at fabfile.groovy:1"
        "task('a', default: true) {}\ntask('b', default: true) {}"            || "fabfile.groovy:2: the default task is already declared at fabfile.groovy:1"
        "task('a', once: true) { c, once -> }"                                || "fabfile.groovy:1: task 'a': 'once' is an option of the word task; give the body's parameter another name"
        "\ntask('a', before: [3]) { }"                                        || "fabfile.groovy:2: before: takes names of tasks and calling('name', ...), not '3'"
        "task('a', once: 'yes') { }"                                          || "fabfile.groovy:1: once: takes true or false, not 'yes'"
        "task('a', aliases: 'b c') { }"                                       || "fabfile.groovy:1: 'b c' cannot be typed as an alias name; use letters, digits, - and _"
        "task('a.b') { }"                                                     || "fabfile.groovy:1: 'a.b' cannot be typed as a task name; use letters, digits, - and _; for a dot: namespace('a') { }"
        "task('a', befor: 'b') { c -> }"                                      || "fabfile.groovy:1: the task has a default for 'befor', but its body has no such parameter; did you mean 'before'?"
        "namespace('a b') { }"                                                || "fabfile.groovy:1: 'a b' cannot be typed as a namespace name; use letters, digits, - and _"
        "namespace('a') {\n\ntaks('b') { } }"                                 || "fabfile.groovy:3: no word 'taks' takes (String, { closure }); did you mean 'task'?"
        "include 'x', at: 'y'"                                                || "fabfile.groovy:1: include has no option 'at'; did you mean 'as'?"
        "namespace('n') {\ntask('a', after: 'bb') {}\ntask('b') {}\n}"         || "fabfile.groovy:2: task 'n.a' has after: 'bb', which is no task; did you mean 'n.b'?"
        "task('a', always: [calling('b', pth: 1)]) {}\ntask('b') { c, path -> }" || "fabfile.groovy:1: task 'b' has no parameter 'pth'; did you mean 'path'?"
    }
}
