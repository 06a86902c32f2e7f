package jfab.control.connection;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import jfab.control.connection.broadcast.Content;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandContext;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.OptionException;
import jfab.control.connection.command.Result;
import jfab.control.connection.command.UserTerminal;
import jfab.control.connection.files.BoundedOutput;
import jfab.control.connection.files.Sftp;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.files.TransferResult;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * One host as tasks see it; a task's body gets one as its first argument.
 *
 * <ul>
 *   <li>It belongs to one thread at a time; whoever opened it closes it.
 *   <li>Every method throws {@link ConnectionException} when the line to the host breaks.
 * </ul>
 */
public final class Connection implements AutoCloseable {
    private final Transport transport;
    private final Defaults defaults;
    private final Started started;
    private final Blocks blocks = new Blocks();

    public Connection(Transport transport) {
        this(transport, Defaults.plain());
    }

    /** A connection whose commands run as {@code defaults} say, where they do not say it themselves. */
    public Connection(Transport transport, Defaults defaults) {
        this.transport = transport;
        this.defaults = defaults.on(transport.host());
        this.started = new Started(transport);
    }

    /** The host, as it was named. */
    public Host host() {
        return transport.host();
    }

    /** {@code c.host} in Groovy: the name as it was typed, without user and port, so that it can be compared and looked up. */
    public String getHost() {
        return host().name();
    }

    /**
     * The user and the port of the log-in: {@code c.login().user}. No {@code c.user}: in a task's body a bare {@code user} or {@code port}
     * would then be these, and no longer the fabfile's own.
     */
    public Host login() {
        return transport.login();
    }

    /** What the fabfile knows of this host: {@code c.facts.rack}. */
    public Map<String, Object> getFacts() {
        return host().facts();
    }

    /**
     * Runs {@code command} and waits for it, as it says, within the blocks that this stands in. Its lines are shown live,
     * unless it is hidden, and captured.
     *
     * @throws CommandException when the exit code is not one that is accepted
     */
    public Result run(Command command) {
        return transport.run(around().equals(CommandContext.NONE) ? command : command.with(around()));
    }

    /** Runs a shell line. */
    public Result run(String line) {
        return run(Map.of(), line);
    }

    /** Runs a program with arguments; each is quoted. */
    public Result run(List<?> argv) {
        return run(Map.of(), argv);
    }

    /**
     * Runs a shell line and waits for it and for all who hold its output; {@link #launch} starts what is to go on.
     *
     * <pre>{@code
     * def free = c.run("df -m $path", hide: true).out()
     * c.run('grep -q x file', ok: [0, 1], timeout: 30, env: [LANG: 'C'])
     * c.run('./install', pty: true, responders: [(~/Continue\?/): 'yes\n'])
     * }</pre>
     *
     * <ul>
     *   <li>{@code hide}: {@code true} or {@code 'both'}, {@code 'out'}, {@code 'err'}; what is hidden is captured all the same.
     *   <li>{@code echo}: shows the command first. With all output hidden only an {@code echo: true} of the same call does.
     *   <li>{@code warn}: accepts every exit code; {@code ok: [0, 1]} accepts these, and the end by a signal as 128 and its number.
     *   <li>{@code timeout}: seconds or a Duration after which the command and all that it started are killed, as by Ctrl-C. What has
     *       left its session on purpose, by {@code setsid} or as a daemon, stays; on a host without {@code /proc}, such as macOS, also what
     *       is in a process group of its own.
     *   <li>{@code pty}: gives it a terminal, as large as yours and changing with it; both its streams are then one.
     *       Ctrl-C is typed there before anything else is done to end it.
     *   <li>{@code env}: variables; any text is safe. They can be seen in the host's process list.
     *   <li>{@code in}: text, bytes, a Path or File, a stream; {@code true} is jfab's own standard input, whole for each host.
     *       Without it the command reads an end of file.
     *   <li>{@code out}, {@code err}: a stream, or the name of a local file with {@code {host}} in it, that receives the bytes
     *       instead of the terminal.
     *   <li>{@code responders} (or {@code watchers}): answers to what it prints, a pattern or a text each. An answer
     *       {@code [answer: 'x\n', refused: ~/Sorry/]} ends the command when that is printed next.
     *   <li>{@code shell}: {@code 'login'}, or the path of a shell.
     *   <li>{@code user}, {@code group}, {@code password}: as for {@link #sudo}.
     * </ul>
     *
     * @throws CommandException when the exit code is not one that is accepted
     */
    public Result run(Map<String, ?> options, String line) {
        return transport.run(new RunOptions("run", options, defaults).on(line, around()));
    }

