package jfab.control.connection.command;

import java.util.ArrayList;
import java.util.List;

/** jfab's own shell scripts as commands for a host; they run whatever the start-up files of a user's shell have made of {@code PATH}. */
public final class HostScript {
    /** A PATH that leads to programs is the user's will. With CDPATH, {@code cd} may go elsewhere and print where. */
    private static final String SURE = """
            command -v cat >/dev/null || export PATH="${PATH:+$PATH:}/usr/bin:/bin:/usr/sbin:/sbin"
            unset CDPATH
            """;

    /**
     * A shell function: {@code private NAME} makes {@code ~/.jfab/NAME} where it is missing, or {@code private NAME HOME} that of
     * another home, and names it in the variable {@code private}. No other user can write there; a script that cannot have it ends in one sentence.
     */
    public static final String PRIVATE = """
            private() {
                for private in "${2:-$HOME}/.jfab" "${2:-$HOME}/.jfab/$1"; do
                    [ -d "$private" ] || mkdir -m 700 "$private" 2>/dev/null || [ -d "$private" ] ||
                        { echo "cannot make $private" >&2; exit 1; }
                    [ -O "$private" ] && chmod go-w "$private" ||
                        { echo "$private is another user's, or read-only; only you may write there" >&2; exit 1; }
                done
                [ ! -L "$private" ] || { echo "$private is a link; remove it" >&2; exit 1; }
            }
            """;

    private HostScript() {}

    /** The command line that runs {@code script} with {@code arguments}, which begin at {@code $1}. */
    public static List<String> argv(String script, List<String> arguments) {
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", SURE + script, "jfab"));
        argv.addAll(arguments);
        return argv;
    }
}
