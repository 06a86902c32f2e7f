package jfab.training.ps;

/** A message that the other side had no right to send; the message says which. */
final class ProtocolException extends Exception {
    ProtocolException(String message) {
        super(message);
    }
}
