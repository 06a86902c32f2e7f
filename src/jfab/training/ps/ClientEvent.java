package jfab.training.ps;

import java.util.List;
import jfab.training.ps.wire.Message.Compared;
import jfab.training.ps.wire.Message.NormParts;

/** What the network tells the training thread; events of one link come in the order of its messages. */
sealed interface ClientEvent {
    ServerLink link();

    /** Whether it ends the job for this trainer, or sends it back to its last checkpoint. */
    default boolean ending() {
        return switch (this) {
            case Ready _, Welcomed _, Resumed _, Delivered _, RowsDelivered _, Measured _, Answered _, Stopped _ ->
                false;
            case Aborted _, RolledBack _, Broken _, Severed _, Finished _ -> true;
        };
    }

    /** The link takes messages, for the first time or again. */
    record Ready(ServerLink link) implements ClientEvent {}

    /** The server knows this trainer as {@code rank}. */
    record Welcomed(ServerLink link, int rank, List<Long> steps) implements ClientEvent {}

    /** Training goes on after {@code step}. */
    record Resumed(ServerLink link, long step) implements ClientEvent {}

    /** The server goes back to the last checkpoint. */
    record RolledBack(ServerLink link, String cause) implements ClientEvent {}

    /** All values that were pulled are in their place. */
    record Delivered(ServerLink link) implements ClientEvent {}

    /** All rows that were asked for are in their place. */
    record RowsDelivered(ServerLink link) implements ClientEvent {}

    /** The server has measured its part of a step's gradients. */
    record Measured(ServerLink link, NormParts parts) implements ClientEvent {}

    /** What all trainers have sent to be compared. */
    record Answered(ServerLink link, Compared answer) implements ClientEvent {}

    /** The server has no more values, because of {@code cause}. */
    record Stopped(ServerLink link, String cause) implements ClientEvent {}

    /** The server ends the job. */
    record Aborted(ServerLink link, String cause) implements ClientEvent {}

    /** The stream has ended although nobody said so, or the server broke the protocol. */
    record Broken(ServerLink link, String problem) implements ClientEvent {}

    /** The data connection has ended though both processes may live. */
    record Severed(ServerLink link, String problem) implements ClientEvent {}

    /** The server has ended the stream as agreed. */
    record Finished(ServerLink link) implements ClientEvent {}
}