    /** Runs a program with arguments; each is quoted. */
    public Result run(Map<String, ?> options, List<?> argv) {
        return run(options, quoted(argv));
    }

    /** Starts a shell line and goes on meanwhile: {@link #start(Map, String)}. */
    public Promise start(String line) {
        return start(Map.of(), line);
    }

    /** Starts a program with arguments and goes on meanwhile; each is quoted. */
    public Promise start(List<?> argv) {
        return start(Map.of(), argv);
    }

    /**
     * Starts a shell line and goes on meanwhile, so that a host does several things at once:
     *
     * <pre>{@code
     * def make = c.start('make -j8', timeout: 600)
     * c.put('data/', 'data/')
     * println make.join().tail(1)
     * }</pre>
     *
     * <p>Its failure is thrown by {@code join()}; one that nobody joins is told and fails nothing. It runs within the blocks that it is started in. Options are those of
     * {@link #run(Map, String)}; its output is hidden unless it says {@code hide: false}. What still runs when the task
     * ends is ended then, and named in a notice; {@link #launch} starts what is to go on.
     */
    public Promise start(Map<String, ?> options, String line) {
        Map<String, Object> all = new LinkedHashMap<>(options);
        all.putIfAbsent("hide", true);
        return started.start(new RunOptions("start", all, defaults).on(line, around()));
    }

    /** Starts a program with arguments and goes on meanwhile; each is quoted. */
    public Promise start(Map<String, ?> options, List<?> argv) {
        return start(options, quoted(argv));
    }

    /** Runs a shell line as root. */
    public Result sudo(String line) {
        return sudo(Map.of(), line);
    }

    /** Runs a program with arguments as root. */
    public Result sudo(List<?> argv) {
        return sudo(Map.of(), argv);
    }

    /**
     * Runs a shell line as root, or as {@code user: 'postgres'} and {@code group:}, in the directory and with the environment
     * of the blocks around it. The other options are those of {@link #run(Map, String)}.
     *
     * <p>Where sudo wants a password it gets that of {@code password:}, or the host's {@code sudoPassword}, or the user's, who
     * is asked once for all hosts. It is never part of a command line. A password that sudo does not take is not tried again.
     */
    public Result sudo(Map<String, ?> options, String line) {
        return transport.run(new RunOptions("sudo", options, defaults).on(line, around()));
    }

    /** Runs a program with arguments as root, or as another user. */
    public Result sudo(Map<String, ?> options, List<?> argv) {
        return sudo(options, quoted(argv));
    }

    /** Runs a shell line on this machine. */
    public Result local(String line) {
        return local(Map.of(), line);
    }

    /** Runs a program with arguments on this machine. */
    public Result local(List<?> argv) {
        return local(Map.of(), argv);
    }

    /**
     * Runs a shell line on the machine that jfab runs on, in the folder of {@link #lcd}; its lines are shown as this host's.
     * {@code cd} and the other blocks are about the host and change nothing here. Options: hide, echo, warn, ok, timeout,
     * env, in, out, err, shell.
     */
    public Result local(Map<String, ?> options, String line) {
        for (String remote : List.of("pty", "responders", "watchers", "user", "group", "password")) {
            if (options.containsKey(remote)) {
                throw new OptionException("local does not take the option '" + remote + "'");
            }
        }
        Defaults here = defaults.with(defaults.manner().onTerminal(false));
        return transport.local(new RunOptions("local", options, here).on(line, CommandContext.NONE), blocks.folder());
    }

    /** Runs a program with arguments on this machine. */
    public Result local(Map<String, ?> options, List<?> argv) {
        return local(options, quoted(argv));
    }

    /**
     * Gives the user's terminal over to the host's login shell until that ends; gives its exit code. Where a task runs on
     * several hosts, each gets the terminal when the one before has left it.
     *
     * @throws OptionException where jfab has no terminal
     */
    public int shell() {
        return transport.shell(null, terminal());
    }

