package jfab.control.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import jfab.Durations;
import jfab.control.connection.SshSettings;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;

/** What the command line says about the way to hosts. */
final class ConnectionFlags {
    private final CoreOptions core;

    ConnectionFlags(CoreOptions core) {
        this.core = core;
    }

    SshSettings in(SshSettings usual) {
        SshSettings settings = usual.withConfig(core.sshConfig().orElse(null))
                .withIdentities(core.identities())
                .withUser(core.user().orElse(null))
                .withPort(core.port().orElse(0))
                .withConnectTimeout(core.connectTimeout().orElse(null))
                .withKnownHosts(core.last(CoreFlag.KNOWN_HOSTS).map(Path::of).orElse(null))
                .withPrompt(new TerminalPrompt(core.promptForPassword(), core.promptForPassphrase()));
        settings = option(settings, "ProxyJump", CoreFlag.JUMP);
        settings = option(settings, "ServerAliveInterval", CoreFlag.KEEPALIVE);
        settings = option(settings, "StrictHostKeyChecking", CoreFlag.STRICT_HOST_KEYS);
        settings = option(settings, "ControlPersist", CoreFlag.KEEP_SESSIONS);
        if (core.given().containsKey(CoreFlag.FORWARD_AGENT)) {
            settings = settings.withOption("ForwardAgent", "yes");
        }
        for (String option : core.values(CoreFlag.SSH_OPTION)) {
            String[] parts = option.split("[=\\s]+", 2);
            settings = settings.withOption(parts[0], parts[1]);
        }
        return settings;
    }

    private SshSettings option(SshSettings settings, String keyword, CoreFlag flag) {
        return core.last(flag).map(value -> settings.withOption(keyword, value)).orElse(settings);
    }

    /** Reads every value once, so that a bad one is reported before anything is done. */
    void check() {
        core.last(CoreFlag.JUMP).filter(list -> !list.equals("none")).ifPresent(ConnectionFlags::checkJumps);
        Optional<Duration> _ = core.time(CoreFlag.KEEPALIVE);
        core.last(CoreFlag.KEEP_SESSIONS)
                .filter(text -> !text.matches("yes|no") && Durations.read(text).isEmpty())
                .ifPresent(text -> {
                    throw new UsageException("--keep-sessions takes yes, no or a time such as 10m, not '" + text + "'");
                });
        core.values(CoreFlag.SSH_OPTION).stream()
                .filter(option -> !option.matches("(?s)\\s*\\w+[=\\s]+\\S.*"))
                .findFirst()
                .ifPresent(option -> {
                    throw new UsageException(
                            "--ssh-option takes KEYWORD=VALUE as in an ssh_config, not '" + option + "'");
                });
    }

    private static void checkJumps(String list) {
        for (String hop : list.split(",", -1)) {
            try {
                Host.parse(hop.strip().replaceFirst("^ssh://", ""));
            } catch (ConnectionException e) {
                throw new UsageException(
                        "--jump takes [user@]host[:port], with commas between hosts, not '" + list + "'");
            }
        }
    }
}
