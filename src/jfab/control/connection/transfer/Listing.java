package jfab.control.connection.transfer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import jfab.control.connection.command.Command;
import jfab.control.connection.files.BoundedOutput;
import jfab.control.connection.files.PathPattern;
import jfab.control.connection.transfer.RemoteFiles.Entry;
import jfab.control.connection.transfer.RemoteFiles.Kind;
import jfab.control.connection.transfer.RemoteFiles.Named;
import org.jspecify.annotations.Nullable;

/** What a host's shell tells of its files. A name may have any character: a mark that no name has stands before each, and at the end. */
public final class Listing {
    private final Shell shell;
    private final String mark = UUID.randomUUID().toString();
    private final String format = mark + " %f %s %Y %n";

    public Listing(Shell shell) {
        this.shell = shell;
    }

    /** What is at {@code path}, links followed; null for nothing. */
    public @Nullable Entry find(String path) throws IOException {
        String said = shell.ask(marked("[ ! -e \"$2\" ] || exec stat -L -c \"$1\" \"$2\""), format, path);
        List<Named> found = parsed(said, 0);
        return found.isEmpty() ? null : found.getFirst().entry();
    }

    /** What is in a directory, by name. */
    public List<Named> directory(String path) throws IOException {
        return RemoteFiles.names(named("cd \"$2\" && exec find . ! -name . -prune -exec stat -c \"$1\" {} +", path, 2));
    }

    /** All that is below a directory, by its path there. */
    List<Named> tree(String path) throws IOException {
        return named("cd \"$2\" && exec find . ! -name . -exec stat -c \"$1\" {} +", path, 2);
    }

    /** What {@code pattern} matches below a directory, each with all below it, by its path there. */
    List<Named> matching(String path, String pattern) throws IOException {
        return named(
                "cd \"$2\" && set -- \"$1\" ./" + PathPattern.word(pattern)
                        + " && { [ -e \"$2\" ] || [ -L \"$2\" ] || exit 0; } && f=$1 && shift"
                        + " && exec find \"$@\" -exec stat -c \"$f\" {} +",
                path,
                2);
    }

    /** Those of {@code names} that are in a directory, if it is there; links are not followed. */
    Map<String, Entry> these(String path, List<String> names) throws IOException {
        InputStream in = new ByteArrayInputStream(names.stream()
                .map(name -> "./" + name + "\0")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8));
        List<Named> found = named(
                // It names those that are missing, which is no failure here.
                "cd \"$2\" 2>/dev/null && xargs -0 stat -c \"$1\" 2>/dev/null; exit 0", path, 2, in);
        return found.stream().collect(Collectors.toMap(Named::name, Named::entry, (one, same) -> one));
    }

    /**
     * What {@code receive.sh} has left of a tree that was to come to {@code path}, which is in {@code parent}: the directory of the
     * latest one and all below it, by full paths; empty for nothing.
     */
    List<Named> rest(String path, String parent) throws IOException {
        return named(
                "cd \"$2\" 2>/dev/null || cd " + Command.quote(RemotePath.plain(parent)) + " 2>/dev/null || exit 0\n"
                        + "find . ! -name . -prune -type d -name '.jfab-*.rest' -user \"$(id -u)\" -exec ls -dt {} + | {\n"
                        + "IFS= read -r rest && [ -d \"$rest/t\" ] || exit 0\n"
                        + "exec find \"$PWD/${rest#./}/t\" -exec stat -c \"$1\" {} +\n}",
                path,
                0);
    }

    private List<Named> named(String script, String path, int prefix) throws IOException {
        return named(script, path, prefix, null);
    }

    private List<Named> named(String script, String path, int prefix, @Nullable InputStream in) throws IOException {
        BoundedOutput out = new BoundedOutput("the host's listing of " + path);
        shell.run(marked(script), List.of(format, path), in, out);
        return parsed(out.text(), prefix);
    }

    /** {@code script} with a sign behind what it tells that it is all there. */
    private static String marked(String script) {
        return "(" + script + "\n) && printf %s. \"${1%% *}\"";
    }

    private List<Named> parsed(String said, int prefix) throws IOException {
        String end = mark + ".";
        if (!said.endsWith(end)) {
            throw new IOException("the host's answer about its files is cut off");
        }
        List<Named> entries = new ArrayList<>();
        String[] parts = said.substring(0, said.length() - end.length()).split(mark + " ", -1);
        for (int i = 1; i < parts.length; i++) {
            String[] words = parts[i].split(" ", 4);
            try {
                String name = words[3].substring(prefix, words[3].length() - 1);
                entries.add(new Named(
                        name,
                        entry(Integer.parseInt(words[0], 16), Long.parseLong(words[1]), Long.parseLong(words[2]))));
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                throw new IOException("the host's stat answered: " + parts[i], e);
            }
        }
        return entries;
    }

    private static Entry entry(int mode, long size, long time) {
        Kind kind = switch (mode & 0170000) {
            case 0040000 -> Kind.DIRECTORY;
            case 0100000 -> Kind.FILE;
            case 0120000 -> Kind.LINK;
            default -> Kind.OTHER;
        };
        return new Entry(kind, size, mode & 07777, time);
    }
}
