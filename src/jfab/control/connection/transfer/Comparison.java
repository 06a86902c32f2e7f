package jfab.control.connection.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.control.bundle.TreeItem;
import jfab.control.connection.command.Command;
import jfab.control.connection.files.BoundedOutput;
import jfab.control.connection.files.TransferOptions;
import jfab.control.connection.transfer.RemoteFiles.Entry;
import org.jspecify.annotations.Nullable;

/** What changed, by what the host says of the files that would be replaced. */
record Comparison(HostSide host, TransferOptions options) {
    private static final int SET_ID = 06000;

    LocalTree changed(LocalTree tree, String directory) throws IOException {
        host.needShell("sync");
        Map<String, Entry> there = new Listing(host.shell())
                .these(
                        RemotePath.plain(directory),
                        tree.items().stream().map(TreeItem::name).toList());
        List<TreeItem> alike = tree.items().stream()
                .filter(item -> alike(item, there.get(item.name())))
                .toList();
        if (options.checksum()) {
            alike = new Checksums(host.shell()).same(alike, RemotePath.plain(directory));
        }
        alike = sameLinks(alike, RemotePath.plain(directory));
        Set<TreeItem> same = new HashSet<>(alike);
        adjust(same, there, RemotePath.plain(directory));
        return tree.without(same);
    }

    /** Those of {@code items} that are no links, or links that point to the same. */
    private List<TreeItem> sameLinks(List<TreeItem> items, String directory) throws IOException {
        List<String> names = names(items.stream().filter(item -> item instanceof TreeItem.Link));
        if (names.isEmpty()) {
            return items;
        }
        BoundedOutput out = new BoundedOutput("the host's list of links");
        host.shell()
                .each(
                        "sh -c 'for link; do readlink -n -- \"$link\" 2>/dev/null; printf \"\\0\"; done' sh",
                        directory,
                        names,
                        out);
        String[] targets = out.text().split("\0", -1);
        Map<String, String> there = new HashMap<>();
        for (int i = 0; i < names.size() && i < targets.length; i++) {
            there.put(names.get(i).substring(2), targets[i]);
        }
        return items.stream()
                .filter(item ->
                        !(item instanceof TreeItem.Link link) || link.target().equals(there.get(link.name())))
                .toList();
    }

    /** Gives what is not sent again the permissions and the owner that it would have if it were. */
    private void adjust(Set<TreeItem> same, Map<String, Entry> there, String directory) throws IOException {
        Map<Integer, List<TreeItem>> modes = same.stream()
                .filter(item -> item instanceof TreeItem.File file && differs(file.mode(), there.get(item.name())))
                .collect(Collectors.groupingBy(item -> ((TreeItem.File) item).mode()));
        for (Map.Entry<Integer, List<TreeItem>> each : modes.entrySet()) {
            host.shell()
                    .each(
                            "chmod " + Integer.toOctalString(each.getKey()) + " --",
                            directory,
                            names(each.getValue().stream()),
                            OutputStream.nullOutputStream());
        }
        if (!options.owner().isEmpty() && !same.isEmpty()) {
            host.shell()
                    .each(
                            "chown -h " + Command.quote(options.owner()) + " --",
                            directory,
                            names(same.stream()),
                            OutputStream.nullOutputStream());
        }
    }

    /**
     * Set-id bits are given to a file only where nobody else can reach it: whoever may write the directory might have put another file in
     * its place. A new owner takes them from one that has them.
     */
    private boolean losesSetId(int mode, int there) {
        return (mode & SET_ID) != 0 && (mode != there || !options.owner().isEmpty());
    }

    private static boolean differs(int mode, @Nullable Entry there) {
        return there != null && there.mode() != mode;
    }

    private static List<String> names(Stream<TreeItem> items) {
        return items.map(item -> "./" + item.name()).toList();
    }

    private boolean alike(TreeItem item, @Nullable Entry there) {
        if (there == null) {
            return false;
        }
        if (item instanceof TreeItem.File file) {
            return there.kind() == RemoteFiles.Kind.FILE
                    && !losesSetId(file.mode(), there.mode())
                    && there.size() == file.size()
                    && (options.checksum() || there.time() == file.time());
        }
        if (item instanceof TreeItem.Link link) {
            return there.kind() == RemoteFiles.Kind.LINK
                    && there.time() == link.time()
                    && there.size() == link.target().getBytes(StandardCharsets.UTF_8).length;
        }
        return there.directory();
    }
}
