package jfab.control.connection.jsch

import java.nio.charset.StandardCharsets
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.BasicFileAttributes
import java.nio.file.attribute.PosixFilePermissions
import jfab.JfabException
import jfab.control.connection.AskingSudo
import jfab.control.connection.Connection
import jfab.control.connection.Defaults
import jfab.control.connection.Printed
import jfab.control.connection.SshdFixture
import jfab.control.connection.command.CommandOptions
import jfab.control.connection.command.Prompt
import jfab.control.connection.command.SudoPassword
import jfab.control.connection.files.TransferException
import jfab.tools.Needs
import jfab.tools.Tool
import spock.lang.AutoCleanup
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir
import spock.lang.Timeout

/** exists, contains, append, sed and upload_template on a real OpenSSH server. */
@Needs(Tool.SSHD)
@Timeout(60)
class FileWordsIT extends Specification {
    @Shared
    @AutoCleanup
    SshdFixture sshd = SshdFixture.start()

    @TempDir
    Path folder

    Printed printed = new Printed()
    JschConnector connector

    def cleanup() {
        connector?.close()
    }

    Connection connect(SshdFixture to = sshd, Prompt prompt = null) {
        connector = new JschConnector(to.settings(printed))
        new Connection(connector.connect(to.host()), new Defaults(CommandOptions.PLAIN, SudoPassword.ask(prompt), null))
    }

