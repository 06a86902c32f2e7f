package jfab.control.fabfile

import jfab.control.cli.output.Output
import jfab.control.cli.output.OutputOptions
import jfab.control.cli.output.Screen
import jfab.control.connection.host.Host
import jfab.control.launch.Member
import jfab.role.Role
import spock.lang.Specification

class LaunchEventsSpec extends Specification {
    static final MEMBER = new Member(Role.TRAINER, 0, Host.parse('gpu1'), '', [], '', [], [:], 0)

    def out = new ByteArrayOutputStream()

    void said(String line, boolean terminal) {
        def screen = new Screen(new PrintStream(out, false, 'UTF-8'), new PrintStream(new ByteArrayOutputStream()), terminal, false, false)
        new LaunchEvents(new Output(screen, OutputOptions.lines(false))).said(MEMBER, line)
    }

    def "on a terminal a process speaks as itself alone, whatever it writes over its line: #line"() {
        when:
        said(line, true)

        then:
        out.toString('UTF-8') == "[gpu1 trainer 0] $shown\n"

        where:
        line                                        || shown
        'start\r[gpu2 trainer 1] step 9 loss 0.0'   || '[gpu2 trainer 1] step 9 loss 0.0'
        '10%\r100%'                                 || '100%'
        'as Windows ends a line\r'                  || 'as Windows ends a line'
        'x\r\r'                                     || ''
        'price $1\r\\$1'                            || '\\$1'
        '\u001b[2K\u001b[1Gjfab: 1 ok'              || 'jfab: 1 ok'
    }

    def "for a program a line keeps all that a progress bar went through, each with whose it is"() {
        when:
        said('10%\r100%\r', false)

        then:
        out.toString('UTF-8') == '[gpu1 trainer 0] 10%\r[gpu1 trainer 0] 100%\r\n'
    }
}
