package jfab.control.cli;

import java.util.Optional;

/** Reads the values of flags: what is attached to a flag, else the token behind it. */
record Values(Tokens tokens) {
    /**
     * The value of a flag that must have one; what looks like a flag is none.
     *
     * @param where what the message begins with where there is none
     */
    String of(FlagToken flag, String where) {
        Optional<String> value = flag.value().or(this::next);
        if (value.isEmpty()) {
            throw new UsageException(where + flag.shown() + " needs a value"
                    + (tokens.hasNext() ? "; write " + flag.shown() + "=" + tokens.peek() + " if that is it" : ""));
        }
        return value.get();
    }

    /** Takes the word behind a flag; empty where none follows. */
    Optional<String> next() {
        return ahead().map(word -> tokens.next());
    }

    /** The word behind a flag, left where it is. */
    Optional<String> ahead() {
        return tokens.hasNext() && isValue(tokens.peek()) ? Optional.of(tokens.peek()) : Optional.empty();
    }

    /** What starts with a dash is a flag that was mistyped, unless it is a number. */
    private static boolean isValue(String token) {
        return !token.startsWith("-") || token.equals("-") || isNumber(token);
    }

    /** Whether {@code token} is a number below zero. */
    static boolean isNumber(String token) {
        return token.matches("-\\d[\\d.]*");
    }
}
