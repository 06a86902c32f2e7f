package jfab.control.connection;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandContext;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.HostScript;
import jfab.control.connection.command.OptionException;
import jfab.control.connection.files.BoundedOutput;
import jfab.control.connection.files.TransferException;
import org.jspecify.annotations.Nullable;

/**
 * The words exists, contains, append and sed of a connection: hidden commands in the blocks that they stand in. A file's content is changed
 * here, where every host's is changed alike, and put in place there.
 *
 * <p>Content is worked on as one letter per byte, so that what is no UTF-8 stays what it is; only patterns read it as text.
 */
record FileWords(Transport transport, Defaults defaults, CommandContext around, String word, Map<String, ?> given) {
    private static final List<String> KNOWN = List.of("sudo", "user", "group", "password", "timeout");
    private static final String ABSENT = "absent";

    boolean exists(String path) {
        return ask(work(path, List.of()), HostFiles.EXISTS, null, List.of()).equals("yes\n");
    }

    boolean contains(String path, @Nullable Object wanted) {
        FileWork work = work(path, List.of(shown(wanted)));
        Held held = held(work);
        String text = held.content();
        return wanted instanceof Pattern pattern
                ? decoded(work, text)
                        .lines()
                        .anyMatch(line -> pattern.matcher(line).find())
                : held.there() && text.contains(literal(wanted));
    }

    boolean append(String path, @Nullable Object text) {
        List<String> lines = lines(text);
        return edit(work(path, lines), true, before -> {
            Set<String> there = new LinkedHashSet<>(before.lines().toList());
            StringBuilder after = new StringBuilder(before);
            for (String line : lines) {
                if (there.add(raw(line))) {
                    boolean open = !after.isEmpty() && after.charAt(after.length() - 1) != '\n';
                    after.append(open ? "\n" : "").append(raw(line)).append('\n');
                }
            }
            return after.toString();
        });
    }

    boolean sed(String path, @Nullable Object wanted, @Nullable Object replacement) {
        String by = text("the replacement", replacement);
        FileWork work = work(path, List.of(shown(wanted), by));
        return edit(
                work,
                false,
                before -> wanted instanceof Pattern pattern
                        ? raw(eachLine(decoded(work, before), pattern, by))
                        : before.replace(literal(wanted), raw(by)));
    }

    /** As the program sed does: {@code ^} and {@code $} are the ends of a line, and nothing matches beyond one. */
    private static String eachLine(String text, Pattern pattern, String by) {
        try {
            return Arrays.stream(text.split("\n", -1))
                    .map(line -> pattern.matcher(line).replaceAll(by))
                    .collect(Collectors.joining("\n"));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new OptionException("sed: the replacement '" + by + "' for " + pattern + " has a group that is none ("
                    + e.getMessage() + "); a dollar that is to stay is written \\$");
        }
    }

    /** What a host has in a file, and by what it tells that it still has that; {@code stamp} is empty where nothing is known. */
    private record Held(String stamp, String content) {
        boolean there() {
            return !stamp.equals(ABSENT);
        }
    }

    private Held held(FileWork work) {
        String said = ask(work, HostFiles.READ, null, List.of(String.valueOf(BoundedOutput.LIMIT)));
        int end = said.indexOf('\n');
        return end < 0 ? new Held("", "") : new Held(said.substring(0, end), said.substring(end + 1));
    }

    private boolean edit(FileWork work, boolean make, UnaryOperator<String> change) {
        Held held = held(work);
        if (held.stamp().isEmpty()) {
            // A dry run: every change is taken for made.
            return true;
        }
        if (!held.there() && !make) {
            throw new TransferException(
                    transport.host(), work.path(), "there is no such file", new NoSuchFileException(work.path()));
        }
        String after = change.apply(held.content());
        if (after.equals(held.content())) {
            return false;
        }
        byte[] bytes = after.getBytes(StandardCharsets.ISO_8859_1);
        ask(
                work,
                HostFiles.WRITE,
                bytes,
                List.of(
                        held.there() ? held.stamp() : "",
                        String.valueOf(bytes.length),
                        ".jfab-" + UUID.randomUUID(),
                        given.get("backup") == null ? "" : text("backup", given.get("backup"))));
        return true;
    }

