package jfab.control.connection.transfer;

import java.util.regex.Pattern;
import jfab.TextResource;
import jfab.control.connection.command.Result;

/** Shell scripts that lie beside these classes. */
final class TransferScript {
    /** {@code take.sh}. */
    static final String TAKE = read("take.sh");

    /** {@code base.sh}: a function. */
    static final String BASE = read("base.sh");

    /** {@code own.sh}: functions. */
    static final String OWN = read("own.sh");

    /** {@code receive.sh}, whose first lines tell its arguments. */
    static final String RECEIVE = OWN + read("receive.sh");

    /** {@code patch.sh}, whose first lines tell its arguments. */
    static final String PATCH = OWN + BASE + read("patch.sh");

    /** What sshd or dropbear says before a command of an account whose home is missing. */
    private static final Pattern NO_HOME =
            Pattern.compile("(?m)^(Could not chdir to home directory |Failed chdir ').*\\R?");

    private TransferScript() {}

    /** Without what a shell does not need: dropbear takes no command of more than 9,000 bytes. */
    private static String read(String name) {
        return TextResource.script(TransferScript.class, name).replaceAll("(?m)^ +", "");
    }

    /** What {@code result} has on standard error, without what the server says of the account. */
    static String said(Result result) {
        return NO_HOME.matcher(result.err()).replaceAll("").strip();
    }

    /** The first sentence of what programs said, without the directory in which the tree arrived. */
    static String reason(String said) {
        String first = said.strip().lines().findFirst().orElse("");
        String plain = first.replace("'t/./", "'").replace("'t/", "'").replace("tar: t/", "tar: ");
        // All that tar says at first of a disk that fills up within a file.
        return plain.contains("Wrote only") ? plain + "; is the disk full?" : plain;
    }
}
