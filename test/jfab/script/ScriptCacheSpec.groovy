package jfab.script

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.FileTime
import java.nio.file.attribute.PosixFilePermissions
import java.time.Duration
import java.time.Instant
import org.codehaus.groovy.control.CompilerConfiguration
import spock.lang.Specification
import spock.lang.TempDir

class ScriptCacheSpec extends Specification {
    @TempDir
    Path home

    int compiled = 0

    ScriptCache getCache() {
        new ScriptCache(home.resolve('jfab/scripts'))
    }

    /** What the script gives, compiled or not. */
    Object run(String text) {
        def classes = cache.get([text, 'it.groovy']) {
            compiled++
            ScriptClasses.compile(text, 'it.groovy', new CompilerConfiguration())
        }
        classes.load().getDeclaredConstructor().newInstance().run()
    }

    List<Path> files() {
        Files.list(home.resolve('jfab/scripts')).toList()
    }

    def "a script is compiled once, closures and classes included"() {
        given:
        String text = 'class Two { int value = 2 }; [1, 2].collect { it * new Two().value }'

        expect:
        run(text) == [2, 4]
        run(text) == [2, 4]
        compiled == 1
    }

    def "a changed script is compiled again"() {
        expect:
        run('1') == 1
        run('2') == 2
        compiled == 2
    }

    def "only the user can read what is kept, and no part is left"() {
        when:
        run('1')

        then:
        files()*.fileName*.toString().every { it ==~ /[0-9a-f]{64}/ }
        PosixFilePermissions.toString(Files.getPosixFilePermissions(files().first())) == 'rw-------'
        PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve('jfab/scripts'))) == 'rwx------'
    }

    def "a damaged file is passed over and replaced: #damage"() {
        given:
        run('1')
        Files.write(files().first(), damage as byte[])

        expect:
        run('1') == 1
        compiled == 2
        run('1') == 1
        compiled == 2

        where:
        damage << [[], [1, 2, 3], 'PK'.bytes]
    }

    def "a cache that cannot be written does no harm"() {
        given:
        Files.writeString(home.resolve('jfab'), 'a file')

        expect:
        run('1') == 1
        run('1') == 1
        compiled == 2
    }

    def "what nobody read for a month is deleted"() {
        given:
        run('1')
        Path old = files().first()
        Files.setLastModifiedTime(old, FileTime.from(Instant.now() - Duration.ofDays(31)))

        when:
        run('2')

        then:
        !Files.exists(old)
        files().size() == 1
    }

    def "a cache in a folder that others can write is passed over"() {
        given:
        run('1')
        Files.setPosixFilePermissions(home.resolve(folder), PosixFilePermissions.fromString('rwxrwxrwx'))

        expect:
        run('1') == 1
        compiled == 2

        where:
        folder << ['jfab', 'jfab/scripts']
    }
}
