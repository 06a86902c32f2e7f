task('kill', 'End the processes of the newest job, or of --job, and nothing else',
        job: '') { Group hosts, job ->
    def found = training.job(hosts, job)
    println "ending ${found.id()}"
    found.kill().each { printf '%-24s %-9s %8d  %s\n', it.host, it.name(), it.pid, it.state }
}
