package jfab.control.connection.transfer;

/** Paths on hosts, which are text here: another machine's names need not be possible on this one. */
final class RemotePath {
    private RemotePath() {}

    /** The path without a leading tilde: what is relative starts at home anyway. */
    static String fromHome(String path) {
        String rest = path.equals("~") ? "" : path.startsWith("~/") ? path.substring(2) : path;
        return rest.isEmpty() ? "." : rest;
    }

    /** What comes before the last name, with the slash; empty for a bare name. */
    static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    /** The last name. */
    static String name(String path) {
        String plain = bare(path);
        return plain.substring(plain.lastIndexOf('/') + 1);
    }

    /** The path without slashes at its end. */
    static String bare(String path) {
        String rest = path;
        while (rest.length() > 1 && rest.endsWith("/")) {
            rest = rest.substring(0, rest.length() - 1);
        }
        return rest;
    }

    /** Whether it stands for what is in a directory, and not for a file or a directory of its last name. */
    static boolean ofContent(String path) {
        return path.endsWith("/") || name(path).equals(".") || name(path).equals("..");
    }

    /** The directory that holds {@code path}. */
    static String parent(String path) {
        String folder = folder(bare(path));
        return folder.isEmpty() ? "." : bare(folder);
    }

    static String join(String directory, String name) {
        return directory.endsWith("/") ? directory + name : directory + "/" + name;
    }

    /** The path as no program takes it for an option. */
    static String plain(String path) {
        return path.startsWith("/") ? path : "./" + path;
    }
}
