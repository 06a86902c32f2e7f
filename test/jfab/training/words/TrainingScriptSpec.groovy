package jfab.training.words

import java.nio.file.Files
import java.nio.file.Path
import jfab.JfabException
import jfab.script.ScriptException
import jfab.training.engine.Device
import jfab.training.engine.Executor
import jfab.training.engine.ParameterExchange
import jfab.training.engine.Scope
import jfab.training.engine.StepListener
import jfab.training.engine.torch.Torch
import jfab.training.program.Activation
import jfab.training.program.Program
import jfab.role.RoleSpec
import spock.lang.Specification
import spock.lang.TempDir

class TrainingScriptSpec extends Specification {
    @TempDir
    Path folder
    List<String> printed = []
    Scope scope

    def cleanup() {
        scope?.close()
    }

    def "a mistake is answered with file, line and what is wrong: #message"() {
        when:
        run(script)

        then:
        JfabException e = thrown()
        e.message == "${folder.resolve('net.groovy')}:$message"

        where:
        script                                                                          || message
        "\nelementwise_add(1, 2)"                                                       || "2: 'elementwise_add' does not take (Integer, Integer); it takes (named arguments)"
        "\nbatch_nrm(input: 1)"                                                         || "2: no word 'batch_nrm' takes (LinkedHashMap); did you mean 'batch_norm'?"
        "def x = data(name: 'x', shape: [2], dtype: 'float32')\nfc(inptu: x, size: 1)"  || "2: fc has no argument 'inptu'; it takes input, size, act, param_attr, bias_attr; did you mean 'input'?"
        "def x = data(name: 'x', shape: [2], dtype: 'float32')\nfc(input: x)"           || '2: fc needs size, a whole number'
        "data(name: 'x', shape: [2], dtype: 'float16')"                                 || "1: dtype 'float16' is not known; use float32 or int64"
        "\n\nfc(input: 3, size: 1)"                                                     || '3: fc needs input, a variable, not 3'
        "def x = data(name: 'x', shape: [2], dtype: 'float32')\n\nExecutor(CPUPlace()).run(default_main_program(), fetch_list: [x])" || "3: variable 'x' was neither fed nor computed before it was used"
        "data(name: 'x', shape: [2], dtype: 'float32')\n\nExecutor(CPUPlace()).run(default_main_program(), fetch_list: ['x'])" || "3: variable 'x' was neither fed nor computed before it was used"
        "data(name: 'x', shape: [2], dtype: 'float32')\n\nExecutor(CPUPlace()).run(default_main_program(), fetch_list: ['z'])" || "3: the program has no variable 'z'"
        "data(name: 'x', shape: [2], dtype: 'float32')\n\nExecutor(CPUPlace()).run(default_main_program(), fetch_list: [1])" || '3: run needs fetch_list, a list of variables or names, not 1'
        "def x = data(name: 'x', shape: [2], dtype: 'float32')\nfc(input: x, size: 1, act: 'rleu')" || "2: act 'rleu' is not known; use ${Activation.words().join(', ')} or null"
        "def x = data(name: 'x', shape: [2], dtype: 'float32')\ndef cost = mean(fc(input: x, size: 1))\ndef main = default_main_program()\nSGD(learning_rate: 1).minimize(cost)\nExecutor(CPUPlace()).run(main)" || '5: this is the network as it was before minimize, and running it trains nothing; call default_main_program() behind minimize, or cloneForTest() for a test'
        "\nexit(1)"                                                                     || "2: no word 'exit' takes (Integer): return ends the program (in a closure only that), throw new RuntimeException('why') ends it with exit code 1"
        "data(name: 'x', shape: [2], dtype: 'float32')\ndefault_main_program().clone(for_tset: true)" || '2: clone takes for_test, not for_tset'
        "\nassert 1 + 1 == 3"                                                           || '2: not true: 1 + 1 == 3'
        "println 'a'\nthrow new IllegalStateException('no more')"                       || '2: IllegalStateException: no more'
    }

    def "#word without the argument that it needs is the script's mistake, and no null"() {
        when:
        run("\n$word()")

        then:
        ScriptException e = thrown()
        e.message == "${folder.resolve('net.groovy')}:2: '$word' lacks its arguments; it takes $ways"
        e.mistake

        where:
        word                || ways
        'uci_housing_train' || '(String)'
        'random_seed'       || '(long)'
        'share'             || '(Object)'
    }

    def "#line ends the program with one sentence and its line"() {
        when:
        run("def n = null\n$line")

        then:
        ScriptException e = thrown()
        e.message == "${folder.resolve('net.groovy')}:2: $sentence"
        e.mistake == mistake

        where:
        line                                                                 | mistake || sentence
        '[1, 2].foo'                                                         | true    || "the elements of this list have no 'foo': Integer has none"
        "['a', 'b'].bar.baz"                                                 | true    || "the elements of this list have no 'bar': String has none"
        'new int[2].foo'                                                     | true    || "int[] has no 'foo'"
        "[1, 2].sum(3, 4)"                                                   | true    || "ArrayList has no method 'sum' that takes (Integer, Integer); it takes (Object) or no arguments or ({ closure })"
        'n.foo'                                                              | false   || "NullPointerException: Cannot get property 'foo' on null object"
        'throw new MissingPropertyException((String) null)'                  | true    || 'null'
        "throw new MissingMethodException('x', null, null)"                  | true    || 'MissingMethodException: No signature of method: x for class: <unknown> is applicable for argument types: () values: []'
        'throw new RuntimeException()'                                       | false   || 'RuntimeException'
        "throw new RuntimeException() { String getMessage() { n.length() } }" | false   || 'RuntimeException'
        "throw new Throwable('odd')"                                         | false   || 'Throwable: odd'
        'new int[Integer.MAX_VALUE]'                                         | false   || 'OutOfMemoryError: Requested array size exceeds VM limit'
    }

