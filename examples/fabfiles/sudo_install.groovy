// Installs packages, and puts a configuration file in place as root, keeping the one that was there.
//
//     jfab -f examples/fabfiles/sudo_install.groovy -H web[01-04] packages nginx curl
//     jfab -f examples/fabfiles/sudo_install.groovy -H web[01-04] configure nginx.conf /etc/nginx/nginx.conf
//
// A password for sudo is asked for once, where a host wants one; --prompt-for-sudo-password asks at the start.

settings installer: 'apt-get'

task('packages', 'Install packages') { c, String... names ->
    c.env(DEBIAN_FRONTEND: 'noninteractive') {
        c.sudo([settings.installer, 'install', '-y', '-q', *names], hide: 'out', timeout: 600)
    }
    println "installed ${names.join(', ')}"
}

task('configure', 'Put a file in place as root, keeping the one that was there',
        mode: '644', check: '') { c, local, remote, mode, check ->
    def upload = c.run('mktemp', hide: true).out.trim()
    try {
        c.put(local, upload)
        if (check) {
            c.sudo("$check $upload")
        }
        c.sudo(['sh', '-c', '[ ! -e "$1" ] || cp -p "$1" "$1.before"', 'sh', remote])
        c.sudo(['install', '-m', mode, upload, remote])
    } finally {
        c.run(['rm', '-f', upload])
    }
}
