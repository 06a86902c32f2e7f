package jfab.control.connection

import java.nio.file.Files
import java.nio.file.Path
import jfab.control.connection.files.Download
import jfab.control.connection.files.TransferException
import jfab.control.connection.files.TransferOptions
import jfab.control.connection.files.TransferResult
import jfab.control.connection.files.Upload
import jfab.control.connection.host.Host
import spock.lang.Specification
import spock.lang.TempDir

/** What the words put and get make of what a fabfile gives them. */
class TransferWordsSpec extends Specification {
    @TempDir
    Path folder

    List<Upload> uploads = []
    List<Download> downloads = []
    def transport = Stub(Transport) {
        host() >> Host.parse('gpu01')
        put(_) >> { Upload upload ->
            uploads << upload
            new TransferResult(Host.parse('gpu01'), upload.remote(), '', 0, 0, 0, java.time.Duration.ZERO)
        }
        get(_) >> { Download download -> downloads << download; null }
    }
    def connection = new Connection(transport)

    def "a property that is no word of a connection is not taken for a file"() {
        when:
        connection.settings

        then:
        thrown(MissingPropertyException)
        downloads == []
    }

    def "a file is got into a folder with the host's name unless it is said where"() {
        when:
        connection.get('/var/log/syslog')
        connection.get('/var/log/syslog', 'here/{host}')

        then:
        downloads*.to() == [new Download.Place(Path.of(''), '{host}/'), new Download.Place(Path.of(''), 'here/{host}')]
    }

    def "a tilde is the home directory of this machine"() {
        when:
        connection.put('~', 'x')

        then:
        uploads[0].sources()[0].path() == Path.of(System.getProperty('user.home'))
    }

    def "options are read as tasks write them"() {
        when:
        connection.put('x', '/srv', mode: 0640, owner: 'www:data', exclude: '*.tmp', checksum: true) { it.fileName != null }
        def options = uploads[0].options()

        then:
        options.mode() == 0640
        options.owner() == 'www:data'
        options.exclude() == ['*.tmp']
        options.sync() && options.checksum()
        options.takes(Path.of('a'))
        options.preserve()
        options.sudo() == null
    }

    def "what #pattern excludes of #path is #left"() {
        expect:
        !options(exclude: [pattern]).admits(Path.of(path), directory) == left

        where:
        pattern     | path        | directory || left
        '*.tmp'     | 'a.tmp'     | false     || true
        '*.tmp'     | 'x/a.tmp'   | false     || true
        'cache/'    | 'x/cache'   | true      || true
        'cache/'    | 'x/cache'   | false     || false
        '/cache'    | 'x/cache'   | true      || false
        '/cache'    | 'cache'     | true      || true
        'x/*.log'   | 'x/a.log'   | false     || true
        'x/*.log'   | 'y/x/a.log' | false     || false
        '**/x/*.log'| 'y/x/a.log' | false     || true
    }

    def "#given is refused: #sentence"() {
        when:
        connection.put(given, 'x', '/srv')

        then:
        def e = thrown(TransferException)
        e.message == "gpu01: /srv: $sentence"

        where:
        given              || sentence
        [mode: 640]        || "mode: 640 is not octal: 0640 or '640'"
        [mode: 01755]      || "mode: 01755 has the sticky bit, which is taken from a text alone: '1755'"
        [mode: 'u+x']      || "mode: u+x is not octal: 0640 or '640'"
        [owner: '-R x']    || "owner: -R x is not 'user', 'user:group' or ':group'"
        [verify: 1]        || 'verify: 1 is not true or false'
        [text: 'x']        || 'put takes one of a path, text: and bytes:, and was given 2'
    }

    def "a pattern keeps what is below its first part with a wildcard"() {
        given:
        ['logs/a.log', 'logs/sub/b.log', 'logs/c.txt', 'logs/.d.log', 'odd/[x]', 'odd/{y}'].each {
            Files.createDirectories(folder.resolve(it).parent)
            Files.writeString(folder.resolve(it), it)
        }

        when:
        connection.put(folder.resolve(pattern) as String, '/srv')

        then:
        uploads[0].sources()*.name() == names

        where:
        pattern         || names
        'logs/*.log'    || ['a.log']
        'logs/**/*.log' || ['a.log', 'sub/b.log']
        'logs/.*'       || ['.d.log']
        '*/*.log'       || ['logs/a.log']
        'l*'            || ['logs']
        'odd/[x]'       || ['[x]']
        'odd/{*}'       || ['{y}']
        'odd/[[]x]'     || ['[x]']
    }

    private TransferOptions options(Map given) {
        new TransferWords(given, null).read()
    }
}
