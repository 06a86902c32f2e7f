package jfab.control.connection.jsch;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jfab.PlainText;
import jfab.control.connection.host.Host;

/** A question that a host asks while somebody logs in: its words are the host's, and so may they be a stranger's. */
record HostQuestion(Host host, String user, String words) {
    /** More than a person reads; a terminal that scrolls would hide whose words they are. */
    private static final int LONGEST = 500;
    /** What a terminal has at least, less one for the blank before the answer. */
    private static final int COLUMNS = 79;
    /** Of a row, where the name of the host is long. */
    private static final int LEAST = 10;

    private static final int FIRST_WIDE = 0x1100;

    /**
     * Whether it is the plain question for the password of this log-in, as sshd and the accounts behind it ask for it. Nothing
     * else that has the word in it is, such as a one-time password or one of another user.
     */
    boolean forPassword() {
        String login = Pattern.quote(user);
        return clean(words)
                .matches("(?i)(?:\\(" + login + "@\\S+\\) )?(?:" + login + "@\\S+'s )?password(?: for " + login
                        + "(?:@\\S+)?)? ?:? ?");
    }

    /** As the user reads it: on no line without the name of the host, and none so long that a terminal begins another one in it. */
    String shown() {
        String prefix = "host " + host + " asks: ";
        int room = Math.max(LEAST, COLUMNS - prefix.length());
        return text().lines()
                .flatMap(line -> rows(line, room).stream())
                .map(row -> prefix + row)
                .collect(Collectors.joining("\n"));
    }

    /** {@code line} in parts that fill {@code room} columns at most, broken at a blank where one is near. */
    private static List<String> rows(String line, int room) {
        List<String> rows = new ArrayList<>();
        String rest = line;
        for (int end = fitting(rest, room); end < rest.length(); end = fitting(rest, room)) {
            int blank = rest.lastIndexOf(' ', end - 1) + 1;
            int cut = blank > end / 2 ? blank : end;
            rows.add(rest.substring(0, cut));
            rest = rest.substring(cut);
        }
        rows.add(rest);
        return rows;
    }

    /** How much of {@code line} fits; letters beyond those of the alphabets may be two columns wide. */
    private static int fitting(String line, int room) {
        int columns = 0;
        int at = 0;
        while (at < line.length()) {
            int letter = line.codePointAt(at);
            columns += letter < FIRST_WIDE ? 1 : 2;
            if (columns > room) {
                return at;
            }
            at += Character.charCount(letter);
        }
        return at;
    }

    /** Its words without what is made for the eyes of a terminal. */
    String text() {
        String text = clean(words);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }

    /** One blank for many: with enough of them, the rest would begin a line of the terminal. */
    private static String clean(String words) {
        return PlainText.of(words)
                .lines()
                .map(line -> line.replaceAll("[\\h\\p{Z}]+", " ").strip())
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }
}
