package jfab.control.connection.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
    static Rest of(HostSide host, TransferOptions options, LocalTree tree, LocalTree changed, String path) {
        if (changed.bytes() < LARGE) {
            return NONE;
        }
        try {
            List<Named> found = new Listing(host.shell()).rest(RemotePath.plain(path), RemotePath.parent(path));
            return found.isEmpty() ? NONE : of(host.shell(), options, tree, changed, found);
        } catch (IOException e) {
            // Another transfer may have taken it meanwhile; what hinders the sending of all as well is told by that.
            return NONE;
        }
    }

    /** @param found the directory itself first */
    private static Rest of(Shell shell, TransferOptions options, LocalTree tree, LocalTree changed, List<Named> found)
            throws IOException {
        String top = found.getFirst().name();
        Map<String, Entry> there = found.stream()
                .filter(each -> each.name().startsWith(top + "/"))
                .collect(Collectors.toMap(
                        each -> each.name().substring(top.length() + 1), Named::entry, (one, same) -> one));
        List<TreeItem> files = changed.items().stream()
                .filter(item -> item instanceof TreeItem.File file && isWhole(file, there.get(item.name())))
                .toList();
        if (options.checksum() || options.verify()) {
            files = new Checksums(shell).same(files, top);
        }
        List<String> others = others(there.keySet(), tree, changed);
        if (!files.isEmpty() && !others.isEmpty()) {
            shell.each("rm -rf --", top, others, OutputStream.nullOutputStream());
        }
        return files.isEmpty() ? NONE : new Rest(RemotePath.parent(top), files);
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
        return others.stream().map(name -> "./" + name).toList();
    }

    /** Whether another transfer has taken the directory meanwhile. */
    static boolean isGone(IOException failure) {
        return failure.getCause() instanceof Shell.ExitException exit && exit.code() == GONE;
    }
}
