package jfab.control.cli

import java.nio.file.Files
import java.nio.file.Path
import jfab.control.fabfile.Fabfile
import jfab.control.fabfile.FabfileReader
import jfab.control.task.Body
import jfab.control.task.Task
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir

/** Parameters from the fabfile to the values that the body gets. */
class ParameterGrammarSpec extends Specification {
    @Shared @TempDir
    Path folder
    @Shared Map<String, Task> tasks

    def setupSpec() {
        def file = folder.resolve('fabfile.groovy')
        Files.writeString(file, '''
            enum Mode { FAST, SAFE_MODE }
            task('typed') { Group c, String name, int count, Path path, Mode mode -> [name, count, path, mode] }
        
            task('logs') { Group c, boolean follow, String... names -> [follow, names as List, names.class.simpleName] }
            task('ports') { Group c, String host, List<Integer> ports -> [host, ports] }
            task('any') { Group c, String first, List rest -> [first, rest] }
            task('list', names: [], ports: [80], iterable: ['tag'], tag: null) { Group c, names, ports, tag -> [names, ports, tag] }
            task('count', incrementable: ['v'], q: false, c: 1) { Group g, v, q, c -> [v, q, c] }
            task('maybe', optional: ['log'], log: false, x: 1) { Group g, log, x -> [log, x] }
            task('maybe-cp', optional: ['log']) { Group g, log, source -> [log, source] }
            task('chosen', choices: [mode: ['a', 'b'], n: [1, 2]], mode: 'a', n: 2) { Group g, mode, n -> [mode, n] }
            task('enumerated', mode: 'fast') { Group g, Mode mode -> [mode] }
            task('declared', path: '/home', ratio: 1, size: 5) { Group g, Path path, double ratio, long size -> [path, ratio, size] }
            task('placed', positional: ['b'], a: 'x', b: 'y') { Group g, a, b -> [a, b] }
            task('unplaced', positional: []) { Group g, a -> [a] }
            task('letters', path: '', port: 1, user: '', host: '') { Group g, path, port, user, host -> [path, port, user, host] }
            task('no_letters', shortFlags: false, path: '') { Group g, path -> [path] }
            task('shadows', e: false, P: 1) { Group g, e, P -> [e, P] }
            task('colour', colour: true, big: false) { Group g, colour, big -> [colour, big] }
            task('wrapped', help: 'me') { Group g, help -> [help] }
            task('underscores', _opt_: 1) { Group g, _opt_ -> [_opt_] }
            task('rest') { Group g, remainder -> [remainder] }
            task('clean') { Group g -> [] }
        ''')
        tasks = new FabfileReader({}).read(file).tasks()
    }

    List<List<Object>> handedOver(List<String> line) {
        ArgumentParser.parse(line, tasks).requests().collect {
            (it.task().body() as Body.AllHosts).run(new jfab.control.connection.Group([], null), it.arguments()) as List
        }
    }

    def "'#line' hands over #values"() {
        expect:
        handedOver(line.tokenize(' ')).toString() == values.toString()

        where:
        line                                        || values
        'typed x 3 /tmp/a fast'                     || [['x', 3, '/tmp/a', 'FAST']]
        'typed x --count 3 /tmp/a SAFE_MODE'        || [['x', 3, '/tmp/a', 'SAFE_MODE']]
        'typed x -3 /tmp/a fast'                    || [['x', -3, '/tmp/a', 'FAST']]
        'logs'                                      || [[false, [], 'String[]']]
        'logs a b --follow c'                       || [[true, ['a', 'b', 'c'], 'String[]']]
        'logs a clean'                              || [[false, ['a'], 'String[]'], []]
        'logs --names=clean a'                      || [[false, ['clean', 'a'], 'String[]']]
        'ports h 80 81'                             || [['h', [80, 81]]]
        'ports clean clean'                         || [['clean', []], []]
        'any a b c'                                 || [['a', ['b', 'c']]]
        'list'                                      || [[[], [80], []]]
        'list --names a --names=b,c -p 1 -p2'       || [[['a', 'b,c'], [1, 2], []]]
        'list --tag x --tag=y'                      || [[[], [80], ['x', 'y']]]
        'count'                                     || [[0, false, 1]]
        'count -vvv'                                || [[3, false, 1]]
        'count -qv'                                 || [[1, true, 1]]
        'count -vc7 -v'                             || [[2, false, 7]]
        'count -vqc=7'                              || [[1, true, 7]]
        'maybe'                                     || [[false, 1]]
        'maybe --log'                               || [[true, 1]]
        'maybe -l'                                  || [[true, 1]]
        'maybe --log=x'                             || [['x', 1]]
        'maybe --log x'                             || [['x', 1]]
        'maybe -lx'                                 || [['x', 1]]
        'maybe --log -x 2'                          || [[true, 2]]
        'maybe --log=true clean'                    || [[true, 1], []]
        'maybe-cp a --log'                          || [[true, 'a']]
        'maybe-cp a'                                || [[null, 'a']]
        'chosen'                                    || [['a', 2]]
        'chosen --mode=b -n 1'                      || [['b', 1]]
        'enumerated'                                || [['FAST']]
        'enumerated --mode=safe_mode'               || [['SAFE_MODE']]
        'declared'                                  || [['/home', 1.0d, 5]]
        'declared --path=x --ratio=2 --size=5000000000' || [['x', 2.0d, 5000000000]]
        'placed'                                    || [['x', 'y']]
        'placed 1'                                  || [['x', '1']]
        'placed clean'                              || [['x', 'y'], []]
        'unplaced --a=1'                            || [['1']]
        'letters -p /x -o 2 -u a -s b'              || [['/x', 2, 'a', 'b']]
        'no-letters --path=/x'                      || [['/x']]
        'shadows -e -P 5'                           || [[true, 5]]
        'colour --no-colour --big --no-big'         || [[false, false]]
        'colour -b'                                 || [[true, true]]
        'wrapped --help=you'                        || [['you']]
        'underscores --opt=2'                       || [[2]]
        'rest'                                      || [[[]]]
        'clean clean'                               || [[], []]
        'clean -H a,b -d'                           || [[]]
    }

