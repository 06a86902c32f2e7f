package jfab.control.connection.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Splits a line's arguments as ssh does: quotes of both kinds hold blanks, a backslash a quote, a # starts a comment. */
final class ArgumentSplitter {
    private final String text;
    private final List<String> words = new ArrayList<>();
    private int at;

    private ArgumentSplitter(String text) {
        this.text = text;
    }

    /** The words; empty when a quote is not closed. */
    static Optional<List<String>> of(String text) {
        ArgumentSplitter words = new ArgumentSplitter(text);
        while (words.skipBlanks()) {
            if (!words.word()) {
                return Optional.empty();
            }
        }
        return Optional.of(words.words);
    }

    private boolean skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() && text.charAt(at) != '#';
    }

    private boolean word() {
        StringBuilder word = new StringBuilder();
        char quote = 0;
        for (; at < text.length(); at++) {
            char letter = text.charAt(at);
            if (letter == '\\' && escapes(quote)) {
                word.append(text.charAt(++at));
            } else if (quote == 0 && (letter == '"' || letter == '\'')) {
                quote = letter;
            } else if (letter == quote) {
                quote = 0;
            } else if (quote == 0 && Character.isWhitespace(letter)) {
                break;
            } else {
                word.append(letter);
            }
        }
        words.add(word.toString());
        return quote == 0;
    }

    private boolean escapes(char quote) {
        char next = at + 1 < text.length() ? text.charAt(at + 1) : 0;
        return next == '"' || next == '\'' || next == '\\' || (quote == 0 && next == ' ');
    }
}
