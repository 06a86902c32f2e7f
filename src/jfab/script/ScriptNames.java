package jfab.script;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.CodeVisitorSupport;
import org.codehaus.groovy.ast.MethodNode;
import org.codehaus.groovy.ast.ModuleNode;
import org.codehaus.groovy.ast.Parameter;
import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.DeclarationExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.TupleExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.ast.stmt.CatchStatement;
import org.codehaus.groovy.ast.stmt.ForStatement;
import org.codehaus.groovy.syntax.Types;

/** The names that a script gives to something, and what it calls: as its text tells. */
final class ScriptNames {
    /** Names that a script has without setting them. */
    private static final Set<String> GIVEN =
            Set.of("this", "super", "it", "owner", "delegate", "thisObject", "args", "out");

    private final ModuleNode module;
    private final Set<String> own = new TreeSet<>(GIVEN);
    private final Set<String> calls = new TreeSet<>();

    /** How often names are given something without being declared. */
    private final Map<String, Integer> assigned = new HashMap<>();

    private final Set<String> declared = new TreeSet<>();

    /** Of tasks: their first parameter is a connection, unless it is declared as something else. */
    private final Set<Expression> bodies = new HashSet<>();

    ScriptNames(ModuleNode module) {
        this.module = module;
        module.getMethods().forEach(method -> {
            own.add(method.getName());
            parameters(method.getParameters());
        });
        module.getClasses().stream().map(ClassNode::getNameWithoutPackage).forEach(own::add);
        module.getImports().forEach(one -> own.add(one.getAlias()));
        own.addAll(module.getStaticImports().keySet());
        visit(module, new Collector());
    }

    /** All of them. */
    Set<String> all() {
        return own;
    }

    boolean has(String name) {
        return own.contains(name);
    }

    boolean calls(String word) {
        return calls.contains(word);
    }

    boolean declares(String name) {
        return declared.contains(name);
    }

    /** How often {@code name} is given something outside its declaration. */
    int assignments(String name) {
        return assigned.getOrDefault(name, 0);
    }

    /** Whether it is the body of a task. */
    boolean isBody(Expression closure) {
        return bodies.contains(closure);
    }

    /** Whether names and words may come from where this does not look. */
    boolean open() {
        return !module.getStaticStarImports().isEmpty();
    }

    static void visit(ModuleNode module, CodeVisitorSupport visitor) {
        module.getStatementBlock().visit(visitor);
        for (MethodNode method : module.getMethods()) {
            method.getCode().visit(visitor);
        }
    }

    /** Those on the left of a {@code =}. */
    static List<String> variables(Expression left) {
        List<Expression> all = left instanceof TupleExpression several ? several.getExpressions() : List.of(left);
        return all.stream()
                .filter(VariableExpression.class::isInstance)
                .map(VariableExpression.class::cast)
                .map(VariableExpression::getName)
                .toList();
    }

    private void parameters(Parameter[] parameters) {
        if (parameters != null) {
            Stream.of(parameters).map(Parameter::getName).forEach(own::add);
        }
    }

    private final class Collector extends CodeVisitorSupport {
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
            parameters(expression.getParameters());
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
}
