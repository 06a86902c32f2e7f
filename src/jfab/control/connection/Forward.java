package jfab.control.connection;

/** A port that is forwarded; closing it closes the port, and the connections that were made to it. */
public interface Forward extends AutoCloseable {
    /** The port that is listened on, which was chosen where 0 was asked for. */
    int port();

    @Override
    void close();

    /** A port that nobody listens on, for lines that lead nowhere. */
    static Forward unopened(int port) {
        return new Forward() {
            @Override
            public int port() {
                return port;
            }

            @Override
            public void close() {}
        };
    }
}
