package jfab.control.fabfile;

import groovy.lang.GroovyRuntimeException;
import groovy.lang.MissingMethodException;
import groovy.lang.MissingPropertyException;
import groovy.lang.Script;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.JfabException;
import jfab.control.connection.Connection;
import jfab.script.ScriptException;
import jfab.script.Words;
import org.codehaus.groovy.control.MultipleCompilationErrorsException;
import org.jspecify.annotations.Nullable;

/** What to write for words of Fabric that go by other names here. */
final class FabricHints {
    private static final String OTHER_HOSTS = "hosts beside the task's own are reached by group('host').run('...')";

    private static final String COLOURS = "println '\\u001b[31mred\\u001b[0m' writes in a colour";

    private static final String FAIL = "fail('...') ends the task";

    private static final String NO_CONNECTION =
            "a host that cannot be reached or logged in to throws ConnectionException, as in catch (ConnectionException e)";

    private static final Pattern NO_CLASS = Pattern.compile("unable to resolve class ([\\w.]+)");

    private static final Map<String, String> HERE = Map.ofEntries(
            Map.entry(
                    "env",
                    "what every task knows is a variable that is set without def, as in branch = 'main', or settings; hosts, role and profile say where tasks run"),
            Map.entry("execute", "invoke('name') runs a task from another"),
            Map.entry("abort", FAIL),
            Map.entry("exit", FAIL),
            Map.entry("raise", FAIL),
            Map.entry("Exit", FAIL),
            Map.entry("SystemExit", FAIL),
            Map.entry(
                    "UnexpectedExit",
                    "a command that fails throws CommandException, as in catch (CommandException e), and e.result() is its result"),
            Map.entry(
                    "CommandTimedOut",
                    "a command that takes too long throws CommandException, whose reason() is CommandException.Reason.TIME_LIMIT"),
            Map.entry("NetworkError", NO_CONNECTION),
            Map.entry("AuthenticationException", NO_CONNECTION),
            Map.entry("NoValidConnectionsError", NO_CONNECTION),
            Map.entry("puts", "println '...' shows a line"),
            Map.entry("require", "setting('name') is refused where nothing has set it; a profile may"),
            Map.entry("Connection", OTHER_HOSTS),
            Map.entry("SerialGroup", OTHER_HOSTS),
            Map.entry("ThreadingGroup", OTHER_HOSTS),
            Map.entry("True", "Groovy writes true"),
            Map.entry("False", "Groovy writes false"),
            Map.entry("None", "Groovy writes null"),
            Map.entry("hide", "an option of the command shows nothing of it: c.run('...', hide: true)"),
            Map.entry("settings", "an option of the command says it: c.run('...', warn: true)"),
            Map.entry("rsync_project", "c.put('site/', '/srv/site', sync: true) sends what differs"),
            Map.entry("upload_project", "c.put('site/', '/srv/site', sync: true) sends what differs"),
            Map.entry("red", COLOURS),
            Map.entry("green", COLOURS),
            Map.entry("yellow", COLOURS),
            Map.entry("blue", COLOURS));

    private FabricHints() {}

    /** {@code explained}, or what answers a word of Fabric that led to it; {@code reading} is true at the top of the fabfile. */
    static JfabException of(JfabException explained, boolean reading) {
        if (!(explained instanceof ScriptException failure)) {
            return explained;
        }
        Throwable cause = failure.getCause();
        if (cause == null) {
            return explained;
        }
        Optional<String> word = switch (cause) {
            // One of our own, called with what it does not take.
            case MissingMethodException e
            when !Script.class.isAssignableFrom(e.getType())
                    && Words.of(e.getType()).contains(e.getMethod()) -> Optional.empty();
            case MissingMethodException e -> Optional.of(e.getMethod());
            case MissingPropertyException e -> Optional.of(e.getProperty());
            case GroovyRuntimeException e
            when String.valueOf(e.getMessage())
                    .startsWith("Could not find matching constructor for: " + Connection.class.getName()) ->
                Optional.of("Connection");
            case MultipleCompilationErrorsException e -> unresolved(e);
            default -> Optional.empty();
        };
        if (cause instanceof MissingMethodException call
                && Words.of(Connection.class).contains(call.getMethod())) {
            if (!reading && call.getArguments().length > 1 && last(call) instanceof Boolean) {
                return new ScriptException(
                        failure.location(),
                        call.getMethod() + " takes options by name: write warn: true, not warn = true",
                        cause);
            }
            if (reading && call.getMethod().equals("host")) {
                return new ScriptException(
                        failure.location(),
                        "host says what is known of a host, as in host 'gpu1', user: 'me'; tasks run on hosts 'gpu1', 'gpu2'",
                        cause);
            }
        }
        if (cause instanceof MissingPropertyException lookup
                && lookup.getType() != null
                && Map.Entry.class.isAssignableFrom(lookup.getType())) {
            String each = "values()*." + lookup.getProperty();
            return new ScriptException(
                    failure.location(),
                    "an entry of a map has no '" + lookup.getProperty() + "': write map." + each
                            + "; the values() of a group's result are a map by host, so results.values()." + each,
                    cause);
        }
        Optional<String> hint = word.map(HERE::get)
                .or(() -> word.filter(name -> reading
                                && cause instanceof MissingMethodException
                                && Words.of(Connection.class).contains(name))
                        .map(name -> "hosts are worked on in tasks: task('name') { c -> c." + name + "(...) }"));
        return hint.<JfabException>map(here -> new ScriptException(
                        failure.location(), "there is no '" + word.orElse("") + "' here; " + here, cause))
                .orElse(explained);
    }

    /** The class that nothing here has, by its simple name. */
    private static Optional<String> unresolved(MultipleCompilationErrorsException failed) {
        Matcher missing = NO_CLASS.matcher(String.valueOf(failed.getMessage()));
        return missing.find() ? Optional.of(missing.group(1).replaceFirst(".*\\.", "")) : Optional.empty();
    }

    private static @Nullable Object last(MissingMethodException call) {
        return call.getArguments()[call.getArguments().length - 1];
    }
}
