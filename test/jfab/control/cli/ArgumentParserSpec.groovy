package jfab.control.cli

import jfab.control.connection.Connection
import jfab.control.connection.host.Host
import jfab.control.task.Body
import jfab.control.task.TaskParameter
import jfab.control.task.Task
import jfab.control.task.ValueType.Plain
import spock.lang.Specification

class ArgumentParserSpec extends Specification {
    static final Body NOTHING = { Connection c, List<Object> arguments -> } as Body.EachHost

    static Task task(String name, TaskParameter... parameters) {
        new Task(name, '', parameters as List, [], [], NOTHING)
    }

    static final Map<String, Task> TASKS = [
        task('disk', TaskParameter.optional('path', '/home')),
        task('tail_log', TaskParameter.optional('job_id', ''), TaskParameter.optional('lines', 10), TaskParameter.optional('follow', false)),
        task('cp', TaskParameter.required('source', Plain.TEXT, 1), TaskParameter.required('times', Plain.INTEGER, 2), TaskParameter.optional('mode', '644')),
        task('build', TaskParameter.optional('clean', true), TaskParameter.optional('ratio', 0.5), TaskParameter.optional('n', 1)),
        task('whole', TaskParameter.optional('large', 7g)),
        task('shadow', TaskParameter.optional('user', null), TaskParameter.optional('list', false)),
    ].collectEntries { [it.name(), it] }

    static TaskArguments parse(String line) {
        ArgumentParser.parse(line.tokenize(' '), TASKS)
    }

    def "'#line' calls #calls"() {
        expect:
        parse(line).requests().collectEntries { [it.task().name(), it.arguments()] } == calls

        where:
        line                                           || calls
        'disk'                                         || [disk: ['/home']]
        'disk --path=/data'                            || [disk: ['/data']]
        'disk --path /data'                            || [disk: ['/data']]
        'disk --path='                                 || [disk: ['']]
        'disk --path=a=b'                              || [disk: ['a=b']]
        'tail-log'                                     || ['tail-log': ['', 10, false]]
        'tail_log --job_id=j1 --lines -3'              || ['tail-log': ['j1', -3, false]]
        'tail-log --job-id j1 --follow'                || ['tail-log': ['j1', 10, true]]
        'tail-log --follow --no-follow'                || ['tail-log': ['', 10, false]]
        'tail-log --lines=1 --lines=2'                 || ['tail-log': ['', 2, false]]
        'build'                                        || [build: [true, 0.5, 1]]
        'build --no-clean --ratio=0.25 -n7'            || [build: [false, 0.25d, 7]]
        'build -n 7'                                   || [build: [true, 0.5, 7]]
        'cp disk 2'                                    || [cp: ['disk', 2, '644']]
        'cp --times 2 a --mode=600'                    || [cp: ['a', 2, '600']]
        'disk tail-log --lines=1 build'                || [disk: ['/home'], 'tail-log': ['', 1, false], build: [true, 0.5, 1]]
        'shadow --user=x --list'                       || [shadow: ['x', true]]
        'disk --path=/a -H h --debug'                  || [disk: ['/a']]
        '-H h -- disk'                                 || [:]
    }

    def "the same task can be asked for twice"() {
        expect:
        parse('disk --path=/a disk').requests()*.arguments() == [['/a'], ['/home']]
    }

    def "'#line' is answered with: #message"() {
        when:
        parse(line)

        then:
        def e = thrown(UsageException)
        e.message == message

        where:
        line                       || message
        'dsik'                     || "no task 'dsik'; did you mean 'disk'?"
        'xyzzyxyz'                 || "no task 'xyzzyxyz'; jfab --list shows all, and jfab -- xyzzyxyz runs a command"
        'tail_lgo'                 || "no task 'tail_lgo'; did you mean 'tail-log'?"
        'disk --pth=/x'            || "no flag '--pth' in task 'disk'; did you mean '--path'?"
        'disk --job-id=x'          || "no flag '--job-id' in task 'disk'"
        '--path=/x disk'           || "no flag '--path'; it stands behind the task that it is for, as in 'disk --path'"
        '--hots=a disk'            || "no flag '--hots'; did you mean '--hosts'?"
        'disk --hsots=a'           || "no flag '--hsots' in task 'disk'; did you mean '--hosts'?"
        'tail-log --no-folow'      || "no flag '--no-folow' in task 'tail-log'; did you mean '--no-follow'?"
        'disk --no-path'           || "no flag '--no-path' in task 'disk'; did you mean '--path'?"
        'disk --path'              || "task 'disk': --path needs a value"
        'disk --path --lines'      || "task 'disk': --path needs a value; write --path=--lines if that is it"
        'tail-log --lines=many'    || "task 'tail-log': --lines takes a whole number, not 'many'"
        'tail-log --lines=1.5'     || "task 'tail-log': --lines takes a whole number, not '1.5'"
        'build --ratio=half'       || "task 'build': --ratio takes a number, not 'half'"
        'tail-log --follow=yes'    || "task 'tail-log': --follow takes no value, but got 'yes'"
        '--debug=1 disk'           || "--debug takes no value, but got '1'"
        'cp a'                     || "task 'cp' needs TIMES; see jfab --help cp"
        'whole --large=1.5'        || "task 'whole': --large takes a whole number, not '1.5'"
        'cp a b'                   || "task 'cp': --times takes a whole number, not 'b'"
        'disk extra'               || "no task 'extra', and task 'disk' takes no further word; its values are flags: --path=extra"
        'disk dsik'                || "no task 'dsik', and task 'disk' takes no further word; did you mean 'disk'?"
        'disk:/data'               || "no task 'disk:/data'; arguments stand behind a task: disk /data"
        'disk:path=/x,job_id=3'    || "no task 'disk:path=/x,job_id=3'; arguments stand behind a task: disk --path=/x --job-id=3"
        '-H'                       || "-H needs a value"
        '-Z'                       || "no flag '-Z'"
    }

