package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.WithSshd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks that call tasks, on real hosts. */
class InvokeIT extends WithSshd {
    @TempDir
    private Path folder;

    private static final String FABFILE = """
            hosts '127.0.0.1', '127.0.0.2'
            task('name') { c -> c.run('echo "name of ${SSH_CONNECTION#* * }" | cut -d" " -f1-3'); c.host().name() }
            task('build') { c -> println 'build' }
            task('unlock') { c -> println 'unlock' }
            task('push', before: ['build'], after: 'name', always: 'unlock', to: 'x', code: 0) { c, to, code ->
                c.run("echo push $to; exit $code")
                to + '!'
            }
            task('token', once: true) { c -> println 'token'; "from ${c.host().name()}" }
            task('named') { c -> println "got ${invoke('push', to: 'srv')}" }
            task('placed') { c -> println "got ${invoke(c, 'push', 'here')}" }
            task('fails') { c -> invoke('push', code: 5) }
            task('ping') { c -> invoke('pong') }
            task('pong') { c -> invoke('ping') }
            task('every') { Group g -> println invoke(g, 'name').collectEntries { host, value -> [host.name(), value] } }
            task('count') { Group g -> g.hosts().size() }
            task('counts') { c -> println "count ${invoke('count')}" }
            task('within') { Group g -> g.run { c -> println "in ${invoke(c, 'push', 'group')}" }.orThrow() }
            task('lost') { Group g -> g.run { c -> invoke('push') }.orThrow() }
            role 'db', '127.0.0.4'
            task('restart_db', roles: 'db') { c -> invoke('name') }
            task('all_of_db', local: true) { -> println "got ${invoke('restart_db').values().toList()}" }
            task('deploy_web') { c -> invoke('restart_db') }
            def version() { local('echo 1.0', hide: true).stdout.trim() }
            task('labelled') { c -> println "v${version()} on ${c.host}" }
            task('label') { Group hosts -> println "v${version()}" }
            task('tokens') { c -> println invoke('token') }
            task('roll', serial: true) { c -> c.run('echo out; sleep 0.5; echo in') }
            task('batched', batch: [2, 1]) { c -> c.run('echo out; sleep 0.5; echo in') }
            task('roll_each') { c -> invoke('roll') }
            task('roll_all') { Group g -> invoke('roll') }
            task('batch_each') { c -> invoke('batched') }
            task('batch_all') { Group g -> invoke('batched') }
            task('breaks', serial: true) { c -> c.run('echo out; exit 3') }
            task('break_each') { c -> invoke('breaks') }
            task('break_all') { Group g -> invoke('breaks') }
            namespace('docs') {
                task('tidy') { c -> println 'tidied' }
                task('all') { c -> invoke('tidy'); invoke('unlock'); invoke('tydi') }
            }
            """;

    private Ended jfab(String... arguments) throws Exception {
        return jfabOf(FABFILE, arguments);
    }