    /**
     * Gives the user's terminal over to a command, as in {@code c.shell('htop')}, until that ends; gives its exit code. The
     * blocks that it stands in count, but for {@code asUser}: sudo, written into the line, asks on the terminal itself.
     *
     * @throws OptionException where jfab has no terminal, or something that is asked there is to be answered by jfab
     */
    public int shell(String line) {
        if (around().as() != null || !around().secrets().values().isEmpty()) {
            throw new OptionException(
                    "shell gives the terminal away, so that jfab can hand over no secret and no password"
                            + " there; write sudo into the line");
        }
        return transport.shell(Command.shell(line).with(around()), terminal());
    }

    /** Gives the user's terminal over to a program with arguments; each is quoted. */
    public int shell(List<?> argv) {
        return shell(quoted(argv));
    }

    /**
     * Runs a shell line with jfab's own standard input: with the user's keyboard and screen, where commands are to have a
     * terminal and the user has one.
     *
     * @throws CommandException when the exit code is not one that is accepted
     */
    public Result interact(String line) {
        if (!defaults.manner().pty() || defaults.terminal() == null) {
            return run(Map.of("in", true), line);
        }
        long start = System.nanoTime();
        int code = shell(line);
        Command command = new RunOptions("run", Map.of(), defaults).on(line, around());
        Result result = new Result(host(), command, code, null, "", "", Duration.ofNanos(System.nanoTime() - start));
        if (!result.accepted()) {
            throw new CommandException(result, command.described() + " exited with " + code);
        }
        return result;
    }

    private Supplier<UserTerminal> terminal() {
        Supplier<UserTerminal> terminal = defaults.terminal();
        return terminal != null ? terminal : Connection::noTerminal;
    }

    private static UserTerminal noTerminal() {
        throw new OptionException("shell needs a terminal, and standard input or output is none");
    }

    /** Starts a shell line that goes on when the connection ends; gives its process id. */
    public long launch(String line) {
        return launch(Map.of(), line);
    }

    /** Starts a program with arguments that goes on when the connection ends; gives its process id. */
    public long launch(List<?> argv) {
        return launch(Map.of(), argv);
    }

    /**
     * Starts a shell line that goes on when the connection ends: in a session of its own, with nothing to read, its output at
     * the end of the file {@code log:}, or nowhere. Other options: env, user, group, password, echo, timeout, shell.
     *
     * @return its process id, which is also that of its process group: {@code kill -- -PID} ends it and all that it started
     */
    public long launch(Map<String, ?> options, String line) {
        return new Launch(transport, options, defaults).start(line, around());
    }

    /** Starts a program with arguments that goes on when the connection ends; gives its process id. */
    public long launch(Map<String, ?> options, List<?> argv) {
        return launch(options, quoted(argv));
    }

    /**
     * Runs {@code body} with commands in the directory {@code path}, which is one name whatever its characters; a tilde at its
     * begin is the home of who logged in. Relative ones begin where the block around this one is. Gives the body's value.
     */
    public <T extends @Nullable Object> T cd(String path, Callable<T> body) {
        return blocks.within(around().in(path), body);
    }

    /** The directory that commands run in here; empty for the one that the log-in begins in. */
    public String cwd() {
        return around().directory();
    }

    /** {@code c.cwd} in Groovy. */
    public String getCwd() {
        return cwd();
    }

    /** Runs {@code body} with {@code line} before each command, which runs only if that succeeds. */
    public <T extends @Nullable Object> T prefix(String line, Callable<T> body) {
        return blocks.within(around().after(line), body);
    }

    /** Runs {@code body} with environment variables for its commands; null unsets one. */
    public <T extends @Nullable Object> T env(Map<String, ?> variables, Callable<T> body) {
        return blocks.within(around().with(variables), body);
    }

    /** Runs {@code body} with this umask for its commands. */
    public <T extends @Nullable Object> T umask(String mask, Callable<T> body) {
        return blocks.within(around().umask(mask), body);
    }

    /** Runs {@code body} with its commands run as another user, through sudo. */
    public <T extends @Nullable Object> T asUser(String user, Callable<T> body) {
        return asUser(Map.of(), user, body);
    }

