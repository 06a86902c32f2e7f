package jfab.control.gallery

import java.nio.file.Files
import java.nio.file.Path
import jfab.control.testing.Fabfiles
import jfab.control.testing.Ran
import jfab.control.testing.RecordingConnector
import spock.lang.Specification
import spock.lang.TempDir
import spock.lang.Unroll

/** The fabfiles of the gallery, tested as their authors would, without SSH. */
class GallerySpec extends Specification {
    static final Path GALLERY = Path.of('examples/fabfiles')
    @TempDir
    Path folder
    RecordingConnector hosts = new RecordingConnector()

    Ran run(String fabfile, String... arguments) {
        Fabfiles.load(GALLERY.resolve(fabfile), hosts).run(arguments)
    }

    def "facts are sorted as asked for"() {
        given:
        def facts = { cores, memory -> "Linux 6.1\n$cores\n$memory\n100" as String }
        hosts.on(~/(?s).*nproc.*/).at('gpu01').prints(facts(8, 64))
        hosts.on(~/(?s).*nproc.*/).at('gpu02').prints(facts(16, 32))

        when:
        def ran = run('gather_facts.groovy', '-H', 'gpu[01-02]', 'facts', '--sort=memory')

        then:
        ran.lines()*.split(' +')*.first() == ['host', 'gpu02', 'gpu01', '2']
        ran.lines().last() == '2 hosts, 24 cores'
    }

    def "a pattern reaches grep as it was typed"() {
        when:
        run('log_search.groovy', '-H', 'web1', 'search', 'it\'s; rm -rf *')

        then:
        hosts.commands('web1') == ["grep -E -e 'it'\\''s; rm -rf *' -- /var/log/syslog"]
    }

    def "a site is published between its lock and its check, in one version everywhere"() {
        when:
        def ran = run('custom_tasks.groovy', '-H', 'web[1-2]', 'site', '--mode=full')

        then:
        ran.ok()
        ran.value('web1') == 'v1'
        hosts.commands('web2')*.split(' ')*.first() == ['mkdir', 'cd', 'mkdir', 'cd', 'rmdir']
    }

    def "who does not get the lock does not take it away"() {
        given:
        hosts.on(~/.*mkdir \/tmp\/site\/\.lock/).at('web2').exits(1)

        when:
        def ran = run('custom_tasks.groovy', '-H', 'web[1-2]', 'site')

        then:
        !ran.ok()
        hosts.commands('web2').size() == 1
        hosts.commands('web1').last() == 'rmdir /tmp/site/.lock'
    }

    def "a restart begins with one host, and leaves the others alone where that fails"() {
        given:
        hosts.on(~/sh -c .*/).at('web01').exits(1)

        when:
        def ran = run('rolling_restart.groovy', '-H', 'web[01-08]', 'restart', 'my unit')

        then:
        ran.problem('web01').contains('my unit did not come back in 30 s')
        hosts.commands('web01').first() == "systemctl restart 'my unit'"
        hosts.recorded()*.host()*.name().toSet() == ['web01'] as Set
    }

    def "files of all hosts are collected, each in a folder of its host"() {
        given:
        hosts.file('/var/log/app.log', 'text')

        when:
        def ran = run('transfer.groovy', '-H', 'web[1-2]', 'collect', '/var/log/app.log', "--into=$folder/logs")

        then:
        ran.ok()
        Files.readString(folder.resolve('logs/web2/app.log')) == 'text'
        hosts.recorded()*.remote() == ['/var/log/app.log'] * 2
    }

    @Unroll("every task of #fabfile.fileName has a description, or is hidden")
    def "every task has a description"() {
        expect:
        new jfab.control.fabfile.FabfileReader({ }).read(fabfile).tasks().values()
            .every { it.listing().hidden() || it.description() }

        where:
        fabfile << Files.list(GALLERY).toList()
    }
}
