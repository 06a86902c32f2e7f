package jfab.control.fabfile;

import groovy.lang.Binding;
import groovy.lang.Closure;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import jfab.JfabException;
import jfab.control.connection.Group;
import jfab.control.connection.command.Result;
import jfab.control.connection.command.Secret;
import jfab.control.fabfile.jobs.JobContext;
import jfab.control.fabfile.jobs.JobTasks;
import jfab.control.hosts.HostSource;
import jfab.control.hosts.Inventory;
import jfab.control.launch.start.ClusterSpec;
import jfab.control.settings.Settings;
import jfab.control.task.CallFrame;
import jfab.control.task.Hook;
import jfab.control.task.Target;
import jfab.control.task.Task;
import jfab.control.task.TaskException;
import jfab.script.Closures;
import jfab.script.ScriptException;
import jfab.script.ScriptFailure;
import jfab.script.Words;
import org.jspecify.annotations.Nullable;

/** Writes down what the words say while files are read, and refuses them afterwards. */
final class Recorder implements FabfileWords {
    private final Binding variables;
    private final TaskOutput output;
    private final TrainingBlock training;
    private final Reading reading = new Reading();
    private final SettingReader settings;
    private final TaskTable tasks = new TaskTable();
    private final Invoker invoker;
    private final Function<Path, Optional<String>> doubt;
    private final Questioner user;
    private final Questions questions;
    private final HostRecorder hosts;
    private final Map<String, Profile> profiles = new LinkedHashMap<>();
    private @Nullable ClusterRecorder cluster;

    /** A block of {@code file} that says what is otherwise where it is chosen. */
    private record Profile(String description, Closure<?> block, Path file) {}

    Recorder(
            Binding variables,
            Settings settings,
            HostRecorder hosts,
            TaskOutput output,
            TrainingBlock training,
            Function<Path, Optional<String>> doubt,
            Questioner user) {
        this.doubt = doubt;
        this.user = user;
        this.questions = new Questions(user::answer, user::person);
        this.hosts = hosts;
        invoker = new Invoker(tasks, hosts::of);
        this.variables = variables;
        this.output = output;
        this.training = training;
        this.settings = new SettingReader(settings, reading);
        variables.setVariable("settings", this.settings);
        variables.setVariable("training", training);
        // Groovy's println in a script writes to the variable of this name.
        variables.setVariable("out", new PrintStream(output, false, StandardCharsets.UTF_8));
    }

    @Override
    public void hosts(List<?> named) {
        reading.recorded("hosts", () -> hosts.add(named, reading.current()));
    }

    @Override
    public void role(String name, Object... named) {
        reading.recorded("role", () -> hosts.add(name, HostRecorder.listed(named), reading.current()));
    }

    @Override
    public void host(Map<String, ?> facts, String named) {
        reading.recorded("host", () -> hosts.know(named, facts, reading.current()));
    }

    @Override
    public HostSource fromCommand(Map<String, ?> options, List<?> argv) {
        return reading.recorded("fromCommand", () -> HostRecorder.command(options, argv, reading.current()));
    }

    @Override
    public Group group(Object... named) {
        return reading.located(() -> CallFrame.current()
                .orElseThrow(() -> new TaskException("'group' belongs into a task, not at the top of the fabfile"))
                .groupOfBody(hosts.of(HostRecorder.listed(named))));
    }

    @Override
    public Result local(Map<String, ?> options, String line) {
        return reading.located(() -> CallFrame.current()
                .orElseThrow(() -> new TaskException("'local' belongs into a task; at the top of the fabfile:"
                        + " version = 'git describe'.execute().text.trim()"))
                .local(options, line));
    }

    @Override
    public Secret secret(CharSequence value) {
        return reading.located(() -> Secret.of(value.toString(), "a secret"));
    }

    @Override
    public Secret secret(Map<String, ?> source) {
        return reading.located(() -> SecretSource.of(source).secret(user));
    }

    @Override
    public void task(Map<String, ?> options, String name, String description, Closure<?> body) {
        String prefix = reading.prefix();
        Task task = reading.recorded(
                "task",
                () -> TaskOptions.of(name, prefix, options, reading.current())
                        .task(description, body, reading.current(), output, tasks::has));
        tasks.add(task, prefix, reading.here());
    }

    @Override
    public Hook calling(Map<String, ?> named, String task, @Nullable Object... arguments) {
        return new Hook(task, Arrays.asList(arguments), new LinkedHashMap<>(named));
    }

    @Override
    public void settings(Map<String, ?> values) {
        // The messages name the place by themselves, as they do for settings from elsewhere.
        settings.declare(reading.recorded("settings", () -> values));
    }

    @Override
    public @Nullable Object setting(String key) {
        return settings.get(key);
    }

    @Override
    public @Nullable Object setting(String key, @Nullable Object fallback) {
        return settings.get(key, fallback);
    }

