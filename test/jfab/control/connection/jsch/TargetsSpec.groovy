package jfab.control.connection.jsch

import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import jfab.control.connection.host.ConnectionException
import jfab.control.connection.host.Host
import jfab.control.connection.Printed
import jfab.control.connection.SshSettings
import spock.lang.Specification
import spock.lang.TempDir

class TargetsSpec extends Specification {
    @TempDir
    Path folder

    private LoginTarget target(String config, String host, Closure<SshSettings> change = { it }) {
        def file = folder.resolve('config')
        Files.writeString(file, config)
        def settings = SshSettings.of(new Printed()).withHome(folder).withConfig(file)
        new Targets(change(settings)).of(Host.parse(host))
    }

    def 'a host as named beats the settings, and they beat the ssh_config'() {
        expect:
        def target = target('User config\nPort 1', host) { it.withUser(user).withPort(port) }
        [target.user(), target.port()] == [wantedUser, wantedPort]

        where:
        host        | user   | port || wantedUser | wantedPort
        'gpu1'      | null   | 0    || 'config'   | 1
        'gpu1'      | 'flag' | 2    || 'flag'     | 2
        'me@gpu1:3' | 'flag' | 2    || 'me'       | 3
    }

    def 'a user that a shell would read as more than a name is refused before a program is started, but for what a file says'() {
        given:
        def config = "Match exec \"echo %r >>$folder/ran\"\nCompression yes\n"

        when:
        target(config, 'gpu1') { it.withUser(user) }

        then:
        def failure = thrown(ConnectionException)
        failure.message == "'$user' is not a user to log in as on gpu1"

        when:
        target(config, 'gpu1') { it.withOption('User', user) }

        then:
        thrown(ConnectionException)
        Files.notExists(folder.resolve('ran'))

        and:
        target("User $user", 'gpu1').user() == user

        where:
        user << ['x$(id)', 'x$HOME', 'x;id', '-x']
    }

    def 'a KnownHostsCommand is refused by its line, as its keys would be missing'() {
        expect:
        target('KnownHostsCommand none', 'gpu1').address() == 'gpu1'

        when:
        target('Host gpu1\nKnownHostsCommand /usr/bin/sss_ssh_knownhosts %H', 'gpu1')

        then:
        def failure = thrown(ConnectionException)
        failure.message == "${folder.resolve('config')}:2: jfab does not run KnownHostsCommand, without whose lines a wrong" +
                ' host key could be believed; -o KnownHostsCommand=none does without them'
    }

    def 'an account without a name is asked for one, where none is given'() {
        given:
        def name = System.setProperty('user.name', '?')

        expect:
        target('', 'gpu1') { it.withUser('me') }.user() == 'me'

        when:
        target('', 'gpu1')

        then:
        def failure = thrown(ConnectionException)
        failure.message == 'gpu1: this account has no name on this machine; say as whom to log in: --user NAME'

        cleanup:
        System.setProperty('user.name', name)
    }

    def 'tokens stand for the host as it was resolved'() {
        when:
        def target = target('Host gpu1\nHostName 10.0.0.1\nPort 2200\nUser train\n' +
                'IdentityFile %d/%r-%h-%p-%n\nUserKnownHostsFile ~/%h /known/%p\nGlobalKnownHostsFile /etc/known', 'gpu1')

        then:
        target.credentials().identities() == [folder.resolve('train-10.0.0.1-2200-gpu1')]
        target.trust().knownHosts() == [folder.resolve('10.0.0.1'), Path.of('/known/2200'), Path.of('/etc/known')]
        target.knownNames() == ['[10.0.0.1]:2200', '10.0.0.1']
    }

    def 'keys named on the command line come before those of the ssh_config'() {
        given:
        def key = Files.writeString(folder.resolve('mine'), '')

        expect:
        target('IdentityFile /theirs', 'gpu1') { it.withIdentities([key]) }.credentials().identities() == [key, Path.of('/theirs')]
    }

    def 'what cannot be used is named with its line: #config'() {
        when:
        target(config, 'gpu1')

        then:
        def thrown = thrown(ConnectionException)
        thrown.reason() == ConnectionException.Reason.BAD_SETTINGS
        thrown.message.contains(message)
        thrown.message.contains('config')

        where:
        config                      || message
        'User a\nPort none'         || ":2: 'none' is not a number that port takes"
        'Port 65536'                || ":1: '65536' is not a number"
        'HostName a b'              || ":1: hostname takes one value, not 'a b'"
        'Port 22 # ok\nUser a b'    || ":2: user takes one value, not 'a b'"
        'Host gpu1\nUser'           || ':2: User lacks its value'
        'HostName %z'               || "'%z' in the ssh_config has %z"
        'Compression maybe'         || ':1: compression takes yes or no, not'
        'StrictHostKeyChecking oui' || ':1: stricthostkeychecking takes yes, ask or accept-new'
        'KexAlgorithms sntrup761x25519-sha512@openssh.com' || ":1: jfab knows none of the algorithms in 'sntrup761x25519-sha512@openssh.com'"
        'Ciphers rot13'             || ":1: nobody knows the algorithm 'rot13' in 'rot13'"
        'Ciphers aes256-ctr,dh'     || ":1: nobody knows the algorithm 'dh' in 'aes256-ctr,dh'"
        'Ciphers none,aes256-ctr'   || ":1: nobody knows the algorithm 'none' in 'none,aes256-ctr'"
        'KexAlgorithms +curve2551-sha256' || ":1: nobody knows the algorithm 'curve2551-sha256' in '+curve2551-sha256'"
        'HostKeyAlgorithms dsa*'    || ":1: jfab knows none of the algorithms in 'dsa*'"
        'User "a'                   || ':1: a quote is not closed'
        'Match frob x'              || ":1: Match knows host, originalhost, user, localuser, exec, final and all, not 'frob'"
        'Match user'                || ':1: Match user lacks its value'
        'Match all user x'          || ':1: Match all stands alone'
        'IdentityFile ${NO_SUCH_V}' || 'names ${NO_SUCH_V}, which is not set'
        'ProxyJump a,,b'            || "':1: 'a,,b' names an empty jump host".substring(1)
    }

