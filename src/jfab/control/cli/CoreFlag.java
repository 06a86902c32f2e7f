package jfab.control.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import jfab.control.task.Arity;
import jfab.control.task.Task;
import org.jspecify.annotations.Nullable;

/** The flags of jfab itself, in the order in which the help lists them, section by section. */
enum CoreFlag implements Flag {
    HOSTS(
            'H',
            "hosts",
            "HOST,...",
            "Run on these hosts and not on the fabfile's: [user@]name[:port], gpu[01-16,20], @role, ^file; "
                    + "a!b is a without b, a&b what is in both."),
    ROLES('R', "roles", "ROLE,...", "Run on the hosts of these roles, and not on the fabfile's."),
    PROFILE(
            null,
            "profile",
            "NAME,...",
            "Choose these profiles of the fabfile, as the first words of the command line also do."),
    EXCLUDE('x', "exclude", "HOST,...", "Leave these hosts out, written as for --hosts."),
    RERUN(null, "rerun", "failed", "Run on the hosts that did not succeed in the last invocation with this fabfile."),
    FABFILE('f', "fabfile", "FILE", "Read this file instead of the nearest fabfile.groovy above the current folder."),
    COLLECTION('c', "collection", "NAME", "Look for NAME.groovy, not for fabfile.groovy."),
    SEARCH_ROOT('r', "search-root", "DIR", "Look for the fabfile from this folder upwards, not from the current one."),
    TRUSTED_FOLDERS(
            null,
            "trusted-folders",
            "DIR,...",
            "Read fabfiles that are found below these folders also where other users can change them."),
    LIST('l', "list", "[NAMESPACE]", "List the tasks, or those of a namespace."),
    LIST_DEPTH('D', "list-depth", "LEVELS", "List only as many levels of namespaces."),
    LIST_FORMAT('F', "list-format", "flat|nested|json", "List tasks one below the other, as a tree, or for programs."),
    NO_DEDUPE(
            null,
            "no-dedupe",
            null,
            "Run each time that it is named what is declared once, and what several tasks have before them."),
    DRY_RUN('n', "dry-run", null, "Show what would be run and copied on each host, and connect to none; also --dry."),
    USER('u', "user", "NAME", "Log in as this user where a host does not name one."),
    PORT(null, "port", "PORT", "Connect to this port where a host does not name one."),
    IDENTITY('i', "identity", "FILE", "Log in with this private key; may be given several times."),
    SSH_CONFIG('S', "ssh-config", "FILE", "Read this ssh_config instead of ~/.ssh/config and /etc/ssh/ssh_config."),
    SSH_OPTION(
            'o',
            "ssh-option",
            "KEYWORD=VALUE",
            "Set this as if the ssh_config began with it; may be given several times."),
    JUMP(
            'J',
            "jump",
            "HOST,...",
            "Reach the hosts through this one, or these in their order, [user@]name[:port] each."),
    FORWARD_AGENT('A', "forward-agent", null, "Let commands on the hosts use the keys of your ssh-agent."),
    LIST_AGENT_KEYS(null, "list-agent-keys", null, "List the keys that your ssh-agent holds."),
    KNOWN_HOSTS(null, "known-hosts", "FILE", "Look for host keys in this file, and record new ones there."),
    STRICT_HOST_KEYS(
            null,
            "strict-host-keys",
            "yes|accept-new",
            "Refuse unknown host keys, or record them; changed ones are refused anyway."),
    KEEPALIVE(
            null,
            "keepalive",
            "TIME",
            "Ask a silent host for a sign of life after this time; 15, unless given, 0 for never."),
    KEEP_SESSIONS(
            null,
            "keep-sessions",
            "TIME",
            "Leave sessions open this long for the next command, as 10m; as ControlPersist of the ssh_config, unless given."),
    LOGIN_PASSWORD(null, "prompt-for-login-password", null, "Ask once for the password of all hosts."),
    PASSPHRASE(null, "prompt-for-passphrase", null, "Ask once for the passphrase of private keys."),
    CONNECT_TIMEOUT('t', "connect-timeout", "TIME", "Give up connecting to a host after this time: 5, 30s, 2m."),
    RETRIES(null, "retries", "N", "Try this often again to connect to a host that cannot be reached."),
    COMMAND_TIMEOUT('T', "command-timeout", "TIME", "Kill a remote command after this time: 90, 5m, 1h."),
    PTY('p', "pty", null, "Give commands a terminal; one behind -- on a single host also has your keyboard."),
    SHELL(
            null,
            "shell",
            "SHELL",
            "Run commands by this shell, as in bash; login is the account's, with its start-up files. sudo and local have sh, unless given."),
    WARN_ONLY('w', "warn-only", null, "Let tasks go on after a command that exits with another code than 0."),
    ECHO('e', "echo", null, "Show each command before it runs; not where all of its output is hidden."),
    HIDE(null, "hide", "out|err|both|stdout|stderr", "Do not show what commands print."),
    SUDO_PASSWORD(null, "prompt-for-sudo-password", null, "Ask at once for the password that sudo wants on all hosts."),
    BROADCAST(
            null,
            "broadcast",
            null,
            "Have hosts pass on the engine and the workspace of a job to each other, as files of put with broadcast: true."),
    POOL_SIZE('P', "pool-size", "HOSTS", "Run on at most this many hosts at the same time; all, unless given."),
    SERIAL(
            null,
            "serial",
            null,
            "Run each task on one host after the other; a failure is the last, but for --keep-going."),
    BATCH(
            null,
            "batch",
            "N,10%,rest",
            "Run all tasks on batches of these sizes, the last for all that follow; each batch waits for success"
                    + " before it."),
    WAIT(null, "wait", "TIME", "Wait this long between batches: 30s, 5m."),
    KEEP_GOING(null, "keep-going", null, "Run later tasks on the hosts that have not failed."),
    FAIL_FAST(null, "fail-fast", null, "Stop all hosts when the first one fails."),
    MAX_FAIL(
            null,
            "max-fail",
            "N[%]",
            "Go on with the other hosts until more than this many have failed, then stop all."),
    OUTPUT(
            null,
            "output",
            "lines|folded|json|quiet",
            "Show lines live, equal outputs once at the end, JSON events, or only failures and values."),
    FOLDED('b', "folded", null, "Show equal outputs of hosts once, at the end; the same as --output=folded."),
    DIFF(null, "diff", null, "Show the most frequent output, and of the others what differs from it."),
    QUIET('q', "quiet", null, "Show only failures and values that tasks return; the same as --output=quiet."),
    PRINT_RESULTS(
            null,
            "print-results",
            null,
            "Show also what tasks return: a text as it is, all else as JSON, on one line."),
    TIMESTAMPS(null, "timestamps", null, "Begin each line with the time of day."),
    LOG_DIR(null, "log-dir", "DIR", "Write the output of each host, with times, to a file of its own in this folder."),
    COLOR(null, "color", "auto|always|never", "Print colours; auto does on terminals, unless NO_COLOR is set."),
    NO_COLOR(null, "no-color", null, "Print without colours; the same as --color=never."),
    COLD(
            null,
            "cold",
            null,
            "Run in a new process, and leave none behind for the next command; so do all, unless the settings have cold = false."),
    DEBUG('d', "debug", null, "Print stack traces of errors."),
    SET(null, "set", "KEY=VALUE", "Make a setting, jfab's or the fabfile's own; may be given several times."),
    EXPLAIN_SETTINGS(null, "explain-settings", null, "Show each setting, its value and where that comes from."),
    HELP('h', "help", "[TASK]", "Show this help, or that of a task; also behind the task."),
    VERSION('V', "version", null, "Show the versions of jfab, Java and JSch."),
    COMPLETION_SCRIPT(
            null,
            "print-completion-script",
            "bash|zsh|fish",
            "Print what makes this shell complete jfab's command lines."),
    COMPLETE(null, "complete", null, "Print what the last word after -- may become; the shells call it.");