    /** Runs {@code body} with its commands run as another user, through sudo; options: {@code group:}, {@code password:}. */
    public <T extends @Nullable Object> T asUser(Map<String, ?> options, String user, Callable<T> body) {
        Map<String, Object> all = new LinkedHashMap<>(options);
        all.put("user", user);
        return blocks.within(
                new RunOptions("asUser", all, defaults).on("", around()).around(), body);
    }

    /** Runs {@code body} with {@code local}, and the local side of put and get, in {@code path}. */
    public <T extends @Nullable Object> T lcd(String path, Callable<T> body) {
        return blocks.lcd(path, body);
    }

    /** The directory, environment and user of the blocks that this stands in. */
    CommandContext around() {
        return blocks.around();
    }

    private static String quoted(@Nullable List<?> argv) {
        if (argv == null || argv.isEmpty()) {
            throw new OptionException("a command is " + (argv == null ? "null" : "a list without words")
                    + "; a list begins with a program, such as ['df', '-h']");
        }
        if (argv.stream().anyMatch(Objects::isNull)) {
            throw new OptionException("word " + (argv.indexOf(null) + 1) + " of the command " + argv + " is null");
        }
        return Command.of(argv.stream().map(String::valueOf).toList()).line();
    }

    /**
     * Runs {@code command} with its streams connected instead of captured: nothing is shown and {@code Result.out} is
     * empty. Standard error is captured.
     *
     * @param in sent as standard input, then closed; null for none
     * @param out receives standard output; it must not block for long
     * @throws CommandException when the exit code is not one that is accepted
     */
    public Result pipe(Command command, @Nullable InputStream in, OutputStream out) {
        return transport.pipe(around().equals(CommandContext.NONE) ? command : command.with(around()), in, out);
    }

    /**
     * Runs {@code command}, whose processes are to outlive it and this connection: {@link Transport#launch}.
     *
     * @param in sent as standard input, then closed; null for none
     * @throws CommandException when the exit code is not one that is accepted
     */
    public Result launch(Command command, @Nullable InputStream in, Command keeper) {
        return transport.launch(around().equals(CommandContext.NONE) ? command : command.with(around()), in, keeper);
    }

    /**
     * Runs {@code taker} with {@code content} as its standard input. Hosts that want the same content in the same run of a {@link Group}
     * pass it on to each other, where that pays and the setting {@code broadcast} asks for it.
     *
     * @param progress told how many bytes are there
     * @return its result, whatever its exit code
     * @throws IOException when the content cannot be read
     */
    public Result broadcast(Content content, Command taker, LongConsumer progress) throws IOException {
        return defaults.unasked().of(content).bring(transport, taker, progress);
    }

    /** Copies a file, a directory, or what a pattern matches, to the host: {@link #put(Map, Object, String)}. */
    public TransferResult put(Object local, String remote) {
        return transfers().put(Map.of(), local, remote, null);
    }

    /** Copies {@code text:} or {@code bytes:} to a file on the host; the other options are those for files. */
    public TransferResult put(Map<String, ?> options, String remote) {
        return transfers().put(options, null, remote, null);
    }

    /**
     * Copies to the host. Each file appears complete or not at all, also in a tree; a directory that was not there
     * appears at once.
     *
     * <ul>
     *   <li>{@code local} is a path with {@code ~}, a list of paths, a stream, a reader or bytes. A stream in memory goes to each
     *       host that is given it, any other one is taken once. A text that is not the
     *       name of a file may have {@code *}, {@code ?}, {@code [abc]} and {@code **} in it; what matches keeps its path
     *       below the first part with such a character.
     *   <li>A directory arrives under its own name in {@code remote}: {@code put('model', '/srv')} makes
     *       {@code /srv/model}. With a slash at its end, what is in it arrives there: {@code put('model/', '/srv/model')}.
     *   <li>A file arrives as {@code remote}, or in it if that is a directory.
     *   <li>Links below a directory stay links; devices, sockets and pipes are left out, and never replaced. Nothing is deleted.
     * </ul>
     *
     * <p>Options: {@code mode: 0640}; {@code owner: 'user:group'}; {@code sudo: true}; {@code mkdirs: true} makes the
     * directories that lead to {@code remote}; {@code preserve: false} gives files mode 644 or 755 and the time of their
     * arrival; {@code exclude: ['*.tmp', 'cache/']}; {@code sync: true} leaves out files that are there with the same size
     * and time in whole seconds, {@code checksum: true} those with the same content, and either goes on where the last one broke off,
     * and sends of a file of 16 MB or more only the pieces that differ; {@code verify: true} compares checksums before anything is
     * replaced; {@code broadcast: true} has hosts that are sent the same files at the same time pass them on to each other over SSH,
     * where that is faster than to send each its own: a line says how it was done, and why.
     *
     * @throws TransferException when either side fails
     */
    public TransferResult put(Map<String, ?> options, Object local, String remote) {
        return transfers().put(options, local, remote, null);
    }

