package jfab.control.launch

import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import java.util.concurrent.TimeUnit
import jfab.control.connection.host.Host
import jfab.control.connection.jsch.SmallDisk
import jfab.role.Role
import jfab.tools.Needs
import jfab.tools.Tool
import spock.lang.Specification
import spock.lang.TempDir

class SuperviseSpec extends Specification {
    @TempDir
    Path home

    def setup() {
        assert ask(['create', 'work', 'JOB1', '0'], "secret\n\n${NodeScript.supervisor()}".bytes).code == 0
    }

    def cleanup() {
        ask(['end_job', 'work/JOB1', '0'])
    }

    def "a process that fails is started again as often as its rule says, with all output in one log"() {
        when:
        begin('trainer-0', 'echo try; exit 7', 2)
        awaitEnd('trainer-0')

        then:
        events('trainer-0')*.replaceAll(/started \d+/, 'started') == [
            'started', 'exited 7', 'restarting 1', 'started', 'exited 7', 'restarting 2', 'started', 'exited 7']
        job('.jfab/trainer-0.exit').text == '7\n'
        job('.jfab/trainer-0.process').text.contains('restarts 2\n')
        job('log/trainer-0.log').readLines() == [
            'try', 'jfab: trainer-0 exited with 7; starting it again in 0 s (1 of 2)',
            'try', 'jfab: trainer-0 exited with 7; starting it again in 0 s (2 of 2)',
            'try']
    }

    def "a trainer of our engine that was asked for what cannot be done is not started again, one of others is"() {
        given:
        def host = Host.parse('a')
        def member = new Member(Role.TRAINER, 0, host, '', [], '', [program], [:], 2)
        def id = JobId.parse('JOB20260131120000')
        def description = new Description(id, [host], [member], 'work', '', Duration.ofSeconds(1), Duration.ZERO, [:])

        when:
        job('.jfab/trainer-0.run').text = new RunScript('log/trainer-0.log', 2, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1),
            RunScript.Failure.LEFT_TO_THEM, Attempts.of(member, description), 0, [] as Set, [:], ['sh', '-c', 'exit ' + code]).text()
        begin('trainer-0')
        awaitEnd('trainer-0')

        then:
        events('trainer-0').count { it.startsWith('started') } == times
        job('.jfab/trainer-0.exit').text == "$code\n"

