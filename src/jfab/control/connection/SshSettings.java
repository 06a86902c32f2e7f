package jfab.control.connection;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.command.Prompt;
import jfab.control.connection.host.ConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * How to reach hosts: what the command line says, and whose home and agent are used.
 *
 * @param config the only ssh_config; null for {@code .ssh/config} of the home and the machine's, if they exist
 * @param identities private key files, tried first, in order
 * @param user login name for hosts that name none; null where the ssh_config or the local login decides
 * @param port TCP port for hosts that name none; 0 where the ssh_config decides
 * @param knownHosts known_hosts file; null for the ssh_config's, or {@code .ssh/known_hosts} of the home
 * @param connectTimeout limit for connecting and logging in, the user's typing not counted; null for the ssh_config's, or 10 s
 * @param prompt asked for a password or a passphrase; null when nobody is there, and then neither is tried; it may know neither, and say whether an unknown host key is believed
 * @param options settings that come before those of the ssh_config, as ssh's -o has them
 * @param account whose agent and files are used
 * @param output receives the lines of commands, and notices such as a new host key
 */
public record SshSettings(
        @Nullable Path config,
        List<Path> identities,
        @Nullable String user,
        int port,
        @Nullable Path knownHosts,
        @Nullable Duration connectTimeout,
        @Nullable Prompt prompt,
        List<SshOption> options,
        Account account,
        OutputListener output) {
    /**
     * Whose agent and files are used.
     *
     * @param agent socket of the ssh-agent; null for none
     * @param home the user's home directory
     * @param system ssh_config of the machine, read after the user's
     */
    public record Account(@Nullable Path agent, Path home, Path system) {}

    public SshSettings {
        identities = List.copyOf(identities);
        options = List.copyOf(options);
        if (config != null && !Files.isReadable(config)) {
            throw ConnectionException.settings("cannot read the ssh_config " + config);
        }
        for (Path identity : identities) {
            if (!Files.isReadable(identity)) {
                throw ConnectionException.settings("cannot read the private key " + identity);
            }
        }
    }

    /** Everything as this user's environment has it, and nobody to ask. */
    public static SshSettings of(OutputListener output) {
        String socket = System.getenv("SSH_AUTH_SOCK");
        Path agent = socket == null || socket.isBlank() ? null : Path.of(socket);
        Path home = Path.of(System.getProperty("user.home"));
        Account account = new Account(agent, home, Path.of("/etc/ssh/ssh_config"));
        return new SshSettings(null, List.of(), null, 0, null, null, null, List.of(), account, output);
    }

    public SshSettings withConfig(@Nullable Path file) {
        return new SshSettings(
                file, identities, user, port, knownHosts, connectTimeout, prompt, options, account, output);
    }

    public SshSettings withIdentities(List<Path> files) {
        return new SshSettings(config, files, user, port, knownHosts, connectTimeout, prompt, options, account, output);
    }

    public SshSettings withUser(@Nullable String name) {
        return new SshSettings(
                config, identities, name, port, knownHosts, connectTimeout, prompt, options, account, output);
    }

    public SshSettings withPort(int number) {
        return new SshSettings(
                config, identities, user, number, knownHosts, connectTimeout, prompt, options, account, output);
    }

    public SshSettings withKnownHosts(@Nullable Path file) {
        return new SshSettings(config, identities, user, port, file, connectTimeout, prompt, options, account, output);
    }

    public SshSettings withConnectTimeout(@Nullable Duration limit) {
        return new SshSettings(config, identities, user, port, knownHosts, limit, prompt, options, account, output);
    }

    public SshSettings withPrompt(@Nullable Prompt asked) {
        return new SshSettings(
                config, identities, user, port, knownHosts, connectTimeout, asked, options, account, output);
    }

    public SshSettings withAgent(@Nullable Path socket) {
        return withAccount(new Account(socket, account.home, account.system));
    }

    public SshSettings withHome(Path directory) {
        return withAccount(new Account(account.agent, directory, account.system));
    }

    public SshSettings withSystem(Path file) {
        return withAccount(new Account(account.agent, account.home, file));
    }

    private SshSettings withAccount(Account other) {
        return new SshSettings(
                config, identities, user, port, knownHosts, connectTimeout, prompt, options, other, output);
    }

    /** These settings and {@code keyword value}, as ssh's {@code -o}: of the same keyword the first counts. */
    public SshSettings withOption(String keyword, String value) {
        List<SshOption> more = new ArrayList<>(options);
        more.add(new SshOption(keyword, value));
        return new SshSettings(
                config, identities, user, port, knownHosts, connectTimeout, prompt, more, account, output);
    }
}
