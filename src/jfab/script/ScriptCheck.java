package jfab.script;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jfab.script.Vocabulary.Signature;
import org.codehaus.groovy.ast.CodeVisitorSupport;
import org.codehaus.groovy.ast.ModuleNode;
import org.codehaus.groovy.ast.expr.MethodCallExpression;

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
        FABFILE("fabfile", "fabfile cluster training connection group", "settings training"),
        PROGRAM("training program", "program", ""),
        VERSION1("configuration of version 1", "version1 program", "");

        private final String title;
        private final String places;
        private final String values;

        Kind(String title, String places, String values) {
            this.title = title;
            this.places = places;
            this.values = values;
        }

        /** Whether the word {@code name} is a value too, as in {@code settings.region}. */
        boolean isValue(String name) {
            return List.of(values.split(" ", -1)).contains(name);
        }

        Map<String, Signature> words() {
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

    private ScriptCheck() {}

    /** What {@code file} seems to be: that of which it uses the most words, a fabfile where it uses none. */
    public static Kind kindOf(Path file) {
        if ("fabfile.groovy".equals(String.valueOf(file.getFileName()))) {
            return Kind.FABFILE;
        }
        ModuleNode module = ScriptFile.module(file);
        Map<String, Integer> used = new HashMap<>();
        ScriptNames.visit(module, new CodeVisitorSupport() {
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
        return ScriptComplaints.of(file, kind, module).stream()
                .sorted(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column))
                .toList();
    }
}
