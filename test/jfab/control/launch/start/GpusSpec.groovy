package jfab.control.launch.start

import jfab.control.connection.host.Host
import jfab.control.launch.LaunchException
import jfab.control.launch.start.ClusterSpec.Limits
import jfab.control.launch.start.ClusterSpec.Network
import jfab.role.Role
import java.time.Duration
import spock.lang.Specification

/** Which GPUs trainers are given. */
class GpusSpec extends Specification {
    static final Host HOST = Host.parse('gpu01')
    static final Limits LIMITS = new Limits(Duration.ofSeconds(9), Duration.ofSeconds(9), Duration.ZERO)

    /** What CUDA_VISIBLE_DEVICES is to each of so many trainers of one host that answers so. */
    static List<String> visible(Gpus gpus, int trainers, String answer) {
        def placement = new Placement([HOST], [HOST] * trainers)
        def said = gpus.over(placement, [(HOST): answer])
        assert said['pserver-0'] == (said.isEmpty() ? null : '')
        (0..<trainers).collect { said["trainer-$it".toString()] }.findAll { it != null }
    }

    static Gpus meant(Map<String, String> environment, Gpus said, boolean command, String... flags) {
        def spec = new ClusterSpec('work', new Network('', 7164, false, 1, 0), Share.each(0), new Share([], 0, 2, said),
            command ? [(Role.TRAINER): ['python3', 'train.py']] : [:], 'x.groovy', environment, [:], [], LIMITS, false)
        Gpus.of(spec, EngineFlags.of(flags as List))
    }

    def 'each of #trainers trainers has its own of "#answer" by #gpus'() {
        expect:
        visible(gpus, trainers, answer) == given

        where:
        gpus                     | trainers | answer                       || given
        new Gpus.Each(1)         | 2        | 'gpus 0=9 1=9'               || ['0', '1']
        new Gpus.Each(1)         | 2        | ''                           || ['0', '1']
        new Gpus.Each(2)         | 2        | 'gpus 0=9 1=9 2=9 3=9 4=9'   || ['0,1', '2,3']
        new Gpus.Each(0.5)       | 3        | 'gpus 0=9 1=9'               || ['0', '0', '1']
        new Gpus.Each(0.25)      | 5        | 'gpus 4=9 5=9'               || ['4', '4', '4', '4', '5']
        new Gpus.Each(0)         | 2        | ''                           || ['', '']
        new Gpus.Listed([2, 3])  | 3        | 'gpus 0=9 1=9 2=9 3=9'       || ['2', '3', '2']
        new Gpus.Freest()        | 2        | 'noise\ngpus 0=5 1=70 2=80'  || ['2', '1']
        new Gpus.Each(1)         | 2        | 'gpus GPU-ab=9 GPU-cd=9'     || ['GPU-ab', 'GPU-cd']
        new Gpus.All()           | 2        | ''                           || []
    }

    def 'what a host lacks is said: #sentence'() {
        when:
        visible(gpus, trainers, answer)

        then:
        def refused = thrown(LaunchException)
        refused.message.startsWith(sentence)

        where:
        gpus                    | trainers | answer         || sentence
        new Gpus.Each(1)        | 4        | 'gpus 0=9 1=9' || 'gpu01 has 2 GPUs for this job, and its 4 trainers need 4; write '
        new Gpus.Each(2)        | 1        | 'gpus 0=9'     || 'gpu01 has 1 GPU for this job, and its trainer needs 2; '
        new Gpus.Each(0.5)      | 3        | 'gpus 0=9'     || 'gpu01 has 1 GPU for this job, and its 3 trainers need 2; '
        new Gpus.Freest()       | 1        | 'gpus'         || 'gpu01 has 0 GPUs for this job, and its trainer needs 1; '
        new Gpus.Freest()       | 1        | ''             || "gpu01 has no nvidia-smi that tells which GPUs are free, as gpus: 'auto' needs; "
        new Gpus.Each(1)        | 1        | 'gpus 0'       || 'gpu01: what it answers cannot be read: gpus 0'
        new Gpus.Each(1)        | 1        | 'gpus 0=99999999999999999999' || 'gpu01: what it answers cannot be read: gpus 0=9'
        new Gpus.Each(1)        | 1        | "gpus \$(id)=1"  || 'gpu01: what it answers cannot be read: gpus $(id)=1'
        new Gpus.Listed([2, 3]) | 1        | 'gpus 0=9 2=9' || 'gpu01 has no GPU 3, which gpus: [2, 3] names; it has 0, 2'
    }

    def 'of several hosts that lack GPUs the first is told in full'() {
        when:
        def other = Host.parse('gpu02')
        new Gpus.Each(1).over(new Placement([], [HOST, other]), [(HOST): 'gpus', (other): 'gpus'])

        then:
        def refused = thrown(LaunchException)
        refused.message.startsWith('gpu01 has 0 GPUs') && refused.message.endsWith(' (and 1 more like this)')
    }

    def 'who said it wins: #environment, #said, #flags'() {
        expect:
        meant(environment, said, command, *flags) == means

        where:
        environment                 | said             | command | flags                         || means
        [:]                         | new Gpus.Unsaid() | false  | []                            || new Gpus.All()
        [:]                         | new Gpus.Each(2) | false   | []                            || new Gpus.All()
        [:]                         | new Gpus.Unsaid() | false  | ['--use_gpu', '1']            || new Gpus.Each(1)
        [:]                         | new Gpus.Unsaid() | false  | ['--use_gpu', '--gpu_id=3']   || new Gpus.All()
        [:]                         | new Gpus.Each(2) | false   | ['--use_gpu', '--gpu_id=1']   || new Gpus.Each(2)
        [:]                         | new Gpus.Unsaid() | true   | []                            || new Gpus.All()
        [:]                         | new Gpus.Unsaid() | true   | ['--use_gpu']                 || new Gpus.Each(1)
        [:]                         | new Gpus.Freest() | true   | []                            || new Gpus.Freest()
        [CUDA_VISIBLE_DEVICES: '1'] | new Gpus.Each(2) | true    | ['--use_gpu']                 || new Gpus.All()
    }
}
