package jfab.script;

import groovy.lang.Binding;
import groovy.lang.GroovyRuntimeException;
import groovy.lang.GroovySystem;
import groovy.util.DelegatingScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
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

    private static final Set<String> PRIMITIVES =
            Set.of("boolean", "byte", "char", "double", "float", "int", "long", "short", "void");

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
            throw ScriptFailure.explain(e, file, words.names());
        }
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
}
