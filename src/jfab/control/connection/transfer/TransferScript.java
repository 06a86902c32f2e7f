package jfab.control.connection.transfer;

import jfab.TextResource;

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

    private TransferScript() {}

    private static String read(String name) {
        return TextResource.read(TransferScript.class, name);
    }

    /** The first sentence of what programs said, without the directory in which the tree arrived. */
    static String reason(String said) {
        String first = said.strip().lines().findFirst().orElse("");
        String plain = first.replace("'t/./", "'").replace("'t/", "'").replace("tar: t/", "tar: ");
        // All that tar says at first of a disk that fills up within a file.
        return plain.contains("Wrote only") ? plain + "; is the disk full?" : plain;
    }
}
