package jfab.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The flags of jfab itself, in the order in which the help lists them. */
enum CoreFlag {
    HOSTS('H', "hosts", "HOST,...", "Run on these hosts, [user@]name[:port] each, and not on the fabfile's."),
    FABFILE('f', "fabfile", "FILE", "Read this file instead of the nearest fabfile.groovy above the current folder."),
    LIST('l', "list", null, "List the tasks."),
    HELP('h', "help", null, "Show this help, or that of the task named after it."),
    VERSION('V', "version", null, "Show the version."),
    USER('u', "user", "NAME", "Log in as this user where a host does not name one."),
    PORT(null, "port", "PORT", "Connect to this port where a host does not name one."),
    IDENTITY('i', "identity", "FILE", "Log in with this private key; may be given several times."),
    SSH_CONFIG('S', "ssh-config", "FILE", "Read this ssh_config instead of ~/.ssh/config."),
    LOGIN_PASSWORD(null, "prompt-for-login-password", null, "Ask once for the password of all hosts."),
    PASSPHRASE(null, "prompt-for-passphrase", null, "Ask once for the passphrase of private keys."),
    CONNECT_TIMEOUT('t', "connect-timeout", "SECONDS", "Give up connecting to a host after this time."),
    COMMAND_TIMEOUT('T', "command-timeout", "SECONDS", "Kill a remote command after this time."),
    POOL_SIZE('P', "pool-size", "HOSTS", "Run on at most this many hosts at the same time; all, unless given."),
    NO_COLOR(null, "no-color", null, "Print without colours; so does a set NO_COLOR."),
    DEBUG(null, "debug", null, "Print stack traces of errors.");

    private final @Nullable Character letter;
    private final String word;
    private final @Nullable String value;
    private final String description;

    CoreFlag(@Nullable Character letter, String word, @Nullable String value, String description) {
        this.letter = letter;
        this.word = word;
        this.value = value;
        this.description = description;
    }

    /** The flag that {@code name} is, without dashes before it: a letter or a word. */
    static Optional<CoreFlag> named(String name) {
        String dashed = name.replace('_', '-');
        return Arrays.stream(values())
                .filter(flag -> flag.word.equals(dashed) || name.equals(String.valueOf(flag.letter)))
                .findFirst();
    }

    /** All long flags: {@code --hosts}, ... */
    static List<String> words() {
        return Arrays.stream(values()).map(CoreFlag::flag).toList();
    }

    boolean takesValue() {
        return value != null;
    }

    String flag() {
        return "--" + word;
    }

    /** As the help shows it: {@code -H, --hosts=HOST,...}. */
    String usage() {
        return (letter == null ? "    " : "-" + letter + ", ") + flag() + (value == null ? "" : "=" + value);
    }

    String description() {
        return description;
    }
}
