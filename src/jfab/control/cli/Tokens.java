package jfab.control.cli;

import java.util.List;

/** The tokens of a command line up to {@code --}, read one by one, and those after it. */
final class Tokens {
    private final List<String> before;
    private final List<String> after;
    private int next;

    Tokens(List<String> arguments) {
        int dashes = arguments.indexOf("--");
        before = dashes < 0 ? List.copyOf(arguments) : List.copyOf(arguments.subList(0, dashes));
        after = dashes < 0 ? List.of() : List.copyOf(arguments.subList(dashes + 1, arguments.size()));
    }

    boolean hasNext() {
        return next < before.size();
    }

    String peek() {
        return before.get(next);
    }

    String next() {
        return before.get(next++);
    }

    /** The last one that was read, and those that follow it. */
    List<String> fromLast() {
        return before.subList(next - 1, before.size());
    }

    List<String> afterDashes() {
        return after;
    }
}
