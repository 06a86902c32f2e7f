package jfab.control.connection.host;

import java.nio.file.Path;

/** The text of a {@link HostSet}, read from left to right. */
final class HostExpression {
    private static final String OPERATORS = ",!&^";

    private final String text;
    private final HostSet.Roles roles;
    private final Path folder;
    private int at;

    HostExpression(String text, HostSet.Roles roles, Path folder) {
        this.text = text;
        this.roles = roles;
        this.folder = folder;
    }

    HostSet evaluate() {
        HostSet hosts = item();
        while (at < text.length()) {
            char operator = text.charAt(at++);
            boolean comma = operator == ',';
            skipBlanks();
            if (comma && at < text.length() && "!&".indexOf(text.charAt(at)) >= 0) {
                operator = text.charAt(at++);
            }
            HostSet next = item();
            hosts = switch (operator) {
                case '!' -> hosts.minus(next);
                case '&' -> hosts.and(next);
                case '^' -> hosts.xor(next);
                default -> hosts.plus(next);
            };
        }
        return hosts;
    }

    /** Whether some item begins with {@code letter}; nothing else is looked at. */
    boolean hasItem(char letter) {
        while (word().indexOf(letter) != 0) {
            if (at++ >= text.length()) {
                return false;
            }
        }
        return true;
    }

    /** What stands between two operators; an item that begins with ^ is a file. */
    private HostSet item() {
        skipBlanks();
        boolean file = at < text.length() && text.charAt(at) == '^';
        if (file) {
            at++;
        }
        String word = word();
        if (word.isEmpty()) {
            throw new ConnectionException(
                    "'" + text + "' has an empty name" + (file ? " of a file" : "") + "; write host,host");
        }
        if (file) {
            return HostFile.read(word, roles, folder);
        }
        if (word.startsWith("@")) {
            return new HostSet(roles.of(word.substring(1)));
        }
        return new HostSet(new HostPattern(word).hosts());
    }

    private String word() {
        int start = at;
        int depth = 0;
        while (at < text.length() && (depth > 0 || OPERATORS.indexOf(text.charAt(at)) < 0)) {
            char letter = text.charAt(at++);
            depth += letter == '[' ? 1 : letter == ']' && depth > 0 ? -1 : 0;
        }
        return text.substring(start, at).strip();
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
