package jfab.role

import spock.lang.Specification

class RoleSpecSpec extends Specification {
    static final List<Endpoint> TWO = [new Endpoint('172.16.0.5', 6173), new Endpoint('172.16.0.6', 6173)]
    static final String ENDPOINTS = '172.16.0.5:6173,172.16.0.6:6173'

    def "document 004's arguments make a parameter server, and the script keeps the rest"() {
        when:
        def assignment = RoleSpec.from(['pserver', ENDPOINTS, '172.16.0.6:6173', '1', '2', '--passes', '3'], [:])
        then:
        assignment.role() == new RoleSpec(Role.PSERVER, TWO, TWO[1], 1, 2)
        assignment.arguments() == ['--passes', '3']
    }

    def "a trainer is given an endpoint by document 004 and listens on none"() {
        expect:
        RoleSpec.from(['trainer', ENDPOINTS, '172.16.0.5:6173', '0', '2'], [:]).role() ==
            new RoleSpec(Role.TRAINER, TWO, null, 0, 2)
    }

    def "what a role says of itself as arguments is what it is read from"() {
        given:
        def spec = new RoleSpec(Role.PSERVER, TWO, TWO[1], 1, 2)
        expect:
        RoleSpec.from(spec.arguments(), [:]) == new RoleAssignment(spec, [])
    }

    def "arguments are stronger than document 003's variables, those stronger than document 002's"() {
        given:
        def second = [TRAINING_ROLE: 'TRAINER', PSERVERS: 'c:1', TRAINERS: '4', TRAINER_ID: '3']
        def third = second + [PADDLE_TRAINING_ROLE: 'TRAINER', PADDLE_PSERVER_IPS: 'b', PADDLE_TRAINERS: '3', PADDLE_TRAINER_ID: '2']
        expect:
        RoleSpec.from(['trainer', 'a:1', 'a:1', '1', '2'], third).role().trainerId() == 1
        RoleSpec.from(['--flag'], third).role().trainerId() == 2
        RoleSpec.from(['--flag'], second).role().trainerId() == 3
    }

    def "document 003's variables name hosts and one port"() {
        given:
        def env = [PADDLE_TRAINING_ROLE: role, PADDLE_PSERVER_IPS: 'ps0.paddlepaddle.com,ps1.paddlepaddle.com', PADDLE_TRAINERS: '2'] + more
        def ps = { int port -> [new Endpoint('ps0.paddlepaddle.com', port), new Endpoint('ps1.paddlepaddle.com', port)] }
        expect:
        RoleSpec.from([], env).role() == expected(ps)
        where:
        role      | more                                                                     || expected
        'PSERVER' | [PADDLE_PSERVER_PORT: '7000', PADDLE_CURRENT_IP: 'ps1.paddlepaddle.com'] || { at -> new RoleSpec(Role.PSERVER, at(7000), at(7000)[1], 0, 2) }
        'TRAINER' | [PADDLE_PSERVER_PORT: '7000', PADDLE_TRAINER_ID: '1']                    || { at -> new RoleSpec(Role.TRAINER, at(7000), null, 1, 2) }
        'trainer' | [PADDLE_TRAINER_ID: '0']                                                 || { at -> new RoleSpec(Role.TRAINER, at(6174), null, 0, 2) }
    }

    def "trainers without servers meet where the first of them listens: #env"() {
        expect:
        RoleSpec.from([], env).role() == RoleSpec.peer(1, 2, new Endpoint('a', port))
        where:
        env                                                                                    || port
        [PADDLE_TRAINER_ENDPOINTS: 'a:7000,b:7001', PADDLE_TRAINER_ID: '1']                     || 7000
        [PADDLE_TRAINER_IPS: 'a,b', PADDLE_TRAINER_ID: '1']                                     || 6174
        [PADDLE_TRAINER_IPS: 'a,b', PADDLE_PSERVER_PORT: '7', PADDLE_TRAINER_ID: '1',
         PADDLE_TRAINING_ROLE: 'TRAINER', PADDLE_PSERVER_IPS: 'c', PADDLE_TRAINERS: '2']        || 7
        [MASTER_ADDR: 'a', MASTER_PORT: '29500', RANK: '1', WORLD_SIZE: '2']                    || 29500
    }

    def "the endpoints of trainers mean nothing beside parameter servers"() {
        given:
        def env = [PSERVERS: 'c:1', TRAINERS: '2', TRAINER_ID: '1', PADDLE_TRAINER_ENDPOINTS: 'a:1,b:1', MASTER_ADDR: 'a', RANK: '0']
        expect:
        RoleSpec.from([], env).role() == new RoleSpec(Role.TRAINER, [new Endpoint('c', 1)], null, 1, 2)
    }

