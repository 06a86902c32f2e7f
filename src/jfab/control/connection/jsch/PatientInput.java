package jfab.control.connection.jsch;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;

/**
 * What a host sends, waited for through its silences. JSch asks a silent host for a sign of life as well, but where the silence
 * begins within a packet it forgets the bytes that it has of it, and the connection breaks: here it never hears of one.
 */
final class PatientInput extends FilterInputStream {
    private final int patience;
    private final Question question;
    private int asked;
    private volatile long heard = System.nanoTime();
    /** Where the rest of what JSch has asked for is to go, and how much that is. */
    private int next;

    private int left;

    /** Asks the host for a sign of life. */
    @FunctionalInterface
    interface Question {
        /** Whether it has been asked; before the log-in nobody can, and a deadline of its own ends the waiting. */
        boolean ask();
    }

    /**
     * Reads from {@code in}, which has a time limit for each read.
     *
     * @param patience how many questions in turn may stay unanswered
     */
    PatientInput(InputStream in, int patience, Question question) {
        super(in);
        this.patience = patience;
        this.question = question;
    }

    /** When the host last sent something, as {@link System#nanoTime} counts. */
    long heard() {
        return heard;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int start, int length) throws IOException {
        // JSch asks for the rest of a packet until it is there. Where its length was falsified on the way, the answers
        // to our questions would fill it for hours: they are no sign of life then.
        if (start != next || length != left) {
            asked = 0;
        }
        while (true) {
            try {
                int read = in.read(bytes, start, length);
                heard = System.nanoTime();
                next = start + read;
                left = length - read;
                return read;
            } catch (SocketTimeoutException e) {
                if (asked >= patience) {
                    // Not one that JSch takes for a reason to ask.
                    throw new IOException(e.getMessage(), e);
                }
                asked += question.ask() ? 1 : 0;
            }
        }
    }
}
