package jfab.control.connection.transfer;

import java.io.IOException;
import java.nio.file.Path;
import jfab.control.bundle.Arrivals;
import jfab.control.bundle.ConfinedFolder;

/** How much a host may send of what it has said to have: a log may grow meanwhile, but what has no end would fill the disk here. */
final class Allowance implements Arrivals {
    private static final long GROWTH = 1L << 30;

    private final long stated;
    private final TransferProgress progress;
    private long arrived;

    private Allowance(long stated, TransferProgress progress) {
        this.stated = stated;
        this.progress = progress;
    }

    /**
     * An allowance for {@code stated} bytes that come into {@code folder}, which is there.
     *
     * @throws IOException where there is not so much room
     */
    static Allowance into(Path folder, long stated, TransferProgress progress) throws IOException {
        ConfinedFolder.refuseMoreThanFits(folder, "it", stated);
        return new Allowance(stated, progress);
    }

    @Override
    public void add(long bytes) throws IOException {
        arrived += bytes;
        if (arrived - stated > Math.max(stated, GROWTH)) {
            throw new IOException("the host sends more and more: " + arrived + " bytes so far, where it had " + stated);
        }
        progress.add(bytes);
    }
}
