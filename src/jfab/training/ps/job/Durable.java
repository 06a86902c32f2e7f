package jfab.training.ps.job;

import java.util.List;
import jfab.training.engine.checkpoint.Parts;
import jfab.training.engine.checkpoint.Piece;

/** What a process must not lose; for the thread that changes it, between two steps. */
public interface Durable {
    /** The values of now, where they lie. */
    List<Piece> pieces();

    /** Whether {@code parts} have what {@link #restore} needs. */
    boolean restorable(Parts parts);

    /** Replaces all values by those in {@code parts}, which may have been cut for another number of servers. */
    void restore(Parts parts);
}
