package jfab.control.cli

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import java.util.concurrent.TimeUnit
import jfab.tools.Needs
import jfab.tools.Tool
import spock.lang.Specification
import spock.lang.TempDir

/** Completion as a shell asks for it: the scripts as processes, and a command jfab that notes each start of Java. */
class CompletionSpec extends Specification {
    static final Path SCRIPTS = Path.of('src/jfab/control/cli/completion').toAbsolutePath()
    static final boolean CI = System.getenv('CI') != null

    @TempDir
    Path folder
    Path bin
    Path project

    def setup() {
        folder = folder.toRealPath()
        bin = Files.createDirectories(folder.resolve('bin'))
        project = Files.createDirectories(folder.resolve('my project'))
        def jfab = bin.resolve('jfab')
        Files.writeString(jfab, """#!/bin/sh
if [ "\${1:-}" != --complete ]; then
    echo "ran \$*"
elif [ -z "\${_JFAB_COMPLETION:-}" ]; then
    shift
    exec sh '$SCRIPTS/complete.sh' "\$0" "\$@"
else
    echo started >> '$folder/starts'
    exec '${ProcessHandle.current().info().command().get()}' -XX:TieredStopAtLevel=1 -Duser.home=/nonexistent \\
        -cp '${System.getProperty('java.class.path')}' jfab.control.Main "\$@"
fi
""")
        Files.setPosixFilePermissions(jfab, PosixFilePermissions.fromString('rwxr-xr-x'))
        Files.createDirectories(project.resolve('tasks'))
        Files.writeString(project.resolve('fabfile.groovy'), '''
            include 'tasks/more.groovy'
            task('deploy', 'Deploy it', aliases: ['dep'], mode: 'fast', choices: [mode: ['fast', 'safe']],
                force: false, log: null, optional: ['log']) { c, String host, mode, force, log -> }
            task('tail_log', size: 'big', choices: [size: ['big', 'small'], word: ['one', 'two']]) { c, word, size, String... rest -> }
            task('_hidden') { c -> }
            namespace('docs') { task('build', default: true) { c -> } }
        ''')
        Files.writeString(project.resolve('tasks/more.groovy'), "task('disk') { c -> }")
    }

