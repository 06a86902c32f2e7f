package jfab.training.ps;

import io.grpc.Status;
import jfab.role.Endpoint;
import jfab.training.ps.job.FaultSettings;

/** What the end of a stream means to a user. */
final class Statuses {
    private Statuses() {}

    /** Why a stream ended that nobody meant to end. */
    static String problem(Throwable failure) {
        Status status = Status.fromThrowable(failure);
        String description = status.getDescription();
        return switch (status.getCode()) {
            case UNAVAILABLE, CANCELLED -> "its connection broke";
            case UNIMPLEMENTED -> "it is not a parameter server of jfab";
            default -> description == null ? status.getCode().toString() : description;
        };
    }

    /** Why a job cannot go on whose {@code trainer} and {@code server} live and have lost the connection for tensor data. */
    static String severed(String trainer, Endpoint server, String problem) {
        return "the data connection between " + trainer + " and " + name(server) + " broke: " + problem;
    }

    /** What is wrong with a process whose heartbeats have stopped. */
    static String silence(FaultSettings faults) {
        return "no sign of life for " + faults.silence().toSeconds() + " s";
    }

    /** {@code parameter server 10.0.0.1:6173}. */
    static String name(Endpoint endpoint) {
        return "parameter server " + endpoint;
    }
}
