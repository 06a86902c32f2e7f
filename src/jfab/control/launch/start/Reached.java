package jfab.control.launch.start;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What came of connecting to a server.
 *
 * @param address the server's, as the host was asked to connect to it
 */
record Reached(String address, int port, Answer answer) {
    private static final Pattern LINE =
            Pattern.compile("(\\S+) (\\d{1,5}) (ok|refused|unreachable|silent)(?: [\\d.]+)?");

    /** How a server, or what lies between, answers. */
    enum Answer {
        OK("is reached"),
        REFUSED("is refused, though the server listens there: look at the firewalls, which reject it"),
        UNREACHABLE("finds no route: the two lie on networks without a route to each other, or a firewall forbids it;"
                + " the word nic of the cluster block chooses another network"),
        SILENT("gets no answer: look at the firewalls, which drop it, and at routes back from there");

        private final String words;

        Answer(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** Reads a line of {@code reach.sh}: {@code 172.16.0.5 7164 ok 0.2}; nothing where it is none. */
    static Optional<Reached> parse(String line) {
        Matcher read = LINE.matcher(line);
        return read.matches()
                ? Optional.of(new Reached(
                        read.group(1),
                        Integer.parseInt(read.group(2)),
                        Answer.valueOf(read.group(3).toUpperCase(Locale.ROOT))))
                : Optional.empty();
    }
}
