package jfab.control.connection.transfer;

import java.io.InputStream;
import java.util.List;
import jfab.control.bundle.TreeItem;
import jfab.control.bundle.TreeStream;
import jfab.control.connection.broadcast.Content;

/**
 * A tree as the archive that {@code receive.sh} takes.
 *
 * @param sums whether it holds checksums
 */
record TreeContent(String what, List<TreeItem> items, boolean sums) implements Content {
    @Override
    public long about() {
        return new LocalTree(items).bytes();
    }

    @Override
    public InputStream open() {
        return new TreeStream(items, sums);
    }
}
