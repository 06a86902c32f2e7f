package jfab.control.connection.transfer;

import java.util.List;
import jfab.control.connection.command.HostScript;

/**
 * A run of {@code receive.sh}.
 *
 * @param from a private directory on the host; empty for an archive on standard input
 * @param name of the single file that is received; empty for a tree
 * @param exact whether the destination must be that file's own path
 * @param keep whether what has arrived of an archive that ends early stays on the host
 * @param rest a directory that such a one has left, which is gone on from; empty for none
 */
record Receive(
        String from,
        String name,
        boolean exact,
        String path,
        boolean mkdirs,
        String owner,
        boolean verify,
        String stage,
        boolean keep,
        String rest) {
    static Receive archive(boolean verify) {
        return new Receive("", "", false, "", false, "", verify, FileCopy.partName(), false, "");
    }

    static Receive from(String directory) {
        return new Receive(directory, "", false, "", false, "", false, FileCopy.partName(), false, "");
    }

    Receive named(String file, boolean only) {
        return new Receive(from, file, only, path, mkdirs, owner, verify, stage, keep, rest);
    }

    Receive into(String destination, boolean make, String user) {
        return new Receive(from, name, exact, destination, make, user, verify, stage, keep, rest);
    }

    Receive from(Rest before) {
        return new Receive(from, name, exact, path, mkdirs, owner, verify, stage, true, before.directory());
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
                exact ? "yes" : "",
                keep ? "yes" : "",
                rest);
    }

    List<String> argv() {
        return HostScript.argv(TransferScript.RECEIVE, arguments());
    }
}
