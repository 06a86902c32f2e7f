package jfab.control.fabfile

import jfab.control.task.TaskException
import spock.lang.Specification

class QuestionsSpec extends Specification {
    def "#said confirms: #confirmed, after #asked questions"() {
        given:
        def left = said as Queue
        def heard = []
        def questions = new Questions({ heard << it; Optional.of(left.remove()) })

        expect:
        questions.confirm(options, 'Really?') == confirmed
        questions.confirm(options, 'Really?') == confirmed
        heard == [question] * asked

        where:
        said                 | options          || question        | confirmed | asked
        ['y']                | [:]              || 'Really? [y/n]' | true      | 1
        [' YES ']            | [:]              || 'Really? [y/n]' | true      | 1
        ['no']               | [:]              || 'Really? [y/n]' | false     | 1
        ['', 'perhaps', 'n'] | [:]              || 'Really? [y/n]' | false     | 3
        ['']                 | [default: true]  || 'Really? [Y/n]' | true      | 1
        ['']                 | [default: false] || 'Really? [y/N]' | false     | 1
    }

    def "a question is asked once, and answered without blanks"() {
        given:
        def answers = [' a ', 'b'] as Queue
        def questions = new Questions({ Optional.of(answers.remove()) })

        expect:
        ['Name?', 'Name?', 'Town?'].collect { questions.prompt([:], it) } == ['a', 'a', 'b']
    }

    def "an empty answer is the default"() {
        given:
        def heard = []
        def questions = new Questions({ heard << it; Optional.of('') })

        expect:
        questions.prompt([default: 'main'], 'Branch?') == 'main'
        heard == ['Branch? [main]']
    }

    def "where input is at its end, the default is the answer; a person who gives none declines"() {
        given:
        def piped = new Questions({ Optional.empty() })
        def typed = new Questions({ Optional.empty() }, { true })

        expect:
        piped.prompt([default: '1'], 'Version?') == '1'
        piped.confirm([default: true], 'Really?')
        !piped.confirm([default: false], 'Truly?')

        when:
        typed.confirm([default: true], 'Really?')

        then:
        thrown(TaskException)
    }

    def "where nobody answers, the error names the question"() {
        when:
        new Questions({ Optional.empty() }).prompt([:], 'Name?')

        then:
        def e = thrown(TaskException)
        e.message == "nobody is there to answer 'Name?': standard input is at its end"
    }
}
