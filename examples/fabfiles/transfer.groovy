// Sends a folder to all hosts and brings their files back, each host's into a folder of its name.
//
//     jfab -f examples/fabfiles/transfer.groovy -H web[01-04] send site /srv/site
//     jfab -f examples/fabfiles/transfer.groovy -H web[01-04] collect /var/log/app.log --into=logs

task('send', 'Send what is in a folder; files that are there already stay',
        help: [local: 'a folder here', remote: 'a folder on the hosts']) { c, local, remote ->
    def sent = c.put("$local/", remote, mkdirs: true, sync: true, exclude: ['*.tmp', '.git/'])
    println "$sent.files files sent, $sent.unchanged left as they are"
}

task('collect', 'Bring a file or folder of every host', into: 'collected') { c, remote, into ->
    def got = c.get(remote, "$into/{host}/")
    println "$got.files files in $into"
}

task('show', 'Print a file of every host') { c, remote ->
    def content = new ByteArrayOutputStream()
    c.get(remote, content)
    print content.toString('UTF-8')
}
