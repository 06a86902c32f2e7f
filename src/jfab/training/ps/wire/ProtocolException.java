package jfab.training.ps.wire;

/** A message that the other side had no right to send; the message says which. */
public final class ProtocolException extends Exception {
    public ProtocolException(String message) {
        super(message);
    }
}
