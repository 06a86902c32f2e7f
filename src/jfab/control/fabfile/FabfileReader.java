package jfab.control.fabfile;

import groovy.lang.Binding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import jfab.JfabException;
import jfab.control.connection.Connection;
import jfab.control.connection.ForwardException;
import jfab.control.connection.Group;
import jfab.control.connection.GroupException;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.Result;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.control.hosts.Inventory;
import jfab.control.settings.Settings;
import jfab.control.task.TaskListener;
import jfab.script.ScriptFile;
import org.codehaus.groovy.runtime.InvokerHelper;
import org.jspecify.annotations.Nullable;

/**
 * Finds and reads fabfiles. What their tasks print goes to the listener.
 *
 * @param configured the hosts of the user's ssh_config by a pattern
 * @param doubt why a file that is included may be another user's; empty where it may be read
 * @param user answers the questions of tasks
 */
public record FabfileReader(
        TaskListener listener,
        Settings settings,
        Function<String, List<Host>> configured,
        Function<Path, Optional<String>> doubt,
        Questioner user) {
    private static volatile @Nullable Thread preparing;

    /** A reader without settings from outside. */
    public FabfileReader(TaskListener listener) {
        this(listener, Settings.none());
    }

    /** A reader without an ssh_config. */
    public FabfileReader(TaskListener listener, Settings settings) {
        this(listener, settings, Questioner.atTerminal());
    }

    /** A reader without an ssh_config, whose tasks ask {@code user}. */
    public FabfileReader(TaskListener listener, Settings settings, Questioner user) {
        this(listener, settings, Inventory.empty().configured(), _ -> Optional.empty(), user);
    }

    /** A reader whose tasks ask at the terminal. */
    public FabfileReader(
            TaskListener listener,
            Settings settings,
            Function<String, List<Host>> configured,
            Function<Path, Optional<String>> doubt) {
        this(listener, settings, configured, doubt, Questioner.atTerminal());
    }

    /**
     * The fabfile that is used in {@code folder}: its own, or that of the nearest folder above, the root included.
     *
     * @param name of the file, without {@code .groovy}
     */
    public static Optional<Path> find(Path folder, String name) {
        for (@Nullable Path here = folder.toAbsolutePath().normalize(); here != null; here = here.getParent()) {
            Path file = here.resolve(name + ".groovy");
            if (Files.isRegularFile(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /** Begins, in a thread of its own, what Groovy does once in a process. */
    public static void prepare() {
        preparing = Thread.ofPlatform().daemon().name("groovy").start(InvokerHelper::getMetaRegistry);
    }

    /** Two threads that begin with Groovy in different places could wait for each other. */
    private static void prepared() {
        Thread begun = preparing;
        try {
            if (begun != null) {
                begun.join(Duration.ofSeconds(10));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Evaluates {@code file} and what it includes.
     *
     * @throws jfab.script.ScriptException with file and line of the first mistake
     */
    public Fabfile read(Path file) {
        prepared();
        Recorder recorder = new Recorder(
                new Binding(),
                settings,
                new HostRecorder(configured),
                new TaskOutput(listener),
                new TrainingBlock(new LaunchEvents(listener)),
                doubt,
                user);
        recorder.read(file);
        return recorder.close(file);
    }

    /** A script that speaks {@code words} and knows the types that task bodies use. */
    static ScriptFile script(Path file, FabfileWords words) {
        return ScriptFile.of(file, words)
                .cached()
                .sleepingBy(Sleep.class)
                .importing(
                        Connection.class,
                        Group.class,
                        Host.class,
                        Result.class,
                        Command.class,
                        Path.class,
                        JfabException.class,
                        CommandException.class,
                        ConnectionException.class,
                        GroupException.class,
                        TransferException.class,
                        ForwardException.class);
    }
}
