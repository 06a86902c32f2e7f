package jfab.control.fabfile.jobs

import java.nio.file.Files
import java.nio.file.Path
import java.time.ZoneOffset
import java.time.ZonedDateTime
import jfab.control.testing.Fabfiles
import jfab.control.testing.Ran
import jfab.control.testing.RecordingConnector
import spock.lang.Specification
import spock.lang.TempDir

class MistakesSpec extends Specification {
    static final List<String> BOTH = ['--job-dispatch-package=DIR, a local folder, and --job-workspace=DIR, which the hosts have already']

    @TempDir
    Path folder
    RecordingConnector hosts = new RecordingConnector()

    Ran run(List<String> arguments) {
        Files.writeString(folder.resolve('fabfile.groovy'), "cluster { hosts 'gpu01', 'gpu02' }\n")
        Fabfiles.load(folder.resolve('fabfile.groovy'), hosts).run(arguments as String[])
    }

    def "#line is a mistake of usage: #sentence"() {
        when:
        def ran = run(line.tokenize(' '))

        then:
        ran.exitCode() == 2
        ran.problem('gpu01') == "task '${line.tokenize(' ').first()}': $sentence"
        hosts.commands('gpu01').empty
        hosts.commands('gpu02').empty

        where:
        line                                                           || sentence
        'cluster-train'                                                || "it takes one of ${BOTH[0]}"
        'cluster-train --job-workspace=/x --job-dispatch-package=/tmp' || "it takes only one of ${BOTH[0]}"
        'cluster-train --job-dispatch-package=no/such'                 || "--job-dispatch-package takes a local folder, and there is no folder 'no/such'"
        'watch --every 0'                                              || '--every takes a whole number from 1, not 0'
        'watch --every 4294967297'                                     || '--every takes a whole number below 2147483648, not 4294967297'
        'status --silent 0'                                            || '--silent takes a whole number from 1, not 0'
        'attach --lines -1'                                            || '--lines takes a whole number from 0, not -1'
        'tail-log --lines -1'                                          || '--lines takes a whole number from 0, not -1'
        'tail-log --rank -1'                                           || '--rank takes a whole number from 0, not -1'
        'tail-log --role server'                                       || "--role takes trainer or pserver, not 'server'"
        'tail-log --grep ['                                            || "--grep takes a regular expression, not '[': Unclosed character class"
        'tail-log --since nonsense'                                    || "--since takes a time as 14:02, 14:02:11 or 2026-11-21T14:02, or 90s, 10m, 2h, not 'nonsense'"
        'tail-log --since 25:00'                                       || "--since takes a time as 14:02, 14:02:11 or 2026-11-21T14:02, or 90s, 10m, 2h, not '25:00'"
        'kill --job='                                                  || 'JOB is empty; leave it out for the newest job'
        'status --job='                                                || 'JOB is empty; leave it out for the newest job'
        'fetch --json --job='                                          || 'JOB is empty; leave it out for the newest job'
        'prune --older-than month'                                     || "--older-than takes a time as 90s, 30m, 36h or 30d, not 'month'"
        'prune --keep -1'                                              || '--keep takes a whole number from 0, not -1'
        'restart'                                                      || 'it goes on from a checkpoint; say so with --from-checkpoint, or begin a new job with cluster-train'
    }

    def "#text at nine in the morning is #meant"() {
        expect:
        Times.past(text, ZonedDateTime.of(2026, 11, 21, 9, 0, 0, 0, ZoneOffset.UTC)).get().toString() == meant

        where:
        text               || meant
        '08:30'            || '2026-11-21T08:30:00Z'
        '14:02:11'         || '2026-11-20T14:02:11Z'
        '2026-11-20T14:02' || '2026-11-20T14:02:00Z'
        '90m'              || '2026-11-21T07:30:00Z'
        '2d'               || '2026-11-19T09:00:00Z'
    }
}