    private static List<String> way(LoginTarget target) {
        def route = target.route()
        return route instanceof Route.Jump
                ? way(route.hop()) + ["${route.hop().user()}@${route.hop().address()}:${route.hop().port()}".toString()]
                : route instanceof Route.Command ? [route.line()] : []
    }

    def 'the way to #host is #way: #config'() {
        expect:
        way(target("User me\n$config", host) { given -> jump ? given.withOption('ProxyJump', jump) : given }) == way

        where:
        host     | jump         | config                                                             || way
        'gpu1'   | null         | ''                                                                 || []
        'gpu1'   | null         | 'ProxyJump none'                                                   || []
        'gpu1'   | null         | 'Host gpu*\nProxyJump bastion'                                     || ['me@bastion:22']
        'gpu1'   | null         | 'Host gpu*\nProxyJump a,you@b:2200'                                || ['me@a:22', 'you@b:2200']
        'gpu1'   | null         | 'Host gpu*\nProxyJump ssh://you@b:2200'                            || ['you@b:2200']
        'gpu1'   | null         | 'Host gpu1\nProxyJump [::1]:2200'                                  || ['me@::1:2200']
        'gpu1'   | null         | 'Host gpu*\nProxyJump b\nHost b\nProxyJump a\nHostName B.example'  || ['me@a:22', 'me@b.example:22']
        'gpu1'   | null         | 'Host *\nProxyJump bastion\nHost bastion\nPort 23'                || ['me@bastion:23']
        'bastion'| null         | 'Host *\nProxyJump bastion'                                        || []
        'b'      | null         | 'Host *\nProxyJump a,b'                                            || ['me@a:22']
        'gpu1'   | null         | 'Host *\nProxyJump a,b'                                            || ['me@a:22', 'me@b:22']
        'gpu1'   | 'x'          | 'Host gpu*\nProxyJump bastion'                                     || ['me@x:22']
        'gpu1'   | 'x,y'        | 'Host gpu*\nProxyCommand nc %h %p'                                 || ['me@x:22', 'me@y:22']
        'gpu1'   | 'none'       | 'Host gpu*\nProxyJump bastion'                                     || []
        'gpu1'   | null         | 'ProxyCommand nc %h %p # "x\nProxyJump late'                       || ['nc gpu1 22 # "x']
        'gpu1'   | null         | 'ProxyCommand none\nProxyJump late'                                || []
        'gpu1'   | null         | 'Port 2200\nProxyCommand c -l %r %n %%'                            || ['c -l me gpu1 %']
    }

    def 'jumps that lead back are refused'() {
        when:
        target('Host gpu1\nProxyJump a\nHost a\nProxyJump b\nHost b\nProxyJump a', 'gpu1')

        then:
        def thrown = thrown(ConnectionException)
        thrown.message.endsWith('config:6: the jumps lead back to a, which is on the way already')
    }

    def 'what the command line says of the tasks\' hosts is not said of those on the way'() {
        when:
        def target = target('Host jump\nUser guard', 'gpu1') {
            it.withUser('train').withPort(2200).withOption('ProxyJump', 'jump').withOption('ForwardAgent', 'yes')
                    .withOption('ServerAliveInterval', '3').withAgent(folder)
        }
        def hop = (target.route() as Route.Jump).hop()

        then:
        [target.user(), target.port(), target.grants().agent()] == ['train', 2200, folder]
        [hop.user(), hop.port(), hop.grants().agent()] == ['guard', 22, null]
        [target, hop]*.wire()*.alive() == [Duration.ofSeconds(3)] * 2
    }

    def 'the limit of the command line beats ConnectTimeout'() {
        expect:
        target('ConnectTimeout 3', 'gpu1') { given -> limit ? given.withConnectTimeout(limit) : given }.dialing().timeout() == wanted

        where:
        limit                 || wanted
        null                  || Duration.ofSeconds(3)
        Duration.ofSeconds(7) || Duration.ofSeconds(7)
        Duration.ofDays(30)   || Duration.ofDays(1)
    }

