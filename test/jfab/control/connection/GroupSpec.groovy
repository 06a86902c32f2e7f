package jfab.control.connection

import jfab.control.connection.command.OptionException
import jfab.control.connection.host.Host
import spock.lang.Specification

class GroupSpec extends Specification {
    def connector = Mock(Connector)
    def group = new Group([Host.parse('gpu1'), Host.parse('gpu2')], connector)

    def "a stream that only one host could read is refused before anything is run: #word"() {
        when:
        work(group)

        then:
        def refused = thrown(OptionException)
        refused.message == "$word: a stream has its content once, and 2 hosts would read it; give the file, text or bytes"
        0 * connector._

        where:
        word  | work
        'in'  | { it.run('cat', in: System.in) }
        'in'  | { it.run(['cat'], in: new InputStreamReader(System.in)) }
        'in'  | { it.sudo('cat', in: System.in) }
        'put' | { it.put(System.in, 'file') }
    }
}
