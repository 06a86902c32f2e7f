package jfab.control.testing

import jfab.control.connection.Connection
import jfab.control.connection.host.Host
import jfab.control.connection.files.TransferException
import spock.lang.Specification

/** File operations on hosts of a test. */
class RecordingSftpSpec extends Specification {
    RecordingConnector hosts = new RecordingConnector()
    Host host = new Host('gpu01', null, 22)
    Connection c = hosts.open(host)

    def "files that a test gives are seen, with the directories that they are in"() {
        given:
        hosts.file('/srv/app/app.conf', 'port=1')

        expect:
        c.connected
        c.sftp().stat('/srv/app/app.conf').size() == 6
        c.sftp().stat('/srv').directory
        !c.sftp().exists('/srv/app/other')
        c.sftp().listdir('/srv') == ['app']
    }

    def "operations are recorded in order and change nothing"() {
        given:
        hosts.file('/srv/a', '')

        when:
        c.cd('/srv') {
            c.sftp().mkdir('d')
            c.sftp().chmod('a', 0640)
            c.sftp().remove('a')
            c.sftp().exists('a')
        }

        then:
        hosts.recorded() == [
            new Recorded.Files(host, 'mkdir', ['/srv/d']),
            new Recorded.Files(host, 'chmod', ['/srv/a', '640']),
            new Recorded.Files(host, 'remove', ['/srv/a']),
            new Recorded.Files(host, 'stat', ['/srv/a'])
        ]
        c.sftp().exists('/srv/a')
    }

    def "what a test gave no file for is missing, and says how to give it"() {
        when:
        c.sftp().listdir('/srv')

        then:
        def e = thrown(TransferException)
        e.message == "gpu01:22: /srv: no such directory; give it a file with file('/srv/x', '...')"
    }

    def "words about the text of a file see what a test gives, and are recorded with their arguments"() {
        given:
        hosts.file('/etc/hosts', 'one\n')

        expect:
        c.exists('/etc/hosts') && c.exists('/etc') && !c.exists('/srv')
        c.contains('/etc/hosts', ~/^one$/)
        !c.append('/etc/hosts', 'one')
        c.append('/etc/hosts', ['one', 'two'])
        c.cd('/etc') { c.sed('hosts', 'one', 'two') }
        hosts.recorded().drop(3)*.operation() == ['contains', 'append', 'append', 'sed']
        hosts.recorded().drop(3)*.arguments() ==
                [['/etc/hosts', '~/^one$/'], ['/etc/hosts', 'one'], ['/etc/hosts', 'one', 'two'], ['/etc/hosts', 'one', 'two']]
    }
}
