package jfab.script;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import jfab.script.Vocabulary.Signature;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.GStringExpression;
import org.codehaus.groovy.ast.expr.ListExpression;
import org.codehaus.groovy.ast.expr.MapEntryExpression;
import org.codehaus.groovy.ast.expr.MapExpression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.SpreadExpression;
import org.codehaus.groovy.ast.expr.TupleExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;

/** Whether calls give words the arguments that these take. */
final class ArgumentCheck {
    private final ScriptCheck.Kind kind;
    private final Function<Expression, String> typeOf;
    private final BiConsumer<ASTNode, String> complaint;

    /**
     * @param typeOf what a value is, empty where that is not known
     * @param complaint takes where something is wrong, and what
     */
    ArgumentCheck(ScriptCheck.Kind kind, Function<Expression, String> typeOf, BiConsumer<ASTNode, String> complaint) {
        this.kind = kind;
        this.typeOf = typeOf;
        this.complaint = complaint;
    }

    /** Complains of what {@code call} gives to {@code word}. */
    void check(MethodCallExpression call, String word, Signature signature) {
        List<Expression> given = call.getArguments() instanceof TupleExpression several
                ? several.getExpressions()
                : List.of(call.getArguments());
        boolean names = !given.isEmpty() && given.getFirst() instanceof MapExpression;
        if (names && signature.named().isEmpty()) {
            nameless(word, signature, given);
            return;
        }
        if (names) {
            ((MapExpression) given.getFirst()).getMapEntryExpressions().forEach(entry -> named(word, entry, signature));
        }
        int count = names ? given.size() - 1 : given.size();
        boolean map = !given.isEmpty() && mayBeMap(given.getFirst());
        if (given.stream().noneMatch(SpreadExpression.class::isInstance) && !signature.takes(count, names, map)) {
            complaint.accept(
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
        entries.forEach(
                entry -> given.add(entry.getKeyExpression() instanceof ConstantExpression key ? key.getText() : ""));
        List<String> lacking = signature.lacks(given);
        if (!lacking.isEmpty() && given.stream().allMatch(signature::has)) {
            complaint.accept(call.getMethod(), word + " needs " + String.join(", ", lacking));
        }
    }

    private boolean mayBeMap(Expression value) {
        return switch (value) {
            case ConstantExpression _, GStringExpression _, ListExpression _, ClosureExpression _ -> false;
            // None of the objects that words give is one.
            default -> typeOf.apply(value).isEmpty();
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
        complaint.accept(
                entries.getFirst(),
                word + " takes no named arguments; "
                        + (entries.size() == 1 && signature.takes(values.size(), false, false)
                                ? "write " + word
                                        + values.stream()
                                                .map(ArgumentCheck::written)
                                                .collect(Collectors.joining(", ", "(", ")"))
                                : "it takes " + signature.expected()));
    }

    private void named(String word, MapEntryExpression entry, Signature signature) {
        if (entry.getKeyExpression() instanceof ConstantExpression key) {
            String name = String.valueOf(key.getValue());
            if (kind == ScriptCheck.Kind.FABFILE) {
                FabricHostArguments.of(word, name).ifPresent(answer -> complaint.accept(entry, answer));
            }
            Set<String> values = kind == ScriptCheck.Kind.VERSION1
                    ? Vocabulary.values("version1", word + "." + name)
                    : Vocabulary.values(word, name);
            if (!signature.has(name)) {
                complaint.accept(entry, word + " has no argument '" + name + "'" + suggestion(name, signature.named()));
            } else if (!values.isEmpty()
                    && entry.getValueExpression() instanceof ConstantExpression value
                    && value.getValue() instanceof String text
                    && !values.contains(text)) {
                complaint.accept(entry, name + " '" + text + "' is not known" + suggestion(text, values));
            }
        }
    }

    /** What could be meant by {@code name}, or all that there is. */
    static String suggestion(String name, Collection<String> known) {
        return Words.nearest(name, known).isEmpty()
                ? "; there are " + String.join(", ", known)
                : Words.suggestion(name, known);
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
}
