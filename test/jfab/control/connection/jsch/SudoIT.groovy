package jfab.control.connection.jsch

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.BasicFileAttributes
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicInteger
import jfab.control.connection.AskingSudo
import jfab.control.connection.command.CommandException
import jfab.control.connection.Connection
import jfab.control.connection.Defaults
import jfab.control.connection.command.CommandOptions
import jfab.control.connection.Printed
import jfab.control.connection.command.Prompt
import jfab.control.connection.SshdFixture
import jfab.control.connection.command.SudoPassword
import jfab.control.connection.files.TransferException
import jfab.tools.Needs
import jfab.tools.Tool
import spock.lang.AutoCleanup
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir
import spock.lang.Timeout

/** sudo on a real OpenSSH server: the real one where this user needs no password, and one that asks like it. */
@Needs(Tool.SSHD)
@Timeout(60)
class SudoIT extends Specification {
    @Shared
    @AutoCleanup
    SshdFixture sshd = SshdFixture.start()

    @Shared
    @AutoCleanup
    SshdFixture strict = AskingSudo.server(Files.createTempDirectory('jfab-sudo'))

    @TempDir
    Path folder

    Printed printed = new Printed()
    JschConnector connector

    def cleanup() {
        connector?.close()
    }

    Connection connect(SshdFixture to, Prompt prompt = null) {
        connector = new JschConnector(to.settings(printed))
        new Connection(connector.connect(to.host()), new Defaults(CommandOptions.PLAIN, SudoPassword.ask(prompt), null))
    }

    @Needs([Tool.SUDO, Tool.TERMINALS])
    def "real sudo runs as another user, in the directory and with the environment of its blocks"() {
        given:
        def c = connect(sshd)
        def mine = Files.createDirectory(folder.resolve("root's; only"))

        expect:
        c.sudo('id -un', user: 'nobody').out() == 'nobody\n'
        c.sudo(['id', '-un']).out() == 'root\n'
        c.asUser('nobody', group: 'daemon') { c.run('id -un; id -gn').out() } == 'nobody\ndaemon\n'
        c.cd('/tmp') { c.asUser('nobody') { c.env(A: "x 'y") { c.run('pwd; echo "$A"; umask 027; id -un').out() } } } == "/tmp\nx 'y\nnobody\n"
        c.asUser('nobody') { c.cd('/') { c.prefix('B=1') { c.run('pwd; echo $B').out() } } } == '/\n1\n'
        c.cd(mine.toString()) { c.sudo('pwd').out() } == "$mine\n"
        c.cd('~/.ssh') { c.sudo('pwd; echo "$#$HOME"').out() } == c.run('cd; pwd').out().trim() + '/.ssh\n0/root\n'
        c.sudo('cat', user: 'nobody', in: 'text').out() == 'text'
        c.sudo('[ -t 0 ] && id -un', user: 'nobody', pty: true).out().trim() == 'nobody'
        c.run('id -un', user: 'nobody', shell: '/bin/bash').out() == 'nobody\n'
        printed.lines().every { !(it =~ /jfab-[0-9a-f]{8}-/) }
    }

    @Needs([Tool.SUDO, Tool.TERMINALS])
    def "a command on a terminal that ends at once does not leave real sudo waiting, nor one that reads to the end"() {
        given:
        def c = connect(sshd)

        expect: // one in fifty waited for ever, where its end of file came while it ended
        (1..40).every { c.sudo('[ -t 0 ] && echo on', user: 'nobody', pty: true, timeout: 20).out().trim() == 'on' }
        c.sudo('cat; echo end', user: 'nobody', pty: true, timeout: 20).out().trim() == 'end'
        c.sudo('cat; echo end', user: 'nobody', pty: true, timeout: 20, in: 'text').out() ==~ /(?s).*text.*end\s*/
    }

    @Needs(Tool.SUDO)
    def "real sudo's command is ended when its time is up"() {
        given:
        def c = connect(sshd)

        when:
        c.sudo('echo $$; sleep 300; true', user: 'nobody', timeout: 1)

        then:
        def stopped = thrown(CommandException)
        stopped.message.endsWith('took longer than 1.0 s and was stopped')
        ProcessHandle.of(stopped.result().out().trim() as long).ifPresent { it.onExit().get(60, TimeUnit.SECONDS) }
    }

    @Needs(Tool.TERMINALS)
    def "the password is asked for once, given where it is wanted, and the input follows it"() {
        given:
        def asked = new AtomicInteger()
        def c = connect(strict, { question -> asked.incrementAndGet(); 'open sesame' } as Prompt)

        expect:
        c.sudo('cat; echo done >&2', in: 'first\n').out() == 'first\n'
        c.sudo('echo again').out() == 'again\n'
        c.cd('/tmp') { c.sudo('pwd; cat', pty: true).out() }.trim().endsWith('/tmp')
        asked.get() == 1
        !printed.lines().any { it.contains('sesame') || it.contains('lecture') || it =~ /jfab-[0-9a-f]{8}-/ }
    }

