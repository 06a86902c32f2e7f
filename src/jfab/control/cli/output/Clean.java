package jfab.control.cli.output;

import java.util.regex.Pattern;

/** Output of others, made safe for a terminal that shows more than it. */
final class Clean {
    private static final String ORDER = "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";

    /** Colours and other looks of letters; everything else moves the cursor or changes the terminal. */
    private static final Pattern LOOKS = Pattern.compile("\\x1b\\[[0-9;:]*m");
    /**
     * Whole control sequences, those that end with the line, single control characters except the tab, and what has a terminal show
     * letters in another order than they are written in.
     */
    private static final Pattern CONTROL = Pattern.compile(
            "\\x1b\\[[0-?]*[ -/]*[@-~]?" // CSI
                    + "|\\x1b[\\]PX^_][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\|$)" // titles and other strings
                    + "|\\x1b[ -/]*[0-~]?"
                    + "|[\\x00-\\x08\\x0b-\\x1f\\x7f\\x80-\\x9f" + ORDER + "]");

    private static final String RESET = "\u001b[0m";

    private Clean() {}

    /** Of a line that rewrites itself after carriage returns, as progress bars do, its last state. */
    static String settled(String line) {
        return line.substring(line.lastIndexOf('\r', line.length() - 2) + 1);
    }

    /**
     * The last state of {@code line} with its colours, which end with it, and without what moves the cursor or changes the
     * terminal.
     */
    static String forTerminal(String line) {
        if (line.chars().noneMatch(Clean::controls)) {
            return line;
        }
        String clean = CONTROL.matcher(settled(line))
                .replaceAll(found -> LOOKS.matcher(found.group()).matches() ? found.group() : "");
        int look = clean.lastIndexOf('\u001b');
        return look < 0 || clean.startsWith(RESET, look) || clean.startsWith("\u001b[m", look) ? clean : clean + RESET;
    }

    /** The last state of the first line of {@code text} without looks and control characters. */
    static String bare(String text) {
        return CONTROL.matcher(settled(text.split("\n", 2)[0]))
                .replaceAll("")
                .replace('\t', ' ')
                .strip();
    }

    private static boolean controls(int letter) {
        return (letter < ' ' && letter != '\t') || (letter >= 0x7f && letter <= 0x9f) || reorders(letter);
    }

    private static boolean reorders(int letter) {
        return letter == 0x61c
                || letter == 0x200e
                || letter == 0x200f
                || (letter >= 0x202a && letter <= 0x202e)
                || (letter >= 0x2066 && letter <= 0x2069);
    }
}
