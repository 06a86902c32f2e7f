package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.Session;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a session. One that reads all channels of a host and ends by an Error leaves whoever waits for them waiting: here
 * the session is closed with it, and keeps why.
 *
 * <p>They are no virtual ones: where such a thread waits for its socket, Java's poller waits for it inside the system, and gives it 300
 * ms to come back when Java ends.
 */
public final class SessionThreads implements ThreadFactory {
    private static final ThreadFactory DAEMONS = Thread.ofPlatform().daemon().factory();

    private final Runnable close;
    private volatile @Nullable Throwable failure;

    public SessionThreads(Runnable close) {
        this.close = close;
    }

    /** Why a thread of {@code session} ended before its time; null where none did. */
    public static @Nullable Throwable failure(Session session) {
        return session.getThreadFactory() instanceof SessionThreads own ? own.failure : null;
    }

    @Override
    public Thread newThread(Runnable work) {
        return DAEMONS.newThread(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                failure = e;
                close.run();
            }
        });
    }
}
