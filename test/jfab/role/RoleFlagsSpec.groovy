package jfab.role

import spock.lang.Specification

class RoleFlagsSpec extends Specification {
    def "#flags is #role"() {
        when:
        def spec = new RoleFlags(flags).trainer()

        then:
        spec.role() == role
        spec.pservers()*.toString() == pservers
        spec.trainerId() == id
        spec.trainers() == trainers

        where:
        flags                                                                                                       || role         | pservers                             | id | trainers
        [:]                                                                                                         || Role.LOCAL   | []                                   | 0  | 1
        [local: '1', pservers: '10.0.0.1']                                                                          || Role.LOCAL   | []                                   | 0  | 1
        [local: '0']                                                                                                || Role.TRAINER | ['127.0.0.1:20134']                  | 0  | 1
        [pservers: '10.0.0.1,10.0.0.2', port: '7164', num_gradient_servers: '2', trainer_id: '1']                   || Role.TRAINER | ['10.0.0.1:7164', '10.0.0.2:7164']   | 1  | 2
        [local: '0', pservers: '10.0.0.1:7164,10.0.0.1:7165', num_gradient_servers: '3', trainer_id: '2']           || Role.TRAINER | ['10.0.0.1:7164', '10.0.0.1:7165']   | 2  | 3
    }

    def "a server finds itself among the servers by the addresses of this machine and its port"() {
        when:
        def spec = new RoleFlags(pservers: pservers, port: port, num_gradient_servers: '2').server()

        then:
        spec.role() == Role.PSERVER
        spec.current().toString() == current
        spec.trainers() == 2

        where:
        pservers                          | port   || current
        '127.0.0.1,192.0.2.1'             | '7164' || '127.0.0.1:7164'
        '192.0.2.1,127.0.0.1'             | '7164' || '127.0.0.1:7164'
        '127.0.0.1:7164,127.0.0.1:7165'   | '7165' || '127.0.0.1:7165'
    }

    def "a server that is not among the servers says so: #message"() {
        when:
        new RoleFlags(flags).server()

        then:
        RoleException e = thrown()
        e.message == message

        where:
        flags                                                     || message
        [pservers: '192.0.2.1', port: '7164']                     || 'none of --pservers 192.0.2.1:7164 is this server: this machine with --port 7164'
        [pservers: '127.0.0.1,127.0.0.2', port: '7164']           || 'more than one of --pservers 127.0.0.1:7164,127.0.0.2:7164 is this server: this machine with --port 7164'
        [pservers: '127.0.0.1', nics: 'nowhere0', port: '7164']   || 'none of --pservers 127.0.0.1:7164 is this server: --nics nowhere0 with --port 7164'
    }
}