    def "a program for tests has Fluid's name as well"() {
        when:
        run("def x = data(name: 'x', shape: [2], dtype: 'float32')\nSGD(learning_rate: 1).minimize(mean(fc(input: x, size: 1)))\n" +
                "def main = default_main_program()\nprintln main.clone(for_test: true).toString() == main.cloneForTest().toString()\n" +
                "println main.clone(for_test: false).is(main)")

        then:
        printed == ['true', 'true']
    }

    def "an empty batch for #program is refused, before anything learns from it"() {
        when:
        run("""
            def x = data(name: 'x', shape: [2], dtype: 'float32')
            def cost = mean(fc(input: x, size: 1))
            def test = default_main_program().cloneForTest()
            SGD(learning_rate: 1, regularization: L2Decay(0.5)).minimize(cost)
            def exe = Executor(CPUPlace())
            exe.run(default_startup_program())
            exe.run($program, feed: DataFeeder(feed_list: [x], place: CPUPlace()).feed([]), fetch_list: [cost])
            """)

        then:
        JfabException e = thrown()
        e.message == "${folder.resolve('net.groovy')}:8: an empty batch was fed, and nothing can be computed from no samples; leave it out"

        where:
        program << ['default_main_program()', 'test']
    }

    def "flags have defaults, take both spellings and keep the default's type"() {
        when:
        run("println flag('passes', 1) + flag('rate', 0.5) + flag('n', 7)\nprintln flag('data', './data')", '--passes', '3', '--rate=0.25')

        then:
        printed == ['10.25', './data']
    }

    def "a flag that is #problem is refused before training begins"() {
        when:
        run("flag('passes', 1)\nflag('data', '.')\ndata(name: 'x', shape: [2], dtype: 'float32')\nprintln 'trained'", *arguments)

        then:
        FlagException e = thrown()
        e.message == message
        printed == []

        where:
        problem         | arguments              || message
        'unknown'       | ['--pases', '2']       || "unknown flag --pases; this script knows --data, --passes; did you mean 'passes'?"
        'no number'     | ['--passes', 'two']    || "--passes takes a whole number, as its default is, not 'two'"
        'without value' | ['--passes']           || '--passes needs a value'
        'cut short'     | ['--passes', '--data'] || '--passes needs a value; the next word is --data'
        'no flag'       | ['passes']             || "'passes' is not a flag; write --name value"
    }

    def "#asked lists the flags that the script takes, and trains nothing, also where #when"() {
        when:
        run("flag('passes', 3)\nflag('data', './data')\n$then\nprintln 'trained'", *asked)

        then:
        HelpException e = thrown()
        e.message.readLines()[1..2] == ['  --data=./data', '  --passes=3']
        printed == []

        where:
        asked                     | when                      | then
        ['--help']                | 'the network comes first' | "data(name: 'x', shape: [2], dtype: 'float32')"
        ['-h']                    | 'there is no data'        | "uci_housing_train(flag('data', './data'))"
        ['--passes', '4', '-h']   | 'other flags are given'   | "data(name: 'x', shape: [2], dtype: 'float32')"
    }

    def "a flag that the script asks for only after its network is known, and listed"() {
        given:
        def script = "data(name: 'x', shape: [2], dtype: 'float32')\nfor (pass in 0..<flag('passes', 3)) { println pass }"

        when:
        run(script, '--passes', '2')

        then:
        printed == ['0', '1']

        when:
        run(script, '--help')

        then:
        HelpException e = thrown()
        e.message.readLines()[1] == '  --passes='
    }

    def "a script that never asks for a flag does not accept it either"() {
        when:
        run("println 'hello'", '--x', '1')

        then:
        FlagException e = thrown()
        e.message == 'unknown flag --x; this script knows none'
    }

    def "a GPU that this machine lacks is one sentence on what is missing"() {
        given:
        assert !Files.exists(Path.of('/proc/driver/nvidia/version'))

        when:
        run("\nExecutor(CUDAPlace(0))")

        then:
        JfabException e = thrown()
        e.message.startsWith("${folder.resolve('net.groovy')}:2: CUDAPlace(0): this ")
        e.message.contains('CPU')
    }

    private run(String text, String... arguments) {
        def file = folder.resolve('net.groovy')
        Files.writeString(file, text)
        def process = [
                role     : { -> RoleSpec.local() },
                open     : { Device device -> Torch.open(device, ParameterExchange.none()) },
                scope    : { Executor executor -> scope = executor.newScope() },
                beginStep: { Program program, Scope s -> },
                endStep  : { Program program, Map feed, List fetch, List values -> },
                listener : { -> StepListener.none() },
                replay   : { Program program, Scope s, List fetch -> null },
                ran      : { Program program, Scope s, List fetched -> },
                print    : { String line -> printed << line },
        ] as TrainingProcess
        new TrainingScript(file, arguments as List).run(process)
    }
}
