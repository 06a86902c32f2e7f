package jfab.control.connection.jsch;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jfab.PlainText;
import jfab.control.connection.host.Host;

/** A question that a host asks while somebody logs in: its words are the host's, and so may they be a stranger's. */
record HostQuestion(Host host, String user, String words) {
    /** More than a person reads; a terminal that scrolls would hide whose words they are. */
    private static final int LONGEST = 500;
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

    /** As the user reads it: on no line without the name of the host. */
    String shown() {
        return text().lines().map(line -> "host " + host + " asks: " + line).collect(Collectors.joining("\n"));
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
