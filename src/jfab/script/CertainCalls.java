package jfab.script;

import java.util.LinkedHashMap;
import java.util.Map;
import org.codehaus.groovy.ast.CodeVisitorSupport;
import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.stmt.BlockStatement;
import org.codehaus.groovy.ast.stmt.ExpressionStatement;
import org.codehaus.groovy.ast.stmt.IfStatement;
import org.codehaus.groovy.ast.stmt.ReturnStatement;
import org.codehaus.groovy.ast.stmt.Statement;

/** The words that a program of a trainer is sure to come to: statements of its top level, up to the first that may end it. */
final class CertainCalls {
    private CertainCalls() {}

    /** Each with its first line. */
    static Map<String, Integer> in(BlockStatement program) {
        Map<String, Integer> words = new LinkedHashMap<>();
        for (Statement statement : program.getStatements()) {
            if (statement instanceof ExpressionStatement single) {
                if (single.getExpression() instanceof MethodCallExpression call
                        && call.isImplicitThis()
                        && call.getMethodAsString() != null) {
                    words.putIfAbsent(call.getMethodAsString(), call.getLineNumber());
                }
            } else if (!isOfServers(statement) && mayEnd(statement)) {
                break;
            }
        }
        return words;
    }

    /** Whether only servers do this, as in {@code if (training_role() == 'pserver') ...}. */
    private static boolean isOfServers(Statement statement) {
        return statement instanceof IfStatement condition
                && condition.getElseBlock().isEmpty()
                && condition.getBooleanExpression().getExpression() instanceof BinaryExpression equal
                && equal.getOperation().getText().equals("==")
                && equal.getRightExpression() instanceof ConstantExpression constant
                && "pserver".equalsIgnoreCase(constant.getText());
    }

    private static boolean mayEnd(Statement statement) {
        boolean[] found = {statement instanceof ReturnStatement};
        statement.visit(new CodeVisitorSupport() {
            @Override
            public void visitReturnStatement(ReturnStatement end) {
                found[0] = true;
            }

            @Override
            public void visitMethodCallExpression(MethodCallExpression call) {
                found[0] |= "exit".equals(call.getMethodAsString());
                super.visitMethodCallExpression(call);
            }
        });
        return found[0];
    }
}
