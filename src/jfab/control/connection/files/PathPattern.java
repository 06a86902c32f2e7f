package jfab.control.connection.files;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A path with {@code *}, {@code ?}, {@code [abc]} or {@code **} in it, as in shells; {@code **} stands for any number of
 * directories. Names that begin with a dot match only where a part of the pattern does.
 *
 * @param root what comes before the first part with such a character; empty, or ends with {@code /}
 * @param rest the other parts
 */
public record PathPattern(String root, String rest) {
    /** A set in brackets, or one character. */
    private static final Pattern PIECE = Pattern.compile("\\[([!^]?)(\\]?(?:\\[:\\w+:]|[^\\]])*)]|.", Pattern.DOTALL);

    private static final Pattern MEMBER = Pattern.compile(
            "\\[:(alnum|alpha|blank|cntrl|digit|graph|lower|print|punct|space|upper|xdigit):]|.", Pattern.DOTALL);

    /** Whether {@code path} has a character that stands for others. */
    public static boolean isOne(String path) {
        return path.chars().anyMatch(c -> c == '*' || c == '?' || c == '[');
    }

    public static PathPattern of(String path) {
        int first = 0;
        while ("*?[".indexOf(path.charAt(first)) < 0) {
            first++;
        }
        int slash = path.lastIndexOf('/', first) + 1;
        return new PathPattern(path.substring(0, slash), path.substring(slash));
    }

    /** Whether it may match at any depth. */
    public boolean deep() {
        return rest.contains("**");
    }

    /** How many directories down it may match. */
    public int depth() {
        return deep() ? Integer.MAX_VALUE : rest.split("/", -1).length;
    }

    /** Tells whether a path below the root is one that it stands for. */
    public PathMatcher matcher() {
        PathMatcher whole = FileSystems.getDefault().getPathMatcher("glob:" + glob(rest));
        // Java's ** between slashes stands for one directory or more.
        PathMatcher none = FileSystems.getDefault().getPathMatcher("glob:" + glob(rest.replace("**/", "")));
        boolean dots = rest.startsWith(".") || rest.contains("/.");
        return path -> (whole.matches(path) || none.matches(path)) && (dots || !hidden(path));
    }

    /** Whether a shell takes {@code path}, or what it lies in, for this pattern, which is not deep. */
    public boolean admits(String path) {
        String[] wanted = rest.replaceAll("/+$", "").split("/+", -1);
        String[] given = path.split("/+", -1);
        return given.length >= wanted.length
                && IntStream.range(0, wanted.length)
                        .allMatch(i -> (wanted[i].startsWith(".") || !given[i].startsWith("."))
                                && given[i].matches(regex(wanted[i])));
    }

    /** As shells take it: Java's globs know neither {@code [[:digit:]]} nor {@code []a]}. */
    private static String regex(String part) {
        return PIECE.matcher(part)
                .replaceAll(found -> Matcher.quoteReplacement(
                        switch (found.group()) {
                            case "*" -> "(?s:.*)";
                            case "?" -> "(?s:.)";
                            case String one when one.length() == 1 -> Pattern.quote(one);
                            default -> "[" + (found.group(1).isEmpty() ? "" : "^") + set(found.group(2)) + "]";
                        }));
    }

    private static String set(String members) {
        return MEMBER.matcher(members).replaceAll(found -> {
            String posix = found.group(1);
            return Matcher.quoteReplacement(
                    posix == null
                            ? (found.group().matches("[\\w-]") ? "" : "\\") + found.group()
                            : "\\p{" + (posix.equals("xdigit") ? "XDigit" : capital(posix)) + "}");
        });
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private static boolean hidden(Path path) {
        for (Path part : path) {
            if (part.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }

    /** Java gives braces a meaning that shells' patterns do not have once they are expanded. */
    private static String glob(String pattern) {
        return pattern.replace("\\", "\\\\").replace("{", "\\{").replace("}", "\\}");
    }

    /** {@code pattern} as a word of a shell script, in which nothing but the pattern's own characters has a meaning. */
    public static String word(String pattern) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            boolean plain = (Character.isLetterOrDigit(c) && c < 128) || "*?[]!^-_./,=+@:%".indexOf(c) >= 0;
            word.append(plain ? String.valueOf(c) : c == '\'' ? "\"'\"" : "'" + c + "'");
        }
        return word.toString();
    }
}
