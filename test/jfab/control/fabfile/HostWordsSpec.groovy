package jfab.control.fabfile

import java.nio.file.Files
import java.nio.file.Path
import jfab.control.connection.host.ConnectionException
import jfab.control.connection.host.Host
import jfab.script.ScriptException
import jfab.control.settings.Settings
import spock.lang.Specification
import spock.lang.TempDir

class HostWordsSpec extends Specification {
    @TempDir
    Path folder

    Fabfile read(String text) {
        def file = Files.writeString(folder.resolve('fabfile.groovy'), text)
        new FabfileReader({ event -> }, Settings.none(), { pattern -> [Host.parse("configured-${pattern - '*'}")] },
            { included -> Optional.empty() }).read(file)
    }

    List<String> hosts(String text) {
        read(text).hosts()*.toString()
    }

    def "#text names #names"() {
        expect:
        hosts(text) == names

        where:
        text                                                       || names
        "hosts 'gpu[01-02]', 'a!b'"                                || ['gpu01', 'gpu02', 'a']
        "role 'gpu', 'me@gpu[1-2]'\nhosts '@gpu,!gpu1'"            || ['me@gpu2']
        "hosts '@gpu'\nrole 'gpu', 'a'\nrole 'gpu', 'b'"           || ['a', 'b']
        "roles gpu: 'a', web: ['b', 'c']\nhosts '@web', '@gpu'"    || ['b', 'c', 'a']
        "role 'all', '@gpu', 'x'\nrole 'gpu', 'g'\nhosts '@all'"   || ['g', 'x']
        "hosts fromSshConfig('gpu*')"                              || ['configured-gpu']
        "hosts fromCommand(['echo', 'gpu[1-2]\\n\\tlogin'])"       || ['gpu1', 'gpu2', 'login']
        "hosts fromCommand(['echo', '[\\n\"10.0.0.1\",\"b\"]'])"   || ['10.0.0.1', 'b']
        "hosts fromCommand(['echo', '[::1]:22'])"                  || ['[::1]:22']
        "hosts fromCommand(['ls'])"                                || ['fabfile.groovy']
        "role 'r', fromCommand(['echo', '[]'])\nhosts '@r', 'a'"   || ['a']
    }

    def "a file of hosts lies beside the fabfile"() {
        given:
        Files.writeString(folder.resolve('nodes'), 'gpu[1-2]\n')

        expect:
        hosts("hosts '^nodes!gpu1'") == ['gpu2']
    }

    def "what is known of a host counts wherever it is named, unless the name says more"() {
        given:
        def fabfile = read("""
            host 'gpu[1-2]', user: 'paddle', port: 2222, identity: 'keys/gpu', rack: 'a'
            host 'gpu2', rack: 'b', password: null
            hosts 'gpu1', 'root@gpu2'
        """)

        expect:
        fabfile.hosts()*.toString() == ['paddle@gpu1:2222', 'root@gpu2:2222']
        fabfile.hosts()*.rack == ['a', 'b']
        fabfile.inventory().of('gpu[1-3]')*.toString() == ['paddle@gpu1:2222', 'paddle@gpu2:2222', 'gpu3']
        fabfile.hosts()[0].identity == "$folder/keys/gpu"
        fabfile.hosts()[0].nothing == null
    }

    def "a task has hosts and roles of its own"() {
        given:
        def fabfile = read("role 'gpu', 'g'\ntask('t', hosts: ['a', 'b[1-2]'], roles: ['gpu']) { c -> }")

        expect:
        fabfile.inventory().of(fabfile.tasks().t.hosts())*.toString() == ['a', 'b1', 'b2', 'g']
    }

    def "nothing is looked up before it is needed"() {
        expect:
        read("hosts fromCommand(['touch', 'ran']), '^missing', '@none'").tasks().isEmpty()
        !Files.exists(folder.resolve('ran'))
    }

    def "a command runs once"() {
        given:
        def fabfile = read("def all = fromCommand(['sh', '-c', 'echo x >>ran; echo a'])\nhosts all\nrole 'r', all")

        when:
        2.times { fabfile.hosts() }
        fabfile.inventory().of('@r')

        then:
        Files.readAllLines(folder.resolve('ran')) == ['x']
    }

    def "how a host is reached is no fact: #argument"() {
        when:
        read("host 'a', rack: 1, $argument")

        then:
        def e = thrown(ScriptException)
        e.message.contains(answer)

        where:
        argument                | answer
        "jump: 'bastion'" | 'host takes no jump: the host before it is ProxyJump'
        "key_filename: 'k'" | "host takes no key_filename: a private key is identity: 'keys/gpu' here, -i FILE, or IdentityFile in the ssh_config"
        "connectTimeout: 3" | 'host takes no connectTimeout: the time to connect is ConnectTimeout in the ssh_config, -t 30, or settings connectTimeout'
        "connect_kwargs: [:]" | 'host takes no connect_kwargs: a private key is identity:'
        "forward_agent: true" | 'host takes no forward_agent: the agent is forwarded by ForwardAgent'
        "inline_ssh_env: true" | 'host takes no inline_ssh_env: variables are env: of a command'
    }

