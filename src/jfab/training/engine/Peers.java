package jfab.training.engine;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a trainer has to know to find the other trainers of its job.
 *
 * @param rank this trainer's number, from 0
 * @param size how many trainers there are
 * @param host where trainer 0 listens for the others
 * @param port on that host
 * @param join how long to wait for the others
 * @param step how long one step of another may take
 * @param silence another one that has not been heard of for this long is dead
 */
public record Peers(int rank, int size, String host, int port, Duration join, Duration step, Duration silence) {
    /** {@code trainer 1 of 2}, or {@code trainers 0, 3 of 4}. */
    public String name(IntStream ranks) {
        int[] all = ranks.toArray();
        return (all.length == 1 ? "trainer " : "trainers ")
                + IntStream.of(all).mapToObj(Integer::toString).collect(Collectors.joining(", ")) + " of " + size;
    }
}
