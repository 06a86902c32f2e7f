// What the hosts are, side by side.
//
//     jfab -f examples/fabfiles/gather_facts.groovy -H gpu[01-16] facts
//     jfab -f examples/fabfiles/gather_facts.groovy -H gpu[01-16] facts --sort=memory

task('one', 'Give the facts of a host to the tasks that invoke this', hidden: true) { c ->
    def lines = c.run(Command.shell('''
        uname -sr
        nproc
        awk '/^MemTotal/ { print int($2 / 1048576) }' /proc/meminfo
        df -Pk / | awk 'END { print int($4 / 1048576) }'
        ''').hide()).out.readLines()
    [kernel: lines[0], cores: lines[1] as int, memory: lines[2] as int, free: lines[3] as int]
}

task('facts', 'Show kernel, cores, memory and free disk of all hosts', choices: [sort: ['kernel', 'cores', 'memory', 'free']],
        sort: 'kernel') { Group hosts, sort ->
    def facts = invoke(hosts, 'one')
    printf '%-24s %-28s %5s %9s %9s\n', 'host', 'kernel', 'cores', 'memory GB', 'free GB'
    facts.sort { it.value[sort] }.each { host, fact ->
        printf '%-24s %-28s %5d %9d %9d\n', host, fact.kernel, fact.cores, fact.memory, fact.free
    }
    println "${facts.size()} hosts, ${facts.values().sum { it.cores }} cores"
}
