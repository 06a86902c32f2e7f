package jfab.connection.jsch

import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import jfab.connection.ConnectionException
import jfab.connection.Host
import jfab.connection.OpenSsh
import jfab.connection.Printed
import jfab.connection.SshSettings
import spock.lang.Requires
import spock.lang.Specification
import spock.lang.TempDir

class SshConfigSpec extends Specification {
    @TempDir
    Path folder

    private Target target(String config, String host, Closure<SshSettings> change = { it }) {
        def file = folder.resolve('config')
        Files.writeString(file, config)
        def settings = SshSettings.of(new Printed()).withHome(folder).withConfig(file)
        new Targets(change(settings)).of(Host.parse(host))
    }

    @Requires({ OpenSsh.available() })
    def 'settings of #host are those that ssh finds in: #config'() {
        when:
        def target = target(config, host)
        def ssh = ['ssh', '-G', '-F', folder.resolve('config').toString(), host.replaceAll(/:\d+$/, '')].execute()
        def oracle = ssh.text.readLines().collect { it.split(' ', 2) }.groupBy { it[0] }
                .collectEntries { [it.key, it.value*.getAt(1)] }

        then:
        target.address() == oracle.hostname[0]
        target.user() == oracle.user[0]
        target.port() == oracle.port[0].toInteger()
        target.strict() == (oracle.stricthostkeychecking[0] == 'true')
        config.toLowerCase().contains('identityfile')
                ? target.identities()*.toString() == oracle.identityfile.collect { it.replaceFirst('^~', folder.toString()) }
                : target.identities().empty
        !config.toLowerCase().contains('connecttimeout') || target.timeout() == Duration.ofSeconds(oracle.connecttimeout[0].toLong())

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
        'a.b.c'        | 'Host *.c\nUser suffix\nHost a.*.c\nPort 27'
        'ab'           | 'Host a*b*\nUser stars'
        'root@gpu1'    | 'Host gpu1\nUser config'
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

    def 'tokens stand for the host as it was resolved'() {
        when:
        def target = target('Host gpu1\nHostName 10.0.0.1\nPort 2200\nUser train\n' +
                'IdentityFile %d/%r-%h-%p-%n\nUserKnownHostsFile ~/%h /known/%p\nGlobalKnownHostsFile /etc/known', 'gpu1')

        then:
        target.identities() == [folder.resolve('train-10.0.0.1-2200-gpu1')]
        target.knownHosts() == [folder.resolve('10.0.0.1'), Path.of('/known/2200'), Path.of('/etc/known')]
        target.knownName() == '[10.0.0.1]:2200'
    }

    def 'keys named on the command line come before those of the ssh_config'() {
        given:
        def key = Files.writeString(folder.resolve('mine'), '')

        expect:
        target('IdentityFile /theirs', 'gpu1') { it.withIdentities([key]) }.identities() == [key, Path.of('/theirs')]
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
        'Host gpu1\nUser'           || ':2: User lacks its value'
        'HostName %z'               || "'%z' in the ssh_config has %z"
        'ProxyJump bastion'         || ':1: gpu1 is behind a proxy'
    }

    def 'a missing file is an error'() {
        when:
        SshSettings.of(new Printed()).withConfig(folder.resolve('none'))

        then:
        def thrown = thrown(ConnectionException)
        thrown.message == "cannot read the ssh_config ${folder.resolve('none')}"
    }
}
