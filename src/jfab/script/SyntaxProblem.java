package jfab.script;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Groovy's parser says of a mistake, shortened, and where the bracket was opened that explains it. */
final class SyntaxProblem {
    private static final String UNEXPECTED = "Unexpected input: '";

    /** Comments and texts, in which brackets are only letters, then what counts. */
    private static final Pattern TOKEN = Pattern.compile("(?s)(//[^\\n]*|/\\*.*?(?:\\*/|\\z)|'''.*?'''|\"\"\".*?\"\"\""
            + "|'(?:[^'\\\\\\n]|\\\\.){0,2000}+'|\"(?:[^\"\\\\\\n]|\\\\.){0,2000}+\")|[\\n()\\[\\]{}]");

    /** What nobody can have as a word, used as one; the parser complains of the block around it. */
    private static final Pattern RESERVED =
            Pattern.compile("(?m)^[ \\t]+(package|import|default|native|const|goto|enum|interface)[ \\t(]+['\"\\[\\d]");

    private record Bracket(char letter, int line) {}

    private SyntaxProblem() {}

    /**
     * What to tell the user.
     *
     * @param problem in Groovy's words, of which the parser's quote everything since the last statement that it understood
     * @param script the whole script
     */
    static String of(String problem, String script) {
        if (problem.matches("Unexpected character: '\\\\?['\"]'")) {
            return problem + "; a text that begins there does not end";
        }
        if (!problem.startsWith(UNEXPECTED) && !problem.startsWith("Missing '")) {
            return problem;
        }
        String told = problem;
        int last = problem.lastIndexOf("\\n");
        if (problem.startsWith(UNEXPECTED) && last >= 0) {
            told = UNEXPECTED + problem.substring(last + 2).strip();
        }
        return told
                + leftOpen(script)
                        .map(open -> "; the '" + open.letter() + "' of line " + open.line() + " is not closed")
                        .or(() -> reserved(script))
                        .orElse("");
    }

    private static Optional<String> reserved(String script) {
        Matcher word = RESERVED.matcher(script);
        return word.find()
                ? Optional.of(
                        "; line " + script.substring(0, word.start(1)).lines().count() + " begins with " + word.group(1)
                                + ", which Groovy keeps for itself")
                : Optional.empty();
    }

    /** The bracket that is open where another one is closed, or at the end. */
    private static Optional<Bracket> leftOpen(String script) {
        Deque<Bracket> open = new ArrayDeque<>();
        int line = 1;
        for (Matcher token = TOKEN.matcher(script); token.find(); ) {
            char letter = token.group().charAt(0);
            if (token.group(1) != null || letter == '\n') {
                line += (int) token.group().chars().filter(each -> each == '\n').count();
            } else if ("([{".indexOf(letter) >= 0) {
                open.push(new Bracket(letter, line));
            } else if (open.isEmpty()) {
                return Optional.empty();
            } else if (")]}".indexOf(letter) == "([{".indexOf(open.element().letter())) {
                open.pop();
            } else {
                break;
            }
        }
        return Optional.ofNullable(open.peek());
    }
}
