package jfab;

import java.util.regex.Pattern;

/** Words of others as text alone: a host, or whoever answers in its place, can put no control sequence into a sentence of ours. */
public final class PlainText {
    /** Whole control sequences, then single characters that move the cursor or that nobody sees. */
    private static final Pattern CONTROL = Pattern.compile("(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?"
            + "|\\x1b[\\]PX^_][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)?"
            + "|\\x1b[ -/]*[0-~]?"
            + "|\\r(?=\\n)"
            + "|[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}&&[^\\n\\r\\t]]");

    private static final int LONGEST = 300;

    private PlainText() {}

    /** {@code words} with their lines and tabs; what goes back to the begin of a line goes on with it. */
    public static String of(String words) {
        return CONTROL.matcher(words).replaceAll("").replace('\r', ' ');
    }

    /** As {@link #of}, on one line: a line break within {@code words} is shown as {@code \\n}, those around them are left out. */
    public static String sentence(String words) {
        return of(words).strip().replace("\n", "\\n");
    }

    /** {@code 1 file}, {@code 2 files}: so many of what {@code noun} says. */
    public static String counted(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** The first line of {@code words} that says something, cut where it says too much. */
    public static String line(String words) {
        String first = of(words)
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("")
                .replace('\t', ' ')
                .strip();
        return first.length() <= LONGEST ? first : first.substring(0, LONGEST) + "...";
    }
}
