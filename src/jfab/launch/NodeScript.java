package jfab.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jfab.connection.Command;
import jfab.connection.HostScript;

/** The requests that {@code node.sh} answers, as commands for a host. */
final class NodeScript {
    private static final String TEXT = HostScript.PRIVATE + read("launch.sh") + read("life.sh") + read("observe.sh") + read("node.sh");

    private NodeScript() {}

    /**
     * The command for {@code word} with {@code arguments}; not shown to the user.
     *
     * <p>Its first line is a comment, because that is what an error message quotes of a command.
     */
    static Command request(String word, List<String> arguments) {
        List<String> all = new ArrayList<>(List.of(word));
        all.addAll(arguments);
        return command(word, TEXT, all, arguments);
    }

    /** What tries ports of other hosts: seconds, then addresses and ports. */
    static Command reach(List<String> arguments) {
        return command("reach", read("reach.sh"), arguments, arguments);
    }

    /** What measures how fast hosts send to each other. */
    static Command rate(List<String> arguments) {
        return command("rate", read("rate.sh"), arguments, arguments);
    }

    private static Command command(String word, String script, List<String> all, List<String> arguments) {
        String said = String.join(" ", arguments).replace('\n', ' ');
        return Command.shell("# jfab " + word + " " + said + "\n"
                        + Command.of(HostScript.argv(script, all)).line())
                .hide();
    }

    static Command request(String word, String... arguments) {
        return request(word, List.of(arguments));
    }

    /** The script that stays with each process of a job. */
    static String supervisor() {
        return read("supervise.sh");
    }

    /** The script that keeps a record of the environment of each process. */
    static String recorder() {
        return read("record.sh");
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