    private FileWork work(@Nullable String path, List<String> arguments) {
        if (path == null || path.isEmpty() || path.indexOf('\0') >= 0) {
            throw new OptionException(word + " needs the name of a file, not '" + path + "'");
        }
        return new FileWork(word, around.path(path), arguments);
    }

    /** Runs {@code script} with the file's path before {@code more}; gives what it prints. */
    private String ask(FileWork work, String script, byte @Nullable [] in, List<String> more) {
        String whole = work.path();
        boolean atHome = whole.equals("~") || whole.startsWith("~/");
        // The blocks' directory is part of the path; the home that a tilde means is that of who logged in, also with
        // sudo.
        CommandContext there = new CommandContext(
                atHome ? "~" : "",
                around.environment(),
                around.secrets(),
                around.prefixes(),
                around.umask(),
                around.as());
        List<String> arguments = new ArrayList<>(List.of(
                atHome
                        ? "./" + whole.substring(Math.min(2, whole.length()))
                        : whole.startsWith("/") ? whole : "./" + whole));
        arguments.addAll(more);
        BoundedOutput out = new BoundedOutput("the file");
        try {
            transport.run(command(script, arguments, there, in, out), work);
        } catch (CommandException e) {
            if (e.reason() != CommandException.Reason.EXIT_CODE) {
                throw e;
            }
            List<String> said = e.result().err().strip().lines().toList();
            // Where sudo or the shell refused, the failure tells; the script itself is nothing to read.
            String problem = e.result().exitStatus() == HostFiles.FAILED && !said.isEmpty()
                    ? said.getLast()
                    : e.getMessage()
                            .replace(transport.host() + ": ", "")
                            .replace(e.result().command().described() + " ", "");
            throw new TransferException(transport.host(), whole, problem, e);
        }
        return out.raw();
    }

    private Command command(
            String script, List<String> arguments, CommandContext there, byte @Nullable [] in, BoundedOutput out) {
        TreeSet<String> known = new TreeSet<>(KNOWN);
        if (word.equals("sed")) {
            known.add("backup");
        }
        Map<String, Object> options = new LinkedHashMap<>(given);
        for (String name : given.keySet()) {
            if (!known.contains(name)) {
                throw OptionException.unknown(word, name, known);
            }
        }
        options.remove("backup");
        Object sudo = options.remove("sudo");
        if (sudo != null && !(sudo instanceof Boolean)) {
            throw OptionException.value("sudo", sudo, "true or false");
        }
        options.putAll(Map.of("hide", true, "warn", false, "pty", false, "out", out));
        if (in != null) {
            options.put("in", new ByteArrayInputStream(in));
        }
        String line = Command.of(HostScript.argv(script, arguments)).line();
        return new RunOptions(Boolean.TRUE.equals(sudo) ? "sudo" : "run", options, defaults).on(line, there);
    }

    private List<String> lines(@Nullable Object text) {
        List<String> lines = new ArrayList<>();
        if (text instanceof Iterable<?> several) {
            several.forEach(each -> lines.addAll(lines(each)));
        } else {
            lines.addAll(text("a line", text).lines().toList());
        }
        return lines;
    }

    private String literal(@Nullable Object wanted) {
        String text = text("the text", wanted);
        if (text.isEmpty()) {
            throw new OptionException(word + " needs a text to look for, and was given an empty one");
        }
        return raw(text);
    }

    private String shown(@Nullable Object wanted) {
        return wanted instanceof Pattern pattern ? "~/" + pattern + "/" : text("the text", wanted);
    }

    private String text(String what, @Nullable Object value) {
        if (value == null) {
            throw new OptionException(word + ": " + what + " is null");
        }
        return value.toString();
    }

    private static String raw(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private String decoded(FileWork work, String raw) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(raw.getBytes(StandardCharsets.ISO_8859_1)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new TransferException(
                    transport.host(),
                    work.path(),
                    "is not UTF-8, which a pattern needs; a text in its place does not",
                    e);
        }
    }
}
