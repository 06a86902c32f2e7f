package jfab.control.connection.config

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import jfab.control.connection.host.ConnectionException
import jfab.tools.Needs
import jfab.tools.Tool
import spock.lang.Specification
import spock.lang.TempDir

/** The files are read as ssh reads them; ssh itself is the judge. */
class SshConfigSpec extends Specification {
    private static final List<String> COMPARED = ['hostname', 'user', 'port', 'identityfile', 'proxyjump', 'proxycommand',
            'hostkeyalias', 'connecttimeout', 'connectionattempts', 'serveraliveinterval', 'identitiesonly', 'forwardagent',
            'sendenv', 'compression', 'bindaddress', 'addressfamily', 'userknownhostsfile', 'stricthostkeychecking']

    @TempDir
    Path folder

    private Path file(String name, String text) {
        def file = folder.resolve(name)
        Files.createDirectories(file.parent)
        return Files.writeString(file, text.replace('DIR', folder.toString()))
    }

    private HostConfig read(Path file, String host) {
        def at = host.lastIndexOf('@')
        def given = at < 0 ? [] : [new SshConfigLine('', 'user', [host.substring(0, at)])]
        return new SshConfig(folder, [new SshConfig.Source(file, folder.resolve('.ssh'))]).of(host.substring(at + 1), given)
    }

    /** What ssh found, of the keywords that some file mentions. */
    private Map<String, List<String>> oracle(Path file, String host) {
        def process = new ProcessBuilder('ssh', '-G', '-F', file.toString(), host).redirectErrorStream(true).start()
        def text = process.inputStream.text
        assert process.waitFor() == 0: text
        return text.readLines().collect { it.split(' ', 2) }.findAll { it.length == 2 }.groupBy { it[0] }
                .collectEntries { [it.key, it.value*.getAt(1)] }
    }

    private void sameAsSsh(Path file, String host) {
        def ours = read(file, host)
        def ssh = oracle(file, host)
        def place = "${ours.user()}@${ours.hostName()}:${ours.port()}".toString()
        def oracle = "${ssh.user[0]}@${ssh.hostname[0]}:${ssh.port[0]}".toString()
        assert place == oracle: Files.readString(file)
        def found = ours.settings()*.keyword() as Set
        def proxies = ours.settings()*.keyword().findAll { it in ['proxyjump', 'proxycommand'] }
        // Of the two, the first counts.
        found.removeAll(proxies.findAll { it != proxies[0] })
        COMPARED.drop(3).findAll { it in found }.each { keyword ->
            def listed = keyword in ['identityfile', 'sendenv']
            def values = listed ? ours.words(keyword).toUnique() : [ours.first(keyword).arguments().join(' ')]
            def theirs = ssh[keyword] ?: ['none']
            // ssh -G has its own words for some of the values.
            def plain = { it.replaceAll(/^(true|yes)$/, 'yes').replaceAll(/^(false|no)$/, 'no') }
            assert values.collect(plain) == theirs.collect(plain): keyword
        }
    }

