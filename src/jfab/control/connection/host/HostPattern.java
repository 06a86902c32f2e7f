package jfab.control.connection.host;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Hosts in one word, {@code [user@]name[:port]} with ranges in brackets: {@code rack[1-2]node[01-16,20]}.
 *
 * <p>Brackets that hold a colon are those of an IPv6 address, as in {@code [::1]:22}, and stay.
 */
record HostPattern(String text) {
    /** Beyond this a pattern is a slip of the keyboard, and its hosts would fill the memory. */
    private static final long MOST = 100_000;

    /** All hosts, the last brackets counting fastest. */
    List<Host> hosts() {
        if (text.chars().anyMatch(Character::isWhitespace) && !text.contains("[")) {
            throw wrong("it holds a blank; write a comma between hosts");
        }
        List<String> words = List.of("");
        int at = 0;
        while (at < text.length()) {
            int open = text.indexOf('[', at);
            int close = text.indexOf(']', at);
            if (close >= 0 && (open < 0 || close < open)) {
                throw wrong("it has a ] without [");
            }
            if (open < 0) {
                words = append(words, List.of(text.substring(at)));
                break;
            }
            if (close < 0) {
                throw wrong("it has a [ without ]");
            }
            words = append(words, List.of(text.substring(at, open)));
            words = append(words, bracketed(text.substring(open + 1, close)));
            at = close + 1;
        }
        return words.stream().map(Host::parse).toList();
    }

    private List<String> bracketed(String inside) {
        if (inside.contains(":")) {
            return List.of("[" + inside + "]");
        }
        List<IndexRange> ranges = Arrays.stream(inside.split(",", -1))
                .map(part -> IndexRange.parse(text, part))
                .toList();
        long total = 0;
        for (IndexRange range : ranges) {
            total = Math.min(MOST + 1, total + Math.min(MOST + 1, range.size()));
        }
        check(total);
        return ranges.stream().flatMap(IndexRange::numbers).toList();
    }

    private List<String> append(List<String> words, List<String> ends) {
        check((long) words.size() * ends.size());
        List<String> longer = new ArrayList<>(words.size() * ends.size());
        words.forEach(word -> ends.forEach(end -> longer.add(word + end)));
        return longer;
    }

    private void check(long hosts) {
        if (hosts > MOST) {
            throw wrong("these would be more than " + MOST);
        }
    }

    private ConnectionException wrong(String problem) {
        return new ConnectionException("'" + text + "' names no hosts: " + problem);
    }
}
