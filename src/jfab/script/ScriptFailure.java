package jfab.script;

import groovy.lang.Closure;
import groovy.lang.MetaClass;
import groovy.lang.MetaMethod;
import groovy.lang.MissingMethodException;
import groovy.lang.MissingPropertyException;
import groovy.lang.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.JfabException;
import org.codehaus.groovy.runtime.InvokerHelper;
import org.jspecify.annotations.Nullable;

/** What the failure of a script tells its user: what is wrong, in which line, and what to write in its place. */
public final class ScriptFailure {
    /** How many lines a text may have before the name that is looked for in it. */
    private static final int STATEMENT = 50;

    /** What scripts call of Groovy besides their words. */
    private static final Set<String> GROOVYS = Set.of("println", "sleep");

    private static final Set<String> PRINTING = Set.of("print", "println");

    private static final Pattern OF_ELEMENT = Pattern.compile("No such property: (\\S+) for class: (\\S+)");

    private ScriptFailure() {}

    /**
     * What {@code failure}, thrown by the script or by one of its closures, tells the user.
     *
     * @param known words that were allowed where the failure happened
     */
    public static JfabException explain(Exception failure, Path file, Collection<String> known) {
        try {
            return told(failure, file, known);
        } catch (RuntimeException | LinkageError e) {
            // What a failure knows of itself, such as names and types, may be missing or fail in turn.
            return failure(failure, file);
        }
    }

    private static JfabException told(Exception failure, Path file, Collection<String> known) {
        return switch (failure) {
            case JfabException e -> e;
            case WordSet.WrongArguments e -> wrongArguments(e.call(), locate(e, file));
            case MissingMethodException e
            when Words.of(e.getType()).contains(e.getMethod()) || prints(e) -> wrongArguments(e, locate(e, file));
            case MissingMethodException e
            when e.getMethod().equals("remainder") && CharSequence.class.isAssignableFrom(e.getType()) ->
                new ScriptException(
                        locate(e, file),
                        "% puts no values into a text: write \"echo ${x}\", or String.format('echo %s', x)",
                        e);
            case MissingMethodException e
            when !speaks(e.getType(), known) ->
                new ScriptException(
                        locate(e, file),
                        typeName(e.getType()) + " has no method '" + e.getMethod() + "' that takes "
                                + describe(e.getArguments()) + method(e.getType(), e.getMethod()),
                        e);
            case MissingMethodException e ->
                new ScriptException(
                        locate(e, file),
                        "no word '" + e.getMethod() + "' takes " + describe(e.getArguments())
                                + Words.instead(e.getMethod(), others(known, e.getMethod())),
                        e);
            case MissingPropertyException e
            when e.getProperty() == null ->
                new ScriptException(locate(e, file), ofElements(String.valueOf(e.getMessage())), e);
            case MissingPropertyException e ->
                new ScriptException(locate(e, file), unknown(e.getProperty(), e.getType(), locate(e, file), known), e);
            default -> failure(failure, file);
        };
    }

    /** What {@code failure}, which tells of no mistake of the script's words, tells the user. */
    public static ScriptException failure(Throwable failure, Path file) {
        Class<?> type =
                failure.getClass().isAnonymousClass() ? failure.getClass().getSuperclass() : failure.getClass();
        String what = type.getSimpleName();
        String message;
        try {
            message = failure.getMessage();
        } catch (RuntimeException e) {
            message = null;
        }
        return new ScriptException(locate(failure, file), message == null ? what : what + ": " + message, failure);
    }

    /** Of a property of a list, which Groovy asks each of its elements for, only the text of the failure says what is missing. */
    private static String ofElements(String message) {
        Matcher missing = OF_ELEMENT.matcher(message);
        return missing.find()
                ? "the elements of this list have no '" + missing.group(1) + "': "
                        + missing.group(2).replaceFirst(".*[.$]", "") + " has none"
                : message;
    }

    /** Whether calls of {@code type} are words where the words are {@code known}, and not methods of a value. */
    private static boolean speaks(Class<?> type, Collection<String> known) {
        Set<String> words = Words.of(type);
        return Script.class.isAssignableFrom(type)
                || Closure.class.isAssignableFrom(type)
                || type == WordSet.class
                || (!known.isEmpty() && words.containsAll(known))
                || known.containsAll(words);
    }

    /** What to write in place of method {@code name}: what it takes, where {@code type} has it, else the nearest. */
    private static String method(Class<?> type, String name) {
        Set<String> names = methods(type).map(MetaMethod::getName).collect(Collectors.toCollection(TreeSet::new));
        return names.contains(name)
                ? Words.ways(methods(type)
                        .filter(method -> method.getName().equals(name))
                        .map(MetaMethod::getNativeParameterTypes))
                : Words.suggestion(name, names);
    }

    /** Those of Java and those that Groovy adds. */
    private static Stream<MetaMethod> methods(Class<?> type) {
        MetaClass meta = InvokerHelper.getMetaClass(type);
        return Stream.concat(meta.getMethods().stream(), meta.getMetaMethods().stream())
                .filter(method -> !method.getName().contains("$"));
    }