    def 'lists of algorithms change the usual one: #text'() {
        expect:
        Algorithms.change(text, ['a1', 'a2', 'b']) == list

        where:
        text   || list
        'x,y'  || ['x', 'y']
        '+x,b' || ['a1', 'a2', 'b', 'x']
        '^b,x' || ['b', 'x', 'a1', 'a2']
        '-a*'  || ['b']
    }

    def 'patterns stand for what jfab has: #text'() {
        expect:
        target("HostKeyAlgorithms $text", 'gpu1').wire().config()['server_host_key'] == list

        where:
        text                 || list
        'ssh-*'              || 'ssh-ed25519,ssh-rsa'
        '*-nistp256,ssh-ed*' || 'ecdsa-sha2-nistp256,ssh-ed25519'
        '^rsa-*'             || 'rsa-sha2-512,rsa-sha2-256,ssh-ed25519,ecdsa-sha2-nistp256,ecdsa-sha2-nistp384,ecdsa-sha2-nistp521'
    }

    def 'settings reach what they are for'() {
        when:
        def target = target("""
            Ciphers aes256-ctr,chacha20-poly1305@openssh.com
            MACs -hmac-sha1*
            HostKeyAlgorithms +ssh-rsa
            Compression yes
            IdentityAgent ~/agent
            PreferredAuthentications password,publickey,hostbased
            KbdInteractiveAuthentication no
            SetEnv A=1 "B=two words"
            SetEnv C=3
            SendEnv PAT? HOME -HOM*
            ForwardAgent yes
            BindAddress 127.0.0.1
            AddressFamily inet
            ConnectionAttempts 3
            CertificateFile ~/cert
            ServerAliveInterval 0
        """, 'gpu1')

        then:
        target.wire().config()['cipher.c2s'] == 'aes256-ctr'
        target.wire().config()['cipher.s2c'] == 'aes256-ctr'
        !target.wire().config()['mac.c2s'].contains('hmac-sha1')
        target.wire().config()['server_host_key'].endsWith(',ssh-rsa')
        target.wire().config()['compression.c2s'].startsWith('zlib@openssh.com,')
        target.wire().alive() == Duration.ZERO
        target.credentials().agent() == folder.resolve('agent')
        target.credentials().certificates() == [folder.resolve('cert')]
        target.credentials().methods() == ['password', 'publickey']
        target.grants().environment() == [A: '1', B: 'two words', PATH: System.getenv('PATH')]
        target.grants().agent() == folder.resolve('agent')
        target.dialing() == new Dialing(Duration.ofSeconds(10), 3, Duration.ZERO, '127.0.0.1', Dialing.Family.INET)
    }

    def 'a session may outlive its command as ControlPersist says'() {
        expect:
        target("Host *\nControlPersist $said", 'gpu1').dialing().persist() == meant

        where:
        said    || meant
        'no'    || Duration.ZERO
        'yes'   || Duration.ofDays(1)
        '0'     || Duration.ofDays(1)
        '90'    || Duration.ofSeconds(90)
        '1h30m' || Duration.ofMinutes(90)
    }

    def 'a ControlPersist that is no time is refused'() {
        when:
        target('Host *\nControlPersist soon', 'gpu1')

        then:
        def e = thrown(ConnectionException)
        e.message.contains("controlpersist takes yes, no or a time such as 10m, not 'soon'")
    }

    def 'a host that is silent is asked after 15 seconds, three times'() {
        expect:
        with(target('', 'gpu1').wire()) {
            alive() == Duration.ofSeconds(15)
            patience() == 3
            config().isEmpty()
        }
    }

    def 'the machine\'s file comes after the user\'s, and not where one is named'() {
        given:
        Files.createDirectories(folder.resolve('.ssh'))
        Files.writeString(folder.resolve('.ssh/config'), 'Host gpu1\nUser mine\nInclude more')
        Files.writeString(folder.resolve('.ssh/more'), 'HostName 10.0.0.9')
        def system = Files.writeString(Files.createDirectories(folder.resolve('etc')).resolve('ssh_config'), 'User theirs\nInclude d/*')
        Files.writeString(Files.createDirectories(folder.resolve('etc/d')).resolve('a.conf'), 'Port 2222')
        def named = Files.writeString(folder.resolve('named'), 'Port 3333')
        def settings = SshSettings.of(new Printed()).withHome(folder).withSystem(system)

        expect:
        with(new Targets(settings).of(Host.parse('gpu1'))) { [user(), address(), port()] == ['mine', '10.0.0.9', 2222] }
        with(new Targets(settings).of(Host.parse('gpu2'))) { [user(), address(), port()] == ['theirs', 'gpu2', 2222] }
        with(new Targets(settings.withConfig(named)).of(Host.parse('gpu1'))) {
            [user(), address(), port()] == [System.getProperty('user.name'), 'gpu1', 3333]
        }
    }

    def 'a missing file is an error'() {
        when:
        SshSettings.of(new Printed()).withConfig(folder.resolve('none'))

        then:
        def thrown = thrown(ConnectionException)
        thrown.message == "cannot read the ssh_config ${folder.resolve('none')}"
    }
}
