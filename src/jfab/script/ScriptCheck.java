package jfab.script;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import jfab.script.Vocabulary.Signature;
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
import org.codehaus.groovy.ast.expr.EmptyExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MapEntryExpression;
import org.codehaus.groovy.ast.expr.MapExpression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.PropertyExpression;
import org.codehaus.groovy.ast.expr.SpreadExpression;
import org.codehaus.groovy.ast.expr.TupleExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.ast.stmt.CatchStatement;
import org.codehaus.groovy.ast.stmt.ForStatement;
import org.codehaus.groovy.runtime.DefaultGroovyMethods;
import org.codehaus.groovy.runtime.DefaultGroovyStaticMethods;
import org.codehaus.groovy.syntax.Types;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong in a script as far as its text tells: nothing of it is run, nor are its types looked for, so that a file of a
 * stranger may be checked.
 *
 * <p>A word counts as known wherever any block of such scripts has it, a name wherever the file sets it, and what a name stands for
 * where the file gives it one meaning alone; what is complained of is wrong wherever it stands.
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

        private Map<String, Signature> words() {
            return Vocabulary.of(List.of(places.split(" ", -1)));
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

    private final Path file;
    private final Kind kind;
    private final ModuleNode module;
    private final Map<String, Signature> vocabulary;
    private final Set<String> own = new TreeSet<>();
    private final Set<String> calls = new TreeSet<>();

    /** What names stand for, as {@link Signature#returns} says it; empty where that is not known. */
    private final Map<String, String> types = new HashMap<>();

    private final List<Problem> problems = new ArrayList<>();

    private ScriptCheck(Path file, Kind kind, ModuleNode module) {
        this.file = file;
        this.kind = kind;
        this.module = module;
        this.vocabulary = kind.words();
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
        Comparator<Kind> most = Comparator.comparingInt(kind -> kind.words().keySet().stream()
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
            Stream.of(parameters).map(Parameter::getName).forEach(name -> add(name, ""));
        }
    }

    /** A name that is given two meanings has none that is known. */
    private void add(String name, String type) {
        own.add(name);
        types.merge(name, type, (one, other) -> one.equals(other) ? one : "");
    }

    /** What {@code value} is, as far as words say it. */
    private String typeOf(Expression value) {
        if (value instanceof VariableExpression variable) {
            return types.getOrDefault(variable.getName(), "");
        }
        Signature called = value instanceof MethodCallExpression call ? signature(call) : null;
        return called == null ? "" : called.returns();
    }

    private @Nullable Signature signature(MethodCallExpression call) {
        String word = call.getMethodAsString();
        if (word == null || (call.isImplicitThis() && own.contains(word))) {
            return null;
        }
        return (call.isImplicitThis() ? vocabulary : Vocabulary.of(typeOf(call.getObjectExpression()))).get(word);
    }

    /** Whether names and words may come from where this does not look. */
    private boolean open() {
        return !module.getStaticStarImports().isEmpty();
    }

    private final class Names extends CodeVisitorSupport {
        /** Of tasks: their first parameter is a connection, unless it is declared as something else. */
        private final Set<Expression> bodies = new HashSet<>();

        @Override
        public void visitMethodCallExpression(MethodCallExpression call) {
            calls.add(String.valueOf(call.getMethodAsString()));
            if (call.isImplicitThis()
                    && "task".equals(call.getMethodAsString())
                    && call.getArguments() instanceof TupleExpression given
                    && !given.getExpressions().isEmpty()) {
                bodies.add(given.getExpressions().getLast());
            }
            super.visitMethodCallExpression(call);
        }

        @Override
        public void visitBinaryExpression(BinaryExpression expression) {
            super.visitBinaryExpression(expression);
            int operation = expression.getOperation().getType();
            if (Types.ofType(operation, Types.ASSIGNMENT_OPERATOR)) {
                add(
                        expression.getLeftExpression(),
                        operation == Types.EQUAL ? typeOf(expression.getRightExpression()) : "");
            }
        }

        @Override
        public void visitDeclarationExpression(DeclarationExpression expression) {
            // One without a value gets it later.
            if (expression.getRightExpression() instanceof EmptyExpression) {
                own.add(expression.getLeftExpression().getText());
            } else {
                visitBinaryExpression(expression);
            }
        }

        private void add(Expression left, String type) {
            if (left instanceof TupleExpression several) {
                several.getExpressions().forEach(each -> add(each, ""));
            } else if (left instanceof VariableExpression variable) {
                ScriptCheck.this.add(variable.getName(), type);
            }
        }

        @Override
        public void visitClosureExpression(ClosureExpression expression) {
            Parameter[] parameters = expression.getParameters();
            if (parameters != null
                    && bodies.contains(expression)
                    && parameters.length > 0
                    && parameters[0].isDynamicTyped()) {
                ScriptCheck.this.add(parameters[0].getName(), "connection");
                parameters = Arrays.copyOfRange(parameters, 1, parameters.length);
            }
            ScriptCheck.this.add(parameters);
            super.visitClosureExpression(expression);
        }

        @Override
        public void visitForLoop(ForStatement loop) {
            // One with semicolons has none.
            Stream.of(loop.getValueVariable(), loop.getIndexVariable())
                    .filter(Objects::nonNull)
                    .map(Parameter::getName)
                    .forEach(name -> ScriptCheck.this.add(name, ""));
            super.visitForLoop(loop);
        }

        @Override
        public void visitCatchStatement(CatchStatement statement) {
            ScriptCheck.this.add(statement.getVariable().getName(), "");
            super.visitCatchStatement(statement);
        }
    }

    private final class Complaints extends CodeVisitorSupport {
        @Override
        public void visitMethodCallExpression(MethodCallExpression call) {
            String word = call.getMethodAsString();
            Signature signature = signature(call);
            if (signature != null && word != null) {
                arguments(call, word, signature);
            } else if (word != null && !OF_GROOVY.contains(word)) {
                unknown(call, word);
            }
            super.visitMethodCallExpression(call);
        }

        private void unknown(MethodCallExpression call, String word) {
            if (!call.isImplicitThis()) {
                String type = typeOf(call.getObjectExpression());
                Set<String> methods = Vocabulary.of(type).keySet();
                if (!methods.isEmpty()) {
                    complain(
                            call.getMethod(),
                            named(type) + " has no method '" + word + "'" + Words.suggestion(word, methods));
                }
            } else if (!own.contains(word) && !open()) {
                Set<String> all = new TreeSet<>(vocabulary.keySet());
                all.addAll(own);
                complain(
                        call.getMethod(),
                        "a " + kind.title() + " has no word '" + word + "'" + Words.suggestion(word, all));
            }
        }

        private void arguments(MethodCallExpression call, String word, Signature signature) {
            List<Expression> given = call.getArguments() instanceof TupleExpression several
                    ? several.getExpressions()
                    : List.of(call.getArguments());
            boolean names = !given.isEmpty() && given.getFirst() instanceof MapExpression;
            if (names) {
                ((MapExpression) given.getFirst())
                        .getMapEntryExpressions()
                        .forEach(entry -> named(word, entry, signature));
            }
            int count = names ? given.size() - 1 : given.size();
            if (given.stream().noneMatch(SpreadExpression.class::isInstance) && !signature.takes(count, names)) {
                complain(
                        call.getMethod(),
                        word + " takes " + signature.expected() + "; here it has " + count
                                + (names ? " beside named ones" : ""));
            }
        }

        private void named(String word, MapEntryExpression entry, Signature signature) {
            if (entry.getKeyExpression() instanceof ConstantExpression key) {
                String name = String.valueOf(key.getValue());
                Set<String> values = kind == Kind.PROGRAM ? Vocabulary.values(word, name) : Set.of();
                if (!signature.has(name)) {
                    complain(entry, word + " has no argument '" + name + "'" + suggestion(name, signature.named()));
                } else if (!values.isEmpty()
                        && entry.getValueExpression() instanceof ConstantExpression value
                        && value.getValue() instanceof String text
                        && !values.contains(text)) {
                    complain(entry, name + " '" + text + "' is not known" + suggestion(text, values));
                }
            }
        }

        private static String suggestion(String name, Collection<String> known) {
            return Words.nearest(name, known).isEmpty()
                    ? "; there are " + String.join(", ", known)
                    : Words.suggestion(name, known);
        }

        @Override
        public void visitPropertyExpression(PropertyExpression expression) {
            String name = expression.getPropertyAsString();
            String type = typeOf(expression.getObjectExpression());
            Set<String> methods = Vocabulary.of(type).keySet();
            if (name != null && !methods.isEmpty() && !expression.isSpreadSafe()) {
                String upper = Character.toUpperCase(name.charAt(0)) + name.substring(1);
                if (Stream.of(name, "get" + upper, "is" + upper)
                        .noneMatch(each -> methods.contains(each) || OF_GROOVY.contains(each))) {
                    complain(
                            expression.getProperty(),
                            named(type) + " has no property '" + name + "'" + Words.suggestion(name, methods));
                }
            }
            super.visitPropertyExpression(expression);
        }

        /** As a sentence calls an object; types have names that begin with a capital letter. */
        private static String named(String type) {
            return Set.of("connection", "group").contains(type) ? "a " + type : type.replaceFirst("^Script", "");
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
        for (Class<?> type : List.of(
                Object.class,
                DefaultGroovyMethods.class,
                DefaultGroovyStaticMethods.class,
                groovy.lang.Closure.class,
                groovy.lang.Script.class)) {
            Stream.of(type.getMethods()).map(Method::getName).forEach(names::add);
        }
        return names;
    }
}
