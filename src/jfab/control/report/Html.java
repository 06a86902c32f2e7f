package jfab.control.report;

/** Text as it must stand in a page to be nothing but text. */
final class Html {
    private Html() {}

    static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(character -> {
            switch (character) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> {
                    // What no page may hold, an escape of a terminal for instance.
                    boolean allowed = (character >= ' ' && character != 0x7f) || character == '\n' || character == '\t';
                    escaped.appendCodePoint(allowed ? character : 0xfffd);
                }
            }
        });
        return escaped.toString();
    }
}
