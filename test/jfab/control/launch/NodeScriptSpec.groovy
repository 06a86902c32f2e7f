package jfab.control.launch

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import java.security.MessageDigest
import java.time.Duration
import java.util.HexFormat
import java.util.concurrent.TimeUnit
import jfab.control.connection.files.PrivateFolderTest
import jfab.tools.Needs
import jfab.tools.Tool
import spock.lang.Specification
import spock.lang.TempDir

class NodeScriptSpec extends Specification {
    @TempDir
    Path home

    private Map ask(List<String> words, byte[] input = new byte[0], Path own = home) {
        def command = NodeScript.request(words.head(), words.tail() as List<String>)
        // From a file, because a request that is refused may end before it has read its input.
        def given = Files.write(home.resolve('input'), input)
        def process = new ProcessBuilder('/bin/sh', '-c', command.line()).directory(home.toFile())
            .redirectInput(given.toFile())
            .tap { environment().putAll([HOME: own.toString(), SSH_CONNECTION: '127.0.0.1 1 127.0.0.1 22', PATH: "$home/bin:${System.getenv('PATH')}".toString()]) }.start()
        def out = process.inputStream.text
        def err = process.errorStream.text
        assert process.waitFor(30, TimeUnit.SECONDS)
        [code: process.exitValue(), out: out, err: err]
    }

    private Map create(String job) {
        ask(['create', 'work', job, '0'], "secret\n\n${NodeScript.supervisor()}".bytes)
    }

