package jfab.training.engine

import jfab.training.engine.TrainerGroup.Agreement
import spock.lang.Specification

class AgreementSpec extends Specification {
    def "of #usable"() {
        expect:
        Agreement.of(usable.collect { Optional.ofNullable(it*.toLong()) }) == new Agreement(step, source)

        where:
        usable                   || step | source
        [[], []]                 || 0    | 0     
        [[20, 10], [10, 20]]     || 20   | 0     
        [[30, 20, 10], [20, 10]] || 20   | 0     
        [[30], [20]]             || 0    | 0     
        [[], [20, 10], [20]]     || 20   | 1     
        [[20], null]             || 20   | 0     
        [[], null, [20]]         || 20   | 2     
        [null, null]             || 0    | 0     
    }
}
