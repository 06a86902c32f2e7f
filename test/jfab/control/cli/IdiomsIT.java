package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    }
}
