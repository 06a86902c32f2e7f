package jfab.training.engine

import jfab.training.engine.TrainerGroup.Agreement
import spock.lang.Specification

class AgreementSpec extends Specification {
    def "of #usable"() {
        expect:
        Agreement.of(usable.collect { Optional.ofNullable(it*.toLong()) }) == new Agreement(step, source, shared)

        where:
        usable                   || step | source | shared
        [[], []]                 || 0    | 0      | false
        [[20, 10], [10, 20]]     || 20   | 0      | false
        [[30, 20, 10], [20, 10]] || 20   | 0      | false
        [[30], [20]]             || 0    | 0      | false
        [[], [20, 10], [20]]     || 20   | 1      | true
        [[20], null]             || 20   | 0      | false
        [[], null, [20]]         || 20   | 2      | true
        [null, null]             || 0    | 0      | false
    }
}
