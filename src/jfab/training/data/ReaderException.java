package jfab.training.data;

import jfab.JfabException;

/** A reader that was asked for what no reader can do, such as batches of no samples. */
public final class ReaderException extends JfabException {
    public ReaderException(String message) {
        super(message);
    }
}
