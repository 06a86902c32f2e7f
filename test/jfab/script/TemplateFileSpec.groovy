package jfab.script

import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Specification
import spock.lang.TempDir

/** Text files with values in them. */
class TemplateFileSpec extends Specification {
    @TempDir
    Path folder

    String filled(String text, Map values) {
        TemplateFile.filled(Files.writeString(folder.resolve('t'), text), values)
    }

    def "values stand where their names stood, all else stays: #text"() {
        expect:
        filled(text, [name: 'x', list: [1, 2]]) == result

        where:
        text                                | result
        'a $name ${name.size()}'            | 'a x 1'
        '<% list.each { %>- $it\n<% } %>'   | '- 1\n- 2\n'
        '<%= name %> "q" \'s\''             | 'x "q" \'s\''
        'a\\n \\.php$ {$1} $$ \\$name'      | 'a\\n \\.php$ {$1} $$ $name'
        '$'                                 | '$'
        ''                                  | ''
    }

    def "what is wrong is told with file and line: #problem"() {
        when:
        filled(text, [port: 1])

        then:
        def e = thrown(ScriptException)
        e.message.startsWith("$folder/t$problem")
        e.message.readLines().size() == 1

        where:
        text                    | problem
        'nope\n\na $nope'       | ":3: there is no value 'nope'; a dollar that is to stay is written \\\$"
        'x ${prot}'             | ":1: there is no value 'prot'; did you mean 'port'?"
        '${ foo( }'             | ': is no template: '
        '${port.nope()}'        | ': is no template: No signature of method'
        '${port / 0}'           | ': ArithmeticException: Division by zero'
    }

    def "a file that is not there is named"() {
        when:
        TemplateFile.filled(folder.resolve('none'), [:])

        then:
        def e = thrown(ScriptException)
        e.message == "$folder/none: no such file"
    }
}
