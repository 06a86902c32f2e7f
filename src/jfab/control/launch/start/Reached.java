package jfab.control.launch.start;

import java.util.Locale;

/**
 * What came of connecting to a server.
 *
 * @param address the server's, as the host was asked to connect to it
 * @param milliseconds how long it took; negative where that was not measured or there is no connection
 */
record Reached(String address, int port, Answer answer, double milliseconds) {
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

    /** Reads a line of {@code reach.sh}: {@code 172.16.0.5 7164 ok 0.2}. */
    static Reached parse(String line) {
        String[] words = line.split(" ", 4);
        return new Reached(
                words[0],
                Integer.parseInt(words[1]),
                Answer.valueOf(words[2].toUpperCase(Locale.ROOT)),
                words.length > 3 ? Double.parseDouble(words[3]) : -1);
    }
}
