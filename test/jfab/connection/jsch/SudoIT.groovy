package jfab.connection.jsch

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicInteger
import jfab.connection.CommandException
import jfab.connection.Connection
import jfab.connection.Defaults
import jfab.connection.Manner
import jfab.connection.OpenSsh
import jfab.connection.Printed
import jfab.connection.Prompt
import jfab.connection.SshdFixture
import jfab.connection.SudoPassword
import spock.lang.AutoCleanup
import spock.lang.Requires
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir
import spock.lang.Timeout

/** sudo on a real OpenSSH server: the real one where this user needs no password, and one that asks like it. */
@Requires({ OpenSsh.available() })
@Timeout(60)
class SudoIT extends Specification {
    /** Asks on standard error, reads byte by byte, turns echo off, refuses three times: all that matters of sudo -S. */
    static final String ASKING = '''\
        #!/bin/bash
        while [ $# -gt 0 ]; do
            case $1 in
                -p) prompt=$2; shift 2 ;;
                -u | -g) echo "$1 $2" >> "$(dirname "$0")/users"; shift 2 ;;
                --) shift; break ;;
                *) shift ;;
            esac
        done
        echo 'We trust you have received the usual lecture.' >&2
        [ -t 0 ] && stty -echo
        for try in 1 2 3; do
            printf '%s' "$prompt" >&2
            password=
            while IFS= read -r -N 1 c && [ "$c" != $'\\n' ]; do password=$password$c; done
            [ -n "$password" ] || { echo 'sudo: no password was provided' >&2; exit 1; }
            if [ "$password" = 'open sesame' ]; then
                [ -t 0 ] && stty echo
                exec "$@"
            fi
            echo 'Sorry, try again.' >&2
        done
        exit 1
        '''.stripIndent()

    @Shared
    Path bin = asking()

    @Shared
    @AutoCleanup
    SshdFixture sshd = SshdFixture.start()

    @Shared
    @AutoCleanup
    SshdFixture strict = SshdFixture.start("SetEnv PATH=$bin:/usr/bin:/bin HOME=$bin")

    @TempDir
    Path folder

    Printed printed = new Printed()
    JschConnector connector

    def cleanup() {
        connector?.close()
    }

    static Path asking() {
        def folder = Files.createTempDirectory('jfab-sudo')
        def sudo = Files.writeString(folder.resolve('sudo'), ASKING)
        Files.setPosixFilePermissions(sudo, PosixFilePermissions.fromString('rwxr-xr-x'))
        folder
    }

    Connection connect(SshdFixture to, Prompt prompt = null) {
        connector = new JschConnector(to.settings(printed))
        new Connection(connector.connect(to.host()), new Defaults(Manner.PLAIN, SudoPassword.ask(prompt), null))
    }

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

    def "real sudo's command is ended when its time is up"() {
        given:
        def c = connect(sshd)

        when:
        c.sudo('echo $$; sleep 300; true', user: 'nobody', timeout: 1)

        then:
        def stopped = thrown(CommandException)
        stopped.message.endsWith('took longer than 1.0 s and was stopped')
        ProcessHandle.of(stopped.result().out().trim() as long).ifPresent { it.onExit().get(5, TimeUnit.SECONDS) }
    }

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
