package jfab.training.data;

/**
 * One line of a text file, and where it stands.
 *
 * @param number from 1
 * @param offset of its first byte
 */
public record TextLine(ByteSource source, long number, long offset, String text) {
    /** As {@link #error(String)}, brought to light by {@code cause}. */
    public DataException error(String problem, Throwable cause) {
        DataException error = error(problem);
        error.initCause(cause);
        return error;
    }

    /** An error of this line; {@code problem} goes on after its place. */
    public DataException error(String problem) {
        return source.error("line " + number + " at byte " + offset + problem);
    }
}
