package jfab.control.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import jfab.Durations;
import jfab.control.cli.output.OutputOptions;
import jfab.control.connection.SshSettings;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandOptions;
import jfab.control.task.Task;
import jfab.control.task.TaskExecutor;

/**
 * What the command line says to jfab itself.
 *
 * @param given the values of each flag in their order; a flag without value has an empty one
 */
public record CoreOptions(Map<CoreFlag, List<String>> given) {
    public CoreOptions {
        Map<CoreFlag, List<String>> copy = new EnumMap<>(CoreFlag.class);
        given.forEach((flag, values) -> copy.put(flag, List.copyOf(values)));
        given = copy;
    }

    public boolean list() {
        return given.containsKey(CoreFlag.LIST);
    }

    /** The namespace whose tasks are listed; empty for all. */
    String namespace() {
        return last(CoreFlag.LIST).orElse("");
    }

    /** How many levels of namespaces are listed; 0 for all. */
    int listDepth() {
        return number(CoreFlag.LIST_DEPTH, Integer.MAX_VALUE).orElse(0);
    }

    TaskList.Format listFormat() {
        return last(CoreFlag.LIST_FORMAT)
                .map(format -> TaskList.Format.valueOf(format.toUpperCase(Locale.ROOT)))
                .orElse(TaskList.Format.FLAT);
    }

    /** The shell whose completion script is wanted. */
    public Optional<String> completionScript() {
        return last(CoreFlag.COMPLETION_SCRIPT);
    }

    /** Whether only what the shells complete from is wanted. */
    public boolean complete() {
        return given.containsKey(CoreFlag.COMPLETE);
    }

    public boolean version() {
        return given.containsKey(CoreFlag.VERSION);
    }

    /** Settings, {@code key=value} each. */
    public List<String> set() {
        return values(CoreFlag.SET);
    }

    public boolean explainSettings() {
        return given.containsKey(CoreFlag.EXPLAIN_SETTINGS);
    }

    public boolean debug() {
        return given.containsKey(CoreFlag.DEBUG);
    }

    /** How the user wants to see the run. */
    public OutputOptions output() {
        return new OutputFlags(this).options();
    }

    /** The flags that say which fabfile, which hosts, and how these are called, each with a blank behind it. */
    public String repeated() {
        StringBuilder flags = new StringBuilder();
        for (CoreFlag flag : List.of(CoreFlag.FABFILE, CoreFlag.SSH_CONFIG, CoreFlag.HOSTS, CoreFlag.ROLES)) {
            values(flag)
                    .forEach(value -> flags.append(flag.letter())
                            .append(' ')
                            .append(Command.quote(value))
                            .append(' '));
        }
        return flags.toString();
    }

    public boolean promptForPassword() {
        return given.containsKey(CoreFlag.LOGIN_PASSWORD);
    }

    public boolean promptForPassphrase() {
        return given.containsKey(CoreFlag.PASSPHRASE);
    }

    public Optional<Path> fabfile() {
        return last(CoreFlag.FABFILE).map(Path::of);
    }

    /**
     * The name that the fabfile is looked for by, without {@code .groovy}.
     *
     * @throws UsageException where it is a path
     */
    public String collection() {
        String name = last(CoreFlag.COLLECTION).orElse("fabfile");
        if (name.isEmpty() || name.contains("/")) {
            throw new UsageException("--collection takes the name of a file without .groovy, not '" + name
                    + "'; -f takes a path, -r a folder");
        }
        return name;
    }

    /** The folder from which the fabfile is looked for upwards. */
    public Optional<Path> searchRoot() {
        return last(CoreFlag.SEARCH_ROOT).map(Path::of);
    }

    /**
     * The folders below which a fabfile is read whoever can change it.
     *
     * @throws UsageException where one does not begin at the root
     */
    List<Path> trustedFolders() {
        return values(CoreFlag.TRUSTED_FOLDERS).stream()
                .flatMap(folders -> Arrays.stream(folders.split(",", -1)))
                .map(folder -> absolute(folder.strip()))
                .toList();
    }

    private static Path absolute(String folder) {
        if (!folder.startsWith("/")) {
            throw new UsageException("--trusted-folders takes folders that begin with /, not '" + folder + "'");
        }
        return Path.of(folder).normalize();
    }

    public boolean listAgentKeys() {
        return given.containsKey(CoreFlag.LIST_AGENT_KEYS);
    }

    /** {@code usual} with what the command line says about the way to hosts. */
    public SshSettings reach(SshSettings usual) {
        return new ConnectionFlags(this).in(usual);
    }

    /** The ssh_config to read. */
    public Optional<Path> sshConfig() {
        return last(CoreFlag.SSH_CONFIG).map(Path::of);
    }

    /** The login name for hosts that name none. */
    public Optional<String> user() {
        return last(CoreFlag.USER);
    }

    /** The port for hosts that name none. */
    public OptionalInt port() {
        return number(CoreFlag.PORT, 65535);
    }

    /** Private keys, in the order given. */
    public List<Path> identities() {
        return values(CoreFlag.IDENTITY).stream().map(Path::of).toList();
    }

    public Optional<Duration> connectTimeout() {
        return limit(CoreFlag.CONNECT_TIMEOUT);
    }

