// Lines of the logs of many hosts, and how many there are.
//
//     jfab -f examples/fabfiles/log_search.groovy -H web[1-8] search 'connection reset' --lines=5
//     jfab -f examples/fabfiles/log_search.groovy -H web[1-8] count 'connection reset' --log=/var/log/nginx/error.log

log = setting('log', '/var/log/syslog')

task('search', 'Show the last lines that match', help: [pattern: 'an extended regular expression', log: 'a file on the hosts'],
        log: log, lines: 10) { c, pattern, log, lines ->
    // grep exits with 1 where nothing matches, which is an answer and no failure.
    def found = c.run(Command.of('grep', '-E', '-e', pattern, '--', log).hide().warn())
    if (found.exitStatus() > 1) {
        fail(found.err().trim())
    }
    found.out().readLines().takeRight(lines).each { println it }
}

task('count', 'Show on how many lines of which host the pattern is', log: log) { Group hosts, pattern, log ->
    def counts = invoke(hosts, 'count_one', pattern, log)
    counts.sort { -it.value }.each { host, count -> printf '%8d  %s\n', count, host }
}

task('count_one', hidden: true) { c, pattern, log ->
    c.run(Command.of('grep', '-cE', '-e', pattern, '--', log).hide().warn()).out().trim() as int
}
