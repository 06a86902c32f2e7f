package jfab.control.fabfile

import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Specification
import spock.lang.TempDir

/** The fabfile of docs/coming-from-paddle.md, and the words that the page says there are. */
class PaddlePageSpec extends Specification {
    @TempDir
    Path folder

    def page = Files.readString(Path.of('docs/coming-from-paddle.md'))

    def "conf.py as a fabfile is read, and has the tasks that the page names"() {
        given:
        def block = (page =~ /(?s)```groovy\n(.*?)```/)[0][1]
        def file = Files.writeString(folder.resolve('fabfile.groovy'), block)

        when:
        def fabfile = new FabfileReader({ }).read(file)

        then:
        fabfile.tasks().keySet().containsAll(['cluster-train', 'kill', 'fetch', 'tail-log', 'status'])
    }

    def "the examples and tests that it names are there"() {
        expect:
        def named = (page =~ /`(examples\/\S+?)`/).collect { it[1] }
        named.size() >= 2
        named.every { Files.exists(Path.of(it)) }
        (page =~ /`(\w+IT)`/).collect { it[1] }.every { name -> Files.walk(Path.of('test')).anyMatch { it.fileName.toString() == "${name}.java" } }
    }
}
