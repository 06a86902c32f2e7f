package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.Session;
import java.time.Duration;
import java.util.function.LongSupplier;

/** What a host is asked for before a session that has lain idle counts as alive. A session on which none comes within 2 s ends. */
public final class SignOfLife {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Session session;
    private final LongSupplier heard;
    private final long asked = System.nanoTime();
    private final Thread deadline;

    private SignOfLife(Session session, LongSupplier heard) {
        this.session = session;
        this.heard = heard;
        this.deadline = Thread.ofVirtual().name("sign of life").unstarted(this::expect);
    }

    /**
     * Asks, and waits for nothing.
     *
     * @param heard when the host last sent something, as {@link System#nanoTime} counts
     */
    public static SignOfLife ask(Session session, LongSupplier heard) {
        SignOfLife sign = new SignOfLife(session, heard);
        try {
            session.sendKeepAliveMsg();
        } catch (Exception e) {
            session.disconnect();
        }
        sign.deadline.start();
        return sign;
    }

    private void expect() {
        try {
            Thread.sleep(PATIENCE);
        } catch (InterruptedException seen) {
            return;
        }
        if (missing(session)) {
            session.disconnect();
        }
    }

    /** Whether {@code asked} is the session, and nothing has come on it since. */
    boolean missing(Session asked) {
        return asked.equals(session) && heard.getAsLong() - this.asked < 0;
    }

    /** Waits no longer: it has come, or nobody uses the session any more. */
    void cancel() {
        deadline.interrupt();
    }
}