    def "while it is read, #text is refused: #message"() {
        when:
        read(text)

        then:
        def e = thrown(ScriptException)
        e.message.replace("$folder/", '') == message

        where:
        text                                     || message
        "\nhosts 'a['"                           || "fabfile.groovy:2: 'a[' names no hosts: it has a [ without ]"
        "hosts System.getenv('NO_SUCH')"         || "fabfile.groovy:1: a host is null; is the variable that it comes from set?"
        "hosts 'a', null"                        || "fabfile.groovy:1: a host is null; is the variable that it comes from set?"
        "role 'gpu', null"                       || "fabfile.groovy:1: a host is null; is the variable that it comes from set?"
        "role 'a b', 'x'"                        || "fabfile.groovy:1: 'a b' cannot be typed as a role; use letters, digits, -, _ and ."
        "host 'a', port: 'x'"                    || "fabfile.groovy:1: host 'a': port: takes a number, not 'x'"
        "host 'a', sudoPassword: 'x'"            || "fabfile.groovy:1: host 'a': sudoPassword: takes a secret and not plain text, as in sudoPassword: secret(env: 'PASSWORD')"
        "cluster { trainers gpus: 1.5 }"         || "fabfile.groovy:1: trainers: gpus: takes how many each has, as 1, 2, or 0.5 for two that share one; their numbers, as [2, 3]; 'auto' or 'all'; not '1.5'"
        "cluster { trainers each: 2, gpus: [] }" || "fabfile.groovy:1: trainers: gpus: takes how many each has, as 1, 2, or 0.5 for two that share one; their numbers, as [2, 3]; 'auto' or 'all'; not '[]'"
        "cluster { trainers gpu: 1 }"            || "fabfile.groovy:1: trainers has no option 'gpu'; did you mean 'gpus'? There are each, gpus, on"
        "cluster {\n hosts 'a'\n pservers gpus: 1 }" || "fabfile.groovy:3: pservers has no option 'gpus'; did you mean 'each'? There are each, on"
        "cluster { pservers gpus: 1 }"           || "fabfile.groovy:1: pservers has no option 'gpus'; did you mean 'each'? There are each, on"
        "host 'a', gateway: 'bastion'"           || "fabfile.groovy:1: host takes no gateway: the host before it is ProxyJump in the ssh_config, -J bastion, or settings jump: 'bastion' for all hosts"
        "host 'me@a', rack: 1"                   || "fabfile.groovy:1: host 'me@a': write user: and port: behind the name instead of around it"
        "host 'a', port: 70000"                  || "fabfile.groovy:1: the port of a is 70000; ports end at 65535"
        "fromCommand(['x'], timeuot: 3)"         || "fabfile.groovy:1: fromCommand has no option 'timeuot'; did you mean 'timeout'?"
        "fromCommand([])"                        || "fabfile.groovy:1: fromCommand takes a program with its arguments, and a time limit above 0"
    }

    def "when hosts are needed, #text is refused: #message"() {
        when:
        read(text).hosts()

        then:
        def e = thrown(ConnectionException)
        e.message == message

        where:
        text                                               || message
        "role 'gpu', 'x'\nhosts '@gpuu'"                   || "no role 'gpuu'; did you mean 'gpu'?"
        "role 'a', '@b'\nrole 'b', '@a'\nhosts '@a'"       || "roles name each other: a, b, a"
        "hosts fromCommand(['sh', '-c', 'echo a; echo no >&2; exit 3'])" || "the hosts' command 'sh -c echo a; echo no >&2; exit 3' exited with 3: no"
        "hosts fromCommand(['/no/such'])"                  || "the hosts' command '/no/such' cannot be run: is there such a program?"
        "hosts fromCommand(['echo', '[1]'])"               || "the hosts' command 'echo [1]' printed JSON that is no array of texts"
        "hosts fromCommand(['echo', '{}'])"                || "the hosts' command 'echo {}' printed JSON that is no array of texts"
        "hosts fromCommand(['echo', 'a['])"                || "the hosts' command 'echo a[' printed something that is no host: 'a[' names no hosts: it has a [ without ]"
        "hosts fromCommand(['sleep', '600'], timeout: 1)"  || "the hosts' command 'sleep 600' took longer than 1 s"
    }
}