    def "what follows two dashes belongs to the task that has a parameter called remainder, word by word"() {
        when:
        def parsed = ArgumentParser.parse(['rest', '--', 'a b', '--x', '--'], tasks)

        then:
        parsed.requests()[0].arguments() == [['a b', '--x', '--']]
        parsed.command() == []
    }

    def "'#line' is answered with: #message"() {
        when:
        ArgumentParser.parse(line.tokenize(' '), tasks)

        then:
        def e = thrown(UsageException)
        e.message == message

        where:
        line                      || message
        'typed x y'               || "task 'typed': --count takes a whole number below 2147483648, not 'y'"
        'typed x 3000000000'      || "task 'typed': --count takes a whole number below 2147483648, not '3000000000'"
        'typed x 1 /a FATS'       || "task 'typed': --mode takes FAST or SAFE_MODE, not 'FATS'; did you mean 'FAST'?"
        'typed x 1'               || "task 'typed' needs PATH; see jfab --help typed"
        'typed --bogus=1'         || "no flag '--bogus' in task 'typed'"
        'typed --conut=1'         || "no flag '--conut' in task 'typed'; did you mean '--count'?"
        'unplaced'                || "task 'unplaced' needs -a; see jfab --help unplaced"
        'unplaced x'              || "no task 'x', and task 'unplaced' takes no further word; its values are flags: -a=x"
        'chosen --mode=c'         || "task 'chosen': --mode takes a or b, not 'c'; did you mean 'a'?"
        'chosen -n 3'             || "task 'chosen': -n takes 1 or 2, not '3'; did you mean '1'?"
        'list --ports=x'          || "task 'list': --ports takes a whole number, not 'x'"
        'count -vz'               || "no flag '-z' of '-vz' in task 'count'"
        'count -v=3'              || "task 'count': -v takes no value, but got '3'"
        'count --v=3'             || "task 'count': --v takes no value, but got '3'"
        'count -cv'               || "task 'count': -c takes a whole number, not 'v'"
        'maybe --log clean'       || "task 'maybe': 'clean' may be the value of --log or a task; write --log=clean for the value, or --log=true for none"
        'maybe-cp --log a'        || "task 'maybe-cp': 'a' may be the value of --log or SOURCE; write --log=a for the value, or --log=true for none"
        'colour -colour'          || "no flag '-colour' in task 'colour'; write --colour with two dashes"
        '-list'                   || "no flag '-list'; write --list with two dashes"
        'no-letters -Z x'         || "no flag '-Z' in task 'no-letters'"
    }

    def "a mistake in the options of a task is answered with file and line: #message"() {
        given:
        def file = folder.resolve('wrong.groovy')
        Files.writeString(file, "\n" + text)

        when:
        new FabfileReader({}).read(file)

        then:
        def e = thrown(jfab.script.ScriptException)
        e.message == "$file:2: $message"

        where:
        text                                                                  || message
        "task('a', help: [pth: 'x']) { c, path -> }"                          || "the task has help for 'pth', but its body has no such parameter; did you mean 'path'?"
        "task('a', choices: [pth: ['x']]) { c, path -> }"                     || "the task has choices for 'pth', but its body has no such parameter; did you mean 'path'?"
        "task('a', iterable: ['b']) { c, path -> }"                           || "the task has iterable for 'b', but its body has no such parameter"
        "task('a', help: 'x') { c, path -> }"                                 || "write help with the names of parameters: help: [path: ...]"
        "task('a', shortFlags: 'no') { c, path -> }"                           || "shortFlags: takes true or false, not 'no'"
        "task('a', choices: [m: ['x']], m: 'y') { c, m -> }"                  || "parameter 'm' takes only x, but its default is y"
        "task('a', m: 'y') { c, int m -> }"                                   || "parameter 'm' takes a whole number below 2147483648, but its default is y"
        "task('a', positional: ['l', 'm'], m: 'y') { c, List l, m -> }"       || "parameter 'l' cannot be positional: only the last one can take several words"
        "task('a', positional: ['m'], m: true) { c, m -> }"                   || "parameter 'm' cannot be positional: its flag takes no word"
        "task('a', a_b: 1, 'a-b': 1) { c, a_b -> }"                           || "the task has a default for 'a-b', but its body has no such parameter; did you mean 'a_b'?"
        "task('a', _b: 1, bb: 1, _bb: 1) { c, _b, bb, _bb -> }"               || "parameters 'bb' and '_bb' have the same flag --bb"
        "task('a') { c, Date m -> }"                                          || "parameter 'm' is declared as Date; use String, int, long, double, boolean, Path, an enum, or a List of these"
    }
}
