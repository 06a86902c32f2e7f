package jfab.training.data;

import jfab.JfabException;

/** Rows that are not what they are used for, or a reader that was asked for what none can do, such as batches of no samples. */
public final class ReaderException extends JfabException {
    public ReaderException(String message) {
        super(message);
    }

    public ReaderException(String message, Throwable cause) {
        super(message, cause);
    }
}
