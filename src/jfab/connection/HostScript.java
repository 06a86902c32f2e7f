package jfab.connection;

import java.util.ArrayList;
import java.util.List;

/** jfab's own shell scripts as commands for a host; they run whatever the start-up files of a user's shell have made of {@code PATH}. */
public final class HostScript {
    /** A PATH that leads to programs is the user's will. With CDPATH, {@code cd} may go elsewhere and print where. */
    private static final String SURE = """
            command -v cat >/dev/null || export PATH="${PATH:+$PATH:}/usr/bin:/bin:/usr/sbin:/sbin"
            unset CDPATH
            """;

    private HostScript() {}

    /** The command line that runs {@code script} with {@code arguments}, which begin at {@code $1}. */
    public static List<String> argv(String script, List<String> arguments) {
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", SURE + script, "jfab"));
        argv.addAll(arguments);
        return argv;
    }
}
