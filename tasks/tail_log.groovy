task('tail_log', 'Show the last lines of the trainers, of the newest job unless --job names one',
        job: '', lines: 10, follow: false) { Group hosts, job, lines, follow ->
    def found = training.job(hosts, job)
    follow ? found.show() : found.tail(lines)
}
