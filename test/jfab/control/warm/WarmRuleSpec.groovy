package jfab.control.warm

import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Specification
import spock.lang.TempDir

/** Which commands may run in a process that serves others as well. */
class WarmRuleSpec extends Specification {
    @TempDir
    Path folder

    boolean allows(List<String> line, Map<String, String> environment = [JFAB_COLD: 'false'], boolean terminal = true) {
        // Settings of whoever runs the tests are not meant.
        new WarmRule(line, [XDG_CONFIG_HOME: folder.toString()] + environment).allows(terminal)
    }

    String fabfile(String text, String name = 'fabfile.groovy') {
        Files.createDirectories(folder.resolve(name).parent)
        Files.writeString(folder.resolve(name), text).toString()
    }

    def "every command starts Java, unless that is said otherwise"() {
        expect:
        allows(line, environment, terminal) == allowed

        where:
        line                  | environment          | terminal || allowed
        ['--list']            | [:]                  | true     || false
        ['--list']            | [JFAB_COLD: 'false'] | true     || true
        ['--list']            | [JFAB_COLD: 'false'] | false    || true
        ['--list']            | [JFAB_COLD: 'true']  | true     || false
        ['--cold', '--list']  | [JFAB_COLD: 'false'] | true     || false
        ['--', 'x', '--cold'] | [JFAB_COLD: 'false'] | true     || true
        ['demo']              | [JFAB_COLD: 'false'] | true     || false
        ['warm', 'stop']      | [JFAB_COLD: 'false'] | true     || false
    }

    def "the settings ask for it at a terminal, and not in CI"() {
        given:
        Files.createDirectories(folder.resolve('jfab'))
        Files.writeString(folder.resolve('jfab/settings'), 'cold = false\n')

        expect:
        allows(['--list'], environment, terminal) == allowed

        where:
        environment  | terminal || allowed
        [:]          | true     || true
        [:]          | false    || false
        [CI: 'true'] | true     || false
    }

    def "a fabfile with a word for what belongs to a process starts Java"() {
        expect:
        allows(['-f', fabfile(text), '--list']) == allowed

        where:
        text                                                || allowed
        "task('a') { c -> c.run 'x'; c.local('make') }"     || true
        "task('a') { c -> 'make'.execute() }"               || false
        "task('a') { c -> System.console().readLine() }"    || false
        "task('a') { c -> System . in.text }"               || false
        "task('a') { c -> System.exit(1) }"                 || true
        "task('a') { c -> new ProcessBuilder('x') }"        || false
        "@Grab('a:b:1') import x.Y"                         || false
    }

    def "so does one that includes such a file, or may"() {
        given:
        fabfile("task('a') { c -> }", 'tasks/harmless.groovy')
        fabfile("include '../fabfile.groovy'\ntask('a') { c -> 'make'.execute() }", 'tasks/starts.groovy')

        expect:
        allows(['-f', fabfile(text), '--list']) == allowed

        where:
        text                                           || allowed
        "include 'tasks/harmless.groovy'"              || true
        "include(\"tasks/harmless.groovy\", as: 'a')"  || true
        "include 'tasks/harmless.groovy', as: 'a'"     || true
        "include 'tasks/starts.groovy'"                || false
        "include 'tasks/missing.groovy'"               || false
        "include \"tasks/\${name}.groovy\""            || false
        "include name"                                 || false
        "include 'tasks'"                              || false
        "include as: 'a', 'tasks/harmless.groovy'"     || false
    }

    def "why a fabfile starts Java is said with its file and line"() {
        expect:
        WarmRule.refusal(Path.of(fabfile(text))).get() == "$folder/fabfile.groovy:$why"

        where:
        text                                             || why
        "task('a') { c ->\n    'make'.execute()\n}"      || "2 has the word 'execute'"
        "\ninclude name"                                 || "2 has the word 'include', and not the name of a file behind it"
        "// This console asks."                          || "1 has the word 'console'"
    }

    def "the sockets of a folder that others can look into are not asked"() {
        given:
        def own = Files.createDirectory(folder.resolve('warm'))
        Files.setPosixFilePermissions(own, java.nio.file.attribute.PosixFilePermissions.fromString(permissions))

        when:
        new WarmFolder(own).sockets()

        then:
        IOException e = thrown()
        e.message == "$own is no folder of yours alone"

        where:
        permissions << ['rwxr-x---', 'rwx-----x']
    }
}
