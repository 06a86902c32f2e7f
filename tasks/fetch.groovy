task('fetch', 'Bring models and logs of the newest job, or of --job, into a local folder',
        job: '', to: 'output') { Group hosts, job, to ->
    println "fetched into ${training.job(hosts, job).fetch(to)}"
}
