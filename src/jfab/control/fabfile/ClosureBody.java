package jfab.control.fabfile;

import groovy.lang.Closure;
import groovy.lang.MissingMethodException;
import groovy.lang.MissingPropertyException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import jfab.JfabException;
import jfab.control.connection.Connection;
import jfab.control.connection.Group;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.Host;
import jfab.control.task.Body;
import jfab.control.task.CallFrame;
import jfab.control.task.TaskException;
import jfab.script.Closures;
import jfab.script.Location;
import jfab.script.ScriptException;
import jfab.script.ScriptFailure;
import jfab.script.Words;
import org.jspecify.annotations.Nullable;

/**
 * A task body as a closure of {@code file}.
 *
 * @param parameters of the closure, the connection or the group first
 * @param isTask whether a word is the name of a task
 */
record ClosureBody(
        Closure<?> closure,
        List<java.lang.reflect.Parameter> parameters,
        Path file,
        TaskOutput output,
        Predicate<String> isTask) {
    /** @param isTask whether a word is the name of a task, asked for a word that is none of ours */
    static ClosureBody of(Closure<?> closure, Path file, TaskOutput output, Predicate<String> isTask) {
        Method call = Arrays.stream(closure.getClass().getMethods())
                .filter(method -> method.getName().equals("doCall") && !method.isSynthetic())
                .max((one, other) -> Integer.compare(one.getParameterCount(), other.getParameterCount()))
                .orElseThrow(() -> new TaskException("the body of a task must be a closure written in place"));
        if (call.getParameterCount() != closure.getMaximumNumberOfParameters()
                || (closure.getMaximumNumberOfParameters() > 1 && hasDefaults(closure))) {
            throw new TaskException("write defaults before the body: task('name', path: '/home') { c, path -> }");
        }
        return new ClosureBody(closure, List.of(call.getParameters()), file, output, isTask);
    }

    private static boolean hasDefaults(Closure<?> closure) {
        return Arrays.stream(closure.getClass().getMethods())
                        .filter(method -> method.getName().equals("doCall") && !method.isSynthetic())
                        .count()
                > 1;
    }

    List<ParameterSlot> slots() {
        return parameters.stream().skip(1).map(ParameterSlot::of).toList();
    }

    Body body() {
        boolean forGroup = !parameters.isEmpty() && parameters.getFirst().getType() == Group.class;
        if (parameters.isEmpty()) {
            return (Body.NoHost) (Connection connection, List<@Nullable Object> arguments) ->
                    call(connection, connection.host(), arguments);
        }
        return forGroup
                ? (Body.AllHosts)
                        (Group group, List<@Nullable Object> arguments) -> call(ofBody(group), null, arguments)
                : (Body.EachHost) (Connection connection, List<@Nullable Object> arguments) ->
                        call(connection, connection.host(), arguments);
    }

    /** Other bodies, those about jobs, have work to do on their hosts once they are interrupted. */
    private static Group ofBody(Group group) {
        return CallFrame.current()
                .map(frame -> frame.groupOfBody(group.hosts()))
                .orElse(group);
    }

    private @Nullable Object call(Object first, @Nullable Host host, List<@Nullable Object> rest)
            throws InterruptedException {
        List<@Nullable Object> arguments = new ArrayList<>();
        if (!parameters.isEmpty()) {
            arguments.add(first);
        }
        List<ParameterSlot> slots = slots();
        for (int i = 0; i < rest.size(); i++) {
            arguments.add(slots.get(i).converted(rest.get(i)));
        }
        try {
            return output.runFor(host, () -> Closures.call(closure, first, arguments.toArray()));
        } catch (Exception | AssertionError | VirtualMachineError e) {
            // Groovy throws checked exceptions without declaring them.
            if (e instanceof InterruptedException interrupted) {
                throw interrupted;
            }
            throw explain(e, first);
        }
    }

    private RuntimeException explain(Throwable failure, Object delegate) {
        Location where = ScriptFailure.locate(failure, file);
        return switch (failure) {
            case ScriptException e -> e;
            // Where no line of the script is on the way, its name says nothing.
            case JfabException e -> where.line() > 0 ? new TaskException(where.toString(), e) : e;
            case MissingPropertyException e
            when e.getType() == String.class && ofHost(delegate).containsKey(e.getProperty()) ->
                new ScriptException(
                        where,
                        "c.host is the name of the host; what it is said to have is c.facts." + e.getProperty(),
                        e);
            case MissingMethodException e
            when isTask.test(e.getMethod()) ->
                new ScriptException(
                        where,
                        "'" + e.getMethod() + "' is a task, and no function: write invoke('" + e.getMethod()
                                + "'), or a function that both tasks call: def name(c) { ... }",
                        e);
            case MissingMethodException e
            when e.getType() == Result.class ->
                new ScriptException(
                        where,
                        "a result has no '" + e.getMethod() + "'; its text is its stdout: result.stdout.trim()."
                                + e.getMethod() + "(...)",
                        e);
            case Exception e -> FabricHints.of(ScriptFailure.explain(e, file, words(delegate)), false);
            case StackOverflowError e -> new ScriptException(where, "it calls itself without end", e);
            case OutOfMemoryError e ->
                new ScriptException(where, "there is no memory left for it: " + e.getMessage(), e);
            default -> new ScriptException(where, firstLine(failure), failure);
        };
    }

    private static Map<String, Object> ofHost(Object delegate) {
        return delegate instanceof Connection connection ? connection.getFacts() : Map.of();
    }

    private static Set<String> words(Object delegate) {
        return new TreeSet<>(Words.of(delegate instanceof Group ? Group.class : Connection.class));
    }

    private static String firstLine(Throwable failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse(failure.toString());
    }
}
