// Restarts a service on one host, then on a quarter of them at a time. When a host does not come back, the rest is left as
// it is, and the exit code tells.
//
//     jfab -f examples/fabfiles/rolling_restart.groovy -H web[01-20] restart nginx
//     jfab -f examples/fabfiles/rolling_restart.groovy -H web[01-20] --rerun failed restart nginx

settings control: 'systemctl'

task('restart', 'Restart a service, batch after batch', batch: [1, '25%'],
        help: [service: 'its unit', tries: 'how many seconds it may take to come back'], tries: 30) { c, service, tries ->
    c.run([settings.control, 'restart', service])
    def waiting = 'for try in $(seq "$3"); do "$1" is-active --quiet "$2" && exit; sleep 1; done; exit 1'
    def back = c.run(Command.of('sh', '-c', waiting, 'sh', settings.control, service, "$tries").warn())
    if (back.exitStatus() != 0) {
        fail("$service did not come back in $tries s")
    }
    println "$service is back"
}

task('state', 'Show whether a service runs') { c, service ->
    c.run(Command.of(settings.control, 'is-active', service).warn())
}
