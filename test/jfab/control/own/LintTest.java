package jfab.control.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jfab.control.cli.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LintTest {
    @TempDir
    private Path folder;

    private final List<String> said = new ArrayList<>();

    private boolean lint(String... arguments) {
        return new Lint(said::add, Optional.of(folder.resolve("fabfile.groovy"))).run(List.of(arguments));
    }

    @Test
    void whatTheProjectHasIsWithoutComplaint() throws Exception {
        List<String> files = new ArrayList<>();
        for (String root : List.of("examples", "tasks", "test/jfab/training", "fabfile.groovy")) {
            try (Stream<Path> all = Files.walk(Path.of(root))) {
                all.filter(file -> file.toString().endsWith(".groovy"))
                        .filter(file -> !file.toString().matches(".*(Spec|IT)\\.groovy"))
                        .map(Path::toString)
                        .forEach(files::add);
            }
        }
        assertTrue(files.size() > 10, files::toString);
        assertTrue(lint(files.toArray(String[]::new)), () -> String.join("\n", said));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            fabfile.groovy | hosts 'a'; hots 'b'                              | 1: a fabfile has no word 'hots'; did you mean 'hosts'?
            fabfile.groovy | task('x') { c, path -> c.run(pth) }              | 1: nothing here has the name 'pth'; did you mean 'path'?
            fabfile.groovy | task('x') { c -> c.runn('x') }                   | 1: a connection has no method 'runn'; did you mean 'run'?
            fabfile.groovy | cluster { trainer each: 1 }                      | 1: a fabfile has no word 'trainer'; did you mean 'trainers'?
            fabfile.groovy | task('x') { c -> c.run('a }                      | 1: Unexpected character: '\\''; a text that begins there does not end
            fabfile.groovy | cluster { command role: 'traner', ['x'] }         | 1: role 'traner' is not known; did you mean 'trainer'?
            fabfile.groovy | cluster { restart trianer: 3 }                   | 1: restart has no argument 'trianer'; did you mean 'trainer'?
            fabfile.groovy | cluster { trainers each: 2, gpu: 1 }             | 1: trainers has no argument 'gpu'; did you mean 'gpus'?
            fabfile.groovy | cluster { perHost trainer: 2 }                   | 1: perHost has no argument 'trainer'; did you mean 'trainers'?
            fabfile.groovy | cluster { timeLimit '1x' }                       | 1: timeLimit: takes a time such as 30, '30s', '5m' or '1h', not '1x'
            fabfile.groovy | cluster { trainers -1 }                          | 1: Groovy subtracts the number behind 'trainers' from it; one below 0, if trainers takes that, is written trainers(-1)
            train.groovy   | def x = data(name: 'x', shape: [1], dtype: 'float32'); fc(input: x, szie: 3) | 1: fc has no argument 'szie'; did you mean 'size'?
            train.groovy   | def x = fc(input: 1, size: 3); softmaxx(x)       | 1: a training program has no word 'softmaxx'; did you mean 'softmax'?
            train.groovy   | def x = 1; fc(input: x, size: 3, act: 'rleu')   | 1: act 'rleu' is not known; did you mean 'relu'?
            train.groovy   | data(name: 'x', dtype: 'double')                | 1: dtype 'double' is not known; there are float32, int64
            train.groovy   | save_inference_model('m', ['x'])                | 1: save_inference_model takes 4 or 5 arguments, or named ones alone; here it has 2
            train.groovy   | def exe = Executor(CPUPlace()); exe.rum(1)      | 1: Executor has no method 'rum'; did you mean 'run'?
            train.groovy   | Executor(CPUPlace()).run(1, fetsh_list: [])     | 1: run has no argument 'fetsh_list'; did you mean 'fetch_list'?
            train.groovy   | Adam(lr: 0.1)                                   | 1: Adam has no argument 'lr'; there are beta1, beta2, epsilon, grad_clip, learning_rate, regularization
            fabfile.groovy | task('x') { c -> c.run('x', timout: 3) }        | 1: run has no argument 'timout'; did you mean 'timeout'?
            fabfile.groovy | task('x') { c -> c.run('x', 'y', 'z') }         | 1: run takes 1 argument, or 1 argument beside named ones; here it has 3
            fabfile.groovy | task('x') { c -> c.run('echo', 'x') }           | 1: run takes 1 argument, or 1 argument beside named ones; here it has 2
            fabfile.groovy | host '10.0.0.5', rack: 'a', gateway: 'bastion'  | 1: host takes no gateway: the host before it is ProxyJump in the ssh_config, -J bastion, or settings jump: 'bastion' for all hosts
            fabfile.groovy | hosts = ['a', 'b']; task('x') { c -> c.run('x') } | 1: hosts = ... only sets a variable; write hosts 'a', 'b' without =
            fabfile.groovy | task('x') { c -> c.run('rm -rf /srv/{}'.format('x')) } | 1: Groovy has no format that fills in {}: this gives what stands between the brackets of format, and forgets the text before it; write "... ${x}"
            fabfile.groovy | task('x', y: 1) { c, y -> c.run("{} $y".format(y)) } | 1: Groovy has no format that fills in {}: this gives what stands between the brackets of format, and forgets the text before it; write "... ${x}"
            train.groovy   | for (batch in share(batch([], 2))()) {}         | 1: the loop's variable 'batch' hides the word batch; give it another name
            fabfile.groovy | task('x') { c -> println c.run('x').stdoutt }   | 1: Result has no property 'stdoutt'; did you mean 'stdout'?
            fabfile.groovy | task('x') { c -> def r = c.run('x'); r.okk() }  | 1: Result has no method 'okk'; did you mean 'ok'?
            train.groovy   | data(name: 'x'); exit(0)                         | 1: a training program has no word 'exit': return ends the program (in a closure only that), throw new RuntimeException('why') ends it with exit code 1
            fabfile.groovy | task('x') { c -> exit 1 }                        | 1: a fabfile has no word 'exit'; fail('...') ends the task
            long.groovy    | data(name: 'x')                                  | 1: cannot have the name of the type long; rename it
            train.groovy   | def r = [1]; shuffle(r, buf_size: 500)           | 1: shuffle takes no named arguments; write shuffle(r, 500)
            train.groovy   | batch([1], batch_size: 2)                        | 1: batch takes no named arguments; write batch(..., 2)
            train.groovy   | def r = [1]; batch(batch_size: 2, reader: r)     | 1: batch takes no named arguments; it takes 2 arguments
            train.groovy   | def x = data(name: 'x'); elementwise_add(x: x, z: x) | 1: elementwise_add has no argument 'z'; did you mean 'x'?
            train.groovy   | def x = data(name: 'x'); leaky_relu(x, alfa: 0.1) | 1: leaky_relu has no argument 'alfa'; did you mean 'alpha'?
            train.groovy   | CheckpointConfig(checkpoint_dr: 'k')            | 1: CheckpointConfig has no argument 'checkpoint_dr'; did you mean 'checkpoint_dir'?
            train.groovy   | DistributeTranspilerConfig(sync_mod: false)     | 1: DistributeTranspilerConfig has no argument 'sync_mod'; did you mean 'sync_mode'?
            train.groovy   | def c = DistributeTranspilerConfig(); c.sync_mod = false | 1: DistributeTranspilerConfig has no argument 'sync_mod'; did you mean 'sync_mode'?
            conf.groovy    | settings(batch_size: 2, learning_rate_schedule: 'polly'); outputs() | 1: learning_rate_schedule 'polly' is not known; did you mean 'poly'?
            train.groovy   | def exe = Executor(CPUPlace()); save_persistables(exe) | 1: save_persistables takes 2 or 3 arguments, or named ones alone; here it has 1
            train.groovy   | save_persistables(['m'])                        | 1: save_persistables takes 2 or 3 arguments, or named ones alone; here it has 1
            train.groovy   | data(name: 'x'); if (trainer_id == 0) { println 1 } | 1: 'trainer_id' is a word; write trainer_id(...); a variable of that name hides it, and needs another
            train.groovy   | data(name: 'x'); println "${trainer_id}"         | 1: 'trainer_id' is a word; write trainer_id(...); a variable of that name hides it, and needs another
            train.groovy   | data(name: 'x'); Executor(CPUPlace)             | 1: 'CPUPlace' is a word; write CPUPlace(...); a variable of that name hides it, and needs another
            fabfile.groovy | hosts 'a'; task('x') { c -> println hosts }      | 1: 'hosts' is a word; write hosts(...); a variable of that name hides it, and needs another
            train.groovy   | fc(size: 1)                                     | 1: fc needs input
            train.groovy   | def x = data(name: 'x'); fc(input: x)           | 1: fc needs size
            train.groovy   | GradientClipByValue()                           | 1: GradientClipByValue needs max
            train.groovy   | def x = data(name: 'x'); mean(x); dropout(seed: 1) | 1: dropout needs dropout_prob, x
            conf.groovy    | settings(learning_rate: 1); outputs()           | 1: settings needs batch_size
            train.groovy   | Inferencer(infer_fun: { it })                   | 1: Inferencer has no argument 'infer_fun'; did you mean 'infer_func'?
            train.groovy   | Trainer(train_fun: { it })                      | 1: Trainer has no argument 'train_fun'; did you mean 'train_func'?
            conf.groovy    | settings(batch_sise: 2); outputs()              | 1: settings has no argument 'batch_sise'; did you mean 'batch_size'?
            conf.groovy    | define_py_data_sources2(train_lst: 'x')         | 1: define_py_data_sources2 has no argument 'train_lst'; did you mean 'train_list'?
            conf.groovy    | AdamOptimizer(beta3: 1)                         | 1: AdamOptimizer has no argument 'beta3'; did you mean 'beta1'?
            conf.groovy    | def l = data_layer(name: 'l', size: 1); regression_cost(inputt: l, label: l) | 1: regression_cost has no argument 'inputt'; did you mean 'input'?
            data.groovy    | provider('p', input_type: []) { s, f -> [] }    | 1: provider has no argument 'input_type'; did you mean 'input_types'?
            data.groovy    | provider('p', cach: 1) { s, f -> [] }           | 1: provider has no argument 'cach'; did you mean 'cache'?
            train.groovy   | data(name: 'x'); fc(input: y, size: 3)           | 1: nothing here has the name 'y'; did you mean 'it'?
            """)
    void aMistakeIsNamedWithItsLine(String name, String text, String expected) throws Exception {
        Path file = Files.writeString(folder.resolve(name), text + "\n");
        assertFalse(lint(file.toString()));
        assertEquals(List.of(file + ":" + expected), said);
    }

    @Test
    void loopsOfAllKindsSetTheirNames() throws Exception {
        Path file = Files.writeString(folder.resolve("train.groovy"), """
                for (int i = 0; i < 3; i++) { println i }
                for (x in [1, 2]) { println x }
                for (;;) { break }
                for (int a = 0, b = 1; a < b; a++) { println a + b }
                def (p, q) = [1, 2]
                println p + q
                sleep 10
                println java.time.Instant.now()
                println groovy.json.JsonOutput.toJson([a: 1])
                try { fc(input: 1, size: 2) } catch (Exception e) { println e }
                """);
        assertTrue(lint(file.toString()), () -> String.join("\n", said));
    }

    @Test
    void aVariableWithTheNameOfAWordIsWhatItIs() throws Exception {
        Path file = Files.writeString(folder.resolve("train.groovy"), """
                def trainer_id = 0
                trainers = 2
                data(name: 'x')
                println trainer_id + trainers
                [1].each { cache -> println cache }
                def named = [executor: Executor(CPUPlace()), dirname: 'm']
                save_persistables(named)
                println([format: 1].format)
                def size = [size: 1]
                fc(*: size, input: 1)
                fc(size)
                pool2d(input: 1, global_pooling: true)
                Adam()
                dropout(named, dropout_prob: 0.5)
                def f = this.&fc
                """);
        assertTrue(lint(file.toString()), () -> String.join("\n", said));
    }

    @Test
    void wordsThatAreValuesTooHaveTheirProperties() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), """
                settings control: 1
                training { program 'a.groovy' }
                task('start') { Group hosts -> training.start(hosts).follow() }
                task('db') { c -> println settings.control; println group('@db').hosts*.name() }
                """);
        assertTrue(lint(), () -> String.join("\n", said));
    }

    /** Of a stranger, who may want it to take for ever, or to load something. */
    @Test
    void whatIsMadeToBreakItIsOneProblemOfItsFile() throws Exception {
        Path deep =
                Files.writeString(folder.resolve("deep.groovy"), "task('x') " + "{".repeat(2000) + "}".repeat(2000));
        Path minus = Files.writeString(folder.resolve("minus.groovy"), "a = " + "-".repeat(50_000) + "1");
        Path large = Files.writeString(folder.resolve("large.groovy"), "\n".repeat(2_000_000));
        Path grab = Files.writeString(folder.resolve("grab.groovy"), "@Grab('a:b:1') import x.Y\n");
        Path good = Files.writeString(folder.resolve("fabfile.groovy"), "hots 'a'\n");
        assertFalse(lint(deep.toString(), minus.toString(), large.toString(), grab.toString(), good.toString()));
        assertEquals(
                List.of(
                        deep + ":1: has more than 150 brackets in each other",
                        minus + ":1: is too complicated to be read",
                        large + ":1: has more than a million letters, and is no script",
                        good + ":1: a fabfile has no word 'hots'; did you mean 'hosts'?"),
                said);
    }

    /** A helper that is written before the tasks hides nothing of them. */
    @Test
    void aNameIsWhatItIsInItsBlock() throws Exception {
        Path file = Files.writeString(folder.resolve("fabfile.groovy"), """
                def free(c, path) { c.whatever(path) }
                [1, 2].each { c -> println c.anything() }
                for (c in ['a']) { println c.toUpperCase() }
                task('deploy') { c -> c.rnu('x') }
                task('typed') { Connection c -> c.run('x') }
                """);
        assertFalse(lint());
        assertEquals(List.of(file + ":4: a connection has no method 'rnu'; did you mean 'run'?"), said);
    }

    @Test
    void whatOnlyLooksLikePythonIsWithoutComplaint() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), """
                hosts = ['a', 'b']
                hosts(hosts)
                task('x') { c -> c.run(String.format('echo {%s}', 'x')); println 'no brace'.format('x') }
                """);
        assertTrue(lint(), () -> String.join("\n", said));
        Files.writeString(folder.resolve("fabfile.groovy"), """
                def first(hosts) { hosts = hosts.take(1); hosts }
                task('x') { c -> def hosts = []; hosts = first(hosts); println hosts }
                """);
        assertTrue(lint(), () -> String.join("\n", said));
    }

    @Test
    void aNameWithTwoMeaningsMayBeAnything() throws Exception {
        Path file = Files.writeString(folder.resolve("fabfile.groovy"), """
                task('x') { c ->
                    def r = c.run('x')
                    r = 'text'
                    println r.toUpperCase()
                    ['a'].each { c2 -> println c2.toUpperCase() }
                    def later
                    later = c.put([mode: 0600], 'a', 'b')
                    println later.files
                    c.run(*['true'])
                    c.run(hide: true, 'true')
                }
                task('y', help: 'y', hosts: []) { c -> 1 }
                task('z') { List c -> c.add(1) }
                """);
        assertTrue(lint(), () -> String.join("\n", said) + file);
    }

    /** A script may say what happens when it is compiled. */
    @Test
    void nothingOfItRuns() throws Exception {
        Path ran = folder.resolve("ran");
        Files.writeString(folder.resolve("fabfile.groovy"), """
                @groovy.transform.ASTTest(value = { new File('%s').text = 'x' })
                def method() {}
                new File('%s').text = 'y'
                """.formatted(ran, ran));
        assertTrue(lint());
        assertFalse(Files.exists(ran));
    }

    @Test
    void forProgramsItIsOneObject() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), "\nhots 'a\u001b'\n");
        assertFalse(lint("--json"));
        assertEquals(1, said.size());
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Path.of("docs/schemas/lint.json")));
        assertEquals(List.of(), schema.validate(said.getFirst(), InputFormat.JSON), said.getFirst());
        assertTrue(said.getFirst().contains("\"line\":2"), said.getFirst());
    }

    @Test
    void whatIsNoFileIsAMistakeOfUsage() {
        assertThrows(UsageException.class, () -> lint("no.groovy"));
        assertThrows(UsageException.class, () -> lint("--jsn"));
    }
}
