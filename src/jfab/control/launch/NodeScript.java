package jfab.control.launch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.TextResource;
import jfab.control.connection.broadcast.CastScript;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.HostScript;

/** The requests that {@code node.sh} and the scripts beside it answer, as commands for a host. */
public final class NodeScript {
    private static final Pattern FUNCTION = Pattern.compile("(?m)^(\\w+)\\(\\) \\{$");
    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final String TEXT = Stream.concat(
                    Stream.of("node.sh", "launch.sh", "life.sh", "observe.sh").map(NodeScript::read),
                    Stream.of(HostScript.PRIVATE, CastScript.KEYS))
            .collect(Collectors.joining())
            .replaceAll("(?m)^\\s*#.*\\n|^ +", "");

    /** Shell functions by name, in their order; what stands before them by the empty name. */
    private static final Map<String, String> FUNCTIONS = functions();

    private NodeScript() {}

    private static Map<String, String> functions() {
        Map<String, String> functions = new LinkedHashMap<>();
        String name = "";
        int begin = 0;
        for (Matcher next = FUNCTION.matcher(TEXT); next.find(); name = next.group(1), begin = next.start()) {
            functions.put(name, TEXT.substring(begin, next.start()));
        }
        functions.put(name, TEXT.substring(begin));
        return functions;
    }

    /**
     * The command that calls the function {@code word} with {@code arguments}; not shown to the user.
     *
     * <p>Its first line is a comment, because that is what an error message quotes of a command.
     */
    public static Command request(String word, List<String> arguments) {
        List<String> all = new ArrayList<>(List.of(word));
        all.addAll(arguments);
        Set<String> needed = new HashSet<>(Set.of(""));
        need(word, needed);
        String script = FUNCTIONS.entrySet().stream()
                .filter(function -> needed.contains(function.getKey()))
                .map(Map.Entry::getValue)
                .collect(Collectors.joining("", "", "\"$@\"\n"));
        return command(word, script, all, arguments);
    }

    /** Adds {@code name} and the functions that it calls. */
    private static void need(String name, Set<String> needed) {
        String function = FUNCTIONS.get(name);
        if (function != null && needed.add(name)) {
            WORD.matcher(function).results().forEach(word -> need(word.group(), needed));
        }
    }

    /** What tries ports of other hosts: seconds, then addresses and ports. */
    static Command reach(List<String> arguments) {
        return command("reach", read("reach.sh"), arguments, arguments);
    }

    /** What measures how fast hosts send to each other. */
    public static Command rate(List<String> arguments) {
        return command("rate", read("rate.sh"), arguments, arguments);
    }

    private static Command command(String word, String script, List<String> all, List<String> arguments) {
        String said = String.join(" ", arguments).replace('\n', ' ');
        return Command.shell("# jfab " + word + " " + said + "\n"
                        + Command.of(HostScript.argv(script, all)).line())
                .hide();
    }

    public static Command request(String word, String... arguments) {
        return request(word, List.of(arguments));
    }

    /** The script that stays with each process of a job. */
    static String supervisor() {
        return read("supervise.sh");
    }

    /** The script that keeps a record of the environment of each process. */
    public static String recorder() {
        return read("record.sh");
    }

    private static String read(String name) {
        return TextResource.read(NodeScript.class, name);
    }
}
