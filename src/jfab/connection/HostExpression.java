package jfab.connection;

/** The text of a {@link HostSet}, read from left to right. */
final class HostExpression {
    private static final String OPERATORS = ",!&^";

    private final String text;
    private final HostSet.Roles roles;
    private int at;

    HostExpression(String text, HostSet.Roles roles) {
        this.text = text;
        this.roles = roles;
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

    /** Whether some item of {@code text} is a role. */
    static boolean roleIn(String text) {
        HostExpression expression = new HostExpression(text, HostSet.Roles.none());
        while (true) {
            if (expression.word().startsWith("@")) {
                return true;
            }
            if (expression.at++ >= text.length()) {
                return false;
            }
        }
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
            return HostFile.read(word, roles);
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
