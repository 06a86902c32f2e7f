package jfab.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.CodeVisitorSupport;
import org.codehaus.groovy.ast.MethodNode;
import org.codehaus.groovy.ast.ModuleNode;
import org.codehaus.groovy.ast.Parameter;
import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.DeclarationExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MapEntryExpression;
import org.codehaus.groovy.ast.expr.MapExpression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.TupleExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.ast.stmt.CatchStatement;
import org.codehaus.groovy.ast.stmt.ForStatement;
import org.codehaus.groovy.runtime.DefaultGroovyMethods;

/**
 * What is wrong in a script as far as its text tells: nothing of it is run, nor are its types looked for, so that a file of a
 * stranger may be checked.
 *
 * <p>A word counts as known wherever any block of such scripts has it, a name wherever the file sets it; what is complained of is
 * wrong wherever it stands.
 */
public final class ScriptCheck {
    /** What a script is, by the words that it may use. */
    public enum Kind {
        FABFILE("fabfile", "fabfile cluster training connection group"),
        PROGRAM("training program", "program"),
        VERSION1("configuration of version 1", "version1 program");

        private final String title;
        private final String places;

        Kind(String title, String places) {
            this.title = title;
            this.places = places;
        }

        private boolean has(String place) {
            return List.of(places.split(" ", -1)).contains(place);
        }

        /** As a sentence calls it. */
        public String title() {
            return title;
        }
    }

    /** Something wrong; {@code line} and {@code column} begin with 1. */
    public record Problem(Path file, int line, int column, String message) {
        @Override
        public String toString() {
            return new Location(file, line) + ": " + message;
        }
    }

    /** Names that a script has without setting them. */
    private static final Set<String> GIVEN =
            Set.of("this", "super", "it", "owner", "delegate", "thisObject", "args", "out");

    private static final Set<String> OF_GROOVY = ofGroovy();

    /** Where a word belongs, its name, and the named arguments that it takes. */
    private static final List<List<String>> VOCABULARY = read();

    private final Path file;
    private final Kind kind;
    private final ModuleNode module;
    private final Map<String, Set<String>> vocabulary = new HashMap<>();
    private final Set<String> own = new TreeSet<>();
    private final Set<String> calls = new TreeSet<>();
    private final Set<String> connections = new TreeSet<>();
    private final Set<String> others = new TreeSet<>();
    private final Set<String> ofConnection = new TreeSet<>();
    private final List<Problem> problems = new ArrayList<>();

    private ScriptCheck(Path file, Kind kind, ModuleNode module) {
        this.file = file;
        this.kind = kind;
        this.module = module;
        for (List<String> parts : VOCABULARY) {
            if (parts.getFirst().equals("connection")) {
                ofConnection.add(parts.get(1));
            }
            if (kind.has(parts.getFirst())) {
                Set<String> named = new TreeSet<>(parts.subList(2, parts.size()));
                // A word that two places have takes what either takes.
                vocabulary.merge(parts.get(1), named, (one, other) -> {
                    if (one.isEmpty() || other.isEmpty()) {
                        return Set.of();
                    }
                    Set<String> both = new TreeSet<>(one);
                    both.addAll(other);
                    return both;
                });
            }
        }
    }

