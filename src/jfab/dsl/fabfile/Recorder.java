package jfab.dsl.fabfile;

import groovy.lang.Binding;
import groovy.lang.Closure;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.JfabException;
import jfab.connection.Host;
import jfab.dsl.Closures;
import jfab.dsl.Location;
import jfab.dsl.ScriptException;
import jfab.dsl.ScriptFile;
import jfab.dsl.Words;
import jfab.task.Plan;
import jfab.task.Task;

/** Writes down what the words say while files are read, and refuses them afterwards. */
final class Recorder implements FabfileWords {
    private final Binding variables;
    private final ScriptOutput output;
    private final Training training;
    private final List<Host> hosts = new ArrayList<>();
    private final Map<String, Task> tasks = new LinkedHashMap<>();
    private final Map<String, Location> declared = new LinkedHashMap<>();
    private final Set<Path> read = new LinkedHashSet<>();
    private final Deque<Path> open = new ArrayDeque<>();

    Recorder(Binding variables, ScriptOutput output, Training training) {
        this.variables = variables;
        this.output = output;
        this.training = training;
        variables.setVariable("training", training);
        // Groovy's println in a script writes to the variable of this name.
        variables.setVariable("out", new PrintStream(output, false, StandardCharsets.UTF_8));
    }

    @Override
    public void hosts(Object... named) {
        hosts(Arrays.asList(named));
    }

    @Override
    public void hosts(List<?> named) {
        hosts.addAll(recorded("hosts", () -> TaskOptions.hosts(named)));
    }

    @Override
    public void task(String name, Closure<?> body) {
        task(Map.of(), name, "", body);
    }

    @Override
    public void task(String name, String description, Closure<?> body) {
        task(Map.of(), name, description, body);
    }

    @Override
    public void task(Map<String, ?> options, String name, Closure<?> body) {
        task(options, name, "", body);
    }

    @Override
    public void task(Map<String, ?> options, String name, String description, Closure<?> body) {
        Task task = recorded("task", () -> TaskOptions.of(options).task(name, description, body, current(), output));
        Location here = here();
        Location earlier = declared.putIfAbsent(task.name(), here);
        if (earlier != null) {
            throw new ScriptException(here, "task '" + task.name() + "' is already declared at " + earlier);
        }
        tasks.put(task.name(), task);
    }

    @Override
    public void include(String file) {
        Path included = recorded("include", () -> current().resolveSibling(file).normalize());
        if (open.contains(included)) {
            throw new ScriptException(here(), "'" + file + "' is being read already; files include each other");
        }
        if (!java.nio.file.Files.isRegularFile(included)) {
            throw new ScriptException(here(), "there is no file " + included + " to include");
        }
        read(included);
    }

    @Override
    public void training(Closure<?> block) {
        training.describe(recorded("training", () -> {
            TrainingRecorder words = new TrainingRecorder(current());
            try {
                Closures.call(block, words);
            } catch (RuntimeException e) {
                throw ScriptFile.explain(e, current(), Words.of(TrainingWords.class));
            }
            return words.spec();
        }));
    }

    /** Evaluates {@code file}, unless it has been read before. */
    void read(Path file) {
        if (!read.add(file)) {
            return;
        }
        open.push(file);
        FabfileReader.script(file, this).run(variables);
        open.pop();
    }

    /** Ends the reading and checks what concerns more than one task. */
    Fabfile close(Path file) {
        for (Task task : tasks.values()) {
            try {
                Plan.before(task, tasks);
            } catch (JfabException e) {
                throw new ScriptException(
                        declared.getOrDefault(task.name(), new Location(file, 0)), String.valueOf(e.getMessage()), e);
            }
        }
        return new Fabfile(file, hosts, tasks);
    }

    private <T> T recorded(String word, java.util.function.Supplier<T> reading) {
        if (open.isEmpty()) {
            throw new ScriptException(here(), "'" + word + "' belongs at the top of the fabfile, not into a task");
        }
        try {
            return reading.get();
        } catch (ScriptException e) {
            throw e;
        } catch (JfabException e) {
            throw new ScriptException(here(), String.valueOf(e.getMessage()), e);
        }
    }

    private Path current() {
        return java.util.Objects.requireNonNull(open.peek(), "no file is being read");
    }

    /** The line of a script that is speaking: the nearest stack frame that belongs to a file that was read. */
    private Location here() {
        Throwable stack = new Throwable();
        List<Path> candidates = new ArrayList<>(open);
        candidates.addAll(read);
        return candidates.stream()
                .map(file -> ScriptFile.locate(stack, file))
                .filter(location -> location.line() > 0)
                .findFirst()
                .orElse(new Location(candidates.getFirst(), 0));
    }
}