    /** As users know it: what only Java sees goes by the name of what it is for them. */
    private static String typeName(Class<?> type) {
        return Modifier.isPublic(type.getModifiers()) && !type.getSimpleName().isEmpty()
                ? type.getSimpleName()
                : Stream.of(List.class, Set.class, Map.class, Map.Entry.class, Path.class, CharSequence.class)
                        .filter(known -> known.isAssignableFrom(type))
                        .map(Class::getSimpleName)
                        .findFirst()
                        .orElse(type.getSimpleName().isEmpty() ? "it" : type.getSimpleName());
    }

    private static String unknown(String name, @Nullable Class<?> owner, Location where, Collection<String> known) {
        if (owner != null && (owner.isArray() || owner.getName().startsWith("java."))) {
            return owner.getSimpleName() + " has no '" + name + "'";
        }
        return known.contains(name)
                ? subtracted(where, name).orElse(wordAlone(name))
                : "unknown name '" + name + "'" + shells(where, name).orElseGet(() -> Words.suggestion(name, known));
    }

    /** Says that {@code name} is no variable. */
    static String wordAlone(String name) {
        return "'" + name + "' is a word; write " + name + "(...); a variable of that name hides it, and needs another";
    }

    /** Groovy's words for it take one value, where those of other languages take many. */
    private static boolean prints(MissingMethodException call) {
        return PRINTING.contains(call.getMethod()) && call.getArguments().length > 1;
    }

    private static ScriptException wrongArguments(MissingMethodException call, Location where) {
        if (prints(call)) {
            return new ScriptException(
                    where,
                    call.getMethod() + " takes one value: write " + call.getMethod() + " \"on ${a}, ${b}\"",
                    call);
        }
        if (Words.lacksBlock(call.getType(), call.getMethod(), call.getArguments())) {
            return new ScriptException(
                    where, "'" + call.getMethod() + "' lacks its block: " + call.getMethod() + "(...) { ... }", call);
        }
        return new ScriptException(
                where,
                "'" + call.getMethod() + "' "
                        + (call.getArguments().length == 0
                                ? "lacks its arguments"
                                : "does not take " + describe(call.getArguments()))
                        + Words.ways(call.getType(), call.getMethod()),
                call);
    }

    /** What to write where a number below 0 stands behind the word {@code name} without brackets. */
    private static Optional<String> subtracted(Location where, String name) {
        Pattern minus = Pattern.compile("\\b" + Pattern.quote(name) + "\\s*-\\s*\\d");
        return statement(where).stream()
                        .limit(1)
                        .anyMatch(line -> minus.matcher(line).find())
                ? Optional.of(subtraction(name))
                : Optional.empty();
    }

    static String subtraction(String word) {
        return "Groovy subtracts the number behind '" + word + "' from it; one below 0, if " + word
                + " takes that, is written " + word + "(-1)";
    }

    /** What to write where {@code name} stands behind a dollar in a text, and was meant for a shell. */
    private static Optional<String> shells(Location where, String name) {
        return statement(where).stream()
                .filter(line -> Pattern.compile("\\b" + Pattern.quote(name) + "\\b")
                        .matcher(line)
                        .find())
                .findFirst()
                .filter(line -> Pattern.compile("\\$\\{?" + Pattern.quote(name) + "\\b")
                        .matcher(line)
                        .find())
                .map(line -> "; Groovy reads the $" + name
                        + " of a text in double quotes: for the shell's, write the text in"
                        + " single quotes, or \\$" + name);
    }

    /** The lines that a statement which begins there may have; none where they cannot be read. */
    private static List<String> statement(Location where) {
        try (Stream<String> lines = Files.lines(where.file())) {
            return lines.skip(Math.max(0, where.line() - 1))
                    .limit(where.line() > 0 ? STATEMENT : 0)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /** The deepest line of {@code file} on the way to {@code failure}. */
    public static Location locate(Throwable failure, Path file) {
        String name = String.valueOf(file.getFileName());
        return Arrays.stream(failure.getStackTrace())
                .filter(frame -> name.equals(frame.getFileName()) && frame.getLineNumber() > 0)
                .findFirst()
                .map(frame -> new Location(file, frame.getLineNumber()))
                .orElse(new Location(file, 0));
    }

    private static Collection<String> others(Collection<String> known, String word) {
        Collection<String> others = new TreeSet<>(known);
        others.addAll(GROOVYS);
        others.remove(word);
        return others;
    }

    private static String describe(Object[] arguments) {
        if (arguments.length == 0) {
            return "no arguments";
        }
        return "("
                + String.join(
                        ", ",
                        Arrays.stream(arguments).map(ScriptFailure::typeOf).toList()) + ")";
    }

    private static String typeOf(Object argument) {
        if (argument == null) {
            return "null";
        }
        return argument instanceof Closure ? "{ closure }" : argument.getClass().getSimpleName();
    }
}