    @Needs(Tool.SSH)
    def 'settings of #host are those that ssh finds in: #config'() {
        given:
        file('inc/a.conf', 'Host gpu1\nUser included\nHost *\nPort 2001')
        file('inc/b.conf', 'HostName b.example')
        file('inc/.hidden.conf', 'User hidden')
        file('inc/deep', 'Include DIR/inc/b.conf')

        expect:
        sameAsSsh(file('config', config), host)

        where:
        host           | config
        'gpu1'         | ''
        'gpu1'         | 'Host gpu1\n HostName 10.0.0.1\n User a\n Port 2200'
        'gpu1'         | 'Host gpu*\n User first\nHost gpu1\n User second\n Port 23'
        'gpu1'         | 'Host * !gpu1\n User other\nHost gpu?\n Port 24'
        'gpu1'         | 'Host !gpu2 gpu*\n User neg'
        'gpu1'         | 'Host a b gpu1 c\nUser listed'
        'GPU1'         | 'Host gpu1\nUser lower'
        'gpu1'         | 'User top\nHost gpu1\nUser late'
        'gpu1'         | 'Host=gpu1\nUser=equals\nPort = 25'
        'gpu1'         | 'Host "gpu1"\nUser "quoted"'
        'gpu1'         | '# comment\n\n  HOST gpu1\n\tuSER indented\n'
        'gpu1'         | 'Host gpu1\nHostName %h.example.org'
        'gpu1'         | 'Host gpu1\nHostName n%%h'
        'gpu1'         | 'Match all\nUser matched'
        'gpu1'         | 'Host other\nUser x\nMatch all\nPort 26'
        'gpu1'         | 'StrictHostKeyChecking yes\nConnectTimeout 3'
        'gpu1'         | 'StrictHostKeyChecking no'
        'gpu1'         | 'IdentityFile ~/.ssh/one\nIdentityFile /keys/two\nHost gpu1\nIdentityFile "/a b/three"'
        'gpu1'         | 'IdentityFile /a\\ b/three\nUser o\'ne tw\'o # comment'
        'gpu1'         | 'User one # comment'
        'a.b.c'        | 'Host *.c\nUser suffix\nHost a.*.c\nPort 27'
        'ab'           | 'Host a*b*\nUser stars'
        'root@gpu1'    | 'Host gpu1\nUser config'
        'gpu1'         | 'Include DIR/inc/a.conf\nUser outer'
        'gpu2'         | 'Include DIR/inc/*.conf\nUser outer'
        'gpu1'         | 'Include "DIR/inc/a.conf" DIR/inc/b.conf\nUser outer\nPort 9'
        'gpu1'         | 'Host gpu2\nInclude DIR/inc/a.conf\nHost *\nUser outer'
        'gpu1'         | 'Host gpu1\nInclude DIR/inc/b.conf\nUser outer'
        'gpu1'         | 'Include DIR/inc/none-*\nInclude DIR/inc/missing\nInclude DIR/inc/deep\nUser outer'
        'gpu1'         | 'Match host gpu*\nUser m'
        'gpu1'         | 'HostName real\nMatch host gpu1\nUser typed\nMatch host real\nUser resolved'
        'gpu1'         | 'HostName real\nMatch originalhost gpu1\nUser typed'
        'GPU1'         | 'Match host gpu1\nUser lower'
        'GPU1'         | 'Match originalhost gpu1\nUser lower'
        'gpu1'         | 'Match host a,!gpu1,gpu*\nUser m'
        'gpu1'         | 'Match host a,gpu?,b user nobody-here\nUser m\nMatch !host gpu2\nPort 28'
        'root@gpu1'    | 'Match user root,admin\nPort 29'
        'gpu1'         | 'User me\nMatch user me\nPort 30\nMatch !user me\nPort 31'
        'gpu1'         | 'Match localuser nobody-of-that-name\nUser m\nMatch localuser *\nPort 32'
        'gpu1'         | 'Match exec "test %h = gpu1"\nUser m'
        'gpu1'         | 'Match exec false\nUser m\nMatch !exec false\nUser n'
        'gpu1'         | 'HostName real\nMatch exec "test %h-%n-%p-%r = real-gpu1-2200-u"\nPort 1\nPort 2200\nUser u\nMatch exec "test %h-%n-%p-%r = real-gpu1-2200-u"\nHostKeyAlias hit'
        'gpu1'         | 'Match host gpu1 exec "exit 0"\nUser m'
        'gpu1'         | 'Match host=gpu1 exec=true\nUser m'
        'gpu1'         | 'Match final host real\nUser late\nHost gpu1\nHostName real\nPort 33'
        'gpu1'         | 'Match final\nUser late\nMatch all\nUser early'
        'gpu1'         | 'Match !final\nUser first\nMatch final all\nPort 34'
        'gpu1'         | 'IdentityFile /one\nMatch final\nIdentityFile /two'
        'gpu1'         | 'Host real\nPort 36\nHost gpu1\nHostName real\nMatch final\nUser x'
        'gpu1'         | 'ProxyJump a,b@c:23\nProxyCommand late'
        'gpu1'         | 'ProxyCommand nc -x "a b" %h %p # no comment\nProxyJump late'
        'gpu1'         | 'SendEnv LANG LC_*\nSendEnv A'
        'gpu1'         | 'ForwardAgent yes\nIdentitiesOnly yes\nCompression yes\nServerAliveInterval 7\nConnectionAttempts 2'
        'gpu1'         | 'BindAddress 127.0.0.1\nAddressFamily inet\nHostKeyAlias alias\nUserKnownHostsFile /a /b'
    }

    @Needs(Tool.SSH)
    def 'a file of chance is read as ssh reads it: seed #seed'() {
        given:
        def random = new Random(seed)
        def any = { List<String> of -> of[random.nextInt(of.size())] }
        def names = ['gpu1', 'gpu2', 'real', 'gpu*', '*', '!gpu1', '?pu1', 'other']
        def setting = { any(['User ' + any(['a', 'b', '"c"']), 'Port ' + (1 + random.nextInt(99)), 'HostName ' + any(['real', '%h.x', 'gpu2']),
                             'IdentityFile /k' + random.nextInt(5), 'ConnectTimeout ' + (1 + random.nextInt(9)), 'ProxyJump ' + any(['j', 'none', 'a,b']),
                             'ServerAliveInterval=' + (1 + random.nextInt(9)), 'HostKeyAlias ' + any(['x', 'y'])]) }
        def criterion = { any(['host ' + any(['gpu1', 'real', 'gpu*,!gpu2']), 'originalhost gpu?', 'user ' + any(['a', 'b,c']), '!host real',
                               'exec "test %n = gpu1"', 'exec "test %h = real"', 'localuser *', 'final']) }
        def line = { int deep ->
            any([setting(), setting(), setting(), setting(), "Host ${any(names)} ${any(names)}".toString(),
                 "Match ${criterion()}${random.nextBoolean() ? ' ' + criterion() : ''}".toString(), 'Match all', '# nothing',
                 deep > 0 ? 'Include DIR/part' + deep : setting()])
        }
        (1..2).each { file('part' + it, (1..4).collect { _ -> line(it - 1) }.join('\n')) }
        def config = file('config', (1..12).collect { line(2) }.join('\n'))

        expect:
        sameAsSsh(config, any(['gpu1', 'gpu2', 'a@gpu1', 'real']))

        where:
        seed << (1..60)
    }

