package jfab.control.fabfile.jobs

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.BasicFileAttributes
import jfab.control.task.TaskEvent
import jfab.control.testing.Fabfiles
import jfab.control.testing.Ran
import jfab.control.testing.RecordingConnector
import spock.lang.Specification
import spock.lang.TempDir

class ExportSpec extends Specification {
    @TempDir
    Path folder
    RecordingConnector hosts = new RecordingConnector()

    static final String CLUSTER = '''
        cluster {
            hosts 'gpu[01-03]'
            port 29500
            trainers 5, each: 2
            command role: 'trainer', ['python3', 'train.py', '--name', 'a b']
        }
        '''

    Ran run(String fabfile, String... arguments) {
        Files.writeString(folder.resolve('fabfile.groovy'), fabfile)
        Fabfiles.load(folder.resolve('fabfile.groovy'), hosts).run(arguments)
    }

    def "hosts and trainers are written as #format reads them, and nobody is connected to"() {
        when:
        def ran = run(CLUSTER, 'export', '--format', format, '--to', "$folder/hosts")

        then:
        ran.ok()
        Files.readString(folder.resolve('hosts')) == text
        ["gpu01", "gpu02", "gpu03"].every { hosts.commands(it).empty }

        where:
        format      | text
        'mpirun'    | 'gpu01 slots=2\ngpu02 slots=2\ngpu03 slots=1\n'
        'deepspeed' | 'gpu01 slots=2\ngpu02 slots=2\ngpu03 slots=1\n'
        'mpich'     | 'gpu01:2\ngpu02:2\ngpu03:1\n'
        'torchrun'  | (0..2).collect {
            "# gpu0${it + 1}\ntorchrun --nnodes=3 --node_rank=$it --nproc_per_node=${it == 2 ? 1 : 2} --master_addr=gpu01" +
                " --master_port=29500 train.py --name 'a b'\n"
        }.join()
    }

    def "a program that is not Python's is told to torchrun as such, and hosts without trainers are left out"() {
        when:
        def ran = run('''
            cluster {
                hosts 'root@ps:2222', 'gpu01', '2001:db8::1'
                trainers on: 'gpu01,2001:db8::1'
                command role: 'trainer', ['./train']
            }
            ''', 'export', '--format', format, '--to', "$folder/hosts")

        then:
        ran.ok()
        Files.readString(folder.resolve('hosts')) == text

        where:
        format     | text
        'mpich'    | 'gpu01:1\n[2001:db8::1]:1\n'
        'torchrun' | '# gpu01\ntorchrun --nnodes=2 --node_rank=0 --nproc_per_node=1 --master_addr=gpu01 --master_port=7164 --no_python ./train\n' +
            '# 2001:db8::1\ntorchrun --nnodes=2 --node_rank=1 --nproc_per_node=1 --master_addr=gpu01 --master_port=7164 --no_python ./train\n'
    }

    def "what users and ports of hosts have no room in is said of #format, which reaches them by SSH or not"() {
        expect:
        run("cluster { hosts 'root@gpu01:2222', 'gpu02' }", 'export', '--format', format).events()
            .findAll { it instanceof TaskEvent.Notice }*.text() == notices

        where:
        format     | notices
        'mpirun'   | ['mpirun takes no user or port; ~/.ssh/config has to name those of root@gpu01:2222']
        'torchrun' | []
    }

    def "a list of hosts takes the place of no pipe"() {
        given:
        ['mkfifo', "$folder/pipe"].execute().waitFor()

        when:
        def ran = run(CLUSTER, 'export', '--format', 'mpirun', '--to', "$folder/pipe")

        then:
        !ran.ok()
        folder.toFile().list().sort() == ['fabfile.groovy', 'pipe']
        Files.readAttributes(folder.resolve('pipe'), BasicFileAttributes).other
    }
}
