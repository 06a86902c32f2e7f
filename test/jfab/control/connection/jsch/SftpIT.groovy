package jfab.control.connection.jsch

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.FileTime
import java.nio.file.attribute.PosixFilePermissions
import java.time.Instant
import jfab.control.connection.Connection
import jfab.control.connection.host.ConnectionException
import jfab.control.connection.Printed
import jfab.control.connection.files.Sftp
import jfab.control.connection.SshdFixture
import jfab.control.connection.files.TransferException
import jfab.tools.Needs
import jfab.tools.Tool
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir
import spock.lang.Timeout
import spock.util.concurrent.PollingConditions

/** Small file operations on a real OpenSSH server, with SFTP and without. */
@Needs(Tool.SSHD)
@Timeout(60)
class SftpIT extends Specification {
    @Shared
    Map<String, SshdFixture> servers = [:]

    @TempDir
    Path folder

    JschConnector connector

    def setupSpec() {
        servers.sftp = SshdFixture.start()
        servers.shell = SshdFixture.start('Subsystem other /bin/false')
    }

    def cleanupSpec() {
        servers.values()*.close()
    }

    def cleanup() {
        connector?.close()
    }

    Connection open(String way) {
        connector = new JschConnector(servers[way].settings(new Printed()))
        connector.open(servers[way].host())
    }

    def "files and directories are made, seen, changed and removed by #way, below the directory around"() {
        given:
        def c = open(way)
        def sftp = c.sftp()
        def file = Files.writeString(folder.resolve('a *b'), 'hello')
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString('rw-r-----'))
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse('2020-02-02T02:02:02Z')))

        expect:
        c.cd(folder.toString()) {
            assert sftp.stat('a *b') == new Sftp.Stat(Sftp.Kind.FILE, 5, 0640, Instant.parse('2020-02-02T02:02:02Z'))
            assert sftp.stat('nothing') == null && !sftp.exists('nothing')
            sftp.mkdir('new')
            assert Files.isDirectory(folder.resolve('new'))
            assert sftp.stat('new').directory && sftp.stat('new').mode() == 0755
            sftp.symlink('a *b', 'link')
            assert Files.readSymbolicLink(folder.resolve('link')) == Path.of('a *b')
            assert sftp.readlink('link') == 'a *b'
            assert sftp.stat('link').file
            assert sftp.listdir('.') == ['a *b', 'link', 'new']
            sftp.chmod('a *b', 0600)
            assert PosixFilePermissions.toString(Files.getPosixFilePermissions(file)) == 'rw-------'
            sftp.rename('a *b', 'new/c')
            assert Files.readString(folder.resolve('new/c')) == 'hello'
            sftp.remove('link')
            sftp.remove('new/c')
            sftp.rmdir('new')
            assert sftp.listdir(folder.toString()) == []
        } == null
        sftp.exists('~') && sftp.exists(folder.toString())

        where:
        way << ['sftp', 'shell']
    }

    def "what fails by #way names the host and the path in one sentence, and changes nothing: #what"() {
        given:
        def c = open(way)
        Files.createDirectories(folder.resolve('full/x'))
        Files.writeString(folder.resolve('file'), '')

        when:
        c.cd(folder.toString()) { work(c.sftp()) }

        then:
        def e = thrown(TransferException)
        e.message.startsWith("${c.host()}: $folder/$path: ")
        e.message.readLines().size() == 1
        Files.exists(folder.resolve('full/x')) && Files.exists(folder.resolve('file'))

        where:
        [way, [what, path, work]] << [['sftp', 'shell'], [
            ['remove what is not there', 'no', { it.remove('no') }],
            ['remove a directory', 'full', { it.remove('full') }],
            ['rmdir of a full one', 'full', { it.rmdir('full') }],
            ['mkdir of what is there', 'full', { it.mkdir('full') }],
            ['listdir of what is not there', 'no', { it.listdir('no') }],
            ['rename of what is not there', 'no', { it.rename('no', 'other') }],
            ['chmod of what is not there', 'no', { it.chmod('no', 0600) }],
            ['readlink of a file', 'file', { it.readlink('file') }],
            ['symlink over a directory', 'full', { it.symlink('x', 'full') }],
        ]].combinations()
    }

    def "a mode that is no octal number is refused before anything is done"() {
        when:
        open('sftp').sftp().chmod(folder.toString(), 755)

        then:
        def e = thrown(TransferException)
        e.message.endsWith('mode: 755 is not octal: 0640 or \'640\'')
    }

    def "a connection knows whether its session still stands"() {
        given:
        def c = open('sftp')

        expect:
        c.connected

        when:
        c.run('true')
        c.close()

        then:
        !c.connected
    }

    def "a session that breaks is a broken connection, also for file operations"() {
        given:
        def c = open('sftp')
        c.sftp().exists('.')

        when:
        servers.sftp.breakConnections()

        then:
        new PollingConditions(timeout: 20).eventually { assert !c.connected }

        when:
        c.sftp().stat(folder.toString())

        then:
        thrown(ConnectionException)
    }
}
