task('start', 'Start training on all hosts',
        data: '', passes: 1, use_gpu: 0, follow: false) { Group hosts, data, passes, use_gpu, follow ->
    def job = training.start(hosts, data: data, passes: passes, use_gpu: use_gpu)
    println "started ${job.id()}; see it with: jfab tail-log, jfab status; end it with: jfab kill"
    if (follow) {
        job.follow()
    }
}