    def "a number that does not fit the trainers without servers is refused: #env"() {
        when:
        RoleSpec.from([], env)
        then:
        def e = thrown(RoleException)
        e.message == problem
        where:
        env                                                                     || problem
        [PADDLE_TRAINER_ENDPOINTS: 'a:1,b:1', PADDLE_TRAINER_ID: '2']           || 'trainer id 2 does not fit 2 trainers; ids go from 0 to 1'
        [PADDLE_TRAINER_ENDPOINTS: 'a:1,b:1']                                   || 'need env PADDLE_TRAINER_ID: this trainer\'s number, from 0 to 1'
        [MASTER_ADDR: 'a', RANK: '0', MASTER_PORT: '1']                         || 'need env WORLD_SIZE: how many trainers the job has'
    }

    def "document 002's variables start every trainer of two by the same command"() {
        given:
        def env = [PSERVERS: '192.168.1.2:6174', SERVER_ENDPOINT: '192.168.1.2:6174']
        def server = new Endpoint('192.168.1.2', 6174)
        expect:
        RoleSpec.from([], env + [TRAINING_ROLE: 'PSERVER']).role() == new RoleSpec(Role.PSERVER, [server], server, 0, 2)
        RoleSpec.from([], env + [TRAINING_ROLE: 'TRAINER']).role() == new RoleSpec(Role.TRAINER, [server], null, RoleSpec.UNASSIGNED, 2)
        RoleSpec.from([], env + [TRAINERS: '3', TRAINER_ID: '2']).role() == new RoleSpec(Role.TRAINER, [server], null, 2, 3)
    }

    def "without arguments and variables training is local"() {
        expect:
        RoleSpec.from(['--passes', '2'], [HOME: '/root']) == new RoleAssignment(RoleSpec.local(), ['--passes', '2'])
    }

    def "a wrong or missing part is named: #message"() {
        when:
        RoleSpec.from(arguments, env)
        then:
        def e = thrown(RoleException)
        e.message == message
        where:
        arguments                                          | env                                                             || message
        ['server']                                         | [:]                                                             || "argument 1: 'server' is no role; write pserver or trainer, or leave all five arguments role endpoints current_endpoint trainer_id trainers out to train locally"
        ['pserver']                                        | [:]                                                             || "argument 2, endpoints, is missing after 'pserver'"
        ['trainer', 'a:1', 'a:1', '0', '--passes']         | [:]                                                             || "argument 5, trainers, is missing after 'trainer a:1 a:1 0'"
        ['trainer', 'a:1,b', 'a:1', '0', '2']              | [:]                                                             || "argument 2, endpoints: 'b' is not an endpoint; write host:port"
        ['trainer', 'a:1,a:1', 'a:1', '0', '2']            | [:]                                                             || "argument 2, endpoints: a:1 is listed twice"
        ['trainer', 'a:1', 'a:1', 'x', '2']                | [:]                                                             || "argument 4, trainer_id: 'x' is not a number"
        ['trainer', 'a:1', 'a:1', '2', '2']                | [:]                                                             || "trainer id 2 does not fit 2 trainers; ids go from 0 to 1"
        ['trainer', 'a:1', 'a:1', '0', '0']                | [:]                                                             || "a job needs at least 1 trainer, not 0"
        ['pserver', 'a:1,b:1', 'c:1', '0', '2']            | [:]                                                             || "current endpoint c:1 is not one of the parameter servers a:1,b:1"
        []                                                 | [PADDLE_TRAINING_ROLE: 'WORKER']                                || "PADDLE_TRAINING_ROLE: 'WORKER' is no role; write PSERVER or TRAINER"
        []                                                 | [PADDLE_TRAINING_ROLE: 'TRAINER']                               || "need env PADDLE_PSERVER_IPS: the hosts of the parameter servers, comma-separated"
        []                                                 | [PADDLE_TRAINING_ROLE: 'TRAINER', PADDLE_PSERVER_IPS: 'a', PADDLE_TRAINERS: 'two'] || "PADDLE_TRAINERS: 'two' is not a number"
        []                                                 | [PADDLE_TRAINING_ROLE: 'TRAINER', PADDLE_PSERVER_IPS: 'a', PADDLE_TRAINERS: '2']   || "need env PADDLE_TRAINER_ID: this trainer's number, from 0 to 1"
        []                                                 | [PADDLE_TRAINING_ROLE: 'PSERVER', PADDLE_PSERVER_IPS: 'a', PADDLE_TRAINERS: '2']   || "need env PADDLE_CURRENT_IP: the host of this parameter server"
        []                                                 | [TRAINING_ROLE: 'PSERVER', PSERVERS: 'a:1']                     || "need env SERVER_ENDPOINT: the endpoint of this parameter server"
        []                                                 | [TRAINING_ROLE: 'TRAINER']                                      || "need env PSERVERS: the endpoints of the parameter servers, comma-separated"
    }
}
