package jfab.control.connection.command

import jfab.control.connection.host.ConnectionException
import spock.lang.Specification

class SecretSpec extends Specification {
    def "a secret is masked as it is, quoted for the shell, and line by line"() {
        given:
        def secret = Secret.of("it's $text", 'x')

        expect:
        Secret.masked("<it's $text> <${Command.quote("it's $text")}> $text") == "<***> <'***'> $text"
        "$secret" == "it's $text"
        Secret.in("a it's $text b")

        where:
        text << ['s3cr3t-1', 'two words', '\u20ac-sign-\ud834\udd1e']
    }

    def "each line of a secret of several lines is masked"() {
        when:
        Secret.of('-----BEGIN-----\nMIIabcdefg\nx\n', 'key')

        then:
        Secret.masked('a MIIabcdefg b\nx') == 'a *** b\nx'
    }

    def "of two secrets the longer is masked first"() {
        when:
        Secret.of('pass-word', 'a')
        Secret.of('pass-word-longer', 'b')

        then:
        Secret.masked('pass-word-longer pass-word') == '*** ***'
    }

    def "what would be found in ordinary text is refused, and named"() {
        when:
        Secret.of('abc', 'the environment variable PIN')

        then:
        def refused = thrown(ConnectionException)
        refused.message == 'the environment variable PIN cannot be masked as a secret: it has fewer than 4 characters'
    }

    def "a secret is fetched once, when it is first used"() {
        given:
        int asked = 0
        def secret = Secret.from({ asked++; 'fetched-late' }, 'x')

        expect:
        asked == 0
        "$secret $secret" == 'fetched-late fetched-late'
        asked == 1
    }

    def "a secret that is known is masked before it is used, and refused only then where it is short"() {
        given:
        Secret.known('known-from-the-start', 'x')
        def small = Secret.known('a1b', 'the environment variable PIN')

        expect:
        Secret.masked('a known-from-the-start a1b') == 'a *** a1b'

        when:
        small.toString()

        then:
        thrown(ConnectionException)
    }
}