    public boolean promptForSudoPassword() {
        return given.containsKey(CoreFlag.SUDO_PASSWORD);
    }

    /** How commands run that do not say it themselves. */
    public CommandOptions manner() {
        CommandOptions manner = CommandOptions.PLAIN
                .hiding(last(CoreFlag.HIDE).orElse("false"))
                .echoing(given.containsKey(CoreFlag.ECHO))
                .onTerminal(given.containsKey(CoreFlag.PTY))
                .by(last(CoreFlag.SHELL).orElse(""));
        return given.containsKey(CoreFlag.WARN_ONLY) ? manner.accepting(List.of()) : manner;
    }

    /** How many hosts at a time, in which order, with how many failures, and for how long a command may run. */
    public TaskExecutor.Limits limits() {
        return new StrategyOptions(this).limits();
    }

    /** Whether nothing is to be done but shown. */
    public boolean dryRun() {
        return given.containsKey(CoreFlag.DRY_RUN);
    }

    /** Whether what several tasks want runs once for all of them. */
    boolean dedupes() {
        return !given.containsKey(CoreFlag.NO_DEDUPE);
    }

    /** How often connecting is tried again. */
    public int retries() {
        return number(CoreFlag.RETRIES, 1000).orElse(0);
    }

    /** Whether only the hosts are meant that did not succeed the last time. */
    public boolean rerun() {
        Optional<String> which = last(CoreFlag.RERUN);
        if (which.isPresent() && !which.get().equals("failed")) {
            throw new UsageException("--rerun takes 'failed', not '" + which.get() + "'");
        }
        if (which.isPresent() && namesHosts()) {
            throw new UsageException("--rerun names the hosts itself; leave --hosts and --roles out");
        }
        return which.isPresent();
    }

    /** What {@code -H} names, as expressions of hosts. */
    public List<String> hosts() {
        return values(CoreFlag.HOSTS);
    }

    /** The roles of {@code -R}, each as an expression. */
    public List<String> roles() {
        return values(CoreFlag.ROLES).stream()
                .flatMap(roles -> Arrays.stream(roles.split(",", -1)))
                .map(role -> "@" + checkedRole(role.strip()))
                .toList();
    }

    /** What {@code -x} leaves out, as expressions of hosts. */
    public List<String> exclude() {
        return values(CoreFlag.EXCLUDE);
    }

    /** The profiles that are chosen, each once, in their order. */
    public List<String> profiles() {
        return values(CoreFlag.PROFILE).stream()
                .flatMap(names -> Arrays.stream(names.split(",", -1)))
                .map(name -> Task.dashed(name.strip()))
                .distinct()
                .toList();
    }

    /** Whether the command line says where tasks run. */
    public boolean namesHosts() {
        return given.containsKey(CoreFlag.HOSTS) || given.containsKey(CoreFlag.ROLES);
    }

    private static String checkedRole(String role) {
        if (!role.matches("[^\\s,!&^@]+")) {
            throw new UsageException("--roles takes names of roles, not '" + role + "'; write role,role");
        }
        return role;
    }

    /** Reads every value once, so that a bad one is reported before anything is done. */
    public CoreOptions checked() {
        roles();
        port();
        limits();
        retries();
        rerun();
        connectTimeout();
        output();
        new ConnectionFlags(this).check();
        for (Path identity : identities()) {
            if (!Files.isReadable(identity)) {
                throw new UsageException("--identity " + identity + ": no such file, or not readable");
            }
        }
        sshConfig().filter(file -> !Files.isReadable(file)).ifPresent(file -> {
            throw new UsageException("--ssh-config " + file + ": no such file, or not readable");
        });
        return this;
    }

    /** After what time something is given up; that is not at once. */
    Optional<Duration> limit(CoreFlag flag) {
        return time(flag).map(limit -> {
            if (limit.isZero()) {
                throw noTime(flag);
            }
            return limit;
        });
    }

    Optional<Duration> time(CoreFlag flag) {
        return last(flag).map(text -> Durations.read(text).orElseThrow(() -> noTime(flag)));
    }

    private UsageException noTime(CoreFlag flag) {
        return new UsageException(flag.flag() + " takes a time such as 30, 30s, 5m or 1h, not '"
                + last(flag).orElse("") + "'");
    }

    OptionalInt number(CoreFlag flag, int most) {
        Optional<String> text = last(flag);
        if (text.isEmpty()) {
            return OptionalInt.empty();
        }
        try {
            int number = Integer.parseInt(text.get());
            if (number >= 1 && number <= most) {
                return OptionalInt.of(number);
            }
        } catch (NumberFormatException e) {
            // Said below, as for a number out of range.
        }
        throw new UsageException(flag.flag() + " takes a whole number from 1"
                + (most == Integer.MAX_VALUE ? "" : " to " + most) + ", not '" + text.get() + "'");
    }

    Optional<String> last(CoreFlag flag) {
        List<String> values = values(flag);
        return values.isEmpty() ? Optional.empty() : Optional.of(values.getLast());
    }

    List<String> values(CoreFlag flag) {
        return given.getOrDefault(flag, List.of());
    }
}
