package jfab.control.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jfab.control.fabfile.Fabfile;
import jfab.control.hosts.HostSource;
import jfab.control.hosts.Inventory;
import jfab.control.task.Arity;
import jfab.control.task.Task;
import jfab.control.task.TaskParameter;

/**
 * What the completion of the shells knows, as lines of fields between tabs; {@code candidates.awk} says which.
 *
 * <p>It begins with the files that it was made from, with time and size: it is right as long as these are as they were.
 */
final class CompletionIndex {
    private static final String JFAB = "-";
    /** Tasks of jfab's own; one of that name in a fabfile goes first. */
    private static final List<List<String>> OWN = List.of(
            List.of("check-gpu", "Whether training works on each GPU, and what mends it"),
            List.of("doctor", "What is missing on this machine and on the hosts"));

    private final StringBuilder text = new StringBuilder();

    /** The flags of jfab itself, made from {@code sources}. */
    CompletionIndex(Collection<Path> sources) throws IOException {
        text.append(heading(sources));
        for (CoreFlag flag : CoreFlag.values()) {
            line(
                    "flag",
                    JFAB,
                    takes(flag.takes()),
                    flag.letter(),
                    flag.flag(),
                    choices(flag.choices()),
                    flag.description());
        }
        OWN.forEach(own -> line("task", own.getFirst(), own.getFirst(), own.getLast()));
    }

    /** Its first lines: the files {@code sources}, as they are now. */
    static String heading(Collection<Path> sources) throws IOException {
        StringBuilder heading = new StringBuilder();
        for (Path source : sources) {
            Instant time = Files.getLastModifiedTime(source).toInstant();
            String stamp = String.format(Locale.ROOT, "%d.%09d", time.getEpochSecond(), time.getNano());
            line(heading, "file", stamp, Long.toString(Files.size(source)), source.toString());
        }
        return heading.toString();
    }

    /** Adds the tasks of a fabfile. */
    CompletionIndex with(Fabfile fabfile) {
        fabfile.callable().forEach((name, task) -> {
            if (!task.listing().hidden()) {
                line("task", name, task.name(), firstLine(task.description()));
            }
        });
        fabfile.tasks().values().forEach(this::add);
        fabfile.profiles().described().forEach((name, about) -> line("value", "profile", name, firstLine(about)));
        fabfile.inventory().roles().keySet().forEach(role -> line("value", "role", role, ""));
        named(fabfile.inventory()).forEach((host, about) -> line("value", "host", host, about));
        list(fabfile).forEach(shown -> line("list", shown));
        return this;
    }

    /** The list of tasks as it is shown in the folder of the fabfile. */
    private static Stream<String> list(Fabfile fabfile) {
        return Help.list(fabfile, ArgumentParser.preview(List.of("--list")).core())
                .replaceFirst(
                        Pattern.quote(fabfile.file().toString()),
                        Matcher.quoteReplacement(String.valueOf(fabfile.file().getFileName())))
                .lines();
    }

    /** The hosts that are known without asking a program, a file or an ssh_config, with a role of theirs. */
    private static Map<String, String> named(Inventory inventory) {
        Map<String, String> named = new LinkedHashMap<>();
        add(named, inventory, inventory.hosts(), "");
        inventory.roles().forEach((role, sources) -> add(named, inventory, sources, role));
        inventory.facts().byName().keySet().stream().sorted().forEach(name -> {
            if (named.keySet().stream().noneMatch(host -> host.endsWith("@" + name))) {
                named.putIfAbsent(name, "");
            }
        });
        return named;
    }

    private static void add(Map<String, String> named, Inventory inventory, List<HostSource> sources, String about) {
        for (HostSource source : sources) {
            if (source instanceof HostSource.Given given) {
                inventory.of(List.of(given)).forEach(host -> named.putIfAbsent(host.toString(), about));
            }
        }
    }

    private void add(Task task) {
        for (TaskParameter parameter : task.parameters()) {
            if (parameter.takes().hasFlag()) {
                String letter = parameter.letter() == null ? "" : "-" + parameter.letter();
                String word = parameter.word().length() == 1 ? "" : "--" + parameter.word();
                line(
                        "flag",
                        task.name(),
                        takes(parameter.takes()),
                        letter,
                        word,
                        choices(parameter.type().choices()),
                        firstLine(parameter.help()));
            }
            if (parameter.takes() == Arity.NOTHING) {
                line("flag", task.name(), takes(Arity.NOTHING), "", "--no-" + parameter.word(), "", "");
            }
        }
        for (TaskParameter parameter : TaskParameter.positional(task.parameters())) {
            line(
                    "word",
                    task.name(),
                    parameter.takes() == Arity.VALUES ? "many" : "one",
                    parameter.required() ? "required" : "free",
                    choices(parameter.type().choices()),
                    parameter.flag());
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }

    private static String takes(Arity takes) {
        return takes.name().toLowerCase(Locale.ROOT);
    }

    private static String choices(List<String> choices) {
        return String.join("|", choices);
    }

    private static String firstLine(String text) {
        return text.strip().lines().findFirst().orElse("");
    }

    private void line(String... fields) {
        line(text, fields);
    }

    private static void line(StringBuilder text, String... fields) {
        List<String> clean = new ArrayList<>();
        for (String field : fields) {
            clean.add(field.replaceAll("[\\t\\r\\n]", " "));
        }
        text.append(String.join("\t", clean)).append("\n");
    }
}
