package jfab.control.fabfile;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import jfab.JfabException;
import jfab.script.Location;
import jfab.script.ScriptException;
import jfab.script.ScriptFailure;

/** The files that are being read, which of their lines is speaking, and in which namespace. */
final class Reading {
    private static final Set<String> OF_PROFILES = Set.of("hosts", "role", "host", "fromCommand", "settings");

    private final Set<Path> files = new LinkedHashSet<>();
    private final Set<String> done = new HashSet<>();
    private final Deque<Path> open = new ArrayDeque<>();
    private final Deque<String> namespaces = new ArrayDeque<>();
    private String profile = "";

    /** The namespace that is open, as {@code docs.}; empty at the top. */
    String prefix() {
        return Objects.requireNonNullElse(namespaces.peek(), "");
    }

    /** Runs {@code block} with the namespace {@code name} open inside those that are. */
    void inside(String name, Runnable block) {
        namespaces.push(prefix() + TaskOptions.checkedName("a namespace", name) + ".");
        try {
            block.run();
        } finally {
            namespaces.pop();
        }
    }

    /** Runs {@code evaluation} with {@code file} open, unless it has been read before in this namespace. */
    void file(Path file, Runnable evaluation) {
        if (!done.add(prefix() + " " + file)) {
            return;
        }
        files.add(file);
        open.push(file);
        evaluation.run();
        open.pop();
    }

    /** Does what {@code block}, which stands in {@code file}, says of the profile {@code name}. */
    void profile(String name, Path file, Runnable block) {
        open.push(file);
        profile = name;
        try {
            block.run();
        } finally {
            profile = "";
            open.pop();
        }
    }

    /** All files that were read so far. */
    Set<Path> files() {
        return files;
    }

    boolean isOpen(Path file) {
        return open.contains(file);
    }

    /** The file that is speaking. */
    Path current() {
        return Objects.requireNonNull(open.peek(), "no file is being read");
    }

    /** What {@code words} gives; refused where no file is being read, and its failures get the line that is speaking. */
    <T> T recorded(String word, Supplier<T> words) {
        if (open.isEmpty()) {
            throw new ScriptException(here(), "'" + word + "' belongs at the top of the fabfile, not into a task");
        }
        if (!profile.isEmpty() && !OF_PROFILES.contains(word)) {
            throw new ScriptException(
                    here(),
                    "'" + word + "' does not belong into profile('" + profile
                            + "'); there are hosts, role, host and settings");
        }
        return located(words);
    }

    /** Runs {@code words}; refused where no file is being read, and their failures get the line that is speaking. */
    void recorded(String word, Runnable words) {
        recorded(word, () -> {
            words.run();
            return word;
        });
    }

    /** What {@code words} gives; its failures get the line that was speaking, in a block the one within it. */
    <T> T located(Supplier<T> words) {
        try {
            return words.get();
        } catch (ScriptException e) {
            throw e;
        } catch (JfabException e) {
            throw new ScriptException(place(e), e.getMessage(), e);
        }
    }

    /** The line of a script that is speaking: the nearest stack frame that belongs to a file that was read. */
    Location here() {
        return place(new Throwable());
    }

    private Location place(Throwable stack) {
        List<Path> candidates = new ArrayList<>(open);
        candidates.addAll(files);
        return candidates.stream()
                .map(file -> ScriptFailure.locate(stack, file))
                .filter(location -> location.line() > 0)
                .findFirst()
                .orElse(new Location(candidates.getFirst(), 0));
    }
}
