package jfab.control.connection;

import jfab.control.connection.broadcast.Broadcasts;
import jfab.control.connection.host.LocalFiles;

/**
 * What hosts share that work at the same time.
 *
 * @param files which host has which file of this machine
 * @param broadcasts what they are sent, and pass on to each other
 */
public record Together(LocalFiles files, Broadcasts broadcasts) {
    /** For {@code hosts} hosts. */
    public static Together of(int hosts) {
        return new Together(new LocalFiles(), new Broadcasts(hosts));
    }
}
