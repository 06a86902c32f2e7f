package jfab.control.launch.start

import jfab.control.connection.host.Host
import jfab.control.launch.start.Ring.Link
import spock.lang.Specification

class SlowHostsSpec extends Specification {
    /** What {@code count} hosts find out where each sends and takes at most what {@code limits} say. */
    private static LinkRates measured(int count, double usual, Map<String, Double> limits, Map<List<Integer>, Double> between = [:]) {
        List<Host> hosts = (0..<count).collect { Host.parse("gpu$it") }
        Map<Link, Double> rates = [:]
        new Ring(count).rounds().flatten().each { Link link ->
            List<Number> all = [usual, limits["${link.from()} sends".toString()], limits["${link.to()} takes".toString()],
                                between[[link.from(), link.to()]]]
            rates[link] = all.findAll { it != null }.min().doubleValue()
        }
        new LinkRates(hosts, rates, [:])
    }

    def 'of #count hosts, who is slow is named and nobody else, where #limits'() {
        expect:
        new SlowHosts(measured(count, usual, limits)).remarks().collect { it.replaceFirst(/,.*/, '') } == named

        where:
        count | usual | limits                              || named
        3     | 800   | ['1 sends': 5]                      || ['gpu1 sends at only 5.0 MB/s']
        3     | 800   | ['1 takes': 5]                      || ['gpu1 receives at only 5.0 MB/s']
        3     | 800   | ['1 sends': 5, '1 takes': 7]        || ['gpu1 sends at only 5.0 MB/s', 'gpu1 receives at only 7.0 MB/s']
        8     | 118   | ['0 sends': 12, '4 takes': 11]      || ['gpu0 sends at only 12.0 MB/s', 'gpu4 receives at only 11.0 MB/s']
        8     | 118   | ['3 sends': 11, '4 sends': 11]      || ['gpu3 sends at only 11.0 MB/s', 'gpu4 sends at only 11.0 MB/s']
        8     | 118   | ['3 sends': 11, '5 sends': 11]      || ['gpu3 sends at only 11.0 MB/s', 'gpu5 sends at only 11.0 MB/s']
        8     | 118   | ['3 takes': 11, '5 takes': 11]      || ['gpu3 receives at only 11.0 MB/s', 'gpu5 receives at only 11.0 MB/s']
        4     | 118   | ['0 sends': 11, '2 sends': 11]      || ['gpu0 sends at only 11.0 MB/s', 'gpu2 sends at only 11.0 MB/s']
        8     | 118   | ['3 sends': 50]                     || []
        4     | 118   | [:]                                 || []
        4     | 12000 | ['2 sends': 300]                    || []
    }

    def 'a slow way between two hosts that are fast with others is nobody\'s fault but that of the way'() {
        when:
        List<String> remarks = new SlowHosts(measured(5, 118, [:], [[1, 2]: 4d, [2, 1]: 100d])).remarks()

        then:
        remarks == ['gpu1 sends to gpu2 at only 4.0 MB/s, though both are faster with others; look at what lies between the two']
    }

    def 'only links that would be remarked on are measured again'() {
        expect:
        new SlowHosts(measured(count, 118, limits)).links() == again.collect { new Link(it[0], it[1]) } as Set

        where:
        count | limits          || again
        8     | ['3 sends': 11] || [[3, 4], [3, 2]]
        8     | [:]             || []
        2     | ['1 takes': 29] || [[0, 1]]
    }

    def 'where all hosts are slow, that is said once'() {
        expect:
        new SlowHosts(measured(5, 11.5, [:])).remarks()*.replaceFirst(/ MB.*/, '') == ['most hosts send at no more than 11.5']
    }

    def 'of two hosts, each poor direction is remarked on'() {
        expect:
        new SlowHosts(measured(2, 118, limits)).remarks().collect { it.replaceFirst(/:.*/, '') } == named

        where:
        limits                        || named
        ['0 sends': 29]               || ['gpu0 sends to gpu1 at only 29 MB/s']
        ['0 sends': 9, '0 takes': 12] || ['gpu0 sends to gpu1 at only 9.0 MB/s', 'gpu1 sends to gpu0 at only 12.0 MB/s']
        [:]                           || []
    }

    def 'what could not be measured is shown with its reason and compared with nothing'() {
        given:
        LinkRates all = measured(3, 118, [:])
        Map<Link, Double> some = new HashMap<>(all.rates())
        some.remove(new Link(1, 2))
        LinkRates rates = new LinkRates(all.hosts(), some, [(new Link(1, 2)): 'the connection is refused'])

        expect:
        rates.lines() == ['gpu0 sends 118 MB/s to gpu1, 118 MB/s to gpu2',
                          'gpu1 sends nothing to gpu2: the connection is refused, 118 MB/s to gpu0',
                          'gpu2 sends 118 MB/s to gpu0, 118 MB/s to gpu1']
        new SlowHosts(rates).remarks() == []
    }
}
