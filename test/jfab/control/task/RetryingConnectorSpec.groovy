package jfab.control.task

import java.time.Duration
import jfab.control.connection.host.ConnectionException
import jfab.control.connection.host.ConnectionException.Reason
import jfab.control.connection.Connector
import jfab.control.connection.host.Host
import jfab.control.connection.Transport
import spock.lang.Specification
import spock.lang.Timeout

@Timeout(60)
class RetryingConnectorSpec extends Specification {
    final Host host = Host.parse('h')
    final List<TaskEvent> events = []
    final Transport transport = Stub()

    Connector retrying(Connector connector, int retries, Duration first = Duration.ofMillis(1)) {
        new RetryingConnector(connector, retries, first, events::add)
    }

    ConnectionException failure(Reason reason) {
        new ConnectionException(host, reason, 'no', null)
    }

    def "a host that answers later is reached"() {
        given:
        def connector = Mock(Connector)

        when:
        def reached = retrying(connector, 3).connect(host)

        then:
        3 * connector.connect(host) >> { throw failure(Reason.UNREACHABLE) } >> { throw failure(Reason.LOST) } >> transport
        reached.is(transport)
        events*.text() == ['h: no; trying again in 1 ms (1 of 3)', 'h: no; trying again in 2 ms (2 of 3)']
    }

    def "after #tries tries for #reason it gives up"() {
        given:
        def connector = Mock(Connector)

        when:
        retrying(connector, 2).connect(host)

        then:
        def e = thrown(ConnectionException)
        e.reason() == reason
        tries * connector.connect(host) >> { throw failure(reason) }

        where:
        reason                | tries
        Reason.UNREACHABLE    | 3
        Reason.AUTHENTICATION | 1
        Reason.HOST_KEY       | 1
        Reason.BAD_SETTINGS   | 1
    }

    def "interrupting ends the waiting"() {
        given:
        def connector = Stub(Connector) {
            connect(_) >> { throw failure(Reason.UNREACHABLE) }
        }
        Thread.currentThread().interrupt()

        when:
        retrying(connector, 2, Duration.ofHours(1)).connect(host)

        then:
        thrown(ConnectionException)
        Thread.interrupted()
    }
}
