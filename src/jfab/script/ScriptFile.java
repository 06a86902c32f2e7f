package jfab.script;

import groovy.lang.Binding;
import groovy.lang.Closure;
import groovy.lang.GroovyRuntimeException;
import groovy.lang.GroovySystem;
import groovy.lang.MetaClass;
import groovy.lang.MetaMethod;
import groovy.lang.MissingMethodException;
import groovy.lang.MissingPropertyException;
import groovy.lang.Script;
import groovy.util.DelegatingScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.ClassesLocation;
import jfab.JfabException;
import org.codehaus.groovy.ast.ModuleNode;
import org.codehaus.groovy.control.CompilationFailedException;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.codehaus.groovy.control.MultipleCompilationErrorsException;
import org.codehaus.groovy.control.Phases;
import org.codehaus.groovy.control.customizers.ImportCustomizer;
import org.codehaus.groovy.control.messages.Message;
import org.codehaus.groovy.control.messages.SyntaxErrorMessage;
import org.codehaus.groovy.runtime.InvokerHelper;
import org.jspecify.annotations.Nullable;

/**
 * A Groovy file whose top-level words are the methods of Java objects.
 *
 * <p>Every failure comes out as a {@link ScriptException} with file and line, except a {@link JfabException} thrown by a
 * word, which already says what it has to say.
 */
public final class ScriptFile {
    private static final int MOST_TEXT = 1_000_000;
    private static final int MOST_NESTING = 150;

    /** How many lines a text may have before the name that is looked for in it. */
    private static final int STATEMENT = 50;

    /** What scripts call of Groovy besides their words. */
    private static final Set<String> GROOVYS = Set.of("println", "sleep");

    private static final Set<String> PRINTING = Set.of("print", "println");

    private static final Set<String> PRIMITIVES =
            Set.of("boolean", "byte", "char", "double", "float", "int", "long", "short", "void");

    private static final Pattern OF_ELEMENT = Pattern.compile("No such property: (\\S+) for class: (\\S+)");

    private final Path file;
    private final WordSet words;
    private final List<String> imports = new ArrayList<>();
    private @Nullable Class<?> sleeper;
    private boolean cached;

    private ScriptFile(Path file, WordSet words) {
        this.file = file;
        this.words = words;
    }

    /** A script in {@code file} that will speak the public methods of {@code words}. */
    public static ScriptFile of(Path file, Object words) {
        return of(file, List.of(words));
    }

    /** A script that will speak the public methods of all of {@code families}. */
    public static ScriptFile of(Path file, List<?> families) {
        return new ScriptFile(file, new WordSet(families));
    }

    /**
     * Reads {@code file} for mistakes of its writing, and neither compiles nor runs it.
     *
     * @return the words that a trainer is sure to come to in it, with their lines
     * @throws ScriptException with the line of the first one
     */
    public static Map<String, Integer> parse(Path file) {
        return CertainCalls.in(module(file).getStatementBlock());
    }

    /** The text of {@code file} as a tree, of which nothing has been looked up or run. */
    static ModuleNode module(Path file) {
        ScriptFile script = of(file, List.of());
        script.checkName();
        String text = script.read();
        // The parser would take minutes.
        checkNesting(file, text);
        CompilerConfiguration configuration = new CompilerConfiguration();
        // It would load what the file names.
        configuration.setDisabledGlobalASTTransformations(Set.of("groovy.grape.GrabAnnotationTransformation"));
        CompilationUnit unit = new CompilationUnit(configuration);
        unit.addSource(script.name(), text);
        try (ParserNoise _ = ParserNoise.silenced()) {
            unit.compile(Phases.CONVERSION);
        } catch (MultipleCompilationErrorsException e) {
            throw script.syntaxError(e);
        } catch (CompilationFailedException | StackOverflowError e) {
            throw new ScriptException(new Location(file, 1), "is too complicated to be read", e);
        }
        return unit.getAST().getModules().getFirst();
    }