    @Needs(Tool.SUDO)
    def "what is launched as another user is that user's, and goes on"() {
        given:
        def c = connect(sshd)

        when:
        def pids = [c.asUser('nobody') { c.launch('exec sleep 300') }, c.launch('exec sleep 300', user: 'nobody')]
        c.close()

        then:
        pids.every { ProcessHandle.of(it).orElseThrow().info().user().get() == 'nobody' }

        cleanup:
        pids.each { ProcessHandle.of(it).ifPresent { it.destroyForcibly() } }
    }

    @Needs(Tool.ROOT) // whom the files then belong to
    def "a launched program and files get their password from who is asked, too"() {
        given:
        def asked = new AtomicInteger()
        def c = connect(strict, { question -> asked.incrementAndGet(); AskingSudo.PASSWORD } as Prompt)
        def file = Files.writeString(folder.resolve('file'), 'content')

        when:
        def pid = c.asUser('root') { c.launch("echo on > $folder/log; exec sleep 300") }
        c.put(file, "$folder/sent", sudo: true, mode: 0600)
        c.get("$folder/sent", folder.resolve('back'), sudo: true)

        then:
        ProcessHandle.of(pid).orElseThrow().alive
        Files.readString(folder.resolve('back')) == 'content'
        c.getText("$folder/sent", sudo: true) == 'content'
        asked.get() == 1

        cleanup:
        ProcessHandle.of(pid).ifPresent { it.destroyForcibly() }
    }

    @Needs(Tool.ROOT) // whom the files then belong to
    def "set-id bits arrive with the owner"() {
        given:
        def c = connect(strict, { question -> AskingSudo.PASSWORD } as Prompt)
        def tree = Files.createDirectories(folder.resolve('tree/below')).parent
        def file = Files.writeString(tree.resolve('below/x'), 'content')
        Files.setAttribute(file, 'unix:mode', 04755)

        when:
        c.put(file, "$folder/named", sudo: true, owner: 'nobody:nogroup', mode: 02755)
        c.put(file, "$folder/kept", sudo: true, sync: true)
        c.put("$tree/", "$folder/copy", sudo: true, owner: 'nobody')

        then:
        c.run("cd $folder; stat -c '%U %a' named kept copy/below/x").lines() == ['nobody 2755', 'root 4755', 'nobody 4755']
    }

    @Needs(Tool.ROOT) // who runs a sudo of the tests' own
    def "what copies ask of a host is below the 9,000 bytes that dropbear takes, with some to spare for names"() {
        given:
        def path = "SetEnv PATH=${AskingSudo.in(folder)}:/usr/bin:/bin HOME=$folder"
        def force = 'ForceCommand [ ${#SSH_ORIGINAL_COMMAND} -lt 8000 ] || exit 97; eval "$SSH_ORIGINAL_COMMAND"'
        def bounded = SshdFixture.start(path, force, 'Subsystem other /bin/false')
        def c = connect(bounded, { question -> AskingSudo.PASSWORD } as Prompt)
        def tree = Files.createDirectories(folder.resolve('tree'))
        Files.writeString(tree.resolve('x'), 'content')

        when:
        c.put("$tree/", "$folder/copy", sudo: true)
        c.get("$folder/copy/", folder.resolve('back'), sudo: true)

        then:
        Files.readString(folder.resolve('back/x')) == 'content'

        cleanup:
        connector.close()
        bounded.close()
    }

    @Needs(Tool.ROOT) // who runs a sudo of the tests' own
    def "root does not put a file in the place of a pipe"() {
        given:
        def c = connect(strict, { question -> AskingSudo.PASSWORD } as Prompt)
        def file = Files.writeString(folder.resolve('pipe'), 'content')
        def there = Files.createDirectory(folder.resolve('there'))
        ['mkfifo', "$there/pipe"].execute().waitFor()

        when:
        c.put([sudo: true], content(file), "$there$path")

        then:
        def e = thrown(TransferException)
        e.message.endsWith('is a device, a pipe or a socket; nothing is put in its place')
        Files.readAttributes(there.resolve('pipe'), BasicFileAttributes).other
        there.toFile().list() as List == ['pipe']

        where:
        path    | content
        '/pipe' | { it }
        ''      | { it }
        '/'     | { [it, it.resolveSibling('pipe')] }
        '/pipe' | { new StringReader('text') }
    }

    @Needs(Tool.TERMINALS)
    def "a password that is not taken ends the command at once, with the reason"() {
        given:
        def c = connect(strict)

        when:
        c.sudo('echo reached', password: 'wrong', pty: pty)

        then:
        def refused = thrown(CommandException)
        refused.message == "${strict.host()}: `echo reached` was not run: sudo did not take the password"
        !refused.result().out().contains('reached')

        where:
        pty << [false, true]
    }

    def "where nobody can be asked, that is said"() {
        when:
        connect(strict).sudo('echo reached')

        then:
        def refused = thrown(CommandException)
        refused.message == "${strict.host()}: `echo reached` needs a password for sudo; give --prompt-for-sudo-password, or password: to sudo"
    }

    def "no password stands in a command line on the host"() {
        given:
        def c = connect(strict)

        when:
        def seen = c.sudo('cat /proc/[0-9]*/cmdline | tr "\\0" " "', password: 'open sesame', hide: true, warn: true).out()

        then:
        !seen.replace('"$password" = ', '').contains('open sesame')
    }
}