    /** Copies the files that {@code filter} takes, by their paths below {@code local}. */
    public TransferResult put(Object local, String remote, Predicate<Path> filter) {
        return transfers().put(Map.of(), local, remote, filter);
    }

    /** Copies the files that {@code filter} takes, by their paths below {@code local}. */
    public TransferResult put(Map<String, ?> options, Object local, String remote, Predicate<Path> filter) {
        return transfers().put(options, local, remote, filter);
    }

    /** Copies from the host into a folder with the host's name. */
    public TransferResult get(CharSequence remote) {
        // Not of a String: Groovy asks such a method for every property that is no other.
        return transfers().get(Map.of(), remote.toString(), null, null);
    }

    /** Copies from the host into a folder with the host's name. */
    public TransferResult get(Map<String, ?> options, String remote) {
        return transfers().get(options, remote, null, null);
    }

    /** Copies a file, a directory, or what a pattern matches, from the host: {@link #get(Map, String, Object)}. */
    public TransferResult get(String remote, Object local) {
        return transfers().get(Map.of(), remote, local, null);
    }

    /**
     * Copies from the host. Each file appears complete or not at all; folders that are missing here are made.
     *
     * <ul>
     *   <li>{@code remote} is a path, or, where nothing has that very name, a pattern as in {@code put}. The slash at the
     *       end of a directory means what it means there.
     *   <li>{@code local} is a file, a folder if it is there or ends with a slash, or a stream, which receives one file.
     *       {@code {host}}, {@code {user}}, {@code {port}}, {@code {dirname}} and {@code {basename}} stand for the host's
     *       and the remote path's.
     *   <li>Files that grow meanwhile arrive with at least the size that they had at first.
     *   <li>{@code local} may be a link, or lead through links. Below it nothing is written through one, since an earlier
     *       tree may have brought it: a file replaces a link of its name, and for a directory the link is in the way.
     *   <li>What the host sends without having been asked for it ends the transfer.
     *   <li>A file that another host of the same turn has brought is not replaced: that ends the transfer.
     * </ul>
     *
     * <p>Options as for {@code put}, but for {@code owner} and {@code mkdirs}.
     *
     * @throws TransferException when either side fails
     */
    public TransferResult get(Map<String, ?> options, String remote, Object local) {
        return transfers().get(options, remote, local, null);
    }

    /** Copies the files that {@code filter} takes, by their paths below {@code remote}. */
    public TransferResult get(String remote, Object local, Predicate<Path> filter) {
        return transfers().get(Map.of(), remote, local, filter);
    }

    /** Copies the files that {@code filter} takes, by their paths below {@code remote}. */
    public TransferResult get(Map<String, ?> options, String remote, Object local, Predicate<Path> filter) {
        return transfers().get(options, remote, local, filter);
    }

    /** The content of a file on the host, read as UTF-8. */
    public String getText(String remote) {
        return getText(Map.of(), remote);
    }

    /** The content of a file on the host, read as UTF-8; {@code sudo: true} for one that only root may read. */
    public String getText(Map<String, ?> options, String remote) {
        BoundedOutput text = new BoundedOutput("the file");
        transfers().get(options, remote, text, null);
        return text.text();
    }

    /** Whether there is something at {@code path} on the host, links followed: {@link #exists(Map, String)}. */
    public boolean exists(String path) {
        return exists(Map.of(), path);
    }

