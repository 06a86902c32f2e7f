package jfab.control.bundle

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.FileTime
import java.nio.file.attribute.PosixFilePermissions
import java.security.MessageDigest
import java.util.HexFormat
import java.util.concurrent.TimeUnit
import jfab.tools.Needs
import jfab.tools.Tool
import spock.lang.Specification
import spock.lang.TempDir

/** What the programs of a package take from the cache of their user: what nobody else can have put there. */
class PackagedProgramsSpec extends Specification {
    private static final String ARCHIVE = 'jfab-train-linux-x86_64.tar.gz'

    @TempDir
    Path folder

    Path lib
    Path cache
    String digest

    def setup() {
        lib = Files.createDirectories(folder.resolve('package/lib'))
        cache = Files.createDirectories(folder.resolve('cache/jfab'))
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString('rwx------'))
        Files.createDirectories(folder.resolve('package/bin'))
        ['jfab', 'jfab-train'].each { Files.copy(Path.of('packaging', it), folder.resolve("package/bin/$it")) }
        Files.copy(Path.of('packaging/launch.sh'), lib.resolve('launch.sh'))
        Files.writeString(lib.resolve('record.sh'), 'exit 0\n')
        Files.writeString(lib.resolve('build'), 'built\n')
        program(lib.resolve('jre/bin/java'), 'for each; do case $each in -XX:AOTCache=*) echo "$each" ;; esac; done')
        program(folder.resolve('engine/bin/train'), 'echo "the engine: $*"')
        assert ['tar', '-czf', lib.resolve(ARCHIVE), '-C', folder.resolve('engine'), 'bin']*.toString().execute().waitFor() == 0
        digest = HexFormat.of().formatHex(MessageDigest.getInstance('SHA-256').digest(Files.readAllBytes(lib.resolve(ARCHIVE))))
        Files.writeString(lib.resolve("${ARCHIVE}.sha256"), "$digest\n")
    }

    private static void program(Path path, String lines) {
        Files.createDirectories(path.parent)
        Files.writeString(path, "#!/bin/sh\n$lines\n")
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString('rwxr-xr-x'))
    }

    private Map run(String... words) {
        def process = new ProcessBuilder(['sh', folder.resolve("package/bin/${words.head()}").toString(), *words.tail()])
            .tap { environment().putAll([HOME: folder.toString(), XDG_CACHE_HOME: folder.resolve('cache').toString(), PATH: "$folder/first:${System.getenv('PATH')}".toString()]) }
            .start()
        def out = process.inputStream.text
        def err = process.errorStream.text
        assert process.waitFor(30, TimeUnit.SECONDS)
        [code: process.exitValue(), out: out, err: err]
    }

    def "the engine is unpacked once, and closed to others"() {
        given:
        Files.delete(cache)

        expect:
        run('jfab-train', 'a', 'b').out == 'the engine: a b\n'
        run('jfab-train') == [code: 0, out: 'the engine: \n', err: '']
        PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)) == 'rwx------'
    }

    def "one's own folder is closed to others before it is used"() {
        given:
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString('rwxrwxrwx'))

        expect:
        run('jfab-train').out == 'the engine: \n'
        PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)) == 'rwxr-xr-x'
    }

    @Needs(Tool.ROOT)
    def "no engine is run that the owner of the folder puts there while this one is unpacked"() {
        given:
        Files.setAttribute(cache, 'unix:uid', 65534)
        def planted = cache.resolve("engine-$digest/bin/train")
        program(folder.resolve('first/tar'), "mkdir -p ${planted.parent} && echo 'echo theirs' >$planted && chmod 755 $planted; exec /bin/tar \"\$@\"")

        when:
        def refused = run('jfab-train')

        then:
        refused == [code: 1, out: '', err: "jfab-train: $cache belongs to another account, or is a link; set XDG_CACHE_HOME to a folder of your own\n".toString()]
        cache.toFile().list() == [] as String[]
    }

    def "a folder that is a link is not the user's cache"() {
        given:
        Files.move(cache, folder.resolve('elsewhere'))
        Files.createSymbolicLink(cache, folder.resolve('elsewhere'))

        expect:
        run('jfab-train').with { code == 1 && err.contains(', or is a link; ') }
    }

    @Needs(Tool.ROOT)
    def "an engine of another account is not run, nor anything where the folder is another's"() {
        given:
        Files.setAttribute(Files.createDirectories(folder.resolve(place.replace('DIGEST', digest))), 'unix:uid', 65534)

        expect:
        run('jfab-train').with { code == 1 && out == '' && err.contains(said) }

        where:
        place                      | said
        'cache/jfab'               | 'set XDG_CACHE_HOME to a folder of your own'
        'cache/jfab/engine-DIGEST' | 'belongs to another account'
    }

    def "standard input that is closed is empty, and not the next file that is opened"() {
        given:
        program(lib.resolve('jre/bin/java'), 'readlink /proc/$$/fd/0')
        def process = new ProcessBuilder('sh', '-c', 'exec sh "$0" <&-', folder.resolve('package/bin/jfab').toString())
            .tap { environment().HOME = folder.toString() }.start()

        expect:
        process.inputStream.text == '/dev/null\n'
        process.waitFor(30, TimeUnit.SECONDS)
    }

    def "memory is in huge pages where the machine has them: #modes"() {
        given:
        def machine = folder.resolve('enabled')
        if (modes) {
            Files.writeString(machine, "$modes\n")
        }
        Files.writeString(lib.resolve('launch.sh'), Files.readString(lib.resolve('launch.sh')).replace('/sys/kernel/mm/transparent_hugepage/enabled', machine.toString()))
        program(lib.resolve('jre/bin/java'), 'echo "$1"')

        expect:
        run('jfab') == [code: 0, out: "$first\n".toString(), err: '']

        where:
        modes                      | first
        'always [madvise] never'   | '-XX:+UseTransparentHugePages'
        '[always] madvise never'   | '-XX:+UseTransparentHugePages'
        'always madvise [never]'   | '-XX:+UseSerialGC'
        ''                         | '-XX:+UseSerialGC'
    }

    def "a build's record is not taken once its jar is newer"() {
        given:
        def build = Files.createDirectories(folder.resolve('build'))
        Files.copy(Path.of('jfab'), build.resolve('jfab'))
        Files.createDirectories(build.resolve('packaging'))
        Files.copy(Path.of('packaging/launch.sh'), build.resolve('packaging/launch.sh'))
        def target = Files.createDirectories(build.resolve('target'))
        ['jfab.jar', 'jfab.aot', 'jfab-train-linux-x86_64.tar.gz.sha256'].each { Files.createFile(target.resolve(it)) }
        Files.writeString(lib.resolve('jre/release'), 'JAVA_VERSION="25.0.3"\n')
        program(lib.resolve('jre/bin/javac'), 'exit 1')
        Files.setLastModifiedTime(target.resolve('jfab.jar'), FileTime.fromMillis(Files.getLastModifiedTime(target.resolve('jfab.aot')).toMillis() + seconds * 1000))
        def process = new ProcessBuilder('sh', build.resolve('jfab').toString()).tap { environment().JAVA_HOME = lib.resolve('jre').toString() }.start()

        expect:
        process.inputStream.text == "-XX:AOTCache=${seconds < 0 ? target : '/nonexistent'}/jfab.aot\n"
        process.waitFor(30, TimeUnit.SECONDS)

        where:
        seconds << [-2, 2]
    }

    def "Java starts without a record that others could exchange: #permissions"() {
        given:
        def records = Files.createDirectories(cache.resolve('start-built'))
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString(permissions))

        expect:
        run('jfab').out == "-XX:AOTCache=${taken ? records : '/nonexistent'}/jfab.aot\n"

        where:
        permissions | taken
        'rwxr-xr-x' | true
        'rwxrwxr-x' | false
        'rwxr-xrwx' | false
    }
}
