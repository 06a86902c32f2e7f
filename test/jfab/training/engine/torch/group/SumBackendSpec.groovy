package jfab.training.engine.torch.group

import jfab.training.engine.Peers
import spock.lang.Specification

import java.time.Duration

class SumBackendSpec extends Specification {
    static final HOST = 'by way of the host\'s memory: '

    def "trainers on #devices add up #where"() {
        given:
        def peers = new Peers(0, devices.size(), '127.0.0.1', 1, Duration.ZERO, Duration.ZERO, Duration.ZERO)

        when:
        def route = SumBackend.of(peers, devices)

        then:
        route.direct() == (where == 'there')
        route.why() == why

        where:
        devices                      | where      | why
        ['', '']                     | 'the host' | ''
        ['a 1']                      | 'there'    | 'gradients are added up by NCCL: each trainer has a GPU of its own'
        ['a 1', 'a 2', 'b 1', 'b 2'] | 'there'    | 'gradients are added up by NCCL: each trainer has a GPU of its own'
        ['a 1', 'a 2', 'a 1']        | 'the host' | "gradients are added up by Gloo, ${HOST}trainers 0, 2 of 3 share a GPU"
        ['a 1', '', 'a 2']           | 'the host' | "gradients are added up by Gloo, ${HOST}trainer 1 of 3 computes on processors"
        ['', 'a 2', '']              | 'the host' | "gradients are added up by Gloo, ${HOST}trainers 0, 2 of 3 compute on processors"
        ['a 2', 'a 2', '']           | 'the host' | "gradients are added up by Gloo, ${HOST}trainers 0, 1 of 3 share a GPU"
    }
}
