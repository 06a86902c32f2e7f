package jfab.engine;

import java.time.Duration;

/**
 * What a trainer has to know to find the other trainers of its job.
 *
 * @param rank this trainer's number, from 0
 * @param size how many trainers there are
 * @param host where trainer 0 listens for the others
 * @param port on that host
 * @param join how long to wait for the others
 * @param step how long one step of another may take
 */
public record Peers(int rank, int size, String host, int port, Duration join, Duration step) {}
