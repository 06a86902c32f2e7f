package jfab.control.connection.host

import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Specification
import spock.lang.TempDir

class HostSetSpec extends Specification {
    static final Map<String, String> ROLES = [gpu: 'paddle@gpu[01-03]', none: 'a!a']

    @TempDir
    Path folder

    static List<String> names(String text) {
        HostSet.parse(text, { role -> HostSet.parse(ROLES[role]).hosts() }).hosts()*.toString()
    }

    def "#text names #hosts"() {
        expect:
        names(text) == hosts

        where:
        text                       || hosts
        'a'                        || ['a']
        'a, b'                     || ['a', 'b']
        ' b,a , b'                 || ['b', 'a']
        'gpu[08-11]'               || ['gpu08', 'gpu09', 'gpu10', 'gpu11']
        'gpu[8-11,20]'             || ['gpu8', 'gpu9', 'gpu10', 'gpu11', 'gpu20']
        'gpu[01-02, 05]'           || ['gpu01', 'gpu02', 'gpu05']
        'node[1-9/2]'              || ['node1', 'node3', 'node5', 'node7', 'node9']
        'rack[1-2]node[1-2].lan'   || ['rack1node1.lan', 'rack1node2.lan', 'rack2node1.lan', 'rack2node2.lan']
        'me@gpu[1-2]:2222'         || ['me@gpu1:2222', 'me@gpu2:2222']
        '10.0.0.[1-2]'             || ['10.0.0.1', '10.0.0.2']
        '[::1]:22'                 || ['[::1]:22']
        '::1'                      || ['::1']
        'root@[fe80::1%eth0]:22'   || ['root@[fe80::1%eth0]:22']
        'a[1-4]!a2'                || ['a1', 'a3', 'a4']
        'a[1-4],!a2'               || ['a1', 'a3', 'a4']
        'a[1-4]!a[2-3],a2'         || ['a1', 'a4', 'a2']
        'a[1-3]&a[2-5]'            || ['a2', 'a3']
        'a[1-3],&a[2-5]'           || ['a2', 'a3']
        'a[1-3]^a[2-5]'            || ['a1', 'a4', 'a5']
        '@gpu,!gpu03'              || ['paddle@gpu01', 'paddle@gpu02']
        '@gpu!root@gpu03'          || ['paddle@gpu01', 'paddle@gpu02', 'paddle@gpu03']
        'a:22!a'                   || []
        '@none'                    || []
    }

    def "#text is refused: #message"() {
        when:
        HostSet.parse(text)

        then:
        def e = thrown(ConnectionException)
        e.message == message

        where:
        text          || message
        ''            || "'' has an empty name; write host,host"
        'a,,b'        || "'a,,b' has an empty name; write host,host"
        'a,'          || "'a,' has an empty name; write host,host"
        '!a'          || "'!a' has an empty name; write host,host"
        'a b'         || "'a b' names no hosts: it holds a blank; write a comma between hosts"
        'a[1-3'       || "'a[1-3' names no hosts: it has a [ without ]"
        'a]1'         || "'a]1' names no hosts: it has a ] without ["
        'a[]'         || "'a[]' names no hosts: '' is no range; write 7, 01-16 or 1-9/2"
        'a[5-1]'      || "'a[5-1]' names no hosts: '5-1' is empty"
        'a[1-3/0]'    || "'a[1-3/0]' names no hosts: '1-3/0' is empty"
        'a[01-100]'   || "'a[01-100]' names no hosts: '01-100' fills numbers to different widths; write both with as many digits"
        'a[x]'        || "'a[x]' names no hosts: 'x' is no range; write 7, 01-16 or 1-9/2"
        'a[0-9][0-9][0-9][0-9][0-9][0-9]' || "'a[0-9][0-9][0-9][0-9][0-9][0-9]' names no hosts: these would be more than 100000"
        'a[1-999999999999]'               || "'a[1-999999999999]' names no hosts: these would be more than 100000"
        'a[1-99999999999999999999]'       || "'a[1-99999999999999999999]' names no hosts: 99999999999999999999 is too large"
        '@gpu'        || "'@gpu' names a role, and there are none"
        '^/no/such'   || "^/no/such: cannot read this file of hosts"
        'a,^'         || "'a,^' has an empty name of a file; write host,host"
        '-oProxy'     || "'-oProxy' is not a host; write [user@]host[:port]"
        'a/../b'      || "'a/../b' is not a host; write [user@]host[:port]"
        'a\$(id)'     || "'a\$(id)' is not a host; write [user@]host[:port]"
        'a`id`'       || "'a`id`' is not a host; write [user@]host[:port]"
        'a\\b'        || "'a\\b' is not a host; write [user@]host[:port]"
        'a"b'         || "'a\"b' is not a host; write [user@]host[:port]"
        'a:0'         || "'a:0' is not a host; write [user@]host[:port]"
        'x;id@a'      || "'x;id' is not a user to log in as on a"
        '-l@a'        || "'-l' is not a user to log in as on a"
        'x\\@a'       || "'x\\' is not a user to log in as on a"
        'x$Y@a'      || "'x\$Y' is not a user to log in as on a"
        '..'          || "'..' is not a host; write [user@]host[:port]"
    }

