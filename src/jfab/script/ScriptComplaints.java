package jfab.script;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import jfab.Durations;
import jfab.script.Vocabulary.Signature;
import org.codehaus.groovy.ast.ASTNode;
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
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.PropertyExpression;
import org.codehaus.groovy.ast.expr.TupleExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.ast.stmt.CatchStatement;
import org.codehaus.groovy.ast.stmt.ForStatement;
import org.codehaus.groovy.runtime.DefaultGroovyMethods;
import org.codehaus.groovy.runtime.DefaultGroovyStaticMethods;
import org.codehaus.groovy.syntax.Types;
import org.jspecify.annotations.Nullable;

/** What is wrong in a script, found word by word: see {@link ScriptCheck}. */
final class ScriptComplaints extends CodeVisitorSupport {
    /** What class names that are written whole begin with. */
    private static final Set<String> PACKAGES =
            Set.of("java", "javax", "groovy", "groovyx", "org", "com", "io", "net", "jfab");

    private static final Set<String> OF_GROOVY = ofGroovy();

    private final Path file;
    private final ScriptCheck.Kind kind;
    private final ModuleNode module;
    private final Map<String, Signature> vocabulary;
    private final ScriptNames names;
    private final ArgumentCheck arguments;

    /**
     * What names stand for, as {@link Signature#returns} says it, empty where that is not known; the innermost block's first.
     */
    private final Deque<Map<String, String>> types = new ArrayDeque<>(List.of(new HashMap<>()));

    /** Words that the variables of loops around this place hide, which Groovy calls in their place, in the loop's own head too. */
    private final List<String> hidden = new ArrayList<>();

    private final List<ScriptCheck.Problem> problems = new ArrayList<>();

    private ScriptComplaints(Path file, ScriptCheck.Kind kind, ModuleNode module) {
        this.file = file;
        this.kind = kind;
        this.module = module;
        this.vocabulary = kind.words();
        this.names = new ScriptNames(module);
        this.arguments = new ArgumentCheck(kind, this::typeOf, this::complain);
    }

    /** In no order. */
    static List<ScriptCheck.Problem> of(Path file, ScriptCheck.Kind kind, ModuleNode module) {
        ScriptComplaints all = new ScriptComplaints(file, kind, module);
        module.getStatementBlock().visit(all);
        for (MethodNode method : module.getMethods()) {
            all.inside(
                    all.parameterNames(method.getParameters()),
                    "",
                    () -> method.getCode().visit(all));
        }
        return all.problems;
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
        if (word == null || (call.isImplicitThis() && names.has(word))) {
            return null;
        }
        return (call.isImplicitThis() ? vocabulary : Vocabulary.of(typeOf(call.getObjectExpression()))).get(word);
    }

    /** What parameters and loops name is seen inside alone, and is mostly of no known type. */
    private void inside(Stream<String> within, String first, Runnable visit) {
        Map<String, String> block = new HashMap<>();
        within.forEach(name -> block.put(name, block.isEmpty() ? first : ""));
        types.push(block);
        visit.run();
        types.pop();
    }

    private Stream<String> parameterNames(Parameter... parameters) {
        return Stream.of(parameters).filter(Objects::nonNull).map(Parameter::getName);
    }

    @Override
    public void visitClosureExpression(ClosureExpression expression) {
        Parameter[] parameters =
                expression.getParameters() == null ? Parameter.EMPTY_ARRAY : expression.getParameters();
        boolean body = names.isBody(expression) && parameters.length > 0 && parameters[0].isDynamicTyped();
        inside(parameterNames(parameters), body ? "connection" : "", () -> super.visitClosureExpression(expression));
    }

    @Override
    public void visitForLoop(ForStatement loop) {
        List<String> variables =
                parameterNames(loop.getValueVariable(), loop.getIndexVariable()).toList();
        List<String> words = variables.stream().filter(vocabulary::containsKey).toList();
        hidden.addAll(words);
        inside(variables.stream(), "", () -> super.visitForLoop(loop));
        words.forEach(hidden::remove);
    }

    @Override
    public void visitCatchStatement(CatchStatement statement) {
        inside(parameterNames(statement.getVariable()), "", () -> super.visitCatchStatement(statement));
    }

    @Override
    public void visitDeclarationExpression(DeclarationExpression expression) {
        super.visitDeclarationExpression(expression);
        boolean one = expression.getLeftExpression() instanceof VariableExpression;
        ScriptNames.variables(expression.getLeftExpression())
                .forEach(name -> types.getFirst()
                        .put(name, one && names.assignments(name) == 0 ? typeOf(expression.getRightExpression()) : ""));
    }

    @Override
    public void visitBinaryExpression(BinaryExpression expression) {
        if (expression.getOperation().getType() == Types.MINUS
                && expression.getLeftExpression() instanceof VariableExpression word
                && expression.getRightExpression() instanceof ConstantExpression
                && vocabulary.containsKey(word.getName())
                && !names.has(word.getName())) {
            complain(expression, ScriptFailure.subtraction(word.getName()));
            return;
        }
        super.visitBinaryExpression(expression);
        if (kind == ScriptCheck.Kind.FABFILE
                && expression.getOperation().getType() == Types.EQUAL
                && expression.getLeftExpression() instanceof VariableExpression variable
                && variable.getName().equals("hosts")
                && !names.calls("hosts")
                && !names.declares("hosts")
                && types.stream().noneMatch(block -> block.containsKey("hosts"))) {
            complain(expression, "hosts = ... only sets a variable; write hosts 'a', 'b' without =");
        }
        if (expression.getOperation().getType() == Types.EQUAL
                && !(expression instanceof DeclarationExpression)
                && expression.getLeftExpression() instanceof VariableExpression variable
                && names.assignments(variable.getName()) == 1
                && !names.declares(variable.getName())) {
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
            arguments.check(call, word, signature);
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
                                .anyMatch(
                                        part -> String.valueOf(part.getValue()).contains("{")));
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
        } else if (!names.has(word) && !names.open()) {
            Set<String> all = new TreeSet<>(vocabulary.keySet());
            all.addAll(names.all());
            complain(call.getMethod(), "a " + kind.title() + " has no word '" + word + "'" + Words.instead(word, all));
        }
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
                        word + " has no argument '" + name + "'" + ArgumentCheck.suggestion(name, signature.named()));
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
            complain(variable, ScriptFailure.wordAlone(name));
        } else if (!type
                && !names.has(name)
                && !vocabulary.containsKey(name)
                && !vocabulary.containsKey(getter)
                && !PACKAGES.contains(name)
                && !includes()
                && !names.open()) {
            complain(variable, "nothing here has the name '" + name + "'" + Words.suggestion(name, names.all()));
        }
    }

    /** Whether it is a word without its arguments; of what a fabfile does not set itself, another file may set it. */
    private boolean isWordAlone(String name, String getter) {
        return vocabulary.containsKey(name)
                && !kind.isValue(name)
                && !vocabulary.containsKey(getter)
                && !names.has(name)
                && !includes()
                && !names.open()
                && (Character.isLowerCase(name.charAt(0))
                        || module.getStarImports().isEmpty());
    }

    private void complain(ASTNode node, String message) {
        problems.add(new ScriptCheck.Problem(
                file, Math.max(1, node.getLineNumber()), Math.max(1, node.getColumnNumber()), message));
    }

    /** Fabfiles see the names that others set which they include, or that include them. */
    private boolean includes() {
        return kind == ScriptCheck.Kind.FABFILE
                && (names.calls("include") || !"fabfile.groovy".equals(String.valueOf(file.getFileName())));
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