    def "hosts of '#line' are #hosts"() {
        expect:
        new HostChoice(ArgumentParser.parse(line, TASKS).core(), Optional.empty()).of(TASKS.disk) == hosts.collect { Host.parse(it) }

        where:
        line                                     || hosts
        ['-H', 'a,b']                            || ['a', 'b']
        ['-Ha, b ']                              || ['a', 'b']
        ['--hosts=a,b,a']                        || ['a', 'b']
        ['-H', 'root@a:22,[::1]:2022']           || ['root@a:22', '[::1]:2022']
        ['disk', '-H', 'a', '--hosts', 'b']      || ['a', 'b']
        ['-H', 'gpu[01-02],a', '-x', 'gpu01']    || ['gpu02', 'a']
    }

    def "a choice of hosts is refused: #message"() {
        when:
        new HostChoice(ArgumentParser.parse(line, TASKS).core(), Optional.empty()).of(TASKS.disk)

        then:
        def e = thrown(UsageException)
        e.message == message

        where:
        line                       || message
        []                         || "no hosts: name them with -H host,host"
        ['-H', 'a,,b']             || "--hosts: 'a,,b' has an empty name; write host,host"
        ['-H', ',']                || "--hosts: ',' has an empty name; write host,host"
        ['-H', '']                 || "--hosts: '' has an empty name; write host,host"
        ['-H', 'a', '-x', 'b,']    || "--exclude: 'b,' has an empty name; write host,host"
        ['-H', 'a,b', '-x', 'a,b'] || "no hosts: --exclude leaves none of a,b"
        ['-R', 'gpu']              || "--roles: no role 'gpu'; declare it with: role 'gpu', 'host', ..."
    }

    def "flags of jfab are understood before and after tasks"() {
        when:
        def core = parse("$before disk $after").core()

        then:
        core.user().get() == 'bob'
        core.port().asInt == 2022
        core.limits().hosts() == 4
        core.limits().command().toSeconds() == 30
        core.connectTimeout().get().toSeconds() == 5
        core.identities()*.toString() == ['k1', 'k2']

        where:
        before                                                    | after
        '-u bob --port=2022 -P 4 -T30 -t 5 -i k1 --identity=k2'   | ''
        ''                                                        | '-u bob --port=2022 -P 4 -T30 -t 5 -i k1 --identity=k2'
        '-u bob -P4 -i k1'                                        | '--port 2022 --command-timeout 30 --connect_timeout=5 -i k2'
    }

    def "a bad value of jfab's own flag is answered with: #message"() {
        when:
        ArgumentParser.parse(line, TASKS).core().checked()

        then:
        def e = thrown(UsageException)
        e.message == message

        where:
        line                       || message
        ['-R', 'gpu,']             || "--roles takes names of roles, not ''; write role,role"
        ['-R', '@gpu']             || "--roles takes names of roles, not '@gpu'; write role,role"
        ['--port=0']               || "--port takes a whole number from 1 to 65535, not '0'"
        ['--port=70000']           || "--port takes a whole number from 1 to 65535, not '70000'"
        ['-P', '0']                || "--pool-size takes a whole number from 1, not '0'"
        ['-t', 'soon']             || "--connect-timeout takes a time such as 30, 30s, 5m or 1h, not 'soon'"
        ['-i', '/no/such/key']     || "--identity /no/such/key: no such file, or not readable"
        ['-S', '/no/such/config']  || "--ssh-config /no/such/config: no such file, or not readable"
    }

    def "'#line' asks for the help of '#topic'"() {
        expect:
        parse(line).help().get() == topic

        where:
        line                || topic
        '--help'            || ''
        '-h disk'           || 'disk'
        '--help=tail-log'   || 'tail-log'
        'cp --help'         || 'cp'
        'disk -h'           || 'disk'
        '--help --list'     || ''
    }

    def "what follows two dashes is a command, flags and all"() {
        when:
        def parsed = ArgumentParser.parse(['disk', '--', 'ls', '-l', '--', 'a b'], TASKS)

        then:
        parsed.command() == ['ls', '-l', '--', 'a b']
        parsed.requests()*.task()*.name() == ['disk']
    }

    def "before tasks are known, '#line' tells fabfile #fabfile and that it names a task: #names"() {
        when:
        def preview = ArgumentParser.preview(line.tokenize(' '))

        then:
        preview.core().fabfile().map { it.toString() }.orElse(null) == fabfile
        preview.namesTask() == names

        where:
        line                               || fabfile | names
        '-f x.groovy --list'               || 'x.groovy' | false
        'disk --path=/a -f x.groovy'       || 'x.groovy' | true
        'shadow --list=1 --fabfile=y'      || 'y'        | true
        '-H a -- disk -f z'                || null       | false
    }
}