    Path file(String name, String text, String mode = 'rw-r-----') {
        def file = Files.writeString(folder.resolve(name), text)
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode))
        file
    }

    static String mode(Path file) {
        PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
    }

    List<String> names() {
        folder.toFile().list().sort()
    }

    def "what is there is seen, below the directory around and at home, whatever its name"() {
        given:
        def c = connect()
        file("it's a *", 'x')
        Files.createSymbolicLink(folder.resolve('dangling'), Path.of('nowhere'))
        Files.writeString(sshd.folder().resolve('home/here'), '')

        expect:
        c.cd(folder.toString()) { [c.exists("it's a *"), c.exists('it'), c.exists('.'), c.exists('dangling')] } == [true, false, true, false]
        c.cd('/nowhere') { c.exists('x') } == false
        c.exists('~/here') && !c.exists('~/there') && c.exists('~')
        c.cd('~') { c.exists('here') }
        c.exists("${folder}")
        printed.lines() == []
    }

    def "a text means itself, a pattern is looked for in each line"() {
        given:
        def c = connect()
        def f = file('conf', 'a.c\n# Port 22\nPort 2222\nlast').toString()

        expect:
        c.contains(f, wanted) == found

        where:
        wanted          | found
        'a.c'           | true
        'abc'           | false
        'a.c\n# Port'   | true
        ~/^Port \d+$/   | true
        ~/^22/          | false
        ~/(?i)^port/    | true
        ~/a.c\n/        | false
        "Port ${22}"    | true
    }

    def "only lines that are not there are added, each once, whole, and the file keeps its mode"() {
        given:
        def c = connect()
        def f = file('keys', 'one\ntwo, and more')

        expect:
        c.append(f.toString(), ['one', 'two', 'two', "it's \$HOME `x`"])
        Files.readString(f) == "one\ntwo, and more\ntwo\nit's \$HOME `x`\n"
        mode(f) == 'rw-r-----'
        !c.append(f.toString(), ['two', "it's \$HOME `x`"])
        !c.append(f.toString(), 'one\ntwo\n')
        c.append(f.toString(), 'three\nfour')
        Files.readString(f).endsWith('two\nit\'s $HOME `x`\nthree\nfour\n')
        names() == ['keys']
    }

    def "a file that is not there is made, as the umask says, but no directory"() {
        given:
        def c = connect()

        expect:
        c.umask('027') { c.append("$folder/new", 'x') }
        Files.readString(folder.resolve('new')) == 'x\n'
        mode(folder.resolve('new')) == 'rw-r-----'
        !c.contains("$folder/none", 'x') && !c.contains("$folder/none", ~/x/)

        when:
        c.append("$folder/no/such", 'x')

        then:
        def e = thrown(TransferException)
        e.message == "${sshd.host()}: $folder/no/such: there is no directory $folder/no/"
    }

    def "lines of other encodings and line ends stay what they are"() {
        given:
        def c = connect()
        def f = folder.resolve('latin')
        Files.write(f, 'caf\u00e9\r\nx=1\r\n'.getBytes(StandardCharsets.ISO_8859_1))

        expect:
        !c.append(f.toString(), 'x=1')
        c.append(f.toString(), 'tee \u2013')
        c.sed(f.toString(), 'x=1', 'x=\u00e4')
        Files.readAllBytes(f) == ('caf\u00e9\r\nx='.getBytes(StandardCharsets.ISO_8859_1) as List)
                .plus('\u00e4\r\ntee \u2013\n'.getBytes(StandardCharsets.UTF_8) as List) as byte[]

        when:
        c.sed(f.toString(), ~/x/, 'y')

        then:
        def e = thrown(TransferException)
        e.message.contains('is not UTF-8, which a pattern needs')
    }

    def "sed replaces #wanted by #by"() {
        given:
        def c = connect()
        def f = file('sshd', '#Port 22\nX $1 .*\nName =\n\n', 'rwxr-x--x')

        expect:
        c.sed(f.toString(), wanted, by) == (after != null)
        Files.readString(f) == (after ?: '#Port 22\nX $1 .*\nName =\n\n')
        mode(f) == 'rwxr-x--x'
        names() == ['sshd']

        where:
        wanted            | by          | after
        '.*'              | '$0\\'      | '#Port 22\nX $1 $0\\\nName =\n\n'
        ~/^#?(Port) .*$/  | '$1 2222'   | 'Port 2222\nX $1 .*\nName =\n\n'
        ~/(?i)^x/         | '#$0'       | '#Port 22\n#X $1 .*\nName =\n\n'
        ~/=\s*/           | '= v'       | '#Port 22\nX $1 .*\nName = v\n\n'
        'nothing'         | 'x'         | null
        ~/^22/            | 'x'         | null
        'Port 22\nX'      | 'Y'         | '#Y $1 .*\nName =\n\n'
    }

    def "a copy of what was there is kept where it is asked for, and a link stays a link"() {
        given:
        def c = connect()
        def f = file('conf', 'a')
        Files.createSymbolicLink(folder.resolve('link'), Path.of('conf'))

        expect:
        c.cd("$folder") { c.sed('link', 'a', 'b', backup: '.bak') }
        Files.isSymbolicLink(folder.resolve('link'))
        Files.readString(f) == 'b' && mode(f) == 'rw-r-----'
        Files.readString(folder.resolve('conf.bak')) == 'a'
        names() == ['conf', 'conf.bak', 'link']
    }

    def "what cannot be done is said in a sentence, and nothing is left behind: #what"() {
        given:
        def c = connect()
        file('f', 'x')

        when:
        c.cd(folder.toString()) { work(c) }

        then:
        JfabException e = thrown()
        e.message.readLines().size() == 1
        e.message.endsWith(problem)
        names() == ['f'] && Files.readString(folder.resolve('f')) == 'x'

        where:
        what                | work                             | problem
        'no such file'      | { it.sed('no', 'a', 'b') }       | '/no: there is no such file'
        'a directory'       | { it.append('.', 'b') }          | 'is a directory'
        'a device'          | { it.contains('/dev/null', 'b') } | '/dev/null: is a device, a socket or a pipe'
        'no such group'     | { it.sed('f', ~/x/, '$1') }      | 'a dollar that is to stay is written \\$'
        'no text'           | { it.contains('f', '') }         | 'contains needs a text to look for, and was given an empty one'
        'null'              | { it.append('f', null) }         | 'append: a line is null'
        'no name'           | { it.exists('') }                | "exists needs the name of a file, not ''"
        'an option'         | { it.sed('f', 'x', 'y', use_sudo: true) } | 'There are backup, group, password, sudo, timeout, user'
    }

    def "neither a template nor a backup takes the place of a pipe"() {
        given:
        def c = connect()
        def f = file('conf', 'a')
        ['mkfifo', "$folder/pipe", "$folder/conf.bak"].execute().waitFor()

        when:
        c.upload_template("$f", "$folder/pipe", [:])

        then:
        def e = thrown(TransferException)
        e.message == "${sshd.host()}: $folder/pipe: is a device, a pipe or a socket; nothing is put in its place"

        when:
        c.sed("$f", 'a', 'b', backup: '.bak')

        then:
        e = thrown(TransferException)
        e.message == "${sshd.host()}: $f: has .bak, which is no file, in the place of its backup"
        Files.readString(f) == 'a'
        ['pipe', 'conf.bak'].every { Files.readAttributes(folder.resolve(it), BasicFileAttributes).other }
        names() == ['conf', 'conf.bak', 'pipe']
    }

    def "an edit that another one overtakes leaves that one's"() {
        given:
        def c = connect()
        def f = file('f', 'x\n')
        // Between reading and writing, which are two commands: the first word of each is what comes before it.
        def edit = { c.prefix("if [ -e $folder/once ]; then echo other >> $f; fi; touch $folder/once") { c.append("$f", 'mine') } }

        when:
        edit()

        then:
        def e = thrown(TransferException)
        e.message == "${sshd.host()}: $f: was changed by somebody else meanwhile; try again"
        Files.readString(f) == 'x\nother\n'
        names() == ['f', 'once']
    }

    @Needs([Tool.SUDO, Tool.ROOT])
    def "root's files are for root, and keep their owner"() {
        given:
        def c = connect()
        def f = file('f', 'x\n', 'rw-------')
        ['chown', 'daemon:daemon', "$f"].execute().waitFor()
        ['chmod', '755', "$folder"].execute().waitFor()

        expect:
        c.sudo("true", user: 'nobody').ok
        c.append("$f", 'y', sudo: true)
        c.contains("$f", 'y', sudo: true)
        Files.readString(f) == 'x\ny\n'
        Files.getOwner(f).name == 'daemon'
        mode(f) == 'rw-------'
        c.asUser('nobody') { c.exists("$f") }

        when:
        c.asUser('nobody') { c.append("$f", 'z') }

        then:
        def e = thrown(TransferException)
        e.message.endsWith('f: cannot be read by nobody')

        when:
        ['chmod', '666', "$f"].execute().waitFor()
        ['chmod', '777', "$folder"].execute().waitFor()
        c.append("$f", 'z', user: 'nobody')

        then:
        e = thrown(TransferException)
        e.message.endsWith('f: would no longer belong to whom it belongs; sudo: true keeps that')
        names() == ['f']
    }

    @Needs(Tool.ROOT) // whom the files then belong to
    def "sudo's password is asked for, and is no part of what is written"() {
        given:
        def strict = AskingSudo.server(Files.createTempDirectory('jfab-sudo'))
        def c = connect(strict, { question -> AskingSudo.PASSWORD } as Prompt)
        def f = file('f', 'x\n')

        expect:
        c.append("$f", 'y', sudo: true)
        Files.readString(f) == 'x\ny\n'

        when:
        connect(strict).exists("$f", sudo: true)

        then:
        def e = thrown(TransferException)
        e.message == "${strict.host()}: $f: needs a password for sudo; give --prompt-for-sudo-password, or password: to sudo"

        cleanup:
        strict.close()
    }

    def "whatever login shell an account has, it works: #shell"() {
        given:
        def odd = SshdFixture.start("ForceCommand SHELL=${shell.split(' ')[0]} exec $shell -c \"\$SSH_ORIGINAL_COMMAND\"")
        def c = connect(odd)
        def f = file("it's", 'x\n')

        expect:
        c.exists("$f") && c.contains("$f", 'x')
        c.append("$f", ['x', '!y $z'])
        c.sed("$f", ~/^(x)$/, '$1 it\'s')
        Files.readString(f) == "x it's\n!y \$z\n"

        cleanup:
        odd.close()

        where:
        shell << ['/usr/bin/fish', '/bin/tcsh', '/bin/busybox sh'].findAll { new File(it.split(' ')[0]).exists() }
    }

    @Needs(Tool.BUSYBOX)
    def "busybox's programs are enough"() {
        given:
        def tools = Files.createDirectory(folder.resolve('bin'))
        ['busybox', '--install', '-s', "$tools"].execute().waitFor()
        def odd = SshdFixture.start("SetEnv PATH=$tools HOME=$folder",
                "ForceCommand exec $tools/sh -c \"export PATH=$tools; \$SSH_ORIGINAL_COMMAND\"")
        def c = connect(odd)
        def f = file('f', 'x\n')
        Files.createSymbolicLink(folder.resolve('link'), Path.of('f'))

        expect:
        c.run('command -v wc').out().startsWith("$tools") && !c.run('command -v cksum', warn: true).ok
        c.append("$folder/link", 'y')
        c.sed('~/f', 'x', 'z', backup: '~')
        Files.readString(f) == 'z\ny\n' && mode(f) == 'rw-r-----'
        Files.readString(folder.resolve('f~')) == 'x\ny\n'
        c.append("$folder/new", 'y')

        cleanup:
        odd.close()
    }

    def "a template is filled in and arrives as a file of its name and mode"() {
        given:
        def c = connect()
        def template = file('nginx.conf', 'listen $port;\nlocation ~ \\.php$ { set \\$x ${hosts.join(",")}; }\n', 'rwxr-x---')
        def etc = Files.createDirectory(folder.resolve('etc'))

        when:
        c.lcd("$folder") { c.upload_template('nginx.conf', "$etc", [port: 80, hosts: ['a', 'b']]) }

        then:
        Files.readString(etc.resolve('nginx.conf')) == 'listen 80;\nlocation ~ \\.php$ { set $x a,b; }\n'
        mode(etc.resolve('nginx.conf')) == 'rwxr-x---'

        when:
        c.upload_template("$template", "$etc/other", context: [port: 1, hosts: []], mode: 0600)

        then:
        mode(etc.resolve('other')) == 'rw-------'

        when:
        c.upload_template("$template", "$etc/third", [hosts: []])

        then:
        JfabException e = thrown()
        e.message == "$template:1: there is no value 'port'; a dollar that is to stay is written \\\$"
        etc.toFile().list().sort() == ['nginx.conf', 'other']
    }
}