    String sh(Map<String, String> environment = [:], Path where = project, List<String> command) {
        def builder = new ProcessBuilder(command).directory(where.toFile()).redirectErrorStream(true)
        builder.environment().keySet().removeIf { it.startsWith('XDG_') || it.startsWith('JFAB_') }
        builder.environment().putAll([HOME: folder.toString(), PATH: "$bin:${System.getenv('PATH')}".toString()] + environment)
        def process = builder.start()
        process.outputStream.close()
        def output = new StringBuilder()
        def reader = Thread.startVirtualThread { output << process.inputStream.getText('UTF-8') }
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly()
            throw new AssertionError("$command still runs")
        }
        reader.join(10000)
        output.toString()
    }

    List<String> candidates(Path where = project, String... words) {
        sh([:], where, [bin.resolve('jfab'), '--complete', '--', 'jfab', *words].collect { it.toString() })
                .readLines()*.replaceFirst('\t.*', '').sort()
    }

    int starts() {
        def file = folder.resolve('starts')
        Files.exists(file) ? Files.readAllLines(file).size() : 0
    }

    Path index() {
        folder.resolve(".cache/jfab/tasks-1${project}/fabfile.groovy.index")
    }

    def "nothing is written where others could write"() {
        given:
        candidates('di')
        def cache = folder.resolve('.cache/jfab')

        when: 'the folder is open to all, and a fabfile has changed'
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString('rwxrwxrwx'))
        def before = Files.readString(index())
        Files.writeString(project.resolve('tasks/more.groovy'), "task('disc') { c -> }")
        candidates('di')

        then:
        Files.readString(index()) == before
    }

    @Needs(Tool.ROOT)
    def "what is another account's is neither shown nor written"() {
        given:
        candidates('di') == ['disk']
        def cache = folder.resolve('.cache/jfab')

        when:
        Files.setOwner(cache, cache.fileSystem.userPrincipalLookupService.lookupPrincipalByName('nobody'))

        then:
        candidates('di') == []
        sh(['sh', "$SCRIPTS/complete.sh".toString(), '--list']) == ''
    }

    def "the launcher needs no HOME"() {
        expect:
        // The variable keeps it from building itself.
        !sh([_JFAB_COMPLETION: 'no build'], ['env', '-u', 'HOME', Path.of('jfab').toAbsolutePath().toString(), '--version']).contains('HOME')
    }

    def "after the first one, all answers come without Java"() {
        expect:
        [
            [['']                               , ['check-gpu', 'dep', 'deploy', 'disk', 'docs', 'docs.build', 'doctor', 'tail-log']],
            [['de']                             , ['dep', 'deploy']],
            [['tail_l']                         , ['tail-log']],
            [['--fab']                          , ['--fabfile']],
            [['deploy', '']                     , []],
            [['deploy', 'h', 'd']               , ['dep', 'deploy', 'disk', 'docs', 'docs.build', 'doctor']],
            [['deploy', '--mod']                , ['--mode']],
            [['dep', '--no-f']                  , ['--no-force']],
            [['deploy', '--mode', '']           , ['fast', 'safe']],
            [['deploy', '--mode=s']             , ['--mode=safe']],
            [['deploy', '-fm', '']              , ['fast', 'safe']],
            [['deploy', '--force', '']          , []],
            [['deploy', '--host', 'h', 'dis']   , ['disk']],
            [['deploy', 'h', '--log', 'dis']    , ['disk']],
            [['tail-log', '']                   , ['one', 'two']],
            [['tail-log', 'o']                  , ['one']],
            [['tail-log', 'one', 'a', 'b', 'di'], ['disk']],
            [['tail-log', 'one', 'disk', '-s']  , []],
            [['-F', '']                         , ['flat', 'json', 'nested']],
            [['-H', 'di']                       , []],
            [['-H', 'x', 'dis']                 , ['disk']],
            [['disk', '-H', 'x', 'dis']         , ['disk']],
            [['disk', '--list-f']               , ['--list-format']],
            [['disk', '--', 'd']                , []],
            [['_h']                             , []],
        ].every { words, expected ->
            assert candidates(*words) == expected, words
            true
        }
        starts() == 1
    }

    def "the list of tasks comes without Java as well, while the fabfile is as it was"() {
        given:
        def kept = { sh([:], project, ['sh', SCRIPTS.resolve('complete.sh').toString(), '--list']) }
        assert kept() == ''
        candidates('')
        def shown = sh([XDG_CACHE_HOME: folder.resolve('.cache').toString()], project, [ProcessHandle.current().info().command().get(), '-XX:TieredStopAtLevel=1', '-Duser.home=/nonexistent', '-cp', System.getProperty('java.class.path'), 'jfab.control.Main', '--list'])

        expect:
        shown.startsWith('Tasks of fabfile.groovy:\n\n')
        kept() == shown
        sh([:], project.resolve('tasks'), ['sh', SCRIPTS.resolve('complete.sh').toString(), '--list']) == ''

        and: 'what cannot be looked for or printed is left to Java, without a word'
        sh([:], project, ['sh', '-c', "$line; echo \$?".toString(), SCRIPTS.resolve('complete.sh').toString()]) == '1\n'

        when:
        Files.writeString(project.resolve('tasks/more.groovy'), "task('disc') { c -> }")

        then:
        kept() == ''

        where:
        line << ['sh "$0" --list >/dev/full', 'sh "$0" --list >&-', 'mkdir -p gone && cd gone && rmdir ../gone && sh "$0" --list 2>/dev/null']
    }

    def "the newest jobs are kept, and those that are gone are forgotten when all are known"() {
        given:
        candidates('')
        def kept = new Completion(folder.resolve('.cache/jfab/tasks-1'))
        def fabfile = project.resolve('fabfile.groovy')
        def jobs = { Files.readAllLines(Path.of("${index()}.jobs")) }
        def id = { "JOB20260101${String.format('%06d', it)}".toString() }

        when:
        kept.keepJobs(fabfile, [id(2)], false)
        kept.keepJobs(fabfile, [id(3), id(1)], false)

        then:
        jobs() == [id(1), id(2), id(3)]
        PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of("${index()}.jobs"))) == 'rw-------'

        when:
        kept.keepJobs(fabfile, (4..60).collect(id), false)

        then:
        jobs() == (11..60).collect(id)

        when:
        kept.keepJobs(fabfile, [id(60)], true)

        then:
        jobs() == [id(60)]
    }

    def "hosts, roles, profiles and jobs are offered where the words before ask for them"() {
        given:
        Files.writeString(project.resolve('fabfile.groovy'), '''
            hosts 'root@web[1-2]', fromCommand(['touch', 'asked'])
            role 'db', 'db1', 'db2:2222'
            role 'all', '@db', 'web1'
            host 'gpu1', rack: 'a'
            profile('production', 'All') { hosts 'prod1' }
            profile('staging') { }
            task('disk') { c -> }
            task('other', job: '') { c, job -> }
            training { program 'x.groovy' }
        ''')
        candidates('')
        Files.writeString(Path.of(index().toString() + '.jobs'), 'JOB20260131120000\nJOB20260201120000\n')

        expect:
        [
            [['-H', '']                     , ['db1', 'db2:2222', 'gpu1', 'root@web1', 'root@web2', 'web1']],
            [['-H', 'db1,d']                , ['db1,db1', 'db1,db2:2222']],
            [['-x', 'a!g']                  , ['a!gpu1']],
            [['--hosts=db1,@d']             , ['--hosts=db1,@db']],
            [['disk', '-H', '@']            , ['@all', '@db']],
            [['-R', '']                     , ['all', 'db']],
            [['-R', 'db,a']                 , ['db,all']],
            [['pro']                        , ['production']],
            [['production', 'st']           , ['staging', 'status']],
            [['production', 'di']           , ['disk']],
            [['disk', 'pro']                , []],
            [['--profile', '']              , ['production', 'staging']],
            [['--profile=production,s']     , ['--profile=production,staging']],
            [['status', 'JOB202602']        , ['JOB20260201120000']],
            [['status', '--job', '']        , ['JOB20260131120000', 'JOB20260201120000']],
            [['other', '--job=JOB202601']   , ['--job=JOB20260131120000']],
        ].every { words, expected ->
            assert candidates(*words) == expected, words
            true
        }
        starts() == 1
        !Files.exists(project.resolve('asked'))
    }

    def "the index is private and complete, and nothing lies beside it"() {
        when:
        candidates('')

        then:
        PosixFilePermissions.toString(Files.getPosixFilePermissions(index())) == 'rw-------'
        PosixFilePermissions.toString(Files.getPosixFilePermissions(index().parent)) == 'rwx------'
        index().parent.toFile().list() as List == ['fabfile.groovy.index']
    }

    def "a change of the fabfile, or of a file that it includes, is seen"() {
        given:
        candidates('')

        when:
        Files.writeString(project.resolve('tasks/more.groovy'), "task('dusk') { c -> }")

        then:
        candidates('du') == ['dusk']
        candidates('di') == []
        starts() == 2

        when: 'an older file of the same size takes its place'
        def time = Files.getLastModifiedTime(project.resolve('fabfile.groovy')).toMillis()
        Files.writeString(project.resolve('tasks/more.groovy'), "task('dask') { c -> }")
        Files.setLastModifiedTime(project.resolve('tasks/more.groovy'), java.nio.file.attribute.FileTime.fromMillis(time - 100000))

        then:
        candidates('da') == ['dask']
        starts() == 3
    }

    def "a fabfile that cannot be read leaves the tasks that it had"() {
        given:
        candidates('')
        Files.writeString(project.resolve('fabfile.groovy'), "task('x' {")

        expect:
        candidates('dis') == ['disk']
    }

    def "-f, -c and -r say where the fabfile is: #words"() {
        given:
        def elsewhere = Files.createDirectories(folder.resolve('elsewhere'))

        expect:
        candidates(elsewhere, *words.collect { it.replace('PROJECT', project.toString()) }, 'dis') == ['disk']

        where:
        words << [['--fabfile=PROJECT/fabfile.groovy'], ['-c', 'more', '-r', 'PROJECT/tasks'], ['--collection=fabfile', '-r', 'PROJECT'], ['-r', 'PROJECT/tasks'], ['-r../my project'], ['-f', '~/my project/fabfile.groovy']]
    }

    @Needs(Tool.ROOT)
    def "of a fabfile that may be another user's nothing is executed, and nothing is said"() {
        given:
        def fabfile = project.resolve('fabfile.groovy')
        Files.writeString(fabfile, "new File('$folder/executed').text = 'yes'; task('theirs') { c -> }")
        Files.setAttribute(fabfile, 'unix:uid', 12345)
        def below = Files.createDirectories(project.resolve('a/b'))

        expect:
        candidates(below, '') == []
        candidates(project, 'the') == []
        !Files.exists(folder.resolve('executed'))
    }

    def "without a fabfile, the flags of jfab are completed"() {
        given:
        def elsewhere = Files.createDirectories(folder.resolve('elsewhere'))

        expect:
        candidates(elsewhere, '--ho') == ['--hosts']
        candidates(elsewhere, '') == ['check-gpu', 'doctor']
        starts() == 1
    }

    def "every run of jfab that reads the fabfile leaves the index, so that the launcher answers without Java"() {
        given:
        def java = Files.createDirectories(folder.resolve('jdk/bin')).resolve('java')
        [java, java.resolveSibling('javac')].each {
            Files.writeString(it, "#!/bin/sh\necho started >> '$folder/starts'\n")
            Files.setPosixFilePermissions(it, PosixFilePermissions.fromString('rwxr-xr-x'))
        }
        Files.writeString(folder.resolve('jdk/release'), 'JAVA_VERSION="99"\n')

        when:
        JfabProcess.run(folder, [XDG_CACHE_HOME: folder.resolve('.cache').toString()], '-f', "$project/fabfile.groovy".toString(), '--list')
        def found = sh([JAVA_HOME: "$folder/jdk".toString()], project,
            [Path.of('jfab').toAbsolutePath().toString(), '--complete', '--', 'jfab', 'dis'])

        then:
        found == 'disk\t\n'
        starts() == 0
    }

    def "bash completes what is behind @, : and a comma"() {
        given:
        Files.writeString(project.resolve('fabfile.groovy'), "hosts 'root@web1', 'db1:2222'; task('disk') { c -> }")
        candidates('')
        def keys = folder.resolve('keys')
        Files.writeString(keys, "PS1=; eval \"\$(cat '$SCRIPTS/jfab.bash')\"\njfab --hosts=root@w\t\b,db\tdi\t\nexit\n")

        expect:
        sh([TERM: 'dumb'], project, ['sh', '-c', "script -qec 'bash --norc -i' /dev/null <'$keys'".toString()])
                .readLines()*.trim().contains('ran --hosts=root@web1,db1:2222 disk')
    }

    def "bash completes what is typed"() {
        expect:
        typed('bash', ['bash', '--norc', '-i'], 'PS1=; eval "$(cat ' + "'$SCRIPTS/jfab.bash'" + ')"') == [
            'ran deploy h --mode=safe',
            'ran tail-log one --size small',
            'ran -f tasks/more.groovy disk',
        ]
    }

    @Needs(Tool.ZSH)
    def "zsh completes what is typed"() {
        expect:
        typed('zsh', ['zsh', '-f', '-i'], "PS1=; autoload -U compinit; compinit -D; . '$SCRIPTS/jfab.zsh'") == [
            'ran deploy h --mode=safe',
            'ran tail-log one --size small',
            'ran -f tasks/more.groovy disk',
        ]
    }

    @Needs(Tool.FISH)
    def "fish completes '#line' to #found"() {
        given:
        candidates('')

        expect:
        sh(['fish', '--no-config', '-c', ". '$SCRIPTS/jfab.fish'; complete -C '$line'".toString()])
                .readLines()*.replaceFirst('\t.*', '') == found

        where:
        line                     || found
        'jfab depl'              || ['deploy']
        'jfab deploy h --mode '  || ['fast', 'safe']
        'jfab deploy --mode=s'   || ['--mode=safe']
        'jfab -f tas'            || ['tasks/']
    }

    def "--print-completion-script=#shell prints the script of that shell"() {
        expect:
        Completion.script(shell) == Files.readString(SCRIPTS.resolve("jfab.$shell"))

        where:
        shell << ['bash', 'zsh', 'fish']
    }

    /** What jfab was called with after TAB was pressed on a terminal. */
    List<String> typed(String shell, List<String> command, String setup) {
        candidates('')
        candidates('-f', 'tasks/more.groovy', '')
        def keys = folder.resolve('keys')
        Files.writeString(keys, "$setup\njfab depl\th --mode=s\t\njfab tail\to\t--siz\tsm\t\njfab -f tasks/mo\tdi\t\nexit\n")
        def output = sh([TERM: 'dumb'], project,
            ['sh', '-c', "script -qec \"${command.join(' ')}\" /dev/null <'$keys'".toString()])
        output.readLines()*.trim().findAll { it.startsWith('ran ') }
    }
}
