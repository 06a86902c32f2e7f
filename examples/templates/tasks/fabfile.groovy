// Tasks that jfab runs on hosts over SSH, on all of them at the same time.
//
//   jfab --list             which tasks there are
//   jfab uptime             runs one on the hosts below
//   jfab -H other uptime    runs it on another host
//   jfab -n deploy          shows what would be run and sent, and connects to nobody

hosts 'user@host1', 'user@host2'        // yours; names, users and keys of ~/.ssh/config count

task('uptime', 'How long the hosts are up, and how busy they are') { c ->
    c.run('uptime')
}

task('deploy', 'Send the folder site, and start what serves it again', to: '/srv/site', service: 'site') { c, to, service ->
    c.put('site/', to, sync: true, mkdirs: true)        // only what differs; removes nothing there
    c.sudo(['systemctl', 'restart', service])           // a list is quoted for you
}