        where:
        program              | code || times
        '/cache/x/bin/train' | 2    || 1
        '/cache/x/bin/train' | 1    || 3
        'python3'            | 2    || 3
        'pyhton3'            | 127  || 1
    }

    def "events carry the time to the nanosecond and never go back"() {
        when:
        begin('trainer-0', 'exit 7', 3)
        awaitEnd('trainer-0')
        def times = job('.jfab/events').readLines().collect { it.split(' ')[0] }

        then:
        times.every { it ==~ /\d{10}\.\d{9}/ }
        times == times.sort(false)
    }

    def "the pause before a restart grows"() {
        when:
        begin('trainer-0', 'exit 1', 2, Duration.ofSeconds(1))
        def log = job('log/trainer-0.log')
        await { log.exists() && log.text.contains('(2 of 2)') }

        then:
        log.readLines() == [
            'jfab: trainer-0 exited with 1; starting it again in 1 s (1 of 2)',
            'jfab: trainer-0 exited with 1; starting it again in 2 s (2 of 2)']
    }

    def "success is not repeated, and a restart that succeeds ends the restarting"() {
        when:
        begin('trainer-0', '[ -e done ] || { touch done; exit 1; }', 5)
        awaitEnd('trainer-0')

        then:
        events('trainer-0').count { it.startsWith('started') } == 2
        job('.jfab/trainer-0.exit').text == '0\n'
    }

    def "the pause of a process that has run for a while is the first one"() {
        given:
        write('trainer-0', 'sleep 2; exit 1', 2, Duration.ofSeconds(1))
        def rules = job('.jfab/trainer-0.run')
        rules.text = "#: steady 1\n${rules.text}"

        when:
        ask(['begin', 'work/JOB1', 'trainer-0'])
        awaitEnd('trainer-0')

        then:
        job('log/trainer-0.log').readLines()*.replaceAll(/.* in (\d+) s .*/, '$1') == ['1', '1']
    }

    def "killed processes are not started again, neither while they run nor while they pause"() {
        given:
        begin('trainer-0', 'echo here; while :; do sleep 0.1; done', 5)
        begin('trainer-1', 'exit 1', 5, Duration.ofSeconds(60))
        await { events('trainer-1').any { it.startsWith('restarting') } && job('log/trainer-0.log').text }

        when:
        def killed = ask(['end_job', 'work/JOB1', '5', 'by the submitter'])

        then:
        killed.code == 0
        events('trainer-0').tail() == ['stopped by the submitter', 'exited 143']
        events('trainer-1').tail() == ['exited 1', 'restarting 1', 'stopped by the submitter']
        job('.jfab/trainer-1.exit').text == '1\n'
    }

    def "a process that begins while its job is being killed does not stay"() {
        given:
        write('trainer-0', 'sleep 60', 0)
        job('.jfab/stopping').text = '1 by kill\n'

        when:
        ask(['begin', 'work/JOB1', 'trainer-0'])
        awaitEnd('trainer-0')

        then:
        events('trainer-0') == ['stopped by kill']
        job('.jfab/trainer-0.exit').text == '143\n'
    }

    def "the time limit ends a process and its restarts, with KILL where TERM is ignored"() {
        given:
        job('.jfab/on-end').text = 'echo "$JFAB_RESULT|$JFAB_EXIT_CODE|$JFAB_CAUSE"\n'

        when:
        begin('trainer-0', script, 3, Duration.ZERO, Duration.ofSeconds(1))
        awaitEnd('trainer-0')
        def log = job('log/on_end.log')
        await { log.exists() && log.text }

        then:
        events('trainer-0').tail() == ['stopped by its time limit', "exited $code".toString()]
        job('.jfab/trainer-0.exit').text == "$code\n"
        log.readLines() == ["failed|$code|trainer-0 was stopped by its time limit".toString()]

        where:
        script                                      || code
        'while :; do sleep 0.1; done'               || 143
        'trap "" TERM; while :; do sleep 0.1; done' || 137
    }

    def "the clock of the time limit goes on through restarts"() {
        when:
        begin('trainer-0', '[ -e once ] && exec sleep 60; touch once; sleep 0.4; exit 1', 3, Duration.ZERO, Duration.ofSeconds(1))
        awaitEnd('trainer-0')

        then:
        events('trainer-0').last() == 'exited 143'
        job('.jfab/trainer-0.process').text.contains('restarts 1\n')
    }

    def "a clock that rings late ends nothing"() {
        given:
        begin('trainer-0', 'echo here; sleep 60', 1, Duration.ZERO, limit)
        await { job('log/trainer-0.log').text }

        when:
        signal('ALRM', job('.jfab/trainer-0.supervisor').text.split(' ')[0])
        signal('TERM', job('.jfab/trainer-0.process').text.split(/\s+/)[1])

        then: 'what failed by itself begins again'
        await { events('trainer-0').contains('restarting 1') }
        !events('trainer-0').any { it.startsWith('stopped') }

        where:
        limit << [Duration.ZERO, Duration.ofMinutes(10)]
    }

    def "a process that is ended leaves no clock of its time limit"() {
        given:
        def clocks = { ProcessHandle.allProcesses().anyMatch { it.info().arguments().orElse(new String[0]).any { it ==~ /987\d\d/ } } }
        begin('trainer-0', 'echo here; sleep 60', 0, Duration.ZERO, Duration.ofSeconds(98_765))
        await { clocks() }

        when:
        ask(['end_job', 'work/JOB1', '5', 'by me'])
        awaitEnd('trainer-0')

        then:
        await { !clocks() }
    }

    def "children that a process leaves behind end with it, also those that ignore TERM"() {
        when:
        begin('trainer-0', "$ignoring sh -c 'echo \$\$ >child; while :; do sleep 0.1; done' & while [ ! -s child ]; do sleep 0.05; done; exit 5", 0)
        awaitEnd('trainer-0')

        then:
        job('.jfab/trainer-0.exit').text == '5\n'
        !alive(job('child').text.trim() as long)
        job('log/trainer-0.log').text == 'jfab: trainer-0 has ended and left processes behind; ending them\n'

        where:
        ignoring << ['', 'trap "" TERM;']
    }

    def "children of a failed process are gone before it starts again"() {
        when:
        begin('trainer-0', 'if [ -e child ]; then grep -q "[)] [^Z]" /proc/$(cat child)/stat && exit 9; exit 0; fi; sleep 60 & echo $! >child; exit 1', 1)
        awaitEnd('trainer-0')

        then:
        job('.jfab/trainer-0.exit').text == '0\n'
    }

    def "what a failed process has put into sessions of its own is gone before it starts again, and what another one has is not"() {
        when:
        begin('trainer-1', 'setsid sleep 60 & echo $! >other; sleep 60', 0)
        begin('trainer-0', """if [ -e ignores ]; then
            for left in obeys ignores; do ! grep -q '[)] [^Z]' /proc/\$(cat \$left)/stat || exit 9; done
            exit 0
        fi
        setsid sleep 60 & echo \$! >obeys
        setsid sh -c 'trap "" TERM; echo \$\$ >ignores; exec sleep 60' &
        while [ ! -s ignores ]; do sleep 0.05; done
        exit 1""", 1)
        awaitEnd('trainer-0')

        then:
        job('.jfab/trainer-0.exit').text == '0\n'
        job('log/trainer-0.log').readLines().contains('jfab: trainer-0 has left processes in sessions of their own: 2; ending them')
        alive(job('other').text.trim() as long)
    }

    def "what a process that has ended, with #code, has put into sessions of its own ends with it, and what another one has does not"() {
        when:
        begin('trainer-1', 'setsid sleep 60 & echo $! >other; sleep 60', 0)
        begin('trainer-0', "setsid sleep 60 & echo \$! >obeys; setsid sh -c 'trap \"\" TERM; echo \$\$ >ignores; exec sleep 60' & " +
            "while [ ! -s ignores ] || [ ! -s other ]; do sleep 0.05; done; exit $code", 0)
        awaitEnd('trainer-0')

        then:
        job('.jfab/trainer-0.exit').text == "$code\n"
        job('log/trainer-0.log').text == 'jfab: trainer-0 has left processes in sessions of their own: 2; ending them\n'
        !alive(job('obeys').text.trim() as long)
        !alive(job('ignores').text.trim() as long)
        alive(job('other').text.trim() as long)

        where:
        code << [0, 7]
    }

    def "where a process fails whose failure is everybody's, the others of its host end within their grace"() {
        when:
        beginTogether(0, 'pserver-0': 'exec sleep 60', 'trainer-0': 'trap "" TERM; touch deaf; while :; do sleep 0.1; done',
            'trainer-1': 'while [ ! -e deaf ]; do sleep 0.02; done; exit 7')
        ['pserver-0', 'trainer-0', 'trainer-1'].each { awaitEnd(it) }

        then:
        events('pserver-0').tail() == ['stopped by the failure of trainer-1', 'exited 143']
        events('trainer-0').tail() == ['stopped by the failure of trainer-1', 'exited 137']
        events('trainer-1').tail() == ['exited 7']
    }

    def "a failure with a restart left, a success and a failure that is nobody else's end no others"() {
        when:
        beginTogether(1, 'trainer-0': 'exec sleep 60', 'trainer-1': '[ -e once ] && exec sleep 60; touch once; exit 7', 'trainer-2': 'exit 0')
        begin('trainer-3', 'exit 7', 0)
        awaitEnd('trainer-2')
        awaitEnd('trainer-3')
        await { events('trainer-1').count { it.startsWith('started') } == 2 }

        then:
        !job('.jfab/stopping').exists()
        ask(['survey', 'work', 'JOB1']).out.readLines().count { it.endsWith(' running') } == 2
    }

    def "of two that fail, the second is not said to be stopped by the first"() {
        when:
        beginTogether(0, 'trainer-0': 'trap "" TERM; sh -c "touch child; while :; do sleep 0.1; done" & while [ ! -e child ]; do sleep 0.02; done; exit 5',
            'trainer-1': 'until grep -q "trainer-0 exited" .jfab/events; do sleep 0.02; done; exit 7')
        ['trainer-0', 'trainer-1'].each { awaitEnd(it) }

        then:
        events('trainer-0').tail() == ['exited 5']
        job('.jfab/trainer-0.exit').text == '5\n'
        events('trainer-1').tail() == ['exited 7']
    }

    def "trainers of one host that begin again together do so once, at another port, when one fails"() {
        when:
        beginAttempts(Attempts.Who.HERE, 2, 0,
            'trainer-0': 'echo $JFAB_ATTEMPT $JFAB_GRACE $MASTER_PORT $PADDLE_TRAINER_ENDPOINTS; [ $JFAB_ATTEMPT = 1 ] || { touch up; exec sleep 60; }',
            'trainer-1': '[ $JFAB_ATTEMPT = 1 ] || { while [ ! -e up ]; do sleep 0.02; done; kill -9 $$; }')
        ['trainer-0', 'trainer-1'].each { awaitEnd(it) }

        then:
        events('trainer-0')*.replaceAll(/started \d+/, 'started') == [
            'started', 'stopped by the failure of trainer-1', 'exited 143', 'restarting 1', 'started', 'exited 0']
        events('trainer-1')*.replaceAll(/started \d+/, 'started') == ['started', 'exited 137', 'restarting 1', 'started', 'exited 0']
        job('log/trainer-0.log').readLines().findAll { !it.startsWith('jfab') } == ['0 1 7164 [::1]:7164,h:7170', '1 1 7165 [::1]:7165,h:7170']
        ['trainer-0', 'trainer-1'].every { job(".jfab/${it}.process").text.contains('restarts 1\n') }
    }

    def "where all trainers fail at the same time, that is one attempt, and the last failure ends all"() {
        when:
        def together = { "touch up-\$JFAB_ATTEMPT-$it; for i in 0 1 2; do while [ ! -e up-\$JFAB_ATTEMPT-\$i ]; do sleep 0.02; done; done; exit 1".toString() }
        beginAttempts(Attempts.Who.HERE, 2, 0, 'trainer-0': together(0), 'trainer-1': together(1), 'trainer-2': together(2))
        ['trainer-0', 'trainer-1', 'trainer-2'].each { awaitEnd(it) }

        then:
        ['trainer-0', 'trainer-1', 'trainer-2'].every { events(it).count { it.startsWith('started') } == 3 }
        ['trainer-0', 'trainer-1', 'trainer-2'].every { job(".jfab/${it}.process").text.contains('restarts 2\n') }
    }

    def "trainers of several hosts begin again when all hosts are told so"() {
        when:
        beginAttempts(Attempts.Who.EVERYWHERE, 3, 60, 'trainer-0': '[ $JFAB_ATTEMPT = 1 ] || exec sleep 60', 'trainer-1': 'exit $((1 - JFAB_ATTEMPT))')
        await { job('.jfab/failed').exists() }

        then:
        ask(['flow', 'work/JOB1', '', '0', '', 'trainer-1', '0']).out.readLines().contains('? 0 trainer-1 1')
        events('trainer-0').size() == 1

        when:
        2.times { assert ask(['advance', 'work/JOB1', '1', 'by the failure of trainer-1', '0']).code == 0 }
        ['trainer-0', 'trainer-1'].each { awaitEnd(it) }

        then:
        events('trainer-0')[1] == 'stopped by the failure of trainer-1'
        ['trainer-0', 'trainer-1'].every { events(it).count { it.startsWith('started') } == 2 && job(".jfab/${it}.exit").text == '0\n' }
    }

    def "where nobody tells them so, those of a host begin again by themselves"() {
        when:
        beginAttempts(Attempts.Who.EVERYWHERE, 3, 1, 'trainer-0': '[ $JFAB_ATTEMPT = 1 ] || exec sleep 60', 'trainer-1': 'exit $((1 - JFAB_ATTEMPT))')
        ['trainer-0', 'trainer-1'].each { awaitEnd(it) }

        then:
        ['trainer-0', 'trainer-1'].every { events(it).count { it.startsWith('started') } == 2 && job(".jfab/${it}.exit").text == '0\n' }
        job('log/trainer-1.log').text == 'jfab: trainer-1 exited with 1; starting it again in 0 s, or in 1 s where no cluster-train follows the job (1 of 3)\n'
    }

    def "once a trainer has ended well, the failure of another one is for good"() {
        when:
        beginAttempts(Attempts.Who.HERE, 3, 0, 'trainer-0': 'exit 0', 'trainer-1': 'while [ ! -e .jfab/trainer-0.exit ]; do sleep 0.02; done; exit 1')
        awaitEnd('trainer-1')

        then:
        events('trainer-1').count { it.startsWith('started') } == 1
        job('.jfab/trainer-1.exit').text == '1\n'
    }

    def "the time limit counts for all attempts, and they end when the job is ended"() {
        when:
        beginAttempts(Attempts.Who.HERE, 3, 0, Duration.ofSeconds(2), 'trainer-0': 'exec sleep 60', 'trainer-1': '[ $JFAB_ATTEMPT = 1 ] && exec sleep 60; exit 1')
        ['trainer-0', 'trainer-1'].each { awaitEnd(it) }

        then:
        ['trainer-0', 'trainer-1'].every { events(it).takeRight(2) == ['stopped by its time limit', 'exited 143'] }
        events('trainer-0').count { it.startsWith('started') } == 2
    }

    def "when the last process of the host ends, the job's end is told once: #told"() {
        given:
        job('.jfab/on-end').text = 'echo "$JFAB_JOB|$JFAB_RESULT|$JFAB_EXIT_CODE|$JFAB_CAUSE|${JFAB_JOB_TOKEN-none}"; exit 3\n'
        write('pserver-0', server, 0)
        write('trainer-0', trainer, 1)
        write('trainer-1', 'sleep 0.5', 0)

        when:
        ask(['begin', 'work/JOB1', 'pserver-0', 'trainer-0', 'trainer-1'])
        if (killed && trainer.contains('again')) await { events('trainer-0').count { it.startsWith('started') } == 2 }
        killed ? ask(['end_job', 'work/JOB1', '5', 'by me from there']) : awaitEnd('trainer-0')
        killed ?: ask(['end_job', 'work/JOB1', '5', 'at its end'])
        def log = job('log/on_end.log')
        await { log.exists() && log.text.contains('jfab:') }

        then:
        log.readLines() == ["JOB1|$told|none".toString(), 'jfab: onEnd exited with 3']

        where:
        server     | trainer                                 | killed || told
        'sleep 60' | 'sleep 1'                               | false  || 'ended|0|'
        'sleep 60' | 'sleep 1; echo reason; echo; exit 7'    | false  || 'failed|7|trainer-0 exited with 7: reason'
        'sleep 60' | 'sleep 1; echo reason; kill -s KILL $$' | false  || 'failed|137|trainer-0 was killed by signal 9'
        'sleep 60' | '[ -e again ] || { touch again; exit 1; }; sleep 1' | false || 'ended|0|'
        'sleep 60' | 'sleep 1; printf "\\033[31mred\\n"; exit 255' | false || 'failed|255|trainer-0 exited with 255: [31mred'
        'sleep 60' | 'sleep 1; echo try; exit $((JFAB_ATTEMPT + 5))' | false || 'failed|5|trainer-0 exited with 5'
        'sleep 60' | 'trap "exit 0" TERM; while :; do sleep 0.1; done' | true || 'killed|143|by me from there'
        'sleep 60' | '[ -e again ] || { touch again; kill -s KILL $$; }; sleep 60' | true || 'killed|143|by me from there'
        'exit 9'   | 'sleep 60'                              | true   || 'failed|9|pserver-0 exited with 9'
        'sleep 60' | 'sleep 60'                              | true   || 'killed|143|by me from there'
        'until [ -e gone ]; do sleep 0.1; done; exit 3' | 'trap "touch gone; sleep 1; exit 143" TERM; while :; do sleep 0.1; done' | true || 'killed|143|by me from there'
    }

    def "what runs at the job's end is ended when it takes too long"() {
        given:
        job('.jfab/on-end').text = 'echo begun; exec sleep 60\n'
        write('trainer-0', 'exit 0', 0)
        def rules = job('.jfab/trainer-0.run')
        rules.text = "#: after 1\n${rules.text}"

        when:
        ask(['begin', 'work/JOB1', 'trainer-0'])
        def log = job('log/on_end.log')
        await { log.exists() && log.text.contains('jfab:') }

        then:
        log.readLines() == ['begun', 'jfab: onEnd exited with 124']
    }

    def "a job that goes on without a trainer has ended well when another one has: #told"() {
        given:
        job('.jfab/on-end').text = 'echo "$JFAB_RESULT|$JFAB_EXIT_CODE|$JFAB_CAUSE"\n'
        ['trainer-0': first, 'trainer-1': 'sleep 0.5; exit 9'].each { name, line ->
            write(name, line, 0, Duration.ZERO, Duration.ZERO, RunScript.Failure.SURVIVED)
        }

        when:
        ask(['begin', 'work/JOB1', 'trainer-0', 'trainer-1'])
        def log = job('log/on_end.log')
        await { log.exists() && log.text }

        then:
        log.readLines() == [told]
        events('trainer-1').takeRight(2) == ['exited 9', 'survived by JFAB_ON_FAILURE=continue']

        where:
        first             || told
        'sleep 1'         || 'ended|0|'
        'sleep 1; exit 8' || 'failed|9|trainer-1 exited with 9'
    }

    def "the end of a job that was begun again tells nothing of its earlier life"() {
        given:
        job('.jfab/on-end').text = 'echo "$JFAB_RESULT $JFAB_CAUSE"\n'
        write('trainer-0', 'sleep 1; [ -e again ] || { touch again; exit 7; }; sleep 60', 0)
        ask(['begin', 'work/JOB1', 'trainer-0'])
        def log = job('log/on_end.log')
        await { log.exists() && log.readLines().size() == 1 }

        when:
        ask(['revive', 'work/JOB1', '1'])
        ask(['resume', 'work/JOB1', '10', '', 'trainer-0'])
        ask(['end_job', 'work/JOB1', '5', 'by me'])
        await { log.readLines().size() == 2 }

        then:
        log.readLines() == ['failed trainer-0 exited with 7', 'killed by me']
    }

    def "a server that ends before the trainers of its job have begun again takes no key away, nor is the job over by that"() {
        given:
        job('.jfab/on-end').text = 'echo "$JFAB_RESULT $JFAB_CAUSE"\n'
        write('pserver-0', 'exit 3', 0)
        write('trainer-0', '[ -e again ] || { touch again; exit 7; }; sleep 60', 0)
        ask(['begin', 'work/JOB1', 'pserver-0', 'trainer-0'])
        def log = job('log/on_end.log')
        await { log.exists() && log.readLines().size() == 1 }

        when:
        ask(['revivable', 'work/JOB1', ''])
        ask(['revive', 'work/JOB1', '1'])
        ask(['arm', 'work/JOB1'], 'other\n'.bytes)
        ask(['resume', 'work/JOB1', '10', '', 'pserver-0'])
        awaitEnd('pserver-0')
        await { !alive(job('.jfab/pserver-0.supervisor').text.split(' ')[0] as long) }

        then:
        job('.jfab/token').text == 'other'
        log.readLines().size() == 1
        job('.jfab/trainer-0.exit').text == '7\n'

        when:
        ask(['resume', 'work/JOB1', '10', '', 'trainer-0'])

        then:
        !job('.jfab/reviving').exists()
        !job('.jfab/trainer-0.exit').exists()
    }

    def "of two that begin a job again at the same time one is refused, until the other has done so or gives up"() {
        given:
        write('trainer-0', '[ -e again ] || exit 7; sleep 60', 0)
        ask(['begin', 'work/JOB1', 'trainer-0'])
        awaitEnd('trainer-0')
        job('again').text = ''

        expect:
        ask(['revivable', 'work/JOB1', '']).code == 0
        ask(['revivable', 'work/JOB1', '']).with { [code, out] } == [7, 'work/JOB1\n']
        ask(['unrevive', 'work/JOB1']).code == 0
        ask(['revivable', 'work/JOB1', '']).code == 0
        ask(['resume', 'work/JOB1', '10', '', 'trainer-0']).code == 0
        ask(['revivable', 'work/JOB1', '']).with { [code, out] } == [5, 'trainer-0\n']
    }

    def "processes share the cores of their host, unless they are told otherwise"() {
        given:
        write('trainer-0', 'echo $OMP_NUM_THREADS', 0)
        def rules = job('.jfab/trainer-0.run')
        rules.text = "#: processes $processes\n${rules.text.replace('#: processes 0\n', '').replace('exec ', said + 'exec ')}"

        when:
        begin('trainer-0')
        awaitEnd('trainer-0')

        then:
        job('log/trainer-0.log').text.trim() == expected

        where:
        processes | said                        || expected
        1         | ''                          || "${Runtime.runtime.availableProcessors()}"
        1000      | ''                          || '1'
        1         | 'export OMP_NUM_THREADS=77\n' || '77'
    }

    def "the time limit's clock leaves nothing behind"() {
        when:
        begin('trainer-0', 'exit 0', 0, Duration.ZERO, Duration.ofSeconds(4711))
        awaitEnd('trainer-0')

        then:
        await { ProcessHandle.allProcesses().noneMatch { it.info().commandLine().orElse('').endsWith('sleep 4711') } }
    }

    def "variables and arguments arrive as they are"() {
        given:
        def odd = 'a "b" $HOME \'c\' `d` \\ *'
        def script = new RunScript('log/odd.log', 0, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1), RunScript.Failure.LEFT_TO_THEM, Attempts.ALONE, 0, [] as Set, [ODD: odd], ['printf', '%s|', odd, 'two\nlines', ''])
        job('.jfab/trainer-0.run').text = script.text()

        when:
        ask(['begin', 'work/JOB1', 'trainer-0'])
        awaitEnd('trainer-0')

        then:
        job('log/odd.log').text == odd + '|two\nlines||'
    }

    private void write(String name, String line, int restarts, Duration pause = Duration.ZERO, Duration limit = Duration.ZERO, RunScript.Failure failure = RunScript.Failure.LEFT_TO_THEM) {
        job(".jfab/${name}.run").text =
            new RunScript("log/${name}.log", restarts, pause, limit, Duration.ofSeconds(1), failure, Attempts.ALONE, 0, [] as Set, [:], ['sh', '-c', line]).text()
    }

    private void begin(String name, String line, int restarts, Duration pause = Duration.ZERO, Duration limit = Duration.ZERO) {
        write(name, line, restarts, pause, limit)
        def begun = ask(['begin', 'work/JOB1', name])
        assert begun.code == 0 && begun.out ==~ /$name \d+\n/
    }

    private void begin(String name) {
        assert ask(['begin', 'work/JOB1', name]).code == 0
    }

    private void beginAttempts(Map<String, String> lines, Attempts.Who who, int restarts, int patience, Duration limit = Duration.ZERO) {
        lines.each { name, line ->
            def environment = [MASTER_PORT: '7164', PADDLE_TRAINER_ENDPOINTS: '[::1]:7164,h:7170']
            def script = new RunScript("log/${name}.log", restarts, Duration.ZERO, limit, Duration.ofSeconds(1), RunScript.Failure.ENDS_OTHERS,
                new Attempts(who, '[::1]:7164', 7164, 3, 0), 0, [] as Set, environment, ['sh', '-c', line])
            job(".jfab/${name}.run").text = "#: patience $patience\n${script.text()}"
        }
        assert ask(['begin', 'work/JOB1', *lines.keySet()]).code == 0
    }

    private void beginTogether(Map<String, String> lines, int restarts) {
        lines.each { name, line -> write(name, line, restarts, Duration.ZERO, Duration.ZERO, RunScript.Failure.ENDS_OTHERS) }
        assert ask(['begin', 'work/JOB1', *lines.keySet()]).code == 0
    }

    private File job(String path) {
        home.resolve('work/JOB1').resolve(path).toFile()
    }

    private List<String> events(String name) {
        def file = job('.jfab/events')
        (file.exists() ? file.readLines() : [])*.split(' ', 3).findAll { it[1] == name }*.getAt(2)
    }

    /** By the shell's own word: where there is little else, there is no program of that name. */
    private static void signal(String name, String pid) {
        assert ['sh', '-c', "kill -s $name $pid".toString()].execute().waitFor() == 0
    }

    private void awaitEnd(String name) {
        await { job(".jfab/${name}.exit").exists() }
    }

    private static boolean await(Closure<?> condition) {
        def deadline = System.nanoTime() + 20_000_000_000L
        while (!condition()) {
            assert System.nanoTime() < deadline
            Thread.sleep(20)
        }
        true
    }

    private Map ask(List<String> words, byte[] input = new byte[0], String path = System.getenv('PATH')) {
        def process = new ProcessBuilder('/bin/sh', '-c', NodeScript.request(words.head(), words.tail()*.toString()).line())
            .directory(home.toFile()).tap { environment().tap { remove('OMP_NUM_THREADS'); putAll([HOME: home.toString(), PATH: path]) } }.start()
        process.outputStream.withCloseable { it.write(input) }
        def out = process.inputStream.text
        def err = process.errorStream.text
        assert process.waitFor(30, TimeUnit.SECONDS)
        [code: process.exitValue(), out: out, err: err]
    }

    /** A zombie that nobody has reaped yet is dead. */
    private static boolean alive(long pid) {
        def stat = new File("/proc/$pid/stat")
        stat.exists() && !(stat.text =~ /\) Z /)
    }

    def "a process that is told to end while it starts was told so after it started"() {
        given: 'a host on which a record takes a while to be there'
        def slow = Files.createDirectories(home.resolve('slow')).resolve('mv')
        Files.writeString(slow, 'case $2 in *.process) : >moving; sleep 1 ;; esac\nexec /bin/mv "$@"\n')
        slow.toFile().setExecutable(true)
        write('trainer-0', 'trap "" TERM; sleep 60', 0)

        when:
        def beginning = Thread.start {
            ask(['begin', 'work/JOB1', 'trainer-0'], new byte[0], "${slow.parent}:${System.getenv('PATH')}".toString())
        }
        await { job('moving').exists() }
        signal('TERM', job('.jfab/trainer-0.supervisor').text.split(' ')[0])
        awaitEnd('trainer-0')
        beginning.join()

        then:
        events('trainer-0')*.replaceAll(/started \d+/, 'started').takeRight(3) == ['started', 'stopped by a signal', 'exited 137']
    }

    @Needs(Tool.MOUNT)
    def "on a full disk no process is started that nobody could find"() {
        given:
        def disk = SmallDisk.at(home.resolve('disk'))
        def started = home.resolve('started')
        def root = disk.folder().resolve('work').toString()
        assert ask(['create', root, 'JOB2', '0'], "secret\n\n${NodeScript.supervisor()}".bytes).code == 0
        Files.writeString(disk.folder().resolve('work/JOB2/.jfab/trainer-0.run'), "#: log log/trainer-0.log\n: >$started; sleep 60\n")
        new ProcessBuilder('sh', '-c', 'cat /dev/zero >fill').directory(disk.folder().toFile()).redirectErrorStream(true).start().text

        when:
        def answer = ask(['begin', "$root/JOB2".toString(), 'trainer-0'])

        then:
        answer.code == 1
        answer.err == "trainer-0 did not start: no space left in $root/JOB2/.jfab\n".toString()
        ask(['create', root, 'JOB3', '0'], "secret\n\n${NodeScript.supervisor()}".bytes).err == "no space left in $root/JOB3\n".toString()
        !Files.exists(started)

        cleanup:
        disk.close()
    }

    @Needs(Tool.MOUNT)
    def "a process that fails on a full disk begins again when there is room"() {
        given:
        def disk = SmallDisk.at(home.resolve('disk'))
        def root = disk.folder().resolve('work').toString()
        def job = on(disk, """\
            #: restarts 1
            [ -e filled ] && exit 0
            cat /dev/zero >fill 2>/dev/null
            : >filled
            exit 1
            """)

        when:
        ask(['begin', root + '/JOB2', 'trainer-0'])
        await { Files.exists(job.resolve('filled')) }
        TimeUnit.SECONDS.sleep(3)

        then:
        !Files.exists(job.resolve('.jfab/trainer-0.exit'))
        ask(['survey', root, 'JOB2']).out =~ /process 0 trainer-0 \d+ running room\n/
        ask(['flow', root + '/JOB2', '', '0', '', 'trainer-0', '0']).out.readLines().contains('% trainer-0')

        when:
        Files.delete(job.resolve('fill'))

        then:
        await { Files.exists(job.resolve('.jfab/trainer-0.exit')) }
        Files.readString(job.resolve('.jfab/trainer-0.exit')).strip() == '0'

        cleanup:
        disk.close()
    }

    @Needs(Tool.MOUNT)
    def "a process that waits on a full disk does not begin again once it was told to end"() {
        given:
        def disk = SmallDisk.at(home.resolve('disk'))
        def root = disk.folder().resolve('work').toString()
        def job = on(disk, """\
            #: restarts 9
            cat /dev/zero >fill 2>/dev/null
            exit 1
            """)

        when:
        ask(['begin', root + '/JOB2', 'trainer-0'])
        await { ask(['survey', root, 'JOB2']).out.contains('running room') }
        def ended = ask(['end_job', root + '/JOB2', '1'])
        Files.delete(job.resolve('fill'))
        TimeUnit.SECONDS.sleep(2)

        then:
        ended.out =~ /trainer-0 \d+ exited \d+\n/
        ended.err == ''
        ask(['survey', root, 'JOB2']).out =~ /trainer-0 \d+ exited \d+\n/
        !Files.exists(job.resolve('fill'))

        cleanup:
        disk.close()
    }

    /** The directory of JOB2 on {@code disk}, whose trainer runs {@code lines}. */
    private Path on(SmallDisk disk, String lines) {
        assert ask(['create', disk.folder().resolve('work').toString(), 'JOB2', '0'], "secret\n\n${NodeScript.supervisor()}".bytes).code == 0
        Path job = disk.folder().resolve('work/JOB2')
        Files.writeString(job.resolve('.jfab/trainer-0.run'), '#: log log/trainer-0.log\n' + lines.stripIndent())
        job
    }

    def "where there is no setsid, that is said"() {
        given:
        write('trainer-0', 'exit 0', 0, Duration.ZERO, Duration.ZERO)
        def bin = Files.createDirectories(home.resolve('bin'))
        ['uname', 'rm', 'cat'].each { Files.createSymbolicLink(bin.resolve(it), Path.of('/bin', it)) }

        expect:
        ask(['begin', 'work/JOB1', 'trainer-0'], new byte[0], bin.toString()).err ==
            "${'uname -n'.execute().text.trim()} has no setsid, by which processes outlive this connection; install util-linux\n".toString()
    }

    def "where the engine cannot be checked, that is said, and nothing is kept"() {
        given:
        def bin = Files.createDirectories(home.resolve('bin'))
        ['uname', 'mkdir', 'cat'].each { Files.createSymbolicLink(bin.resolve(it), Path.of('/bin', it)) }

        expect:
        ask(['receive', 'abc'], new byte[0], bin.toString()).err ==
            "${'uname -n'.execute().text.trim()} has no sha256sum, by which the engine is checked; install coreutils\n".toString()
        !home.resolve('.jfab/cache').toFile().exists()
    }
}
