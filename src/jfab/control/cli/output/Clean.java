package jfab.control.cli.output;

import java.util.regex.Pattern;

/** Output of others, made safe for a terminal that shows more than it. */
final class Clean {
    /** Colours and other looks of letters; everything else moves the cursor or changes the terminal. */
    private static final Pattern LOOKS = Pattern.compile("\\x1b\\[[0-9;:]*m");
    /** Whole control sequences, those that end with the line, and single control characters except the tab. */
    private static final Pattern CONTROL = Pattern.compile(
            "\\x1b\\[[0-?]*[ -/]*[@-~]?" // CSI
                    + "|\\x1b[\\]PX^_][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\|$)" // titles and other strings
                    + "|\\x1b[ -/]*[0-~]?"
                    + "|[\\x00-\\x08\\x0b-\\x1f\\x7f\\x80-\\x9f]");

    private static final String RESET = "\u001b[0m";

    private Clean() {}

    /** {@code line} with its colours, which end with it, and without what moves the cursor or changes the terminal. */
    static String forTerminal(String line) {
        if (line.chars().noneMatch(Clean::controls)) {
            return line;
        }
        String clean = CONTROL.matcher(line)
                .replaceAll(found -> LOOKS.matcher(found.group()).matches() ? found.group() : "");
        int look = clean.lastIndexOf('\u001b');
        return look < 0 || clean.startsWith(RESET, look) || clean.startsWith("\u001b[m", look) ? clean : clean + RESET;
    }

    /** The first line of {@code text} without looks and control characters. */
    static String bare(String text) {
        return CONTROL.matcher(text.lines().findFirst().orElse(""))
                .replaceAll("")
                .replace('\t', ' ')
                .strip();
    }

    private static boolean controls(int letter) {
        return (letter < ' ' && letter != '\t') || (letter >= 0x7f && letter <= 0x9f);
    }
}
