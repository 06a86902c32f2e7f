package jfab.script;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.Durations;
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
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.GStringExpression;
import org.codehaus.groovy.ast.expr.ListExpression;
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
 * <p>A word counts as known wherever any block of such scripts has it, a name wherever the file sets it, and a name that is set twice
 * may be anything; what is complained of is wrong wherever it stands.
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

    /** What class names that are written whole begin with. */
    private static final Set<String> PACKAGES =
            Set.of("java", "javax", "groovy", "groovyx", "org", "com", "io", "net", "jfab");

    private static final Set<String> OF_GROOVY = ofGroovy();

    private final Path file;
    private final Kind kind;
    private final ModuleNode module;
    private final Map<String, Signature> vocabulary;
    private final Set<String> own = new TreeSet<>();
    private final Set<String> calls = new TreeSet<>();

    /** How often names are given something without being declared. */
    private final Map<String, Integer> assigned = new HashMap<>();

    private final Set<String> declared = new TreeSet<>();

    /** Of tasks: their first parameter is a connection, unless it is declared as something else. */
    private final Set<Expression> bodies = new HashSet<>();

    /**
     * What names stand for, as {@link Signature#returns} says it, empty where that is not known; the innermost block's first.
     */
    private final Deque<Map<String, String>> types = new ArrayDeque<>(List.of(new HashMap<>()));

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
        // Both kinds have it, the one as Groovy's.
        used.remove("sleep");
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
        check.complain(check.new Complaints());
        check.problems.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
        return List.copyOf(check.problems);
    }

    private void complain(Complaints complaints) {
        module.getStatementBlock().visit(complaints);
        for (MethodNode method : module.getMethods()) {
            complaints.inside(
                    complaints.names(method.getParameters()),
                    "",
                    () -> method.getCode().visit(complaints));
        }
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

    /** What {@code value} is, as far as words say it. */
    private String typeOf(Expression value) {
        if (value instanceof VariableExpression variable) {
            return types.stream()
                    .map(block -> block.get(variable.getName()))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse("");
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
            if (Types.ofType(expression.getOperation().getType(), Types.ASSIGNMENT_OPERATOR)) {
                variables(expression.getLeftExpression()).forEach(name -> {
                    own.add(name);
                    assigned.merge(name, 1, Integer::sum);
                });
            }
            super.visitBinaryExpression(expression);
        }

        @Override
        public void visitDeclarationExpression(DeclarationExpression expression) {
            variables(expression.getLeftExpression()).forEach(name -> {
                own.add(name);
                declared.add(name);
            });
            expression.getRightExpression().visit(this);
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

    /** As it stands in the script, where that is short. */
    private static String written(Expression value) {
        return switch (value) {
            case VariableExpression variable -> variable.getName();
            case ConstantExpression constant when constant.getValue() instanceof String text -> "'" + text + "'";
            case ConstantExpression constant -> constant.getText();
            default -> "...";
        };
    }

    private static List<String> variables(Expression left) {
        List<Expression> all = left instanceof TupleExpression several ? several.getExpressions() : List.of(left);
        return all.stream()
                .filter(VariableExpression.class::isInstance)
                .map(VariableExpression.class::cast)
                .map(VariableExpression::getName)
                .toList();
    }

    private final class Complaints extends CodeVisitorSupport {
        /** What parameters and loops name is seen inside alone, and is mostly of no known type. */
        private void inside(Stream<String> names, String first, Runnable visit) {
            Map<String, String> block = new HashMap<>();
            names.forEach(name -> block.put(name, block.isEmpty() ? first : ""));
            types.push(block);
            visit.run();
            types.pop();
        }

        private Stream<String> names(Parameter... parameters) {
            return Stream.of(parameters).filter(Objects::nonNull).map(Parameter::getName);
        }

        @Override
        public void visitClosureExpression(ClosureExpression expression) {
            Parameter[] parameters =
                    expression.getParameters() == null ? Parameter.EMPTY_ARRAY : expression.getParameters();
            boolean body = bodies.contains(expression) && parameters.length > 0 && parameters[0].isDynamicTyped();
            inside(names(parameters), body ? "connection" : "", () -> super.visitClosureExpression(expression));
        }

        /** Words that the variables of loops around this place hide, which Groovy calls in their place, in the loop's own head too. */
        private final List<String> hidden = new ArrayList<>();

        @Override
        public void visitForLoop(ForStatement loop) {
            List<String> names =
                    names(loop.getValueVariable(), loop.getIndexVariable()).toList();
            List<String> words = names.stream().filter(vocabulary::containsKey).toList();
            hidden.addAll(words);
            inside(names.stream(), "", () -> super.visitForLoop(loop));
            words.forEach(hidden::remove);
        }

        @Override
        public void visitCatchStatement(CatchStatement statement) {
            inside(names(statement.getVariable()), "", () -> super.visitCatchStatement(statement));
        }

        @Override
        public void visitDeclarationExpression(DeclarationExpression expression) {
            super.visitDeclarationExpression(expression);
            boolean one = expression.getLeftExpression() instanceof VariableExpression;
            variables(expression.getLeftExpression())
                    .forEach(name -> types.getFirst()
                            .put(
                                    name,
                                    one && !assigned.containsKey(name) ? typeOf(expression.getRightExpression()) : ""));
        }

        @Override
        public void visitBinaryExpression(BinaryExpression expression) {
            if (expression.getOperation().getType() == Types.MINUS
                    && expression.getLeftExpression() instanceof VariableExpression word
                    && expression.getRightExpression() instanceof ConstantExpression
                    && vocabulary.containsKey(word.getName())
                    && !own.contains(word.getName())) {
                complain(expression, ScriptFile.subtraction(word.getName()));
                return;
            }
            super.visitBinaryExpression(expression);
            if (kind == Kind.FABFILE
                    && expression.getOperation().getType() == Types.EQUAL
                    && expression.getLeftExpression() instanceof VariableExpression variable
                    && variable.getName().equals("hosts")
                    && !calls.contains("hosts")
                    && !declared.contains("hosts")
                    && types.stream().noneMatch(block -> block.containsKey("hosts"))) {
                complain(expression, "hosts = ... only sets a variable; write hosts 'a', 'b' without =");
            }
            if (expression.getOperation().getType() == Types.EQUAL
                    && !(expression instanceof DeclarationExpression)
                    && expression.getLeftExpression() instanceof VariableExpression variable
                    && assigned.getOrDefault(variable.getName(), 0) == 1
                    && !declared.contains(variable.getName())) {
                types.getLast().put(variable.getName(), typeOf(expression.getRightExpression()));
            }
        }

        @Override
        public void visitMethodCallExpression(MethodCallExpression call) {
            String word = call.getMethodAsString();
            Signature signature = signature(call);
            if (call.isImplicitThis() && hidden.contains(word)) {
                complain(
                        call.getMethod(),
                        "the loop's variable '" + word + "' hides the word " + word + "; give it another name");
            } else if (signature != null && word != null) {
                arguments(call, word, signature);
            } else if (word != null && !OF_GROOVY.contains(word)) {
                unknown(call, word);
            }
            if ("timeLimit".equals(word)
                    && signature != null
                    && call.getArguments() instanceof TupleExpression single
                    && single.getExpressions().size() == 1
                    && single.getExpression(0) instanceof ConstantExpression value
                    && value.getValue() instanceof String text
                    && Durations.read(text).isEmpty()) {
                complain(value, word + ": takes a time such as 30, '30s', '5m' or '1h', not '" + text + "'");
            }
            if ("format".equals(word) && holdsBrace(call.getObjectExpression())) {
                complain(
                        call.getMethod(),
                        "Groovy has no format that fills in {}: this gives what stands between the brackets of format, and"
                                + " forgets the text before it; write \"... ${x}\"");
            }
            super.visitMethodCallExpression(call);
        }

        private static boolean holdsBrace(Expression text) {
            return (text instanceof ConstantExpression constant
                            && constant.getValue() instanceof String words
                            && words.contains("{"))
                    || (text instanceof GStringExpression filled
                            && filled.getStrings().stream()
                                    .anyMatch(part ->
                                            String.valueOf(part.getValue()).contains("{")));
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
                        "a " + kind.title() + " has no word '" + word + "'" + Words.instead(word, all));
            }
        }

        private void arguments(MethodCallExpression call, String word, Signature signature) {
            List<Expression> given = call.getArguments() instanceof TupleExpression several
                    ? several.getExpressions()
                    : List.of(call.getArguments());
            boolean names = !given.isEmpty() && given.getFirst() instanceof MapExpression;
            if (names && signature.named().isEmpty()) {
                nameless(word, signature, given);
                return;
            }
            if (names) {
                ((MapExpression) given.getFirst())
                        .getMapEntryExpressions()
                        .forEach(entry -> named(word, entry, signature));
            }
            int count = names ? given.size() - 1 : given.size();
            boolean map = !given.isEmpty() && mayBeMap(given.getFirst());
            if (given.stream().noneMatch(SpreadExpression.class::isInstance) && !signature.takes(count, names, map)) {
                complain(
                        call.getMethod(),
                        word + " takes " + signature.expected() + "; here it has " + count
                                + (names ? " beside named ones" : ""));
            } else if (count == 0) {
                lacking(
                        call,
                        word,
                        signature,
                        names ? ((MapExpression) given.getFirst()).getMapEntryExpressions() : List.of());
            }
        }

        /** Says what is missing where all names that there are stand in the text, and none of them is a mistake of its own. */
        private void lacking(
                MethodCallExpression call, String word, Signature signature, List<MapEntryExpression> entries) {
            Set<String> given = new HashSet<>();
            entries.forEach(entry ->
                    given.add(entry.getKeyExpression() instanceof ConstantExpression key ? key.getText() : ""));
            List<String> lacking = signature.lacks(given);
            if (!lacking.isEmpty() && given.stream().allMatch(signature::has)) {
                complain(call.getMethod(), word + " needs " + String.join(", ", lacking));
            }
        }

        private boolean mayBeMap(Expression value) {
            return switch (value) {
                case ConstantExpression _, GStringExpression _, ListExpression _, ClosureExpression _ -> false;
                // None of the objects that words give is one.
                default -> typeOf(value).isEmpty();
            };
        }

        /** Says how a word is written that has no named arguments; with one name, the value behind it comes last. */
        private void nameless(String word, Signature signature, List<Expression> given) {
            List<MapEntryExpression> entries = ((MapExpression) given.getFirst()).getMapEntryExpressions();
            if (entries.isEmpty()) {
                return;
            }
            List<Expression> values = new ArrayList<>(given.subList(1, given.size()));
            values.add(entries.getLast().getValueExpression());
            complain(
                    entries.getFirst(),
                    word + " takes no named arguments; "
                            + (entries.size() == 1 && signature.takes(values.size(), false, false)
                                    ? "write " + word
                                            + values.stream()
                                                    .map(ScriptCheck::written)
                                                    .collect(Collectors.joining(", ", "(", ")"))
                                    : "it takes " + signature.expected()));
        }

        private void named(String word, MapEntryExpression entry, Signature signature) {
            if (entry.getKeyExpression() instanceof ConstantExpression key) {
                String name = String.valueOf(key.getValue());
                if (kind == Kind.FABFILE) {
                    FabricHostArguments.of(word, name).ifPresent(answer -> complain(entry, answer));
                }
                Set<String> values = kind == Kind.VERSION1
                        ? Vocabulary.values("version1", word + "." + name)
                        : Vocabulary.values(word, name);
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
            if (name != null && methods.contains(Vocabulary.SETTER)) {
                set(expression, name, type);
            } else if (name != null && !methods.isEmpty() && !expression.isSpreadSafe()) {
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

        /** Properties that can only be set are the named arguments of the word that gives the object. */
        private void set(PropertyExpression expression, String name, String type) {
            vocabulary.forEach((word, signature) -> {
                if (signature.returns().equals(type) && !signature.has(name)) {
                    complain(
                            expression.getProperty(),
                            word + " has no argument '" + name + "'" + suggestion(name, signature.named()));
                }
            });
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
            if (isWordAlone(name, getter)) {
                complain(variable, ScriptFile.wordAlone(name));
            } else if (!type
                    && !own.contains(name)
                    && !vocabulary.containsKey(name)
                    && !vocabulary.containsKey(getter)
                    && !PACKAGES.contains(name)
                    && !includes()
                    && !open()) {
                complain(variable, "nothing here has the name '" + name + "'" + Words.suggestion(name, own));
            }
        }

        /** Whether it is a word without its arguments; of what a fabfile does not set itself, another file may set it. */
        private boolean isWordAlone(String name, String getter) {
            return vocabulary.containsKey(name)
                    && !vocabulary.containsKey(getter)
                    && !own.contains(name)
                    && !includes()
                    && !open()
                    && (Character.isLowerCase(name.charAt(0))
                            || module.getStarImports().isEmpty());
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
