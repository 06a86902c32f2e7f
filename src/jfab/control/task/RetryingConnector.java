package jfab.control.task;

import java.time.Duration;
import jfab.control.connection.Connector;
import jfab.control.connection.Transport;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;

/**
 * A connector that tries again to reach a host, after a second first, then after twice as long each time.
 *
 * <p>What a host has refused, a login or its own key, is never tried again: it would lock accounts. Interrupting ends the
 * waiting.
 */
public record RetryingConnector(Connector connector, int retries, Duration first, TaskListener listener)
        implements Connector {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    @Override
    public Transport connect(Host host) {
        Duration pause = first;
        for (int retry = 1; ; retry++) {
            try {
                return connector.connect(host);
            } catch (ConnectionException e) {
                if (retry > retries
                        || !e.reason().passing()
                        || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                listener.notice(
                        host,
                        e.getMessage() + "; trying again in " + shown(pause) + " (" + retry + " of " + retries + ")");
                waited(pause, e);
            }
            pause = pause.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : pause.multipliedBy(2);
        }
    }

    private static void waited(Duration pause, ConnectionException failure) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }

    private static String shown(Duration pause) {
        return pause.toSeconds() > 0 ? pause.toSeconds() + " s" : pause.toMillis() + " ms";
    }

    @Override
    public void close() {
        connector.close();
    }
}