    @Override
    public @Nullable Object invokeOn(
            @Nullable Target where, Map<String, ?> named, String task, List<@Nullable Object> arguments)
            throws InterruptedException {
        return invoker.invoke(where, task, arguments, named);
    }

    @Override
    public void fail(String sentence) {
        throw new TaskException(sentence);
    }

    @Override
    public boolean confirm(Map<String, ?> options, String question) {
        return reading.located(() -> questions.confirm(options, question));
    }

    @Override
    public String prompt(Map<String, ?> options, String question) {
        return reading.located(() -> questions.prompt(options, question));
    }

    @Override
    public void namespace(String name, Closure<?> block) {
        reading.recorded("namespace", () -> {
            reading.inside(name, () -> Closures.call(block, this));
            return name;
        });
    }

    @Override
    public void profile(String name, String description, Closure<?> block) {
        String typed = reading.recorded("profile", () -> {
            if (!reading.prefix().isEmpty()) {
                throw new TaskException("'profile' belongs at the top of the fabfile, not into a namespace");
            }
            return Task.dashed(TaskOptions.checkedName("a profile", name));
        });
        tasks.claim(typed, reading.here());
        profiles.put(typed, new Profile(description, block, reading.current()));
    }

    private Inventory choose(List<String> names, Path file) {
        hosts.replace();
        settings.ofProfiles();
        for (String name : names) {
            Profile chosen = Objects.requireNonNull(profiles.get(name), name);
            reading.profile(name, chosen.file(), () -> {
                try {
                    Closures.call(chosen.block(), this);
                } catch (RuntimeException e) {
                    throw ScriptFailure.explain(e, chosen.file(), Words.of(FabfileWords.class));
                }
            });
        }
        settings.check(reading.files());
        return hosts.inventory(file);
    }

    @Override
    public void include(String file) {
        Path included = reading.recorded(
                "include", () -> reading.current().resolveSibling(file).normalize());
        if (reading.isOpen(included)) {
            throw new ScriptException(reading.here(), "'" + file + "' is being read already; files include each other");
        }
        if (!Files.isRegularFile(included)) {
            throw new ScriptException(reading.here(), "there is no file " + included + " to include");
        }
        doubt.apply(included).ifPresent(why -> {
            throw new ScriptException(
                    reading.here(),
                    included + " is not included, since " + why
                            + "; name the fabfile with -f if you trust it, or a folder"
                            + " above it in the setting trusted-folders");
        });
        read(included);
    }

    @Override
    public void include(Map<String, ?> options, String file) {
        reading.recorded("include", () -> {
            String name = IncludeOptions.of(options).namespace();
            reading.inside(name, () -> include(file));
            return name;
        });
    }

    @Override
    public void training(Closure<?> block) {
        training.describe(reading.recorded("training", () -> {
            TrainingRecorder words = new TrainingRecorder(reading.current(), 6173);
            try {
                Closures.call(block, words);
            } catch (RuntimeException e) {
                throw ScriptFailure.explain(e, reading.current(), Words.of(TrainingWords.class));
            }
            words.localProgram();
            return words;
        }));
    }

    @Override
    public void cluster(Closure<?> block) {
        cluster = reading.recorded("cluster", () -> {
            if (cluster != null) {
                throw new TaskException("there is a cluster block already; a fabfile has one");
            }
            ClusterRecorder words = new ClusterRecorder(reading.current());
            try {
                Closures.call(block, words);
            } catch (JfabException e) {
                throw e;
            } catch (RuntimeException e) {
                throw ScriptFailure.explain(e, reading.current(), Words.of(ClusterWords.class));
            }
            return words;
        });
    }

    /** Evaluates {@code file}, unless it has been read before. */
    void read(Path file) {
        reading.file(file, () -> {
            try {
                FabfileReader.script(file, this).run(variables);
            } catch (JfabException e) {
                throw FabricHints.of(e, true);
            }
        });
    }

    /** Ends the reading and checks what concerns more than one task. */
    Fabfile close(Path file) {
        if (cluster != null) {
            ClusterRecorder words = cluster;
            JobTasks.ofCluster(context(() -> words.spec(hosts)), words.hosts()).forEach(tasks::addUnlessDeclared);
        } else if (training.described()) {
            JobTasks.ofTraining(context(training.block()::cluster)).forEach(tasks::addUnlessDeclared);
        }
        Map<String, Task> checked = tasks.checked(file);
        invoker.know(checked);
        settings.check(reading.files());
        Map<String, String> described = new LinkedHashMap<>();
        profiles.forEach((name, profile) -> described.put(name, profile.description()));
        return new Fabfile(
                file,
                List.copyOf(reading.files()),
                hosts.inventory(file),
                checked,
                tasks.names(),
                new Profiles(described, names -> choose(names, file)),
                variables.hasVariable("hosts"));
    }

    private JobContext context(Supplier<ClusterSpec> spec) {
        return new JobContext(spec, training.listener(), output::say);
    }
}