    def "a file holds an expression in each line, and may name files and roles"() {
        given:
        def file = Files.writeString(folder.resolve('nodes.txt'), "gpu[1-2]  # the new ones\n\n# none\n@gpu!gpu01\n^$folder/more\n")
        Files.writeString(folder.resolve('more'), 'login\n')

        expect:
        names("^$file") == ['gpu1', 'gpu2', 'paddle@gpu02', 'paddle@gpu03', 'login']
        names("a,^$file!gpu1") == ['a', 'gpu2', 'paddle@gpu02', 'paddle@gpu03', 'login']
        names("gpu[1-3]!^$file") == ['gpu3']
    }

    def "a mistake in a file names its line"() {
        given:
        def file = Files.writeString(folder.resolve('nodes.txt'), text.replace('FILE', folder.resolve('nodes.txt').toString()))

        when:
        HostSet.parse("^$file")

        then:
        def e = thrown(ConnectionException)
        e.message.replace(folder.toString() + '/', '') == message

        where:
        text         || message
        'a\nb[\n'    || "nodes.txt:2: 'b[' names no hosts: it has a [ without ]"
        '^FILE'      || "nodes.txt:1: ^nodes.txt: the file names itself"
    }

    def "#hosts are folded to #text"() {
        expect:
        HostSet.fold(hosts.collect { Host.parse(it) }) == text

        where:
        hosts                                        || text
        []                                           || ''
        ['a']                                        || 'a'
        ['b', 'a1', 'a', 'a10', 'a2']                || 'a,a[1-2,10],b'
        ['gpu01', 'gpu20', 'gpu02', 'gpu03']         || 'gpu[01-03,20]'
        ['gpu9', 'gpu10', 'gpu99', 'gpu100']         || 'gpu[9-10,99-100]'
        ['n8', 'n09', 'n10', 'n11', 'n011']          || 'n[8,09-11,011]'
        ['n9', 'n010']                               || 'n[9,010]'
        ['n099', 'n100', 'n999', 'n1000']            || 'n[099-100,999,1000]'
        ['n04', 'n99', 'n100']                        || 'n[04,99,100]'
        ['127.0.0.1', '127.0.0.2', '127.0.1.1']      || '127.0.0.[1-2],127.0.1.1'
        ['r1n1', 'r1n2', 'r2n1', 'r2n2', 'r3n1']     || 'r[1-2]n[1-2],r3n1'
        ['me@h1:22', 'me@h2:22', 'h1', 'you1@h1']    || 'h1,me@h[1-2]:22,you1@h1'
        ['::1', '::2', '[::3]:22']                   || '::1,::2,[::3]:22'
        ['i-012345678901234567890', 'h%d']           || 'h%d,i-012345678901234567890'
    }

    def "a thousand hosts of a grid are one word"() {
        expect:
        HostSet.fold(HostSet.parse('rack[01-25]node[1-40]').hosts().shuffled(new Random(7))) == 'rack[01-25]node[1-40]'
    }
}
