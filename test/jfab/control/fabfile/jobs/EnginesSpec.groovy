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
        cluster("command role: 'trainer', ['x']\n$words", arguments)
    }

    private Ran cluster(String words, String... arguments) {
        Files.writeString(folder.resolve('fabfile.groovy'), "cluster { hosts 'gpu01', 'gpu02'\n$words }\n")
        Fabfiles.load(folder.resolve('fabfile.groovy'), hosts).run(arguments)
    }

    def "servers of jfab's own that are asked for need a configuration"() {
        when:
        def ran = run('pservers 1', '-n', 'cluster-train', '-j', '/deployed')

        then:
        ran.exitCode() == 2
        ran.problem('gpu01').startsWith("parameter servers of the training engine need program 'FILE.groovy'")
    }

    def "what a job tells each process of a configuration itself is not taken from its flags: #flag"() {
        when:
        def ran = cluster('', '-n', 'cluster-train', '-j', '/deployed', '--config=x.groovy', flag)

        then:
        ran.exitCode() == 2
        ran.problem('gpu01') == problem

        where:
        flag                          || problem
        '--num_gradient_servers=5'    || '--num_gradient_servers is given to each process by the job: it is the number of trainers, from hosts and trainers of the cluster block; leave it out'
        '--trainer-id=1'              || '--trainer_id is given to each process by the job: it is the number of each trainer, in the order of hosts in the cluster block; leave it out'
        '--pserver.pservers=10.0.0.1' || '--pservers is given to each process by the job: it is the addresses of the servers, from hosts, pservers and port of the cluster block; leave it out'
        '--pserver.port=9'            || '--pserver.port: servers and trainers share it; write --port, without a role'
        '--trainer.nics=eth0'         || '--trainer.nics: servers and trainers share it; write --nics, without a role'
    }

    def "an engine of others has all flags as they are, and so has a configuration those that are not the job's"() {
        expect:
        run('', '-n', 'cluster-train', '-j', '/deployed', '--trainer_id=1', '--trainer.port=9').exitCode() != 2
        cluster('', '-n', 'cluster-train', '-j', '/deployed', '--config=x.groovy', '--port=9', '--comment=mine').exitCode() != 2
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
