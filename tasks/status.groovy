task('status', 'Show the processes of the newest job, or of --job, with host, role, pid and state',
        job: '') { Group hosts, job ->
    def found = training.job(hosts, job)
    println found.id()
    found.status().each { printf '%-24s %-9s %8d  %s\n', it.host, it.name(), it.pid, it.state }
}
