package jfab.control.connection.transfer;

import jfab.control.connection.files.TransferOptions;

/** The permission bits that copies get. */
final class Modes {
    private Modes() {}

    static int file(int source, TransferOptions options) {
        Integer wanted = options.mode();
        if (wanted != null) {
            return wanted;
        }
        return options.preserve() ? source : (source & 0111) == 0 ? 0644 : 0755;
    }

    /** Who may read a file may look into its directory; the owner may always write. */
    static int directory(int source, TransferOptions options) {
        Integer wanted = options.mode();
        if (wanted != null) {
            return (wanted & 0777) | (wanted & 0444) >> 2 | 0700;
        }
        return options.preserve() ? source | 0700 : 0755;
    }
}