    /** What {@code file} seems to be: that of which it uses the most words, a fabfile where it uses none. */
    public static Kind kindOf(Path file) {
        if ("fabfile.groovy".equals(String.valueOf(file.getFileName()))) {
            return Kind.FABFILE;
        }
        ModuleNode module = ScriptFile.module(file);
        Map<String, Integer> used = new HashMap<>();
        visit(module, new CodeVisitorSupport() {
            @Override
            public void visitMethodCallExpression(MethodCallExpression call) {
                if (call.isImplicitThis() && call.getMethodAsString() != null) {
                    used.merge(call.getMethodAsString(), 1, Integer::sum);
                }
                super.visitMethodCallExpression(call);
            }
        });
        Comparator<Kind> most = Comparator.comparingInt(kind -> VOCABULARY.stream()
                .filter(parts -> kind.has(parts.getFirst()))
                .map(parts -> parts.get(1))
                .distinct()
                .mapToInt(word -> used.getOrDefault(word, 0))
                .sum());
        return Stream.of(Kind.values())
                .max(most.thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
    }

    /** What is wrong in {@code file}, in the order of its lines; at most one mistake of its writing, which hides the others. */
    public static List<Problem> check(Path file, Kind kind) {
        ModuleNode module;
        try {
            module = ScriptFile.module(file);
        } catch (ScriptException e) {
            int line = e.location().line();
            return List.of(new Problem(
                    file,
                    Math.max(1, line),
                    1,
                    e.getMessage().substring(e.location().toString().length() + 2)));
        }
        ScriptCheck check = new ScriptCheck(file, kind, module);
        check.collect();
        check.connections.removeAll(check.others);
        visit(module, check.new Complaints());
        check.problems.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
        return List.copyOf(check.problems);
    }

    private static void visit(ModuleNode module, CodeVisitorSupport visitor) {
        module.getStatementBlock().visit(visitor);
        for (MethodNode method : module.getMethods()) {
            method.getCode().visit(visitor);
        }
    }

    /** All names that the file gives to something. */
    private void collect() {
        own.addAll(GIVEN);
        module.getMethods().forEach(method -> {
            own.add(method.getName());
            add(method.getParameters());
        });
        module.getClasses().stream().map(ClassNode::getNameWithoutPackage).forEach(own::add);
        module.getImports().forEach(one -> own.add(one.getAlias()));
        own.addAll(module.getStaticImports().keySet());
        visit(module, new Names());
    }

    private void add(Parameter[] parameters) {
        if (parameters != null) {
            Stream.of(parameters).map(Parameter::getName).forEach(own::add);
        }
    }

    /** Whether names and words may come from where this does not look. */
    private boolean open() {
        return !module.getStaticStarImports().isEmpty();
    }

    private final class Names extends CodeVisitorSupport {
        @Override
        public void visitMethodCallExpression(MethodCallExpression call) {
            calls.add(String.valueOf(call.getMethodAsString()));
            connection(call);
            super.visitMethodCallExpression(call);
        }

        @Override
        public void visitBinaryExpression(BinaryExpression expression) {
            Expression left = expression.getLeftExpression();
            if (expression.getOperation().getText().equals("=")) {
                add(left);
            }
            super.visitBinaryExpression(expression);
        }

        @Override
        public void visitDeclarationExpression(DeclarationExpression expression) {
            add(expression.getLeftExpression());
            super.visitDeclarationExpression(expression);
        }

        private void add(Expression left) {
            if (left instanceof TupleExpression several) {
                several.getExpressions().forEach(this::add);
            } else if (left instanceof VariableExpression variable) {
                own.add(variable.getName());
            }
        }

        /** The first parameter of a task's body is a connection, unless it is declared as something else. */
        private void connection(MethodCallExpression call) {
            if (call.isImplicitThis()
                    && "task".equals(call.getMethodAsString())
                    && call.getArguments() instanceof TupleExpression given
                    && !given.getExpressions().isEmpty()
                    && given.getExpressions().getLast() instanceof ClosureExpression body
                    && body.getParameters() != null
                    && body.getParameters().length > 0) {
                Parameter first = body.getParameters()[0];
                (first.isDynamicTyped() ? connections : others).add(first.getName());
            }
        }

        @Override
        public void visitClosureExpression(ClosureExpression expression) {
            ScriptCheck.this.add(expression.getParameters());
            super.visitClosureExpression(expression);
        }

        @Override
        public void visitForLoop(ForStatement loop) {
            // One with semicolons has none.
            Stream.of(loop.getValueVariable(), loop.getIndexVariable())
                    .filter(Objects::nonNull)
                    .map(Parameter::getName)
                    .forEach(own::add);
            super.visitForLoop(loop);
        }

        @Override
        public void visitCatchStatement(CatchStatement statement) {
            own.add(statement.getVariable().getName());
            super.visitCatchStatement(statement);
        }
    }

    private final class Complaints extends CodeVisitorSupport {
        @Override
        public void visitMethodCallExpression(MethodCallExpression call) {
            String word = call.getMethodAsString();
            if (call.isImplicitThis() && word != null) {
                Set<String> named = vocabulary.get(word);
                if (named != null && !own.contains(word)) {
                    arguments(call, word, named);
                } else if (named == null && !own.contains(word) && !OF_GROOVY.contains(word) && !open()) {
                    complain(
                            call.getMethod(),
                            "a " + kind.title() + " has no word '" + word + "'"
                                    + Words.suggestion(word, all(vocabulary.keySet())));
                }
            } else if (word != null
                    && call.getObjectExpression() instanceof VariableExpression receiver
                    && connections.contains(receiver.getName())
                    && !ofConnection.contains(word)
                    && !OF_GROOVY.contains(word)) {
                complain(
                        call.getMethod(),
                        "a connection has no method '" + word + "'" + Words.suggestion(word, ofConnection));
            }
            super.visitMethodCallExpression(call);
        }

        private void arguments(MethodCallExpression call, String word, Set<String> named) {
            if (named.isEmpty() || !(call.getArguments() instanceof TupleExpression given)) {
                return;
            }
            for (Expression argument : given.getExpressions()) {
                if (argument instanceof MapExpression map) {
                    for (MapEntryExpression entry : map.getMapEntryExpressions()) {
                        String name = entry.getKeyExpression() instanceof ConstantExpression key
                                ? String.valueOf(key.getValue())
                                : "";
                        if (!name.isEmpty() && !named.contains(name)) {
                            complain(
                                    entry,
                                    word + " has no argument '" + name + "'" + Words.suggestion(name, named)
                                            + (Words.nearest(name, named).isEmpty()
                                                    ? "; it has " + String.join(", ", named)
                                                    : ""));
                        }
                    }
                }
            }
        }

        @Override
        public void visitVariableExpression(VariableExpression variable) {
            String name = variable.getName();
            boolean type = Character.isUpperCase(name.charAt(0));
            String getter = "get" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
            if (!type
                    && !own.contains(name)
                    && !vocabulary.containsKey(name)
                    && !vocabulary.containsKey(getter)
                    && !includes()
                    && !open()) {
                complain(variable, "nothing here has the name '" + name + "'" + Words.suggestion(name, own));
            }
        }

        private Set<String> all(Set<String> words) {
            Set<String> all = new TreeSet<>(words);
            all.addAll(own);
            return all;
        }

        private void complain(ASTNode node, String message) {
            problems.add(
                    new Problem(file, Math.max(1, node.getLineNumber()), Math.max(1, node.getColumnNumber()), message));
        }
    }

    /** Fabfiles see the names that others set which they include, or that include them. */
    private boolean includes() {
        return kind == Kind.FABFILE
                && (calls.contains("include") || !"fabfile.groovy".equals(String.valueOf(file.getFileName())));
    }

    private static Set<String> ofGroovy() {
        Set<String> names = new TreeSet<>(Set.of("call", "run", "use", "evaluate", "this", "super"));
        for (Class<?> type : List.of(DefaultGroovyMethods.class, groovy.lang.Closure.class, groovy.lang.Script.class)) {
            Stream.of(type.getMethods()).map(Method::getName).forEach(names::add);
        }
        return names;
    }

    private static List<List<String>> read() {
        try (InputStream in =
                Objects.requireNonNull(ScriptCheck.class.getResourceAsStream("vocabulary"), "vocabulary")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> List.of(line.split(" ", -1)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
