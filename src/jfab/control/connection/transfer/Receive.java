package jfab.control.connection.transfer;

import java.util.List;
import jfab.control.connection.command.HostScript;

/**
 * A run of {@code receive.sh}.
 *
 * @param from a private directory on the host; empty for an archive on standard input
 * @param name of the single file that is received; empty for a tree
 * @param exact whether the destination must be that file's own path
 */
record Receive(
        String from,
        String name,
        boolean exact,
        String path,
        boolean mkdirs,
        String owner,
        boolean verify,
        String stage) {
    static Receive archive(boolean verify) {
        return new Receive("", "", false, "", false, "", verify, FileCopy.partName());
    }

    static Receive from(String directory) {
        return new Receive(directory, "", false, "", false, "", false, FileCopy.partName());
    }

    Receive named(String file, boolean only) {
        return new Receive(from, file, only, path, mkdirs, owner, verify, stage);
    }

    Receive into(String destination, boolean make, String user) {
        return new Receive(from, name, exact, destination, make, user, verify, stage);
    }

    List<String> arguments() {
        return List.of(
                RemotePath.plain(path),
                RemotePath.plain(RemotePath.parent(path)),
                stage,
                mkdirs ? "yes" : "",
                owner,
                verify ? "yes" : "",
                name,
                from,
                exact ? "yes" : "");
    }

    List<String> argv() {
        return HostScript.argv(TransferScript.RECEIVE, arguments());
    }
}
