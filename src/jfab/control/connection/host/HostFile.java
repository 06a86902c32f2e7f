package jfab.control.connection.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfab.UserFolders;

/** A file of hosts: an expression in each line, {@code #} before comments. */
final class HostFile {
    /** Files that name files that name each other would never end. */
    private static final ScopedValue<List<Path>> OPEN = ScopedValue.newInstance();

    private HostFile() {}

    static HostSet read(String name, HostSet.Roles roles, Path folder) {
        Path home = Path.of(System.getProperty("user.home"));
        Path file = UserFolders.resolve(name, home, folder);
        List<Path> open = new ArrayList<>(OPEN.orElse(List.of()));
        if (open.contains(file)) {
            throw new ConnectionException("^" + name + ": the file names itself");
        }
        open.add(file);
        return ScopedValue.where(OPEN, open).call(() -> lines(file, name, roles, folder));
    }

    private static HostSet lines(Path file, String name, HostSet.Roles roles, Path folder) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new ConnectionException("^" + name + ": cannot read this file of hosts");
        }
        HostSet hosts = new HostSet(List.of());
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").strip();
            if (!line.isEmpty()) {
                hosts = hosts.plus(parsed(line, file + ":" + (i + 1), roles, folder));
            }
        }
        return hosts;
    }

    private static HostSet parsed(String line, String where, HostSet.Roles roles, Path folder) {
        try {
            return HostSet.parse(line, roles, folder);
        } catch (ConnectionException e) {
            throw new ConnectionException(where + ": " + e.getMessage());
        }
    }
}
