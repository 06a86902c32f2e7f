package jfab.control.launch

import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Specification
import spock.lang.TempDir

/** The record that a process leaves of its environment. */
class RecordSpec extends Specification {
    @TempDir
    Path job

    def "the environment is kept so that a shell reads it back"() {
        given:
        def odd = ['ODD', 'a "b" $HOME \'c\' `d` \\ *']
        def lines = ['LINES', 'one\nexport two=2\nthree']

        expect:
        run((odd[0]): odd[1], (lines[0]): lines[1]) == 'ended\n'
        sourced('ODD') == odd[1]
        sourced('LINES') == lines[1]
    }

    def "of what may be a secret, #name, only the name is kept"() {
        expect:
        run((name): value, PLAIN: 'shown') == 'ended\n'
        record().contains("# $name is left out")
        !record().contains('hunter2')
        sourced('PLAIN') == 'shown'

        where:
        name                | value
        'JFAB_JOB_TOKEN'    | 'hunter2'
        'GITHUB_TOKEN'      | 'first\nhunter2'
        'client_secret'     | 'hunter2'
        'MYSQL_PASSWORD'    | "it's hunter2"
        'DB_PW'             | 'hunter2'
        'PROXY_AUTH'        | 'hunter2'
        'AWS_ACCESS_KEY_ID' | 'hunter2'
        'DATABASE'          | 'postgres://paddle:hunter2@db/x'
    }

    def "a disk without room for it does not keep the process from running"() {
        expect:
        run([A: 'b'], job.resolve('missing/x.run').toString()) == 'ended\n'
    }

    private String run(Map<String, String> environment, String name = job.resolve('x.run')) {
        Files.writeString(job.resolve('record'), NodeScript.recorder())
        def process = new ProcessBuilder('sh', '-c', '. ./record; exec echo ended', name).directory(job.toFile()).redirectErrorStream(true)
        process.environment().putAll(environment)
        process.start().text
    }

    private String record() {
        Files.readString(job.resolve('x.environment'))
    }

    private String sourced(String name) {
        new ProcessBuilder('env', '-i', 'sh', '-c', ". ./x.environment; printf %s \"\$$name\"").directory(job.toFile()).start().text
    }
}