    private static void checkNesting(Path file, String text) {
        if (text.length() > MOST_TEXT) {
            throw new ScriptException(new Location(file, 1), "has more than a million letters, and is no script");
        }
        int depth = 0;
        int line = 1;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            line += letter == '\n' ? 1 : 0;
            depth = Math.max(0, depth + ("([{".indexOf(letter) >= 0 ? 1 : ")]}".indexOf(letter) >= 0 ? -1 : 0));
            if (depth > MOST_NESTING) {
                throw new ScriptException(
                        new Location(file, line), "has more than " + MOST_NESTING + " brackets in each other");
            }
        }
    }

    /** Makes {@code types} known by their simple names, as closure parameter types for instance. */
    public ScriptFile importing(Class<?>... types) {
        for (Class<?> type : types) {
            imports.add(type.getName());
        }
        return this;
    }

    /** Makes the static method {@code sleep} of {@code type} stand for Groovy's, which closures would find before any word. */
    public ScriptFile sleepingBy(Class<?> type) {
        sleeper = type;
        return this;
    }

    /** Keeps the compiled script in the user's cache, which makes every later start of this program faster. */
    public ScriptFile cached() {
        cached = true;
        return this;
    }

    /** Evaluates the script with a copy of {@code variables} bound, from top to bottom, in the calling thread. */
    public void run(Map<String, ?> variables) {
        run(new Binding(new LinkedHashMap<>(variables)));
    }

    /** Evaluates the script; names that it sets without {@code def} are left in {@code variables}. */
    public void run(Binding variables) {
        DelegatingScript script = compile(variables);
        script.setDelegate(words);
        try {
            script.run();
        } catch (JfabException e) {
            throw e;
        } catch (Exception e) {
            throw explain(e, file, words.names());
        }
    }

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

    private DelegatingScript compile(Binding binding) {
        checkName();
        String text = read();
        try (ParserNoise _ = ParserNoise.silenced()) {
            ScriptClasses classes = cached
                    ? ScriptCache.ofUser()
                            .get(sources(text), () -> ScriptClasses.compile(text, name(), configuration()))
                    : ScriptClasses.compile(text, name(), configuration());
            return (DelegatingScript) InvokerHelper.createScript(classes.load(), binding);
        } catch (MultipleCompilationErrorsException e) {
            throw syntaxError(e);
        } catch (CompilationFailedException | ClassNotFoundException e) {
            throw new ScriptException(new Location(file, 0), String.valueOf(e.getMessage()), e);
        }
    }

    /** The script becomes a class of the file's name, and there is none of a primitive type's that Java loads. */
    private void checkName() {
        String type = name().replaceFirst("\\.[^.]*$", "");
        if (PRIMITIVES.contains(type)) {
            throw new ScriptException(
                    new Location(file, 0),
                    "cannot have the name of the type " + type + "; rename it",
                    new GroovyRuntimeException("no class is called " + type));
        }
    }

    private CompilerConfiguration configuration() {
        CompilerConfiguration configuration = new CompilerConfiguration();
        configuration.setScriptBaseClass(DelegatingScript.class.getName());
        ImportCustomizer customizer = new ImportCustomizer().addImports(imports.toArray(String[]::new));
        if (sleeper != null) {
            customizer.addStaticImport(sleeper.getName(), "sleep");
        }
        configuration.addCompilationCustomizers(customizer);
        // Linking dynamic calls costs more than making them the few times that a fabfile or a step of training does.
        configuration.getOptimizationOptions().put(CompilerConfiguration.INVOKEDYNAMIC, !cached);
        // Keeps the names of closure parameters, which are the names of a task's flags.
        configuration.setParameters(true);
        return configuration;
    }

    /** All that the compiled script depends on. */
    private List<String> sources(String text) {
        return List.of(
                text,
                name(),
                String.join(",", imports) + (sleeper == null ? "" : "," + sleeper.getName()),
                GroovySystem.getVersion(),
                Runtime.version().toString(),
                build());
    }

    /** What tells one build of this program from another. */
    private static String build() {
        Path code = ClassesLocation.of(ScriptFile.class);
        try {
            return code + " " + Files.getLastModifiedTime(code) + " " + Files.size(code);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String name() {
        return String.valueOf(file.getFileName());
    }

    private String read() {
        try {
            String text = Files.readString(file);
            // Editors of Windows begin a file with it; Groovy takes it for a character of the program.
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new ScriptException(new Location(file, 0), "cannot be read: it is no text in UTF-8", e);
        } catch (NoSuchFileException e) {
            throw new ScriptException(new Location(file, 0), "no such file", e);
        } catch (IOException e) {
            throw new ScriptException(new Location(file, 0), "cannot be read: " + e.getMessage(), e);
        }
    }

    private ScriptException syntaxError(MultipleCompilationErrorsException e) {
        Message first = e.getErrorCollector().getErrors().getFirst();
        if (first instanceof SyntaxErrorMessage syntax) {
            String problem = String.valueOf(syntax.getCause().getOriginalMessage())
                    .lines()
                    .findFirst()
                    .orElse("syntax error");
            int line = syntax.getCause().getLine();
            return new ScriptException(
                    new Location(file, line),
                    problem.contains("LexerNoViableAlt") || problem.contains("token recognition")
                            ? shellDollar(line).orElse(problem)
                            : SyntaxProblem.of(problem, read()),
                    e);
        }
        return new ScriptException(new Location(file, 0), String.valueOf(e.getMessage()), e);
    }

    /** What to write where {@code awk '{print $1}'} or the like stands in double quotes. */
    private Optional<String> shellDollar(int line) {
        Pattern dollar = Pattern.compile("\".*\\$[^A-Za-z_{\"].*\"");
        return read().lines()
                .skip(Math.max(0, line - 1))
                .findFirst()
                .filter(text -> dollar.matcher(text).find())
                .map(text ->
                        "Groovy reads the $ of a text in double quotes: for the shell's, write the text in single quotes,"
                                + " or \\$");
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
                        ", ", Arrays.stream(arguments).map(ScriptFile::typeOf).toList()) + ")";
    }

    private static String typeOf(Object argument) {
        if (argument == null) {
            return "null";
        }
        return argument instanceof Closure ? "{ closure }" : argument.getClass().getSimpleName();
    }
}
