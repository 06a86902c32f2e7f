package jfab.control.connection.jsch

import java.nio.file.Files
import jfab.control.connection.command.CommandException
import jfab.control.connection.command.OptionException
import jfab.control.connection.command.Secret
import jfab.tools.Needs
import jfab.tools.Tool
import spock.lang.Timeout

/** Where commands run, in which shell and with which environment: what fabfiles write around them, on a real OpenSSH server. */
@Needs(Tool.SSHD)
@Timeout(60)
class BlockWordsIT extends OneHostSpec {
    def "a directory is one name whatever its characters, and what begins with a tilde is at home"() {
        given:
        def odd = Files.createDirectory(folder.resolve("my dir;echo x"))

        expect:
        c.cd(odd.toString()) { c.run('pwd').out() } == "$odd\n"
        c.cd(folder.toString()) { c.cd('my dir;echo x') { c.run('pwd').out() } } == "$odd\n"
        c.cd('~') { c.run('pwd').out() } == c.run('cd; pwd').out()
        c.cd('/srv') { c.cd('a b') { c.cwd } } == '/srv/a b'
        c.cwd == ''
        c.cd('~/.ssh') { c.run('pwd').out() } == c.run('cd; pwd').out().trim() + '/.ssh\n'
    }

    def "no part of a line runs where its directory is missing or its prefix fails"() {
        when:
        c.cd('/no/such/place') { c.run('echo a; echo b') }

        then:
        def missing = thrown(CommandException)
        missing.result().out() == ''

        when:
        c.prefix('echo first; false') { c.run('echo a; echo b') }

        then:
        def failure1 = thrown(CommandException)
        failure1.result().out() == 'first\n'
    }

    def "blocks nest, hold for each command in them, and end with an exception"() {
        when:
        def seen = c.env(A: 'x y', B: '$(id)\'"') {
            c.cd('/') { c.umask('027') { c.prefix('C=$A') { c.run('pwd; umask; echo "$A|$B|$C"').out() } } }
        }

        then:
        seen == '/\n0027\nx y|$(id)\'"|x y\n'

        when:
        c.cd('/') { throw new IOException('own') }

        then:
        thrown(IOException)
        c.run('pwd').out() == c.run('cd "$OLDPWD" 2>/dev/null; pwd').out()
        c.run('echo "[$A]"').out() == '[]\n'
    }

    def "the environment of a call is quoted, and a name that is none is refused"() {
        expect:
        c.run('echo "$A"', env: [A: 'x y;`id`']).out() == 'x y;`id`\n'

        when:
        c.run('true', env: ['A;id': 'x'])

        then:
        def failure2 = thrown(OptionException)
        failure2.message == "'A;id' cannot be the name of an environment variable"
    }

    def "a secret variable reaches the command by no command line, and its input follows"() {
        given:
        def secret = Secret.of("open 'sesame'", 'a test')

        expect:
        c.run('echo "$A"; cat; tr "\\0" " " < /proc/$PPID/cmdline', env: [A: secret], in: 'rest\n', hide: true).out().startsWith("open 'sesame'\nrest\n")
        !c.run('cat /proc/$PPID/cmdline /proc/$$/cmdline', env: [A: secret], hide: true).out().contains('sesame')
        c.local('echo "$A"', env: [A: secret], hide: true).out() == "open 'sesame'\n"
    }

    def "another shell reads the line where one is named"() {
        given: 'what a login shell reads, whichever shell this user has'
        def profile = Files.writeString(sshd.folder().resolve('home/.profile'), 'PROFILE=read')

        expect:
        c.run('echo "$0 $BASH_VERSION"', shell: '/bin/bash').out().startsWith('/bin/bash 5')
        c.run('echo $PROFILE', shell: 'login').out() == 'read\n'
        c.run('echo $PROFILE').out() == '\n'

        cleanup:
        Files.delete(profile)
    }

    def "local runs here, in the folder of lcd, whatever cd says"() {
        expect:
        c.cd('/') { c.lcd(folder.toString()) { c.local('pwd; echo "$A"', env: [A: 'x y']).out() } } == "${folder.toRealPath()}\nx y\n"
        c.local(['printf', '%s', 'a  b']).out() == 'a  b'
        c.local('cat', in: 'text').out() == 'text'
        printed.lines().contains('OUT x y')
    }
}
