package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.WithSshd;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code docs/coming-from-fabric.md} says of whole fabfiles, run on real hosts. */
@Needs(Tool.SSHD)
class FabricIdiomsIT extends WithSshd {
    @TempDir
    Path folder;

    private Ended jfab(String fabfile, String... arguments) throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), fabfile.replace("FOLDER", folder.toString()));
        List<String> all = new ArrayList<>(
                List.of("-i", sshd.folder().resolve("id_ed25519").toString(), "--port", Integer.toString(sshd.port())));
        all.addAll(List.of(arguments));
        return JfabProcess.run(folder, "", all);
    }

    /** Releases beside each other, helpers of the fabfile's own, a profile's variables, another role's restart. */
    @Test
    void releasesAreDeployedByHelpersAndRoles() throws Exception {
        Ended ended = jfab("""
                role 'web', '127.0.0.[2-3]'
                releases = 'FOLDER/releases'
                profile('production') { hosts '127.0.0.1'; branch = 'stable' }
                profile('staging') { hosts '127.0.0.4'; branch = 'main' }

                def ve(c, command) { c.cd(releases) { c.prefix('. ./activate') { c.run(command) } } }
                def virtualenv(c, Closure work) { c.cd(releases) { c.prefix('. ./activate') { work() } } }

                task('setup') { c ->
                    if (!c.exists(releases)) {
                        c.run(['mkdir', '-p', releases])
                    }
                    c.put("$releases/activate", text: 'VENV=on')
                }
                task('deploy', before: 'setup', revision: null) { c, revision ->
                    def current = "$releases/${revision ?: branch}"
                    c.run(['mkdir', current])
                    ve(c, 'echo $VENV by function')
                    virtualenv(c) { c.env(MODE: 'fast') { c.run('echo $VENV $MODE by block') } }
                    c.run(['ln', '-nfs', current, "$releases/current"])
                    println c.run("ls -d $releases/*/", hide: true).lines.size()
                    invoke(group('@web'), 'restart')
                    invoke('migrate')
                }
                task('restart') { c -> c.run("echo restarted $c.host") }
                task('migrate', once: true) { c -> c.run('echo migrated') }
                """, "production", "deploy");
        assertEquals(0, ended.exitCode(), ended.err());
        List<String> said = ended.out()
                .lines()
                .map(line -> line.replaceFirst("^\\[.*?] ", ""))
                .toList();
        assertEquals(List.of("on by function", "on fast by block", "2"), said.subList(0, 3), ended.out());
        assertEquals(
                List.of("restarted 127.0.0.2", "restarted 127.0.0.3"),
                said.subList(3, 5).stream().sorted().toList());
        assertEquals("migrated", said.getLast());
        assertTrue(Files.isSymbolicLink(folder.resolve("releases/current")));
        assertTrue(Files.exists(folder.resolve("releases/stable")));
    }

    /** A server is set up as often as one likes: the second time nothing changes. */
    @Test
    void aServerIsSetUpTwice() throws Exception {
        Path config = Files.writeString(
                folder.resolve("sshd_config"), "#Port 22\nPermitRootLogin yes\n  # PubkeyAuthentication yes\n");
        Files.writeString(
                folder.resolve("app.conf"), "listen $port;\n<% hosts.each { %>server $it;\n<% } %>set \\$x;\n");
        String fabfile = """
                task('server') { c ->
                    def f = 'FOLDER/sshd_config'
                    def changed = [
                        c.sed(f, ~/^#?Port .*/, 'Port 2222', backup: '.bak'),
                        c.contains(f, ~/^PermitRootLogin/) && c.sed(f, ~/^PermitRootLogin/, '#$0'),
                        c.sed(f, ~/^(\\s*)#\\s?(?=.*PubkeyAuthentication)/, '$1'),
                        c.append(f, ['UseDNS no', 'Port 2222']),
                        c.upload_template('app.conf', 'FOLDER/etc.conf', [port: 80, hosts: ['a', 'b']], checksum: true).files > 0,
                    ]
                    println changed.join(' ')
                }
                """;
        assertEquals(
                "true true true true true\n",
                jfab(fabfile, "-H", "127.0.0.1", "server").out());
        assertEquals(
                "Port 2222\n#PermitRootLogin yes\n  PubkeyAuthentication yes\nUseDNS no\n", Files.readString(config));
        assertEquals("listen 80;\nserver a;\nserver b;\nset $x;\n", Files.readString(folder.resolve("etc.conf")));
        Ended again = jfab(fabfile, "-H", "127.0.0.1", "server");
        assertEquals("false false false false false\n", again.out(), again.err());
    }

    /** Fabric's shell is bash, ours is sh. */
    @Test
    void whatOnlyBashKnowsIsAnsweredAndBashCanBeHad() throws Exception {
        String fabfile = """
                task('venv') { c -> c.local('source FOLDER/activate; echo $VENV {a,b}') }
                task('last') { c -> c.local('source') }
                task('prefix') { c -> c.prefix('source FOLDER/activate') { c.run('echo $VENV {a,b}') } }
                task('one') { c -> c.run('[[ a == a ]] && echo bash', shell: 'bash') }
                task('plain') { c -> c.run('echo $0', shell: false, pty: false) }
                """;
        Files.writeString(folder.resolve("activate"), "VENV=on\n");
        Ended refused = jfab(fabfile, "-H", "127.0.0.1", "last");
        if (Files.isSameFile(Path.of("/bin/sh"), Path.of("/bin/dash"))) {
            assertEquals(127, refused.exitCode(), refused.out());
            assertTrue(
                    refused.err()
                            .contains(
                                    "exited with 127; /bin/sh knows no source: write . file, or take bash: --shell bash,"
                                            + " or shell: 'bash' here"),
                    refused.err());
        }
        assertEquals(
                "on a b\n",
                jfab(fabfile, "--shell", "bash", "-H", "127.0.0.1", "venv").out());
        assertEquals(
                "on a b\n",
                jfab(fabfile, "--shell=bash", "-H", "127.0.0.1", "prefix").out());
        assertEquals(
                "on a b\n",
                jfab("settings shell: 'bash'\n" + fabfile, "-H", "127.0.0.1", "venv")
                        .out());
        assertEquals("bash\n", jfab(fabfile, "-H", "127.0.0.1", "one").out());
        assertEquals(0, jfab(fabfile, "-H", "127.0.0.1", "plain").exitCode());
    }

    @Test
    void aResultIsSearchedAsFabricsTextIs() throws Exception {
        Ended ended = jfab("""
                task('check') { c ->
                    def r = c.run('echo test failed; echo bad >&2', hide: true)
                    println(['test failed' in r, 'ok' in r, r.stderr.contains('bad')].join(' '))
                    println c.local('echo M file', hide: true).stdout.trim()
                }
                """, "-H", "127.0.0.1", "check");
        assertEquals("true false true\nM file\n", ended.out(), ended.err());
    }
}
