package jfab.training.engine.checkpoint;

import java.util.List;

/**
 * What one process contributes to a checkpoint.
 *
 * @param name {@code server-0-of-2}, {@code trainer-1-of-3} or {@code local}; also the name of its files
 * @param step how many steps the values have seen
 * @param program the digest of the program that they belong to
 * @param position how many training steps the script of this process has made
 * @param parts how many parts the checkpoint has when it is complete
 * @param pieces the values, nobody else's to change any more
 */
public record Part(String name, long step, String program, long position, int parts, List<Piece> pieces) {
    public Part {
        pieces = List.copyOf(pieces);
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
