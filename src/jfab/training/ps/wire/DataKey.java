package jfab.training.ps.wire;

import java.security.SecureRandom;

/**
 * What opens one data connection, once: drawn by the server for a trainer that it has let in, and told on the stream that the
 * job's secret protects.
 *
 * @param high one half
 * @param low the other half
 */
public record DataKey(long high, long low) {
    private static final SecureRandom RANDOM = new SecureRandom();

    /** All values travel over gRPC. */
    public static DataKey none() {
        return new DataKey(0, 0);
    }

    public static DataKey draw() {
        return new DataKey(RANDOM.nextLong(), RANDOM.nextLong());
    }

    public boolean given() {
        return !equals(none());
    }

    /** Does not show it. */
    @Override
    public String toString() {
        return "DataKey";
    }
}
