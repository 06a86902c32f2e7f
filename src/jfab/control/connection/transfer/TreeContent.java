package jfab.control.connection.transfer;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import jfab.control.bundle.TreeItem;
import jfab.control.bundle.TreeStream;
import jfab.control.connection.broadcast.Content;
import org.jspecify.annotations.Nullable;

/**
 * A tree as the archive that {@code receive.sh} takes.
 *
 * @param sums whether it holds checksums
 * @param grown is told of files that have become longer while they were read
 */
record TreeContent(String what, List<TreeItem> items, boolean sums, Consumer<Path> grown) implements Content {
    @Override
    public long about() {
        return new LocalTree(items).bytes();
    }

    /** Hosts that are sent the same share it, whoever is told what. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TreeContent tree
                && what.equals(tree.what)
                && items.equals(tree.items)
                && sums == tree.sums;
    }

    @Override
    public int hashCode() {
        return Objects.hash(what, items, sums);
    }

    @Override
    public InputStream open() {
        return new TreeStream(items, sums, grown);
    }
}
