package jfab.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jfab.connection.Command;

/** The requests that {@code node.sh} answers, as commands for a host. */
final class NodeScript {
    private static final String TEXT = read("node.sh");

    private NodeScript() {}

    /**
     * The command for {@code word} with {@code arguments}; not shown to the user.
     *
     * <p>Its first line is a comment, because that is what an error message quotes of a command.
     */
    static Command request(String word, List<String> arguments) {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", TEXT, "jfab", word));
        argv.addAll(arguments);
        String said = String.join(" ", arguments).replace('\n', ' ');
        return Command.shell(
                        "# jfab " + word + " " + said + "\n" + Command.of(argv).line())
                .hide();
    }

    static Command request(String word, String... arguments) {
        return request(word, List.of(arguments));
    }

    /** The script that stays with each process of a job. */
    static String supervisor() {
        return read("supervise.sh");
    }

    private static String read(String name) {
        try (InputStream script = NodeScript.class.getResourceAsStream(name)) {
            if (script == null) {
                throw new IllegalStateException(name + " is missing from the class path");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