    private Ended jfabOf(String fabfile, String... arguments) throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), fabfile);
        List<String> all = new ArrayList<>(
                List.of("-i", sshd.folder().resolve("id_ed25519").toString(), "--port", Integer.toString(sshd.port())));
        all.addAll(List.of(arguments));
        return JfabProcess.run(folder, "", all);
    }

    @Test
    void anInvokedTaskRunsBetweenItsHooksAndGivesItsValue() throws Exception {
        assertEquals(
                "build\npush srv\nname of 127.0.0.3\nunlock\ngot srv!\n",
                jfab("-H", "127.0.0.3", "named").out());
        assertEquals(
                "build\npush here\nname of 127.0.0.3\nunlock\ngot here!\n",
                jfab("-H", "127.0.0.3", "placed").out());
        assertEquals(10, jfab("named").out().lines().count(), "five lines on each of two hosts");
    }

    @Test
    void whatIsToRunOnOneHostAfterTheOtherDoesSoWhereItIsInvoked() throws Exception {
        String each = "out\nin\n";
        String three = "127.0.0.1,127.0.0.2,127.0.0.3";
        assertEquals(each.repeat(3), lines(three, "roll_each"));
        assertEquals(each.repeat(3), lines(three, "roll_all"));
        assertEquals(each.repeat(3), lines(three, "batch_each"));
        assertEquals("out\nout\nin\nin\nout\nin\n", lines(three, "batch_all"));
        Ended broken = jfab("-H", three, "break_each");
        assertEquals(1, broken.out().lines().count(), broken::out);
        assertTrue(broken.err().contains("task 'breaks' has not begun, because it failed on 127.0.0."), broken::err);
        assertEquals("out\n", lines(three, "break_all"));
        Ended kept = jfab("-H", three, "--keep-going", "break_all");
        assertEquals(3, kept.out().lines().count(), kept::out);
        assertTrue(kept.exitCode() != 0, kept::err);
    }

    private static String lines(Ended ended) {
        return ended.out().replaceAll("(?m)^\\[.*?] ", "");
    }

    /** What is printed, without the hosts before it. */
    private String lines(String hosts, String task) throws Exception {
        return lines(jfab("-H", hosts, task));
    }

    @Test
    void afterAFailureOnlyWhatIsAlwaysRunRuns() throws Exception {
        Ended ended = jfab("-H", "127.0.0.3", "fails");
        assertEquals("build\npush x\nunlock\n", ended.out());
        assertEquals(5, ended.exitCode());
    }

    @Test
    void aTaskWithHostsOfItsOwnRunsThereWhereItsCallerHasNoneAndIsRefusedOnOthersOfItsCallers() throws Exception {
        Ended ended = jfab("all-of-db");
        assertEquals("[127.0.0.4] name of 127.0.0.4\ngot [127.0.0.4]\n", ended.out(), ended.err());
        ended = jfab("deploy-web");
        assertEquals(1, ended.exitCode());
        assertTrue(
                ended.err()
                        .contains(
                                "task 'restart-db' has hosts of its own, and 127.0.0.1 is none of them; say where it is to"
                                        + " run: invoke(group('127.0.0.4'), 'restart-db')"),
                ended.err());
        assertEquals(
                "name of 127.0.0.3\n", jfab("-H", "127.0.0.3", "deploy-web").out(), "as the command line says");
    }

    private static final String LOCAL_PARTS = """
            role 'web', '127.0.0.1', '127.0.0.2'
            task('pack', local: true) { c -> c.run('echo packed', hide: true).out.trim().tap { println it } }
            task('sweep', local: true) { c -> c.run('echo swept') }
            task('deploy', roles: ['web'], before: 'pack', always: 'sweep') { c -> c.run('echo deployed') }
            task('ship') { -> invoke('deploy') }
            task('ship_in_steps') { -> println "got ${invoke('pack')}"; invoke('deploy') }
            task('ship_locally', local: true) { c -> println "got ${invoke('pack')}"; invoke('deploy') }
            task('each_ships', roles: 'web') { c -> invoke('deploy') }
            task('all_ship', roles: 'web') { Group hosts -> invoke('deploy') }
            task('packs', roles: 'web') { c -> invoke('pack') }
            """;

    @Test
    void ofATaskWithoutHostsWhatIsLocalRunsHereAndTheOthersOnTheirOwnHosts() throws Exception {
        Ended ended = jfabOf(LOCAL_PARTS, "ship");
        assertEquals("packed\ndeployed\ndeployed\nswept\n", lines(ended), ended.err());
        for (String steps : List.of("ship-in-steps", "ship-locally")) {
            ended = jfabOf(LOCAL_PARTS, steps);
            assertEquals("packed\ngot packed\npacked\ndeployed\ndeployed\nswept\n", lines(ended), ended.err());
        }
    }

    @Test
    void whatIsLocalBeforeATaskRunsOnceForTheHostsThatInvokeIt() throws Exception {
        for (String task : List.of("each-ships", "all-ship")) {
            Ended ended = jfabOf(LOCAL_PARTS, task);
            assertEquals(0, ended.exitCode(), ended.err());
            assertEquals(
                    1,
                    ended.out().lines().filter(line -> line.endsWith("packed")).count(),
                    ended.out());
            assertEquals(
                    2,
                    ended.out()
                            .lines()
                            .filter(line -> line.endsWith("deployed"))
                            .count(),
                    ended.out());
        }
        Ended ended = jfabOf(LOCAL_PARTS, "packs");
        assertEquals(1, ended.exitCode());
        assertTrue(
                ended.err().contains("task 'pack' is local and cannot be invoked for a host; name it in"), ended.err());
    }

    @Test
    void aFunctionOfTheFabfileRunsCommandsOnThisMachine() throws Exception {
        assertEquals("v1.0 on 127.0.0.3\n", jfab("-H", "127.0.0.3", "labelled").out());
        assertEquals("v1.0\n", jfab("-H", "127.0.0.3,127.0.0.4", "label").out());
    }

    @Test
    void aCircleIsRefused() throws Exception {
        Ended ended = jfab("-H", "127.0.0.3", "ping");
        assertTrue(ended.err().contains("tasks call each other: ping calls pong calls ping"), ended.err());
        assertEquals(1, ended.exitCode());
    }

    @Test
    void aGroupAndItsHostsInvokeEachOthersTasks() throws Exception {
        assertTrue(jfab("every").out().contains("[127.0.0.1:127.0.0.1, 127.0.0.2:127.0.0.2]\n"));
        assertEquals(
                List.of("[127.0.0.1] count 1", "[127.0.0.2] count 1"),
                jfab("counts").sortedOut());
        Ended within = jfab("within");
        assertEquals(
                2,
                within.out().lines().filter(line -> line.endsWith("in group!")).count(),
                within.out());
        Ended lost = jfab("lost");
        assertTrue(lost.err().contains("say on which host to invoke: invoke(c, 'name')"), lost.err());
    }

    @Test
    void whatRunsOnceGivesAllHostsTheOneValue() throws Exception {
        List<String> lines = jfab("tokens", "tokens").sortedOut();
        assertEquals(5, lines.size(), lines.toString());
        assertEquals(
                1,
                lines.stream()
                        .map(line -> line.replaceAll("^.*] ", ""))
                        .filter(line -> line.startsWith("from"))
                        .distinct()
                        .count());
    }

    @Test
    void namesAreLookedForInTheCallersNamespaceFirst() throws Exception {
        Ended ended = jfab("-H", "127.0.0.3", "docs.all");
        assertEquals("tidied\nunlock\n", ended.out());
        assertTrue(ended.err().contains("no task 'tydi'; did you mean 'tidy'?"), ended.err());
    }
}