    /**
     * Whether there is something at {@code path} on the host, links followed; {@code sudo: true} for where only root may look.
     * False in a dry run.
     */
    public boolean exists(Map<String, ?> options, String path) {
        return fileWords("exists", options).exists(path);
    }

    /** Whether a file on the host has a text: {@link #contains(Map, String, Object)}. */
    public boolean contains(String file, Object wanted) {
        return contains(Map.of(), file, wanted);
    }

    /**
     * Whether a file on the host has a text in it, or a line in which a pattern is found: {@code c.contains('/etc/fstab', '/srv')},
     * {@code c.contains('/etc/ssh/sshd_config', ~/^Port 22$/)}. A file that is not there has nothing in it. False in a dry run.
     *
     * <p>Options: {@code sudo: true}, with {@code user:}, {@code group:} and {@code password:} as for {@link #sudo}; {@code timeout:}.
     */
    public boolean contains(Map<String, ?> options, String file, Object wanted) {
        return fileWords("contains", options).contains(file, wanted);
    }

    /** Adds to a file on the host the lines that it does not have: {@link #append(Map, String, Object)}. */
    public boolean append(String file, Object lines) {
        return append(Map.of(), file, lines);
    }

    /**
     * Adds to a file on the host those of {@code lines}, a text or a list of texts, that it does not have as whole lines yet;
     * makes the file where there is none: {@code c.append('~/.ssh/authorized_keys', key)}.
     *
     * <p>The file has all of them or is as it was, and keeps owner and mode; a link to it stays a link. Its content, and what is added,
     * can be seen by nobody on the host who may not read the file. Options are those of {@link #contains(Map, String, Object)}.
     *
     * @return whether something was added; true in a dry run
     * @throws TransferException where the file cannot be changed, or somebody else changes it at the same time
     */
    public boolean append(Map<String, ?> options, String file, Object lines) {
        return fileWords("append", options).append(file, lines);
    }

    /** Replaces a text or a pattern in a file on the host: {@link #sed(Map, String, Object, Object)}. */
    public boolean sed(String file, Object wanted, Object replacement) {
        return sed(Map.of(), file, wanted, replacement);
    }

    /**
     * Replaces all that is {@code wanted} in a file on the host, in the way of {@link #append(Map, String, Object)}.
     *
     * <ul>
     *   <li>A text means itself, as does its replacement: {@code c.sed('app.conf', 'port=80', 'port=8080')}.
     *   <li>A pattern is looked for in each line, and its replacement may have groups, {@code $1}, and the whole match, {@code $0}, in it:
     *       {@code c.sed('/etc/ssh/sshd_config', ~/^#?(Port) .*$/, '$1 2222', sudo: true)}.
     * </ul>
     *
     * <p>Options are those of {@link #contains(Map, String, Object)} and {@code backup: '.bak'}, the ending of the name under which
     * the file as it was is kept beside it.
     *
     * @return whether something changed; true in a dry run
     * @throws TransferException where there is no such file, it cannot be changed, or somebody else changes it at the same time
     */
    public boolean sed(Map<String, ?> options, String file, Object wanted, Object replacement) {
        return fileWords("sed", options).sed(file, wanted, replacement);
    }

    private FileWords fileWords(String word, Map<String, ?> options) {
        return new FileWords(transport, defaults, around(), word, options);
    }

    /** Sends a template with values in it: {@link #upload_template(Map, String, String, Map)}. */
    public TransferResult upload_template(String local, String remote, Map<String, ?> values) {
        return upload_template(Map.of(), local, remote, values);
    }

    /** Sends a template with the values that {@code context:} has, as Fabric calls them. */
    public TransferResult upload_template(Map<String, ?> options, String local, String remote) {
        Map<String, Object> rest = new LinkedHashMap<>(options);
        return rest.remove("context") instanceof Map<?, ?> values
                ? transfers().template(rest, local, remote, values)
                : transfers().template(rest, local, remote, Map.of());
    }

