package jfab.control.connection

import jfab.control.connection.host.ConnectionException
import jfab.control.connection.host.ConnectionException.Reason
import jfab.control.connection.host.Host
import jfab.control.connection.host.Outcome
import spock.lang.Specification

class GroupResultSpec extends Specification {
    static final Host A = Host.parse('gpu01')
    static final Host B = Host.parse('root@gpu02:2222')

    def failure = new ConnectionException(B, Reason.UNREACHABLE, 'no route', null)
    def result = new GroupResult([new Outcome.Succeeded(A, 7), new Outcome.Failed(B, failure)])

    def "outcomes can be walked, told apart, and asked by host"() {
        expect:
        result.collect { it.host().toString() } == ['gpu01', 'root@gpu02:2222']
        result.succeeded*.value() == [7]
        result.failed*.host() == [B]
        result['gpu01'] == 7
        result.values() == [(A): 7]
        result.size() == 2
        !result.ok()
    }

    def "to ask for the value of a host that failed throws its failure"() {
        when:
        result[name]

        then:
        def caught = thrown(ConnectionException)
        caught.is(failure)

        where:
        name << ['gpu02', 'root@gpu02:2222']
    }

    def "to ask for a host that is none of the group names those that are"() {
        when:
        result['gpu03']

        then:
        def caught = thrown(ConnectionException)
        caught.message == "the group has no host 'gpu03'; it has gpu01, root@gpu02:2222"
    }
}
