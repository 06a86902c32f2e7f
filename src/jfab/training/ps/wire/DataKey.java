package jfab.training.ps.wire;

import java.security.SecureRandom;

/**
 * Which stream a data connection belongs to: drawn by the server for a trainer that it has let in, told on that stream, of use once.
 * Both connections begin with the proof of the job's secret.
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