    def 'a file that includes itself is refused'() {
        when:
        read(file('config', 'Include DIR/config'), 'gpu1')

        then:
        def thrown = thrown(ConnectionException)
        thrown.message == "$folder/config:1: files include each other more than 16 deep"
        thrown.reason() == ConnectionException.Reason.BAD_SETTINGS
    }

    def 'files are included from the folder of the user\'s, and in their order'() {
        given:
        file('.ssh/conf.d/10-a', 'User ten')
        file('.ssh/conf.d/9-b', 'User nine\nPort 9')
        file('home', 'User home')

        expect:
        with(read(file('config', 'Include conf.d/*\nInclude ~/home'), 'gpu1')) { [user(), port()] == ['ten', 9] }
    }

    def 'a command that hangs is given up'() {
        given:
        def commands = new MatchCommands(java.time.Duration.ofSeconds(limit))
        def setting = new SshConfigLine('here:1', 'match', ['exec x'])

        when:
        commands.succeeds(setting, "echo once >> $folder/asked; $then")

        then:
        def thrown = thrown(expected)
        thrown == null || thrown.message.startsWith('here:1: `echo once')
        Files.readAllLines(folder.resolve('asked')) == ['once']

        where:
        limit | then       || expected
        1     | 'sleep 60' || ConnectionException
    }

    def 'the answer of a command is kept'() {
        given:
        def commands = new MatchCommands(java.time.Duration.ofSeconds(10))
        def setting = new SshConfigLine('here:1', 'match', ['exec x'])

        expect:
        (1..3).every { commands.succeeds(setting, "echo once >> $folder/asked") }
        Files.readAllLines(folder.resolve('asked')) == ['once']
    }

    def 'tokens stand for this machine and user as well'() {
        expect:
        with(read(file('config', 'HostName real\nUser u\nPort 5\nHostKeyAlias k'), 'gpu1')) {
            tokens().expand('%h %n %p %r %k %d %%') == "real gpu1 5 u k $folder %"
            tokens().expand('%u') == System.getProperty('user.name')
            tokens().expand('%L') == tokens().expand('%l').split(/\./)[0]
            tokens().expand('%C').matches('[0-9a-f]{40}')
            tokens().expand('%i').matches('\\d+')
            tokens().expandPath('${HOME}/x') == System.getenv('HOME') + '/x'
        }
    }

    def "the user's own file, and what is included, is refused where others can write it, as ssh does"() {
        given:
        def own = file('.ssh/config', 'Include more\n')
        def more = file('.ssh/more', 'Host h\n  ProxyCommand touch DIR/executed\n')
        def writable = PosixFilePermissions.fromString('rw-rw-rw-')

        when:
        Files.setPosixFilePermissions(more, writable)
        read(own, 'h')

        then:
        def included = thrown(ConnectionException)
        included.message == "the ssh_config $more is not read, since others can write to $more; make it yours, with mode 600"

        when:
        Files.setPosixFilePermissions(own, writable)
        read(own, 'h')

        then:
        def first = thrown(ConnectionException)
        first.message == "the ssh_config $own is not read, since others can write to $own; make it yours, with mode 600"

        when:
        def named = file('elsewhere', 'Host h\n  User u\n')
        Files.setPosixFilePermissions(named, writable)

        then:
        read(named, 'h').user() == 'u'
    }

    def "a mistyped keyword is refused, in a block for another host too, unless it is to be passed over"() {
        when:
        read(file('config', 'User u\nHost other\n  StrictHostKeyCheking yes\n'), 'h')

        then:
        def refused = thrown(ConnectionException)
        refused.message == "${folder.resolve('config')}:3: ssh has no keyword stricthostkeycheking; did you mean stricthostkeychecking?"

        expect:
        read(file('known', 'IgnoreUnknown Strict*Cheking,x\nIgnoreUnknown Usr\nStrictHostKeyCheking yes\nUser u\n'), 'h').user() == 'u'
        read(file('newer', 'KeywordOfAnotherProgram yes\nUseKeychain yes\nTag t\nUser u\n'), 'h').user() == 'u'
    }
}
