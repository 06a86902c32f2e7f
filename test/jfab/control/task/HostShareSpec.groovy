package jfab.control.task

import jfab.control.connection.host.Host
import spock.lang.Specification

class HostShareSpec extends Specification {
    static List<Host> hosts(int number) {
        (1..number).collect { Host.parse("h$it") }
    }

    def "#number hosts in batches of #sizes make batches of #batches"() {
        expect:
        new Strategy.Rolling(HostShare.sizes(sizes, '--batch'), java.time.Duration.ZERO).turns(hosts(number))*.size() == batches

        where:
        number | sizes          || batches
        10     | '1,10%,rest'   || [1, 1, 8]
        10     | '3'            || [3, 3, 3, 1]
        10     | '1, 50%'       || [1, 5, 4]
        3      | '10%'          || [1, 1, 1]
        3      | '5'            || [3]
        1      | 'rest'         || [1]
    }

    def "#text is refused: #message"() {
        when:
        HostShare.sizes(text, '--batch')

        then:
        def e = thrown(TaskException)
        e.message == message

        where:
        text      || message
        ''        || "--batch takes a number of hosts or a part of them as 10%, not ''"
        '1,,2'    || "--batch takes a number of hosts or a part of them as 10%, not ''"
        '101%'    || "--batch takes a number of hosts or a part of them as 10%, not '101%'"
        'half'    || "--batch takes a number of hosts or a part of them as 10%, not 'half'"
        '0'       || "--batch takes batches of 1 host or more, not of 0"
    }

    def "of #total hosts, #failed failures are too many for #tolerance: #exceeded"() {
        expect:
        tolerance.isExceeded(failed, total) == exceeded

        where:
        tolerance                                  | failed | total || exceeded
        new Tolerance.FinishTask()                 | 10     | 10    || false
        Tolerance.failFast()                       | 0      | 10    || false
        Tolerance.failFast()                       | 1      | 10    || true
        Tolerance.keepGoing()                      | 10     | 10    || false
        new Tolerance.UpTo(HostShare.parse('2', ''))   | 2      | 10    || false
        new Tolerance.UpTo(HostShare.parse('2', ''))   | 3      | 10    || true
        new Tolerance.UpTo(HostShare.parse('25%', '')) | 2      | 10    || false
        new Tolerance.UpTo(HostShare.parse('25%', '')) | 3      | 10    || true
    }
}
