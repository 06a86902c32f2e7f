package jfab.control.fabfile.jobs

import java.nio.file.Files
import java.nio.file.Path
import jfab.control.testing.Fabfiles
import jfab.control.testing.Ran
import jfab.control.testing.RecordingConnector
import jfab.script.ScriptException
import spock.lang.Specification
import spock.lang.TempDir

/** What a fabfile says of engines that are not jfab's. */
class EnginesSpec extends Specification {
    @TempDir
    Path folder
    RecordingConnector hosts = new RecordingConnector()

    Ran run(String words, String... arguments) {
        Files.writeString(folder.resolve('fabfile.groovy'), "cluster { hosts 'gpu01', 'gpu02'\ncommand role: 'trainer', ['x']\n$words }\n")
        Fabfiles.load(folder.resolve('fabfile.groovy'), hosts).run(arguments)
    }

    def "servers of jfab's own that are asked for need a configuration"() {
        when:
        def ran = run('pservers 1', '-n', 'cluster-train', '-j', '/deployed')

        then:
        ran.exitCode() == 2
        ran.problem('gpu01').startsWith("parameter servers of the training engine need program 'FILE.groovy'")
    }

    def "a pattern that has no group for the step is refused"() {
        when:
        run("progress ~/$pattern/", 'jobs')

        then:
        def refused = thrown(ScriptException)
        refused.message.contains("progress: $pattern has no group for the step; write progress ~/step (\\d+) loss (\\S+)/")

        where:
        pattern << ['loss', '(?<loss>x)']
    }
}
