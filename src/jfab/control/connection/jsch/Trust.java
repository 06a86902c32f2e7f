package jfab.control.connection.jsch;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import jfab.control.connection.SshSettings;
import jfab.control.connection.config.HostConfig;
import jfab.control.connection.config.SshConfigLine;
import org.jspecify.annotations.Nullable;

/**
 * What decides whether a host's key is believed.
 *
 * @param alias name to look up the key by; null for address and port
 * @param knownHosts known_hosts files, the first of which receives new keys
 * @param hashed whether the name of a new key's host is written as its hash
 * @param unknown what becomes of an unknown key; a changed one is refused always
 * @param revoked a file of keys that no host may have; null for none
 */
record Trust(
        @Nullable String alias,
        List<Path> knownHosts,
        boolean hashed,
        Unknown unknown,
        @Nullable Path revoked) {
    /** What becomes of a key that the known hosts do not have. */
    enum Unknown {
        REFUSED,
        /** Where somebody can be asked; else it is refused. */
        ASKED,
        RECORDED
    }

    Trust {
        knownHosts = List.copyOf(knownHosts);
    }

    /**
     * What {@code config} and {@code settings} say of it.
     *
     * @throws jfab.control.connection.host.ConnectionException where it hangs on a KnownHostsCommand as well
     */
    static Trust of(HostConfig config, SshSettings settings) {
        SshConfigLine command = config.first("knownhostscommand");
        if (command != null && !command.value().equalsIgnoreCase("none")) {
            throw command.wrong(
                    "jfab does not run KnownHostsCommand, without whose lines a wrong host key could be believed;"
                            + " -o KnownHostsCommand=none does without them");
        }
        SshConfigLine alias = config.first("hostkeyalias");
        SshConfigLine revoked = config.first("revokedhostkeys");
        return new Trust(
                alias == null ? null : alias.value(),
                knownHosts(config, settings.knownHosts()),
                config.get("hashknownhosts", SshConfigLine::yes, false),
                unknown(config),
                revoked == null || revoked.value().equals("none") ? null : config.path(revoked.value()));
    }

    private static Unknown unknown(HostConfig config) {
        Unknown unknown = config.get("stricthostkeychecking", Trust::unknown, Unknown.RECORDED);
        // As for ssh, that asks nothing at all.
        return unknown == Unknown.ASKED && config.get("batchmode", SshConfigLine::yes, false)
                ? Unknown.REFUSED
                : unknown;
    }

    private static Unknown unknown(SshConfigLine setting) {
        return switch (setting.value().toLowerCase(Locale.ROOT)) {
            case "yes", "true" -> Unknown.REFUSED;
            case "ask" -> Unknown.ASKED;
            case "no", "false", "off", "accept-new" -> Unknown.RECORDED;
            default ->
                throw setting.wrong(setting.keyword() + " takes yes, ask or accept-new, not '" + setting.value() + "'");
        };
    }

    /** The user's files, the first of which receives new keys, and those that the machine's administrator keeps. */
    private static List<Path> knownHosts(HostConfig config, @Nullable Path named) {
        Stream<Path> own = named != null
                ? Stream.of(named)
                : files(config, "userknownhostsfile", "~/.ssh/known_hosts", "~/.ssh/known_hosts2");
        return Stream.concat(
                        own,
                        files(config, "globalknownhostsfile", "/etc/ssh/ssh_known_hosts", "/etc/ssh/ssh_known_hosts2"))
                .toList();
    }

    private static Stream<Path> files(HostConfig config, String keyword, String... usual) {
        List<String> files = config.get(keyword, SshConfigLine::arguments, List.of(usual));
        // Never an empty list: the first of the user's files receives new keys, and the administrator's must not.
        return files.stream().map(file -> file.equals("none") ? Path.of("/dev/null") : config.path(file));
    }
}
