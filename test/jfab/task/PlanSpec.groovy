package jfab.task

import jfab.connection.Connection
import jfab.connection.Host
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
        tasks.cp = new Task('cp', '', [Parameter.required('source', Parameter.Type.TEXT)], [], [], NOTHING)

        when:
        plan(tasks, 'a')

        then:
        def e = thrown(TaskException)
        e.message == "task 'a' has before: 'cp', which needs an argument and cannot run by itself"
    }
}
