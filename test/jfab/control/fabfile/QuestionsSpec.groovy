package jfab.control.fabfile

import jfab.control.task.TaskException
import spock.lang.Specification

class QuestionsSpec extends Specification {
    def "#said confirms: #confirmed, after #asked questions"() {
        given:
        def left = said as Queue
        def heard = []
        def questions = new Questions({ question -> heard << question; Optional.of(left.remove()) })

        expect:
        questions.confirm('Really?') == confirmed
        questions.confirm('Really?') == confirmed
        heard == ['Really? [y/n]'] * asked

        where:
        said                  || confirmed | asked
        ['y']                 || true      | 1
        [' YES ']             || true      | 1
        ['no']                || false     | 1
        ['', 'perhaps', 'n']  || false     | 3
    }

    def "a question is asked once, and answered without blanks"() {
        given:
        def answers = [' a ', 'b'] as Queue
        def questions = new Questions({ Optional.of(answers.remove()) })

        expect:
        [questions.prompt('Name?'), questions.prompt('Name?'), questions.prompt('Town?')] == ['a', 'a', 'b']
    }

    def "where nobody answers, the error names the question"() {
        when:
        new Questions({ Optional.empty() }).prompt('Name?')

        then:
        def e = thrown(TaskException)
        e.message == "nobody is there to answer 'Name?': standard input is no terminal"
    }
}
