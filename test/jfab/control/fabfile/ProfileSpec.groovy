package jfab.control.fabfile

import java.nio.file.Files
import java.nio.file.Path
import jfab.JfabException
import jfab.control.cli.ArgumentParser
import jfab.control.cli.Help
import jfab.control.testing.Fabfiles
import jfab.control.testing.RecordingConnector
import spock.lang.Specification
import spock.lang.TempDir

/** Profiles: what a fabfile says differently where one of them is chosen. */
class ProfileSpec extends Specification {
    static final TEXT = '''
        hosts 'test1'
        role 'db', 'testdb'
        settings replicas: 1, region: 'eu'
        branch = 'main'
        profile('production', 'What customers see') {
            hosts 'web[1-2]'
            role 'db', 'db1', 'db2'
            host 'web1', user: 'deploy'
            settings replicas: 4
            branch = 'stable'
        }
        profile('us_east') { hosts 'us1'; settings region: 'us', zone: 'a' }
        task('show') { c -> println "${c.login().user} ${setting('replicas')} ${settings.region} $branch" }
        task('dump', roles: ['db']) { c -> println c.host }
        task('own', hosts: ['own1']) { c -> println c.host }
        task('all') { c -> println group('@db').hosts()*.name() }
    '''

    @TempDir
    Path folder

    def run(String text = TEXT, String line) {
        def file = Files.writeString(folder.resolve('fabfile.groovy'), text)
        def ran = Fabfiles.load(file, new RecordingConnector()).run(*line.tokenize(' '))
        ran.report().outcomes().collectEntries { [it.host().name(), ran.lines(it.host().name()).join(',')] }
    }

    def "#line works on #shown"() {
        expect:
        run(line) == shown

        where:
        line                                       | shown
        'show'                                     | [test1: 'null 1 eu main']
        'production show'                          | [web1: 'deploy 4 eu stable', web2: 'null 4 eu stable']
        '--profile production show'                | [web1: 'deploy 4 eu stable', web2: 'null 4 eu stable']
        'production us-east show'                  | [web1: 'deploy 4 us stable', web2: 'null 4 us stable', us1: 'null 4 us stable']
        '--profile=production,us_east us_east show'| [web1: 'deploy 4 us stable', web2: 'null 4 us stable', us1: 'null 4 us stable']
        'production -H x show'                     | [x: 'null 4 eu stable']
        'production --set replicas=7 -H x show'    | [x: 'null 7 eu stable']
        'us-east dump'                             | [testdb: 'testdb']
        'production dump'                          | [db1: 'db1', db2: 'db2']
        'production own'                           | [own1: 'own1']
        'production -H x all'                      | [x: '[db1, db2]']
    }

    def "what is wrong is a sentence: #line"() {
        when:
        run(text, line)

        then:
        def e = thrown(JfabException)
        e.message.contains(problem)

        where:
        line                  | text                                                          | problem
        'show production'     | TEXT                                                          | "'production' is a profile; write it before the first task"
        'prodution show'      | TEXT                                                          | "no task or profile 'prodution'; did you mean 'production'?"
        '--profile prod show' | TEXT                                                          | "no profile 'prod'; there is production, us-east"
        '--profile x show'    | "task('show') { c -> }"                                       | "no profile 'x'; declare it in the fabfile with: profile('x') { hosts ... }"
        'a'                   | "task('a') { c -> }\nprofile('a') { }"                        | "fabfile.groovy:2: profile 'a' has the name of what is declared at"
        'a'                   | "profile('a') { }\ntask('a') { c -> }"                        | "fabfile.groovy:2: task 'a' is already declared at"
        'a'                   | "profile('a') { }\nprofile('a') { }"                          | "profile 'a' has the name of what is declared at"
        'status'              | "profile('status') { }\ntraining { program 'x.groovy' }"      | "profile 'status' has the name of a task that the fabfile's jobs bring"
        'x'                   | "namespace('n') { profile('a') { } }"                         | "'profile' belongs at the top of the fabfile, not into a namespace"
        'a t'                 | "profile('a') {\n task('b') { c -> }\n}\ntask('t') { c -> }"  | "fabfile.groovy:2: 'task' does not belong into profile('a'); there are hosts, role, host and settings"
        'a t'                 | "profile('a') {\n hots 'b'\n}\ntask('t') { c -> }"            | "fabfile.groovy:2: no word 'hots' takes (String); did you mean 'hosts'?"
    }

    def "a setting of the fabfile's own may be called nearly as one of jfab's: #reads"() {
        expect:
        run("hosts 'a'\nprofile('p') { settings branch: 'stable' }\nsettings ports: 1\ntask('t') { c -> println $reads }", 'p t') == [a: 'stable1']

        where:
        reads << ["'' + (true ? settings.branch : 0) + setting('ports', 2)", "setting('branch') + setting('ports')", 'settings.branch + settings.ports', '"${settings.branch}${settings[\'ports\']}"']
    }

    def "one that the fabfile does not read was mistyped: #line"() {
        when:
        run("hosts 'a'\n$line\ntask('t') { c -> println 1 }", 'p t')

        then:
        def e = thrown(JfabException)
        e.message.endsWith "fabfile.groovy:2: no setting '$typed'; did you mean '$meant'? One of its own the fabfile reads, with setting('$typed')"

        where:
        line                                               | typed       | meant
        "profile('p') { settings 'bath': 1 }"              | 'bath'      | 'batch'
        "profile('p') { }; settings poolSise: 4"           | 'pool-sise' | 'pool-size'
        "profile('p') { }; settings(poolSise: 4)"          | 'pool-sise' | 'pool-size'
    }

    def "profiles that are not chosen do nothing"() {
        expect:
        run("hosts 'a'\nprofile('p') { throw new Exception('done') }\ntask('t') { c -> println 1 }", 't') == [a: '1']
    }

    def "profiles are listed"() {
        given:
        def file = Files.writeString(folder.resolve('fabfile.groovy'), TEXT)
        def fabfile = new FabfileReader({ event -> }).read(file)
        def list = { String... line -> Help.list(fabfile, ArgumentParser.parse(line as List, fabfile.callable()).core()) }

        expect:
        list('--list').readLines().takeRight(4)*.replaceAll(/ +/, ' ')*.trim() ==
                ['Profiles, to be named before the tasks:', '', 'production What customers see', 'us-east']
        list('--list', '-F', 'json').contains('"profiles":[{"name":"production","help":"What customers see"},{"name":"us-east","help":null}]')
    }
}
