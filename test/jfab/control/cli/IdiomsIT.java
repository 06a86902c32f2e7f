package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.WithSshd;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What fabfiles of people who come from Fabric say, and what each of them means here. */
@Needs(Tool.SSHD)
class IdiomsIT extends WithSshd {
    @TempDir
    Path folder;

    @BeforeEach
    void sshConfig() throws Exception {
        Files.createDirectories(folder.resolve(".ssh"));
        Files.writeString(folder.resolve(".ssh/config"), """
                Host one
                  HostName 127.0.0.1
                  User %s
                Host *
                  Port %d
                  IdentityFile %s
                """.formatted(
                System.getProperty("user.name"), sshd.port(), sshd.folder().resolve("id_ed25519")));
    }

    private Ended jfab(String fabfile, String... arguments) throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), fabfile);
        return JfabProcess.run(folder, "", List.of(arguments));
    }

    @Test
    void resultsAreReadAsProperties() throws Exception {
        Ended ended = jfab("""
                task('all') { c ->
                    def r = c.run('echo one; echo two; echo err >&2; exit 3', warn: true, hide: true)
                    println([r.ok, r.failed, r.exited, r.return_code, r.returnCode, r.truncated, r.host].join(' '))
                    println "${r.stdout}${r.stderr}${r.lines}"
                    println([r.ok(), r.failed(), r.exited(), r.stdout() == r.stdout, r.lines() == r.lines].join(' '))
                }
                """, "-H", "one", "all");
        assertEquals(0, ended.exitCode(), ended.err());
        assertEquals("false true 3 3 3 false one\none\ntwo\nerr\n[one, two]\nfalse true 3 true true\n", ended.out());
    }

    /** Document 004's fabfile finds its trainer's number by the host's name. */
    @Test
    void aHostIsItsName() throws Exception {
        Ended ended = jfab("""
                host 'one', rack: 'r7'
                def all = ['zero', 'one']
                task('number') { c ->
                    println([c.host == 'one', all.indexOf(c.host), [one: 'first'][c.host], c.facts.rack].join(' '))
                    println([c.login().user, c.login().port].join(' '))
                }
                task('rack') { c -> println c.host.rack }
                """, "-H", "one", "number");
        assertEquals(0, ended.exitCode(), ended.err());
        assertEquals("true 1 first r7\n" + System.getProperty("user.name") + " " + sshd.port() + "\n", ended.out());
        Ended old = JfabProcess.run(folder, "", List.of("-H", "one", "rack"));
        assertEquals(1, old.exitCode(), old.err());
        assertTrue(
                old.err().contains("c.host is the name of the host; what it is said to have is c.facts.rack"),
                old.err());
    }

    /** Neither hosts nor SSH: the server's log stays as it is. */
    @Test
    void aLocalTaskRunsHereOnce() throws Exception {
        String fabfile = """
                task('build', local: true) { c -> c.run("pwd; touch built; echo $c.host") }
                task('deploy', before: 'build') { c -> c.run('echo deployed') }
                task('wrong', local: true, before: 'deploy') { -> }
                task('send', local: true) { c -> c.put('a', 'b') }
                """;
        String before = sshd.log();
        Ended alone = jfab(fabfile, "build");
        assertEquals(0, alone.exitCode(), alone.err());
        assertEquals(folder.toRealPath() + "\nlocal\n", alone.out());
        assertTrue(Files.exists(folder.resolve("built")));
        assertEquals(2, JfabProcess.run(folder, "", List.of("wrong")).exitCode());
        Ended refused = JfabProcess.run(folder, "", List.of("send"));
        assertTrue(refused.err().contains("(local: true), where there is no put"), refused.err());
        Ended again = JfabProcess.run(folder, "", List.of("--rerun", "failed", "deploy"));
        assertEquals(2, again.exitCode(), again.err());
        assertEquals(before, sshd.log());
        Ended both = JfabProcess.run(folder, "", List.of("-H", "one,127.0.0.2", "deploy"));
        assertEquals(0, both.exitCode(), both.err());
        assertEquals(
                1, both.out().lines().filter(line -> line.endsWith("local")).count(), both.out());
        assertEquals(
                2, both.out().lines().filter(line -> line.endsWith("deployed")).count(), both.out());
    }

    @Test
    void aLocalTaskChangesFilesHere() throws Exception {
        Ended ended = jfab("""
                task('note', local: true) { c ->
                    println([c.exists('~/notes'), c.append('~/notes', 'one'), c.contains('notes', ~/^one$/)].join(' '))
                    c.cd('~') { println c.sed('notes', 'one', 'two') }
                }
                """, "note");
        assertEquals(0, ended.exitCode(), ended.err());
        assertEquals("false true true\ntrue\n", ended.out());
        assertEquals("two\n", Files.readString(folder.resolve("notes")));
        Ended dry = JfabProcess.run(folder, "", List.of("-n", "note"));
        assertTrue(dry.out().contains("append: 'one' to ~/notes"), dry.out() + dry.err());
    }

    /** {@code fab production deploy}: a task that only says where the others run. */
    @Test
    void aProfileStandsBeforeTheTasks() throws Exception {
        Ended ended = jfab("""
                profile('production') { hosts 'one'; root = '/srv' }
                root = '/tmp'
                task('deploy') { c -> c.run("echo $c.host $root") }
                """, "production", "deploy");
        assertEquals(0, ended.exitCode(), ended.err());
        assertEquals("one /srv\n", ended.out());
        Ended without = JfabProcess.run(folder, "", List.of("deploy"));
        assertEquals(2, without.exitCode(), without.out());
        assertEquals(
                "one /srv\n",
                JfabProcess.run(folder, "", List.of("--profile=production", "deploy"))
                        .out());
        assertEquals(
                "one\n",
                JfabProcess.run(folder, "", List.of("production", "--", "echo", "one"))
                        .out());
        Ended help = JfabProcess.run(folder, "", List.of("production", "--help"));
        assertTrue(help.out().startsWith("Usage: jfab [core options] [profile ...] task"), help.out() + help.err());
    }

    /** Fabric's tasks that ask for no connection: they need no host, and without one they reach none, least of all this machine as one. */
    @Test
    void aBodyWithoutParametersNeedsNoHost() throws Exception {
        String fabfile = """
                task('hello') { -> println 'hello'; local('echo made here') }
                task('orchestrate', after: 'hello') { -> invoke(group('one'), 'there') }
                task('there') { c -> c.run('echo there') }
                task('mistaken') { -> run('touch never') }
                task('put', before: 'there') { -> }
                """;
        Ended alone = jfab(fabfile, "hello");
        assertEquals(0, alone.exitCode(), alone.err());
        assertEquals("hello\nmade here\n", alone.out());
        Ended both = JfabProcess.run(folder, "", List.of("-H", "one,127.0.0.2", "hello"));
        assertEquals(
                List.of("[127.0.0.2] hello", "[127.0.0.2] made here", "[one] hello", "[one] made here"),
                both.sortedOut(),
                both.err());
        Ended orchestrated = JfabProcess.run(folder, "", List.of("orchestrate"));
        assertEquals(0, orchestrated.exitCode(), orchestrated.err());
        assertTrue(orchestrated.out().contains("there\n"), orchestrated.out());
        Ended mistaken = JfabProcess.run(folder, "", List.of("mistaken"));
        assertEquals(1, mistaken.exitCode());
        assertTrue(mistaken.err().contains("no hosts: name them with -H"), mistaken.err());
        assertTrue(mistaken.err().contains("or local: true for the whole task, is what runs here"), mistaken.err());
        assertTrue(Files.notExists(folder.resolve("never")));
        Files.writeString(
                folder.resolve("job.groovy"), "cluster { hosts 'a', 'b' }\ntask('disk') { c -> c.run('df') }");
        Ended job = JfabProcess.run(folder, "", List.of("-f", "job.groovy", "disk"));
        assertEquals(
                "jfab: no hosts: name them with -H host,host or with the word hosts in job.groovy; a task of this machine"
                        + " alone has local: true; those of its cluster block are for jobs alone\n",
                job.err());
        Ended before = JfabProcess.run(folder, "", List.of("put"));
        assertTrue(before.err().contains("task 'there' needs hosts, and goes with a task that has none"), before.err());
    }

    /** For the next press of TAB behind --job. */
    @Test
    void jobsThatHostsHaveAreRemembered() throws Exception {
        Files.createDirectories(folder.resolve("work/JOB20260131120000/.jfab"));
        Files.writeString(folder.resolve("fabfile.groovy"), """
                training { program 'x.groovy'; rootDir '%s/work' }
                """.formatted(folder));
        Map<String, String> environment =
                Map.of("XDG_CACHE_HOME", folder.resolve(".cache").toString());
        Ended ended = JfabProcess.run(folder, environment, "-H", "one", "jobs");
        assertTrue(ended.out().contains("JOB20260131120000"), ended.out() + ended.err());
        Path index = folder.resolve(".cache/jfab/tasks-1" + folder.toRealPath() + "/fabfile.groovy.index.jobs");
        assertEquals("JOB20260131120000\n", Files.readString(index));
    }

    @Test
    void questionsAreAnsweredByAPipe() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), """
                task('ask') { c ->
                    def sure = confirm('Sure?')
                    def name = prompt('Name?')
                    def rest = c.run('cat', in: true, hide: true)
                    c.run("echo '$sure $name $rest'")
                }
                """);
        Ended ended = JfabProcess.run(folder, "y\n  Ann \nrest\n", List.of("-H", "one", "ask"));
        assertEquals("true Ann rest\n", ended.out(), ended.err());
        assertTrue(ended.err().contains("Sure? [y/n]\nName?\n"), ended.err());
        Files.writeString(folder.resolve("preset.groovy"), """
                task('ask', local: true) { ->
                    println "${confirm('Sure?')} ${prompt('Version:', default: '1')} ${confirm('Really?', default: false)}"
                }
                """);
        Ended preset = JfabProcess.run(folder, "y\n", List.of("-f", "preset.groovy", "ask"));
        assertEquals("true 1 false\n", preset.out(), preset.err());
        Ended unanswered = JfabProcess.run(folder, "y\n", List.of("-H", "one", "ask"));
        assertEquals(1, unanswered.exitCode());
        assertTrue(unanswered.err().contains("nobody is there to answer 'Name?': standard input is at its end"));
    }

    @Test
    void exceptionsNeedNoImport() throws Exception {
        Ended ended = jfab("""
                task('careful') { c ->
                    try { c.run('exit 4', hide: true) } catch (CommandException e) { println e.result.exited }
                    try { c.put('absent', '/nowhere/') } catch (TransferException e) { println 'not sent' }
                }
                """, "-H", "one", "careful");
        assertEquals(0, ended.exitCode(), ended.err());
        assertEquals("4\nnot sent\n", ended.out());
    }

    @Test
    void whatALastLineReturnsIsShownOnlyWhereItIsTextOrANumber() throws Exception {
        String fabfile = """
                task('send') { c -> c.put(text: 'x', '%s/sent') }
                task('count') { c -> 41 + 1 }
                """.formatted(folder);
        Ended sent = jfab(fabfile, "-q", "-H", "one", "send");
        assertEquals(0, sent.exitCode(), sent.err());
        assertEquals("", sent.out());
        assertEquals("42\n", jfab(fabfile, "-q", "-H", "one", "count").out());
        assertEquals("", jfab(fabfile, "-H", "one", "send").out());
        String shown =
                jfab(fabfile, "--print-results", "-H", "one", "send", "count").out();
        assertTrue(shown.startsWith("{\"remote\":\"" + folder + "/sent\",\"local\":\"content\",\"files\":1,"), shown);
        assertTrue(shown.endsWith("}\n42\n"), shown);
    }
}
