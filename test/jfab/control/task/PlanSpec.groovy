package jfab.control.task

import jfab.control.connection.Connection
import jfab.control.connection.host.Host
import spock.lang.Specification

class PlanSpec extends Specification {
    static final Body NOTHING = { Connection c, List<Object> arguments -> } as Body.EachHost

    static Map<String, Task> tasks(Map<String, List<String>> before) {
        before.collectEntries { name, first -> [name, new Task(name, '', [], first, [], NOTHING)] }
    }

    static Plan plan(Map<String, Task> tasks, String... names) {
        Plan.of(names.collect { Request.of(tasks[it], [:]) }, tasks, { [Host.parse('a'), Host.parse('b')] })
    }

    def "#names with #before runs #order"() {
        expect:
        plan(tasks(before), *names).calls()*.task()*.name() == order

        where:
        before                                                | names       || order
        [a: []]                                               | ['a']       || ['a']
        [a: ['b'], b: ['c'], c: []]                           | ['a']       || ['c', 'b', 'a']
        [a: ['b', 'c'], b: ['d'], c: ['d'], d: []]            | ['a']       || ['d', 'b', 'c', 'a']
        [a: ['c'], b: ['c'], c: []]                           | ['a', 'b']  || ['c', 'a', 'c', 'b']
        [a: ['c_d'], 'c-d': []]                               | ['a', 'a']  || ['c-d', 'a', 'c-d', 'a']
    }

    def "what runs before a task runs on its hosts"() {
        expect:
        plan(tasks(a: ['b'], b: []), 'a').calls()*.hosts() == [[Host.parse('a'), Host.parse('b')]] * 2
    }

    def "a host named twice runs once"() {
        expect:
        new Call(tasks(a: []).a, [], [Host.parse('h'), Host.parse(' h')]).hosts() == [Host.parse('h')]
    }

    def "#before is refused: #message"() {
        when:
        plan(tasks(before), 'a')

        then:
        def e = thrown(TaskException)
        e.message == message

        where:
        before                          || message
        [a: ['dsik'], disk: []]         || "task 'a' has before: 'dsik', which is no task; did you mean 'disk'?"
        [a: ['b'], b: ['a']]            || "tasks wait for each other: a after b after a"
        [a: ['a']]                      || "tasks wait for each other: a after a"
    }

    def "a task that needs an argument cannot run before another"() {
        given:
        def tasks = tasks(a: ['cp'])
        tasks.cp = new Task('cp', '', [TaskParameter.required('source', ValueType.Plain.TEXT, 1)], [], [], NOTHING)

        when:
        plan(tasks, 'a')

        then:
        def e = thrown(TaskException)
        e.message == "task 'a' has before: 'cp', which needs an argument and cannot run by itself; write calling('cp', ...)"
    }

    static Task task(Map<String, Object> order = [:], String name) {
        def hooks = { String word -> (order[word] ?: []).collect { it instanceof Hook ? it : Hook.of(it) } }
        new Task(name, '', (order.parameters ?: []).collect { TaskParameter.required(it, ValueType.Plain.TEXT, 1) },
            new Task.Hooks(hooks('before'), hooks('after'), hooks('always'), order.once ?: false), [],
            new Task.Listing([], false, false), NOTHING)
    }

    static List<String> shown(Plan plan) {
        plan.calls().collect { it.task().name() + (it.arguments() ? it.arguments() : '') + '@' + it.hosts()*.name().join('') }
    }

    def "#names with #tasks runs #order"() {
        expect:
        shown(plan(tasks.collectEntries { [it.name(), it] }, *names)) == order

        where:
        tasks                                                                  | names      || order
        [task('a', after: ['b'], always: ['c']), task('b'), task('c')]         | ['a']      || ['a@ab', 'b@ab', 'c@ab']
        [task('a', before: ['b'], after: ['b']), task('b')]                    | ['a']      || ['b@ab', 'a@ab', 'b@ab']
        [task('a', once: true, before: ['b']), task('b')]                      | ['a', 'a'] || ['b@a', 'a@a']
        [task('a', before: ['c']), task('b', after: ['c']), task('c', once: true)] | ['a', 'b'] || ['c@a', 'a@ab', 'b@ab']
        [task('a', before: [new Hook('b', ['x'], [:]), new Hook('b', [], [p: 'y']), new Hook('b', ['x'], [:])]), task('b', parameters: ['p'])] | ['a'] || ['b[x]@ab', 'b[y]@ab', 'a@ab']
    }

    def "without dedupe, each way to a task runs it"() {
        given:
        def tasks = [task('a', before: ['b', 'c']), task('b', before: ['d']), task('c', before: ['d']), task('d', once: once)].collectEntries { [it.name(), it] }
        def asked = { boolean dedupes -> Plan.of([Request.of(tasks.a, [:])], tasks, { [Host.parse('x'), Host.parse('y')] }, dedupes) }

        expect:
        shown(asked(true)) == ["d@$hosts", 'b@xy', 'c@xy', 'a@xy']*.toString()
        shown(asked(false)) == ["d@$hosts", 'b@xy', "d@$hosts", 'c@xy', 'a@xy']*.toString()

        where:
        once  | hosts
        true  | 'x'
        false | 'xy'
    }

    def "a hook's arguments are checked: #message"() {
        when:
        Plan.check(task('a', after: [hook]), [b: task('b', parameters: ['path'])])

        then:
        def e = thrown(TaskException)
        e.message == message

        where:
        hook                                  || message
        new Hook('b', [], [pth: 1])           || "task 'b' has no parameter 'pth'; did you mean 'path'?"
        new Hook('b', [1, 2], [:])            || "task 'b' takes 1 argument, not 2"
        new Hook('b', [1], [path: 2])         || "task 'b' is given 'path' twice"
        Hook.of('b')                          || "task 'a' has after: 'b', which needs an argument and cannot run by itself; write calling('b', ...)"
        Hook.of('c')                          || "task 'a' has after: 'c', which is no task; did you mean 'b'?"
    }

    def "tasks that lead back to themselves are refused whatever leads there"() {
        when:
        def tasks = [a: task('a', after: ['b']), b: task('b', always: ['a'])]
        Plan.check(tasks.a, tasks)

        then:
        def e = thrown(TaskException)
        e.message == 'tasks wait for each other: a after b after a'
    }
}