    /**
     * Sends a file with {@code values} in it, as {@link #put(Map, Object, String)} sends files and with its options:
     * {@code c.upload_template('nginx.conf', '/etc/nginx/', [port: 80, hosts: all], sudo: true)}.
     *
     * <p>The file is one of Groovy's templates: {@code $port}, {@code ${hosts.join(',')}}, {@code <% hosts.each { %>...<% } %>}.
     * A name without a value is refused; a dollar that is to stay is written {@code \$}. It arrives with the template's mode, unless
     * {@code mode:} says otherwise.
     */
    public TransferResult upload_template(Map<String, ?> options, String local, String remote, Map<String, ?> values) {
        return transfers().template(options, local, remote, values);
    }

    private Transfers transfers() {
        return new Transfers(
                transport,
                this::asRoot,
                around()::path,
                blocks.folder(),
                Path.of(System.getProperty("user.home")),
                defaults.together(),
                defaults.unasked());
    }

    /** Paths of transfers are those of the one who logged in, whatever the blocks around them say. */
    private Result asRoot(List<String> argv) {
        Command command = new RunOptions("sudo", Map.of("hide", true, "warn", false, "pty", false), defaults)
                .on(quoted(argv), CommandContext.NONE);
        return transport.run(command);
    }

    /**
     * Small operations on the host's files, on one SFTP session that is kept, or by way of the shell where the host serves no
     * SFTP: {@code if (!c.sftp().exists('app.conf')) ...}. Options and sudo are not for these: {@link Sftp}.
     */
    public Sftp sftp() {
        return new SftpHere(host(), transport.sftp(), path -> around().path(path));
    }

    /**
     * Whether the session still stands, as far as it is known here: {@code c.connected}. A host that vanished without a word
     * is noticed by the next command or the keepalive. What a task does next on a host that has ended its session, as one that
     * starts again does, logs in anew. False in a dry run.
     */
    public boolean isConnected() {
        return transport.connected();
    }

    /**
     * Opens a port of this machine that leads to a port that the host reaches, for as long as {@code body} runs:
     * {@code c.forwardLocal(0, 5432, remoteHost: 'db') { port -> ... }}. The option localHost is the address to listen on.
     *
     * @param options remoteHost as seen from the host, and localHost; 127.0.0.1 unless given
     * @param localPort 0 to have one chosen
     * @param body gets the local port; its value is returned
     * @throws ForwardException when the port cannot be opened
     */
    public <T extends @Nullable Object> T forwardLocal(
            Map<String, ?> options, int localPort, int remotePort, IntFunction<T> body) {
        try (Forward forward = transport.forwardLocal(Tunnel.of(options, localPort, remotePort))) {
            return body.apply(forward.port());
        }
    }

    /** Opens a port of this machine that leads to one of the host, both on the loopback address. */
    public <T extends @Nullable Object> T forwardLocal(int localPort, int remotePort, IntFunction<T> body) {
        return forwardLocal(Map.of(), localPort, remotePort, body);
    }

    /**
     * Opens a port of the host that leads to a port that this machine reaches, for as long as {@code body} runs:
     * {@code c.forwardRemote(8080, 80) { port -> ... }}. The host's sshd decides whether others than itself may use it.
     *
     * @param options remoteHost, the address of the host to listen on, and localHost as seen from this
     *     machine; 127.0.0.1 unless given
     * @param remotePort 0 to have one chosen
     * @param body gets the port of the host; its value is returned
     * @throws ForwardException when the host does not open the port
     */
    public <T extends @Nullable Object> T forwardRemote(
            Map<String, ?> options, int remotePort, int localPort, IntFunction<T> body) {
        try (Forward forward = transport.forwardRemote(Tunnel.of(options, localPort, remotePort))) {
            return body.apply(forward.port());
        }
    }

    /** Opens a port of the host that leads to one of this machine, both on the loopback address. */
    public <T extends @Nullable Object> T forwardRemote(int remotePort, int localPort, IntFunction<T> body) {
        return forwardRemote(Map.of(), remotePort, localPort, body);
    }

    /** For {@link Connector#leave}. */
    void leave() {
        try {
            started.end("task ended");
        } finally {
            transport.leave();
        }
    }

    /**
     * Ends the session; commands still running under it are ended first: {@code c.close()}. What a task does next on the host logs in
     * anew.
     */
    @Override
    public void close() {
        try {
            started.end("connection was closed");
        } finally {
            transport.close();
        }
    }
}