    private static String script(String name, String line) {
        new RunScript("log/${name}.log", 0, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1), RunScript.Failure.LEFT_TO_THEM, Attempts.ALONE, 0, [] as Set, [:], ['sh', '-c', line]).text()
    }

    private long start(String name, String line) {
        file("work/JOB1/.jfab/${name}.run").text = script(name, line)
        def started = ask(['begin', 'work/JOB1', name])
        assert started.code == 0
        started.out.split(' ')[1].trim() as long
    }

    /** What the log of a process has from there on, until it ends or as it is now, and how it ended. */
    private String flow(String name, String from, boolean follow = true, String run = '') {
        def told = new ByteArrayOutputStream()
        new BlockOutputStream(new BlockOutputStream.Blocks() {
            void answers() {}
            void begins(String who, long offset) { told << "[$offset]" }
            void bytes(String who, byte[] bytes, int offset, int length) { told.write(bytes, offset, length) }
            void ended(String line) { told << "[${line.replaceFirst(/ \d+/, '')}]" }
            void failed(int attempt, String who, int code) { told << "[$attempt $who failed with $code]" }
            void waits(String who) { told << "[$who waits]" }
        }).write(ask(['flow', 'work/JOB1', follow ? '1' : '', '0', run, name, from]).out.bytes)
        told.toString()
    }

    private File file(String path) {
        home.resolve(path).toFile()
    }

    private List<String> status() {
        ask(['survey', 'work', 'JOB1']).out.readLines().findAll { it.startsWith('process ') }*.replaceFirst(/process \d+ /, '')
    }

    def cleanup() {
        ask(['end_job', 'work/JOB1', '0'])
    }

    @Needs(Tool.ROOT)
    def "what other accounts made below a shared root directory is no job of ours: #request is refused"() {
        given:
        create('JOB1')
        create('JOB2')
        file('work/JOB2/.jfab/package').text = 'KEY'
        file('work/JOB2/evil').text = 'x'
        assert ['chown', '-R', '65534', home.resolve('work/JOB2').toString()].execute().waitFor() == 0
        Files.createSymbolicLink(home.resolve('work/JOB3'), home.resolve('work/JOB1'))

        expect:
        ask(request + [home.resolve('work/JOB2').toString()] + rest).with { code == 1 && err.endsWith('JOB2 belongs to another account\n') }
        ask(request + ['work/JOB3'] + rest).err == 'job directory work/JOB3 belongs to another account\n'
        ask(['survey', 'work']).out.readLines().findAll { it.startsWith('job ') } == ['job JOB1']
        ask(['survey', 'work', 'JOB2', '1']).out.startsWith('clock ')
        ask(['holdings', 'work']).out.readLines().findAll { it.startsWith('job ') }*.split(' ')*.getAt(1) == ['JOB1']
        ask(['seed', 'work', 'JOB1', 'KEY'], 'evil\n'.bytes).code == 0
        !file('work/JOB1/evil').exists()

        where:
        request       | rest
        ['begin']     | ['trainer-0']
        ['end_job']   | ['1']
        ['flow']      | ['', '0', '', 'trainer-0', '-1']
        ['observe']   | ['0', '100', '']
        ['archive']   | []
        ['resume']    | ['1', '', 'trainer-0']
        ['revivable'] | ['']
        ['revive']    | ['1']
        ['arm']       | []
        ['unpack']    | []
        ['launch']    | ['1']
    }

    def "a job's directory is made once, private, with the host's index and the token"() {
        when:
        def first = create('JOB1')
        def second = create('JOB1')

        then:
        first.code == 0
        second.code == 17
        file('work/JOB1/nodefile').text == '0\n'
        file('work/JOB1/.jfab/token').text == 'secret'
        Files.getPosixFilePermissions(home.resolve('work/JOB1/.jfab/token'))*.name() as Set == ['OWNER_READ', 'OWNER_WRITE'] as Set
    }

    def "keys are nobody else's before they have content, replace earlier ones, and go when the job is ended"() {
        given:
        create('JOB1')
        def keys = ['token', 'tls.pem'].collect { home.resolve("work/JOB1/.jfab/$it") }
        Files.write(keys[1], 'of before'.bytes)
        keys.each { Files.setPosixFilePermissions(it, PosixFilePermissions.fromString('rw-r--r--')) }

        when:
        ask(['arm', 'work/JOB1'], 'other\n-----BEGIN PRIVATE KEY-----\nabc+/=\n-----END PRIVATE KEY-----\n'.bytes)

        then:
        keys*.toFile()*.text == ['other', '-----BEGIN PRIVATE KEY-----\nabc+/=\n-----END PRIVATE KEY-----\n']
        keys.every { PosixFilePermissions.toString(Files.getPosixFilePermissions(it)) == 'rw-------' }

        when:
        ask(['end_job', 'work/JOB1', '0'])

        then:
        keys.every { !Files.exists(it) }
    }

    def "where others can exchange a job's directory, #mode, no secret is written"() {
        given:
        create('JOB1')
        def work = home.resolve('work')
        Files.setAttribute(work, 'unix:mode', mode)

        expect:
        create('JOB2') == [code: 1, out: '', err: 'others can write to work, and could put a directory of theirs in the place of a job;' +
            ' run chmod +t work, or take a rootDir of your own\n']
        ask(['arm', 'work/JOB1'], 'other\n'.bytes).with { code == 1 && err.startsWith('others can write to work, ') }
        work.toFile().list() == ['JOB1'] as String[]
        file('work/JOB1/.jfab/token').text == 'secret'

        when:
        Files.setAttribute(work, 'unix:mode', mode | 01000)

        then:
        create('JOB2').code == 0
        ask(['arm', 'work/JOB1'], 'other\n'.bytes).code == 0

        where:
        mode << [0777, 0757]
    }

    @Needs(Tool.ROOT)
    def "a group counts as others, but for one that is called as its only user"() {
        given:
        def work = Files.createDirectories(home.resolve('work'))
        Files.setAttribute(work, 'unix:mode', 02775)

        expect:
        create('JOB1').code == 0

        when:
        Files.setAttribute(work, 'unix:gid', 65534)

        then:
        create('JOB2').err.startsWith('others can write to work, ')

        when:
        Files.setAttribute(work, 'unix:mode', 03775)

        then:
        create('JOB2').code == 0
    }

    @Needs(Tool.ROOT)
    def "below the directory of another account, sticky or not, no secret is written"() {
        given:
        create('JOB1')
        def work = home.resolve('work')
        Files.setAttribute(work, 'unix:uid', 65534)
        Files.setAttribute(work, 'unix:mode', 01777)

        expect:
        create('JOB2').with { code == 1 && err ==~ /work belongs to \S+, who could put .* or root's\n/ }
        ask(['arm', 'work/JOB1'], 'other\n'.bytes).with { code == 1 && err.startsWith('work belongs to ') }
        work.toFile().list() == ['JOB1'] as String[]
        file('work/JOB1/.jfab/token').text == 'secret'
        // What is there can be looked at and ended.
        ask(['survey', 'work']).out.startsWith('job JOB1\n')
        ask(['end_job', 'work/JOB1', '0']).code == 0
    }

    def "a secret is never written through what is there already, also where sh is #shell"() {
        expect:
        writesThroughNothing(shell)

        where:
        shell << ['dash', 'bash --posix']
    }

    @Needs(Tool.BUSYBOX)
    def "a secret is never written through what is there already where sh is busybox's"() {
        expect:
        writesThroughNothing('busybox sh')
    }

    /** Whether {@code arm} fails where somebody puts a link there when the old files go, and leaves the other end of it alone. */
    private boolean writesThroughNothing(String shell) {
        create('JOB1')
        program('rm', """
            /bin/rm "\$@"
            for each; do case \$each in *token) ln -s $home/planted "\$each" ;; esac; done
        """)
        def process = new ProcessBuilder('sh', '-c', NodeScript.request('arm', 'work/JOB1').line().replace('/bin/sh', shell))
            .directory(home.toFile()).tap { environment().putAll([HOME: home.toString(), PATH: "$home/bin:${System.getenv('PATH')}".toString()]) }.start()
        process.outputStream.withCloseable { it << 'other\n' }
        assert process.waitFor(30, TimeUnit.SECONDS)
        return process.exitValue() == 1 && !file('planted').exists()
    }

    private void program(String name, String lines) {
        def made = Files.writeString(Files.createDirectories(home.resolve('bin')).resolve(name), "#!/bin/sh\n${lines.stripIndent(true)}")
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString('rwx------'))
    }

    def "a job is taken away whatever others have put beside it: #planted"() {
        given:
        create('JOB1')
        ['.JOB1.removed', '.JOB1'].each { name ->
            def made = home.resolve("work/$name")
            planted == 'a file' ? Files.writeString(made, 'theirs') : Files.writeString(Files.createDirectory(made).resolve('it'), 'theirs')
        }

        expect:
        ask(['remove', 'work', 'JOB1']) == [code: 0, out: '', err: '']
        file('work').list() as Set == ['.JOB1.removed', '.JOB1'] as Set
        file('work/.JOB1.removed').with { it.file ? it : new File(it, 'it') }.text == 'theirs'

        where:
        planted << ['a file', 'a directory']
    }

    def "a job stays as long as something goes on that it has left in a session of its own, and kill ends that"() {
        given:
        create('JOB1')
        long ended = start('trainer-0', 'setsid sleep 60 & echo $! >left; until [ -e bereft ]; do sleep 0.05; done')
        long left = waitForFile('work/JOB1/left') as long
        bereave('trainer-0')
        file('work/JOB1/bereft').text = ''
        await { !alive(ended) }

        expect:
        ask(['remove', 'work', 'JOB1']) == [code: 1, out: '', err: "JOB1 has left processes that go on: $left; jfab kill JOB1 ends them\n".toString()]
        ask(['end_job', 'work/JOB1', '1']).out.readLines().contains('strayed 1')
        ask(['remove', 'work', 'JOB1']) == [code: 0, out: '', err: '']
    }

    def "a process that has only its working directory from a job is named when that has been taken away"() {
        given:
        create('JOB1')
        start('trainer-0', 'env -i setsid sleep 60 & echo $! >left')
        long left = waitForFile('work/JOB1/left') as long
        await { file('work/JOB1/.jfab/trainer-0.exit').exists() }

        expect:
        ask(['remove', 'work', 'JOB1']).code == 0
        ask(['strays', 'work', 'JOB1']).out == "JOB1 $left\n"

        cleanup:
        ProcessHandle.of(left).ifPresent { it.destroyForcibly() }
    }

    def "what cannot be taken away of a job is told with its place, and goes with the next one"() {
        given:
        create('JOB1')
        program('rm', 'echo "rm: it is busy" >&2; exit 1\n')

        when:
        def removed = ask(['remove', 'work', 'JOB1'])
        def (message, place) = (removed.err =~ /(cannot remove all of JOB1; the rest is in (\S+))\n$/)[0][1, 2]

        then:
        removed == [code: 1, out: '', err: "rm: it is busy\n$message\n".toString()]
        new File(place, 'JOB1/nodefile').exists()
        ask(['jobs', 'work']).out == ''

        when:
        file('bin/rm').delete()
        create('JOB2')

        then:
        ask(['remove', 'work', 'JOB2']) == [code: 0, out: '', err: '']
        file('work').list() == new String[0]
    }

    def "they go with the last process that has them"() {
        given:
        create('JOB1')
        file('work/JOB1/.jfab/later.run').text = script('later', 'exit 0')
        start('first', 'exit 0')
        def token = file('work/JOB1/.jfab/token')

        expect:
        await { file('work/JOB1/.jfab/first.exit').exists() }
        // Its supervisor has ended.
        flow('first', '0')
        token.text == 'secret'

        when:
        assert ask(['begin', 'work/JOB1', 'later']).code == 0

        then:
        await { !token.exists() }
    }

    private static boolean await(Closure<Boolean> condition) {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos()
        while (!condition()) {
            assert System.nanoTime() < end
            sleep(20)
        }
        true
    }

    def "a directory that cannot be made whole is taken back, also where sh is #shell"() {
        given:
        def line = NodeScript.request('create', 'work', 'JOB1', '0').line().replace('/bin/sh', shell)
        def process = new ProcessBuilder('sh', '-c', line).directory(home.toFile()).tap { environment().put('HOME', home.toString()) }.start()

        when:
        // Not even the token comes.
        process.outputStream.close()
        assert process.waitFor(30, TimeUnit.SECONDS)

        then:
        process.exitValue() == 1
        !Files.exists(home.resolve('work/JOB1'))

        where:
        shell << ['dash', 'bash']
    }

    def "only the job's own token takes an unused directory back"() {
        given:
        create('JOB1')

        when:
        ask(['discard', 'work/JOB1'], 'another'.bytes)

        then:
        Files.exists(home.resolve('work/JOB1'))

        when:
        ask(['discard', 'work/JOB1'], 'secret'.bytes)

        then:
        !Files.exists(home.resolve('work/JOB1'))
    }

    @Needs(Tool.ROOT)
    def "what another account has made under the job's name is left to it, without a word"() {
        given:
        create('JOB1')
        assert ['chown', '-R', '65534', home.resolve('work/JOB1').toString()].execute().waitFor() == 0

        expect:
        ask(['discard', 'work/JOB1'], 'secret'.bytes) == [code: 0, out: '', err: '']
        Files.exists(home.resolve('work/JOB1'))
    }

    def "a name that another one takes in the last moment is taken"() {
        given:
        def mkdir = Files.writeString(Files.createDirectories(home.resolve('bin')).resolve('mkdir'), """#!/bin/sh
            for last; do :; done
            case \$last in JOB1 | */JOB1) /bin/mkdir "\$last" ;; esac
            exec /bin/mkdir "\$@"
        """.stripIndent(true))
        Files.setPosixFilePermissions(mkdir, PosixFilePermissions.fromString('rwx------'))

        expect:
        create('JOB1').code == 17
    }

    def "a directory with processes is not taken back"() {
        given:
        create('JOB1')
        start('trainer-0', 'sleep 60')

        expect:
        ask(['discard', 'work/JOB1'], 'secret'.bytes).code == 1
        Files.exists(home.resolve('work/JOB1'))
    }

    def "a process gets the token in its environment, its words in its log, its exit code in its record"() {
        given:
        create('JOB1')

        when:
        long pid = start('trainer-0', 'echo "$JFAB_JOB_TOKEN"; exit 7')
        flow('trainer-0', '0')

        then:
        status() == ["trainer-0 $pid exited 7".toString()]
        flow('trainer-0', '-5', false) == '[0]secret\n[trainer-0 exited 7]'
        !file('work/JOB1/.jfab/trainer-0.process').text.contains('secret')
    }

    def "a process outlives the connection that started it"() {
        given:
        create('JOB1')

        when:
        long pid = start('trainer-0', 'sleep 60')

        then:
        status() == ["trainer-0 $pid running".toString()]

        when: "it is on its way back to a checkpoint"
        file('work/JOB1/metrics/trainer-0').mkdirs()
        file('work/JOB1/metrics/trainer-0/repeating').text = '120 500 38\n'

        then:
        status() == ["trainer-0 $pid running 120 500 38".toString()]
        ask(['observe', 'work/JOB1', '0', '100', '']).out.contains(" 0 trainer-0 $pid running 120 500 38\n")

        when: "an earlier attempt was, and was killed"
        file('work/JOB1/metrics/trainer-0/repeating').lastModified = file('work/JOB1/.jfab/trainer-0.process').lastModified() - 1000

        then:
        status() == ["trainer-0 $pid running".toString()]
    }

    def "readiness waits for the line, and ends early with the process"() {
        given:
        create('JOB1')

        expect:
        launch('pserver-0', 20, 'sleep 0.3; echo Server listening on 127.0.0.1:1; sleep 60') == ''
        launch('pserver-1', 20, 'echo "127.0.0.1:1 is in use" >&2; exit 1') == 'died pserver-1\n'
        launch('pserver-2', 0, 'sleep 60') == 'late pserver-2\n'
    }

    private String launch(String name, int seconds, String line) {
        def files = ">${name}.run\n" + script(name, line).readLines().collect { "|$it\n" }.join()
        ask(['launch', 'work/JOB1', "$seconds".toString(), "$name=Server listening on".toString()], files.bytes).out
    }

    def "following gives the log from an offset until the process ends"() {
        given:
        create('JOB1')
        start('trainer-0', 'echo one; sleep 0.4; echo two; printf three')

        expect:
        flow('trainer-0', '4') == 'two\nthree[trainer-0 exited 0]'
        flow('trainer-0', '-1') == '[8]three[trainer-0 exited 0]'
        flow('trainer-0', '-0') == '[13][trainer-0 exited 0]'
    }

    def "a job is on its way to its host until its first process begins, as long as something comes"() {
        given:
        create('JOB1')
        def arriving = { ask(['survey', 'work', 'JOB1']).out.readLines().contains('arriving') }

        expect:
        arriving()
        !ask(['survey', 'work']).out.contains('arriving')

        when:
        file('bin').mkdirs()
        // What is older than it is asked for.
        file('bin/find').text = '#!/bin/sh\ncase "$*" in *"-cmin -13") ;; *) exec /usr/bin/find "$@" ;; esac\n'
        file('bin/find').executable = true

        then:
        !arriving()

        when:
        file('bin/find').delete()
        start('trainer-0', 'sleep 60')

        then:
        !arriving()
    }

    def "who follows a job that has been begun again since hears no more of it, and ends none of it"() {
        given:
        create('JOB1')
        start('trainer-0', 'echo one; [ -e again ] || exit 7; sleep 60')
        flow('trainer-0', '0', true, '0') == 'one\n[trainer-0 exited 7]'
        file('work/JOB1/again').text = ''

        when:
        def revived = ask(['revive', 'work/JOB1', '1'])

        then:
        revived.code == 0
        flow('trainer-0', '0', true, '0') == ''

        when:
        ask(['resume', 'work/JOB1', '10', '', 'trainer-0'])
        def ended = ask(['end_job', 'work/JOB1', '1', 'by the failure of trainer-0', '0'])
        ask(['advance', 'work/JOB1', '1', 'by the failure of trainer-0', '0'])

        then:
        flow('trainer-0', '0', true, '0') == ''
        ended == [code: 0, out: '', err: '']
        !file('work/JOB1/.jfab/attempt').exists()
        status()*.replaceFirst(/ \d+ /, ' ') == ['trainer-0 running']
        ask(['survey', 'work', 'JOB1']).out =~ /event \d+\.\d{9} job revived 1\n/
        ask(['end_job', 'work/JOB1', '1', 'by me', '1']).out.contains('trainer-0')
    }

    def "a port of a job is taken where somebody listens on its address, or on all, and not on another one: #listener against #own"() {
        given:
        create('JOB1')
        def socket = new ServerSocket(0, 1, InetAddress.getByName(listener))

        when:
        def asked = ask(['revivable', 'work/JOB1', "1 $socket.localPort$own".toString()])

        then:
        asked.code == code
        asked.out == (code == 6 ? "$socket.localPort\n" : '')
        file('work/JOB1/.jfab/reviving').exists() == (code == 0)

        cleanup:
        socket?.close()

        where:
        listener    | own                                 || code
        '127.0.0.9' | '@0400007F'                         || 0
        '127.0.0.4' | '@0400007F'                         || 6
        '0.0.0.0'   | '@0400007F'                         || 6
        '127.0.0.9' | ''                                  || 6
        '127.0.0.4' | '@00000000000000000000000001000000' || 0
        '::1'       | '@00000000000000000000000001000000' || 6
    }

    def "kill ends the whole process group, with KILL where TERM is ignored, and a bystander lives"() {
        given:
        create('JOB1')
        def bystander = new ProcessBuilder('sleep', '60').start()
        long server = start('pserver-0', 'sleep 60')
        long trainer = start('trainer-0', 'trap "" TERM; sleep 60 & echo $! >child; wait; wait; sleep 60')
        def child = waitForFile('work/JOB1/child') as long

        when:
        def killed = ask(['end_job', 'work/JOB1', '1'])

        then:
        killed.out.readLines() == ['trainers ended', "pserver-0 $server exited 143".toString(), "trainer-0 $trainer exited 137".toString()]
        [server, trainer, child].every { !alive(it) }
        bystander.alive

        cleanup:
        bystander?.destroyForcibly()
    }

    def "kill ends what processes have put into sessions of their own, also one whose supervisor was killed, and a bystander lives"() {
        given:
        create('JOB1')
        def bystander = new ProcessBuilder('sleep', '60').start()
        start('trainer-0', 'setsid sleep 60 & echo $! >obeys; setsid sh -c \'trap "" TERM; echo $$ >ignores; exec sleep 60\' & sleep 60')
        long ended = start('trainer-1', 'setsid sleep 60 & echo $! >left; until [ -e bereft ]; do sleep 0.05; done')
        def strayed = ['obeys', 'ignores', 'left'].collect { waitForFile("work/JOB1/$it") as long }
        bereave('trainer-1')
        file('work/JOB1/bereft').text = ''
        await { !alive(ended) }
        assert strayed.every { alive(it) }

        when:
        def killed = ask(['end_job', 'work/JOB1', '1'])

        then:
        killed.err == ''
        killed.out.readLines().contains('strayed 3')
        !strayed.any { alive(it) }
        bystander.alive

        cleanup:
        bystander?.destroyForcibly()
    }

    def "kill leaves a process of another host alone, of which this one can be seen, as in containers"() {
        given:
        create('JOB1')
        start('trainer-0', 'sleep 60')
        def elsewhere = new ProcessBuilder('setsid', 'sleep', '60')
            .tap { environment().putAll([JFAB_JOB_DIRECTORY: home.resolve('work/JOB1').toRealPath().toString(), JFAB_JOB_PROCESS: 'trainer-1']) }
            .start()

        when:
        def killed = ask(['end_job', 'work/JOB1', '1'])

        then:
        killed.err == ''
        !killed.out.contains('strayed')
        elsewhere.alive

        cleanup:
        elsewhere?.destroyForcibly()
    }

    def "kill does not end itself where its own environment has the job, nor what others have made of a name, and wakes a supervisor"() {
        given:
        create('JOB1')
        start('trainer-0', 'sleep 60')
        def odd = Files.createDirectories(home.resolve('work/JOB2\nq/.jfab'))
        long supervisor = file('work/JOB1/.jfab/trainer-0.supervisor').text.split(' ')[0] as long
        assert ['sh', '-c', "kill -s STOP $supervisor"].execute().waitFor() == 0

        when:
        def command = NodeScript.request('end_job', ['work/JOB1', '1'])
        def process = new ProcessBuilder('setsid', '-w', '/bin/sh', '-c', command.line()).directory(home.toFile())
            .redirectInput(new File('/dev/null')).redirectError(home.resolve('err').toFile())
            .tap { environment().putAll([HOME: home.toString(), JFAB_JOB_DIRECTORY: home.resolve('work/JOB1').toRealPath().toString()]) }.start()
        def out = process.inputStream.text

        then:
        process.waitFor() == 0
        file('err').text == ''
        !out.contains('strayed')
        status().size() == 1 && status()[0].endsWith(' exited 143')
        !alive(supervisor)
        ask(['jobs', 'work']).out == 'JOB1\n'
        ask(['survey', 'work']).out.readLines().findAll { it.startsWith('job ') } == ['job JOB1']
        Files.exists(odd)
    }

    /** Kills the supervisor of a process, as the kernel does where memory is short. */
    private void bereave(String name) {
        long supervisor = file("work/JOB1/.jfab/${name}.supervisor").text.split(' ')[0] as long
        def process = ProcessHandle.of(supervisor).orElseThrow()
        process.destroyForcibly()
        process.onExit().get(10, TimeUnit.SECONDS)
    }

    private List<String> events(String name) {
        file('work/JOB1/.jfab/events').readLines().findAll { it =~ /^\d+\.\d{9} $name / }*.replaceFirst(/^\S+ \S+ /, '')
    }

    def "a process whose supervisor was killed runs alone, and who ends it writes that down as the supervisor would have"() {
        given:
        create('JOB1')
        long obeys = start('trainer-0', 'sleep 60')
        long ignores = start('trainer-1', 'trap "" TERM; while :; do sleep 0.1; done')
        long supervised = start('trainer-2', 'sleep 60')
        bereave('trainer-0')
        bereave('trainer-1')

        expect:
        status() == ["trainer-0 $obeys running alone", "trainer-1 $ignores running alone", "trainer-2 $supervised running"]*.toString()
        ask(['observe', 'work/JOB1', '0', '100', '']).out.contains(" 0 trainer-0 $obeys running alone\n")

        when:
        ask(['end_job', 'work/JOB1', '1', 'by the failure of trainer-9'])

        then:
        status() == ["trainer-0 $obeys exited 143", "trainer-1 $ignores exited 137", "trainer-2 $supervised exited 143"]*.toString()
        events('trainer-0') == ["started $obeys".toString(), 'stopped by the failure of trainer-9', 'exited 143']
        events('trainer-1') == ["started $ignores".toString(), 'stopped by the failure of trainer-9', 'exited 137']
        events('trainer-2') == ["started $supervised".toString(), 'stopped by the failure of trainer-9', 'exited 143']
    }

    def "of a process that ended without its supervisor it is told whether its host was started again"() {
        given:
        create('JOB1')
        long pid = start('trainer-0', 'sleep 60')
        bereave('trainer-0')
        def process = ProcessHandle.of(pid).orElseThrow()
        process.destroyForcibly()
        process.onExit().get(10, TimeUnit.SECONDS)

        expect:
        status() == ["trainer-0 $pid lost here".toString()]
        flow('trainer-0', '-1') == '[0][trainer-0 lost here]'

        when:
        def record = file('work/JOB1/.jfab/trainer-0.process')
        record.text = record.text.replaceFirst(/(?m)^boot .*/, 'boot another')

        then:
        status() == ["trainer-0 $pid lost".toString()]
    }

    def "a record that nobody comes to the end of is named and holds nobody up, and does not keep the job from being ended: #kind"() {
        given:
        create('JOB1')
        long pid = start('trainer-0', 'sleep 60')
        assert new ProcessBuilder('sh', '-c', "rm trainer-0.process && $made trainer-0.process").directory(file('work/JOB1/.jfab')).start().waitFor() == 0

        expect:
        [['survey', 'work'], ['survey', 'work', 'JOB1'], ['flow', 'work/JOB1', '', '0', '', 'trainer-0', '0']].each {
            def refused = ask(it)
            assert refused.code == 1
            assert refused.err == '.jfab/trainer-0.process of JOB1 is no file; delete it\n'
        }

        when:
        def ended = ask(['end_job', 'work/JOB1', '1'])

        then:
        ended.code == 0
        ended.out == 'trainers ended\n'
        !alive(pid)

        where:
        kind     | made
        'pipe'   | 'mkfifo'
        'device' | 'ln -s /dev/zero'
    }

    def "a child that ignores TERM does not outlive a process that obeys it"() {
        given:
        create('JOB1')
        start('trainer-0', 'sh -c \'trap "" TERM; echo $$ >child; while :; do sleep 0.2; done\' & sleep 60')
        def child = waitForFile('work/JOB1/child') as long

        when: 'somebody says that all may take very long'
        ask(['end_job', 'work/JOB1', '2000000000'])

        then:
        !alive(child)
    }

    def "what is written meanwhile is fetched as far as it is there"() {
        given:
        create('JOB1')
        def metrics = Files.createDirectories(home.resolve('work/JOB1/metrics')).resolve('metrics.jsonl')
        Files.write(metrics, new byte[20 << 20])
        def writing = ['/bin/sh', '-c', "while :; do echo step >>'$metrics'; done".toString()].execute()
        while (Files.size(metrics) == 20 << 20) { sleep(5) }

        when:
        def fetched = ask(['archive', 'work/JOB1'])

        then:
        fetched.code == 0
        fetched.out.contains('metrics/metrics.jsonl')

        cleanup:
        writing?.destroyForcibly()
    }

    def "what comes with the package is not fetched as the job's, unless the job has written it again"() {
        given:
        create('JOB1')
        ['old', 'a[b]*', 'again'].each { Files.writeString(Files.createDirectories(home.resolve('p/output/model')).resolve(it), 'local') }
        def tar = ['tar', '-cf', '-', '-C', home.resolve('p').toString(), '.'].execute().inputStream.bytes
        assert ask(['unpack', 'work/JOB1'], tar).code == 0
        sleep(50)
        start('trainer-0', 'echo new >output/model/again; echo made >output/made')
        flow('trainer-0', '0')

        when:
        Files.writeString(home.resolve('fetched.tar'), ask(['archive', 'work/JOB1']).out)

        then:
        ['tar', '-tf', home.resolve('fetched.tar').toString()].execute().text.readLines().findAll { it ==~ /output.*[^\/]/ }.sort() ==
            ['output/./made', 'output/./model/again']
    }

    def "a process that only has the recorded number is not ours"() {
        given: 'a record whose process number now belongs to somebody else'
        create('JOB1')
        start('trainer-0', 'exit 0')
        flow('trainer-0', '0')
        def stranger = new ProcessBuilder('setsid', 'sleep', '60').start()
        def record = file('work/JOB1/.jfab/trainer-0.process')
        record.text = record.text.replaceAll(/(?m)^(pid|group) .*/, "\$1 ${stranger.pid()}")
        Files.delete(home.resolve('work/JOB1/.jfab/trainer-0.exit'))

        expect:
        status() == ["trainer-0 ${stranger.pid()} lost here".toString()]

        when:
        ask(['end_job', 'work/JOB1', '0'])

        then:
        stranger.alive

        cleanup:
        stranger?.destroyForcibly()
    }

    def "of a long file the end is told whole, every kind of line in its share, and tests all"() {
        given:
        create('JOB1')
        def pid = start('trainer-0', 'echo begun')
        file('work/JOB1/metrics/trainer-0').mkdirs()
        def name = file('work/JOB1/metrics/trainer-0/metrics.jsonl')
        name.text = (1..60_000).collect { """{"time":"2026-11-21T12:00:00Z","step":$it,"loss":0.123456789${it % 2000 == 0 ? ',"test_loss":1.0' : ''}}""" }.join('\n') + '\n'
        file('work/JOB1/log/trainer-0.log').text = (1..80_010).collect { it % 10 == 0 ? "step ${it.intdiv(10)} loss 0.5 and what else there is to say of it" : 'x' * 80 }.join('\n') + '\n'

        when:
        def told = ask(['observe', 'work/JOB1', '0', '500', '1']).out.readLines()
        def metrics = told.findAll { it.startsWith('metrics ') }
        def steps = told.findAll { it.startsWith('logged trainer-0 step ') }

        then:
        metrics.size() < 3000
        metrics.count { it.contains('test_loss') } == 30
        metrics.takeRight(100)*.replaceFirst(/.*"step":(\d+).*/, '$1') == (59_901..60_000)*.toString()
        steps.size() > 30
        steps.last().contains('step 8001 ')

        when: 'what its steps have in common is known, there are few of them, and much else'
        file('work/JOB1/log/trainer-0.log').text = (1..80_010).collect { it % 200 == 0 ? "step ${it.intdiv(200)} loss 0.5" : 'x' * 80 }.join('\n') + '\n'
        told = ask(['observe', 'work/JOB1', '0', '500', '1 loss ']).out.readLines()

        then:
        told.findAll { it.startsWith('logged ') } == (1..400).collect { "logged trainer-0 step $it loss 0.5".toString() }

        cleanup:
        pid
    }

    def "a job of an older jfab is told of, ended and fetched"() {
        given: 'what jfab wrote before requests were functions'
        create('JOB1')
        def process = new ProcessBuilder('setsid', 'sleep', '60').start()
        def began = { new File("/proc/${process.pid()}/stat").text.replaceFirst(/.*\) /, '').split(' ')[19] }
        def boot = new File('/proc/sys/kernel/random/boot_id').text.trim()
        file('work/JOB1/.jfab/trainer-0.process').text = """pid ${process.pid()}\nstart ${began()}\ngroup ${process.pid()}
            group-start ${began()}\nboot $boot\nlog log/train.log\ncommand sleep 60\nrestarts 0\n""".replaceAll(/(?m)^ +/, '')
        file('work/JOB1/.jfab/events').text = "1795265482.208670812 trainer-0 started ${process.pid()}\n"
        file('work/JOB1/.jfab/description.json').text = '{"id":"JOB1"}\n'
        file('work/JOB1/log/train.log').text = 'PassID 0\n'

        expect:
        status() == ["trainer-0 ${process.pid()} running".toString()]
        ask(['survey', 'work', 'JOB1', '1']).out.contains('\ndescription {"id":"JOB1"}\n')
        flow('trainer-0', '-1', false) == '[0]PassID 0\n'
        ask(['observe', 'work/JOB1', '0', '100', '']).out.contains(" 0 trainer-0 ${process.pid()} running\n")

        when:
        ask(['end_job', 'work/JOB1', '1'])

        then:
        status() == ["trainer-0 ${process.pid()} exited 143".toString()]
        !process.alive
        ask(['archive', 'work/JOB1']).out.contains('PassID 0')

        cleanup:
        process?.destroyForcibly()
    }

    def "the engine arrives whole or not at all"() {
        given:
        Files.createDirectories(home.resolve('tree/bin'))
        file('tree/file').text = 'x' * 100_000
        file('tree/bin/train').text = '#!/bin/sh\n'
        file('tree/bin/train').executable = true
        def archive = ['tar', '-czf', '-', '-C', home.resolve('tree').toString(), '.'].execute().inputStream.bytes
        def digest = HexFormat.of().formatHex(MessageDigest.getInstance('SHA-256').digest(archive))

        when:
        def cut = ask(['receive', digest], archive[0..<(archive.length.intdiv(2))] as byte[])

        then:
        cut.code == 1
        cut.err.readLines().size() == 1
        cut.err ==~ /cannot unpack the engine into \S+: \S.*\n/
        home.resolve('.jfab/cache').toFile().list().length == 0
        ask(['cached', digest]).code == 1

        when: 'another one comes under its name'
        def other = ask(['receive', 'abc'], archive)

        then:
        other.code == 1
        other.err == "the engine did not arrive as it was built: its SHA-256 is $digest, not abc\n".toString()
        home.resolve('.jfab/cache').toFile().list().length == 0

        when:
        def whole = ask(['receive', digest], archive)

        then:
        whole.code == 0
        ask(['cached', digest]).out.trim() == home.resolve(".jfab/cache/$digest").toString()
        file(".jfab/cache/$digest/file").text.length() == 100_000
    }

    @Needs(Tool.MOUNT)
    def "an engine is neither taken nor used where programs may not be started"() {
        given:
        def cache = home.resolve('.jfab/cache')
        Files.createDirectories(cache)
        assert ['mount', '-t', 'tmpfs', '-o', 'noexec', 'jfab', cache.toString()].execute().waitFor() == 0
        Files.createDirectories(cache.resolve('abc/bin'))
        file('.jfab/cache/abc/bin/train').text = '#!/bin/sh\n'
        file('.jfab/cache/abc/bin/train').executable = true

        expect:
        ask(['cached', 'abc']).code == 1
        ask(['receive', 'def'], new byte[1_000_000]).err ==
            "the engine could not be started from $cache, where no program may be: is it mounted noexec?\n".toString()
        cache.toFile().list() == ['abc'] as String[]

        cleanup:
        ['umount', cache.toString()].execute().waitFor()
    }

    private Map reserve(first) {
        // The accounts of a machine on which this user lives in this home.
        def accounts = Files.createDirectories(home.resolve('bin')).resolve('getent').toFile()
        accounts.text = "#!/bin/sh\nexec echo 'me:x:0:0:me:$home:/bin/sh'\n"
        accounts.executable = true
        ask(['reserve', 'work/JOB1', '', '', first.toString(), 'pserver-0=2'])
    }

    private static int free() {
        new ServerSocket(0).withCloseable { it.localPort }
    }

    private File ports() {
        file('.jfab').listFiles().find { it.name.startsWith('ports.') }
    }

    def "ports are reserved in a folder of the user's own, however it is called"() {
        given:
        home = Files.createDirectory(home.resolve('my home $(touch evil) *'))
        create('JOB1')
        int first = free()

        when:
        def given = reserve(first)

        then:
        given.code == 0
        def port = (given.out =~ /pserver-0 (\d+)/)[0][1]
        new File(ports(), "$port/job").text == "pserver-0 ${home}/work/JOB1\n"
        [file('.jfab'), ports()].every { Files.getPosixFilePermissions(it.toPath()).every { it.name().startsWith('OWNER') } }
        !file('evil').exists()

        when: 'the process gets others in their place'
        def exchanged = ask(['exchange', 'work/JOB1', (port.toInteger() + 1) as String, 'pserver-0=2'])

        then:
        exchanged.code == 0
        !new File(ports(), port).exists()
        reserve(port).code == 0
    }

    def "jobs that are given another HOME see what the user's other jobs have reserved"() {
        given:
        create('JOB1')
        def one = reserve(free())
        def elsewhere = Files.createDirectory(home.resolve('elsewhere'))

        when:
        def port = (one.out =~ /pserver-0 (\d+)/)[0][1]
        def other = ask(['reserve', 'work/JOB1', '', '', port, 'pserver-1=1'], new byte[0], elsewhere)

        then:
        (other.out =~ /pserver-1 (\d+)/)[0][1].toInteger() >= port.toInteger() + 2
        elsewhere.toFile().list().length == 0
    }

    def "a port on which another user's process listens is not given"() {
        given:
        create('JOB1')
        def taken = new ServerSocket(0)

        expect:
        reserve(taken.localPort).out =~ /pserver-0 (\d+)/
        !new File(ports(), "$taken.localPort").exists()

        cleanup:
        taken?.close()
    }

    def "a folder that another user has prepared is refused"() {
        given:
        create('JOB1')
        PrivateFolderTest.ofAnother(home)

        when:
        def refused = reserve(free())

        then:
        refused.code == 1
        refused.err == "${home}/.jfab is another user's, or read-only; only you may write there\n"
    }

    def "a link in place of the folder is refused"() {
        given:
        create('JOB1')
        reserve(free())
        def ports = ports().toPath()
        Files.move(ports, home.resolve('elsewhere'))
        Files.createSymbolicLink(ports, home.resolve('elsewhere'))

        expect:
        reserve(free()).err == "$ports is a link; remove it\n"
    }

    private String waitForFile(String path) {
        def deadline = System.nanoTime() + 10_000_000_000L
        while (!Files.exists(home.resolve(path)) || file(path).text.isEmpty()) {
            assert System.nanoTime() < deadline
            Thread.onSpinWait()
        }
        file(path).text.trim()
    }

    /** A zombie that nobody has reaped yet is dead. */
    private static boolean alive(long pid) {
        def stat = new File("/proc/$pid/stat")
        stat.exists() && !(stat.text =~ /\) Z /)
    }
}
