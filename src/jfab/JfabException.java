package jfab;

/**
 * A failure that its message explains to the user in one sentence: what, where, and what to do. Much of it may be a host's words.
 *
 * <p>Each package has one final subclass that carries the data of its failures. It is not sealed because the subclasses
 * live in other packages of the unnamed module.
 */
public abstract class JfabException extends RuntimeException {
    protected JfabException(String message) {
        super(PlainText.of(message));
    }

    protected JfabException(String message, Throwable cause) {
        super(PlainText.of(message), cause);
    }

    /** The sentence; never null. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    /** What the process that fails by this tells its caller. */
    public int exitCode() {
        return 1;
    }
}
