package jfab.control.connection

import jfab.control.connection.host.Host
import spock.lang.Specification

/** File operations of a dry run. */
class DrySftpSpec extends Specification {
    def "a dry run tells what would be done to files, and knows none"() {
        given:
        def lines = []
        def c = new Connection(new DryTransport(new Host('gpu01', null, 22), { host, stream, line -> lines << line }))

        expect:
        !c.connected
        c.cd('/srv') { c.sftp().exists('x') } == false
        c.sftp().listdir('/srv') == []
        c.sftp().readlink('l') == ''

        when:
        lines.clear()
        c.cd('/srv') {
            c.sftp().with {
                mkdir('a'); chmod('a', 0750); rename('a', 'b'); symlink('b', 'c'); remove('c'); rmdir('b')
            }
        }

        then:
        lines == [
            'sftp: mkdir /srv/a',
            'sftp: chmod /srv/a to 750',
            'sftp: rename /srv/a to /srv/b',
            'sftp: symlink /srv/c to b',
            'sftp: remove /srv/c',
            'sftp: rmdir /srv/b'
        ]
    }

    def "a dry run tells what would be done to a file's text, takes it for done, and knows no file"() {
        given:
        def lines = []
        def c = new Connection(new DryTransport(new Host('gpu01', null, 22), { host, stream, line -> lines << line }))

        expect:
        c.cd('/srv') { c.exists('x') } == false
        !c.contains('/etc/fstab', ~/^x/, sudo: true)
        c.append('/etc/hosts', 'one')
        c.append('/etc/hosts', ['one', 'two'])
        c.sed('~/f', 'a', 'b')
        lines == [
            'exists: /srv/x',
            "contains: '~/^x/' in /etc/fstab",
            "append: 'one' to /etc/hosts",
            'append: 2 lines to /etc/hosts',
            "sed: 'a' to 'b' in ~/f"
        ]
    }
}
