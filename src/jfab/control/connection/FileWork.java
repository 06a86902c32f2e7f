package jfab.control.connection;

import java.util.List;

/**
 * What a script of jfab's own does with a file of the host, for those who show or write down what is done and cannot read that from it.
 *
 * @param word of the connection that it works for: exists, contains, append or sed
 * @param arguments of the word, behind the path
 */
public record FileWork(String word, String path, List<String> arguments) {
    private static final int MOST = 40;

    public FileWork {
        arguments = List.copyOf(arguments);
    }

    /** One line for people. */
    String shown() {
        return word + ": "
                + switch (word) {
                    case "exists" -> path;
                    case "append" ->
                        (arguments.size() == 1 ? brief(arguments.getFirst()) : arguments.size() + " lines") + " to "
                                + path;
                    case "sed" -> brief(arguments.getFirst()) + " to " + brief(arguments.get(1)) + " in " + path;
                    default -> brief(arguments.getFirst()) + " in " + path;
                };
    }

    private static String brief(String text) {
        String first = text.lines().findFirst().orElse("");
        return "'" + (first.length() > MOST ? first.substring(0, MOST - 3) + "..." : first) + "'";
    }
}
