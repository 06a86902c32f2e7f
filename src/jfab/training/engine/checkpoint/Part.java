package jfab.training.engine.checkpoint;

import java.util.List;
import java.util.stream.Stream;

/**
 * What one process contributes to a checkpoint.
 *
 * @param name {@code server-0-of-2}, {@code trainer-1-of-3} or {@code local}; also the name of its files
 * @param step how many steps the values have seen
 * @param program the digest of the program that they belong to
 * @param position how many training steps the script of this process has made
 * @param parts how many parts the checkpoint has when it is complete
 * @param pieces the values, nobody else's to change any more
 * @param journal what the runs of the script gave back: a loss among it may be NaN
 */
public record Part(
        String name, long step, String program, long position, int parts, List<Piece> pieces, List<Piece> journal) {
    public Part {
        pieces = List.copyOf(pieces);
        journal = List.copyOf(journal);
    }

    /** A part of a process that runs no script. */
    public Part(String name, long step, String program, long position, int parts, List<Piece> pieces) {
        this(name, step, program, position, parts, pieces, List.of());
    }

    /** All that is to be written. */
    List<Piece> all() {
        return Stream.concat(pieces.stream(), journal.stream()).toList();
    }

    /** The part of a parameter server. */
    public static String server(int index, int servers) {
        return "server-" + index + "-of-" + servers;
    }

    /** The part of a trainer. */
    public static String trainer(int rank, int trainers) {
        return "trainer-" + rank + "-of-" + trainers;
    }

    /** The part of a process that trains alone. */
    public static final String LOCAL = "local";
}
