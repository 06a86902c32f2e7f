package jfab.control.connection.transfer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.control.bundle.TreeItem;
import jfab.control.connection.files.TransferOptions;
import jfab.control.connection.transfer.RemoteFiles.Entry;
import jfab.control.connection.transfer.RemoteFiles.Named;
import org.jspecify.annotations.Nullable;

/**
 * What has arrived of a tree whose sending broke off, in a hidden directory of the host that nobody writes to any more.
 *
 * @param directory on the host; empty where there is none
 * @param files of the tree that need not be sent again
 */
record Rest(String directory, List<TreeItem> files) {
    /** There is nothing. */
    static final Rest NONE = new Rest("", List.of());

    /** For less, it is not worth asking. */
    private static final long LARGE = 1L << 20;

    /** The exit code of {@code receive.sh} where the directory is not there any more. */
    private static final int GONE = 75;

    /** Finds what can be used of {@code changed}, and removes from it what does not belong to {@code tree}. */
    static Rest of(HostSide host, TransferOptions options, LocalTree tree, LocalTree changed, String path)
            throws IOException {
        if (changed.bytes() < LARGE) {
            return NONE;
        }
        List<Named> found = new Listing(host.shell()).rest(RemotePath.plain(path), RemotePath.parent(path));
        if (found.isEmpty()) {
            return NONE;
        }
        String top = found.getFirst().name();
        Map<String, Entry> there = new HashMap<>();
        for (Named each : found) {
            if (each.name().startsWith(top + "/")) {
                there.put(each.name().substring(top.length() + 1), each.entry());
            }
        }
        List<TreeItem> files = changed.items().stream()
                .filter(item -> item instanceof TreeItem.File file && isWhole(file, there.get(item.name())))
                .toList();
        if (options.checksum() || options.verify()) {
            files = new Checksums(host.shell()).same(files, top);
        }
        if (files.isEmpty()) {
            return NONE;
        }
        remove(host, top, others(there.keySet(), tree, changed));
        return new Rest(RemotePath.parent(top), files);
    }

    /** A file gets its time when all of it is there. */
    private static boolean isWhole(TreeItem.File file, @Nullable Entry there) {
        return there != null
                && there.kind() == RemoteFiles.Kind.FILE
                && there.size() == file.size()
                && there.time() == file.time()
                && there.mode() == file.mode();
    }

    /** Those of {@code names} that would arrive though nothing of that name is to. */
    private static List<String> others(Set<String> names, LocalTree tree, LocalTree changed) {
        Set<String> others = new HashSet<>(names);
        tree.items().stream()
                .filter(item -> item instanceof TreeItem.Directory)
                .map(TreeItem::name)
                .forEach(others::remove);
        changed.items().stream().map(TreeItem::name).forEach(others::remove);
        return List.copyOf(others);
    }

    private static void remove(HostSide host, String directory, List<String> names) throws IOException {
        if (!names.isEmpty()) {
            byte[] given = ("./" + String.join("\0./", names)).getBytes(StandardCharsets.UTF_8);
            host.shell()
                    .run(
                            "cd \"$1\" && exec xargs -0 rm -rf --",
                            List.of(directory),
                            new ByteArrayInputStream(given),
                            OutputStream.nullOutputStream());
        }
    }

    /** What is still to be sent of {@code tree}. */
    LocalTree without(LocalTree tree) {
        Set<TreeItem> arrived = new HashSet<>(files);
        return new LocalTree(
                tree.items().stream().filter(item -> !arrived.contains(item)).toList());
    }

    /** Whether another transfer has taken the directory meanwhile. */
    static boolean isGone(IOException failure) {
        return failure.getCause() instanceof Shell.ExitException exit && exit.code() == GONE;
    }
}