    private final @Nullable Character letter;
    private final String word;
    private final @Nullable String value;
    private final String description;

    /** The value is shown as {@code FILE}, as {@code [TASK]} where it may be left out, as {@code flat|nested} for a choice. */
    CoreFlag(@Nullable Character letter, String word, @Nullable String value, String description) {
        this.letter = letter;
        this.word = word;
        this.value = value;
        this.description = description;
    }

    /** The flag that {@code token} names: by its letter behind one dash, by its word behind two. */
    static Optional<CoreFlag> named(FlagToken token) {
        return Arrays.stream(values())
                .filter(flag -> token.isLong()
                        ? flag.word.equals(spelled(token.name()))
                        : token.name().equals(String.valueOf(flag.letter)))
                .findFirst();
    }

    /** Fabric's word for ours. */
    private static String spelled(String word) {
        return word.equals("dry") ? DRY_RUN.word : word;
    }

    /** All long flags: {@code --hosts}, ... */
    static List<String> words() {
        return Arrays.stream(values()).map(CoreFlag::flag).toList();
    }

    @Override
    public Arity takes() {
        if (value == null) {
            return Arity.NOTHING;
        }
        return value.startsWith("[") ? Arity.OPTIONAL : Arity.VALUE;
    }

    @Override
    public String shown() {
        return flag();
    }

    /** The values that it takes, {@code flat|nested} for instance; empty where any will do. */
    List<String> choices() {
        return value == null || value.indexOf('|') < 0 ? List.of() : List.of(value.split("\\|"));
    }

    /** What it means where it stands alone behind a task. */
    String ofTask(Task task) {
        return this == HELP ? task.name() : "";
    }

    /** Its short flag, {@code -H}; empty for none. */
    String letter() {
        return letter == null ? "" : "-" + letter;
    }

    String flag() {
        return "--" + word;
    }

    /** As the help shows it: {@code -H, --hosts=HOST,...}. */
    String usage() {
        String shownValue = switch (takes()) {
            case OPTIONAL -> "[=" + String.valueOf(value).substring(1);
            case VALUE, VALUES -> "=" + value;
            case NOTHING, COUNT, REMAINDER, FLAGS -> "";
        };
        return (letter == null ? "    " : "-" + letter + ", ") + flag() + shownValue;
    }

    String description() {
        return description;
    }
}
