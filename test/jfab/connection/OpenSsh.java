package jfab.connection;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** OpenSSH's programs, as real servers and oracles for tests. */
public final class OpenSsh {
    private static final List<String> PROGRAMS =
            List.of("/usr/sbin/sshd", "/usr/bin/ssh", "/usr/bin/ssh-keygen", "/usr/bin/ssh-agent", "/usr/bin/ssh-add");

    private OpenSsh() {}

    /** Whether they are all here. In CI their absence is an error, so that no check is skipped unseen. */
    public static boolean available() {
        List<String> missing = missing();
        if (!missing.isEmpty() && System.getenv("CI") != null) {
            throw new AssertionError("CI must test against OpenSSH; missing: " + missing);
        }
        return missing.isEmpty();
    }

    static List<String> missing() {
        return PROGRAMS.stream()
                .filter(program -> !Files.isExecutable(Path.of(program)))
                .toList();
    }
}
