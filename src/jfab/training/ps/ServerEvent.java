package jfab.training.ps;

import java.util.List;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.Message.Join;
import jfab.training.ps.wire.Message.Norms;

/** What the network tells the thread that serves; events of one link come in the order of its messages. */
sealed interface ServerEvent {
    /** A caller asks to take part. */
    record JoinAsked(TrainerLink link, Join join) implements ServerEvent {}

    /** The stream has ended without a farewell, or the caller broke the protocol. */
    record Broken(TrainerLink link, String problem) implements ServerEvent {}

    /** The data connection has ended though both processes may live. */
    record Severed(TrainerLink link, String problem) implements ServerEvent {}

    /** The link takes messages, for the first time or again. */
    record Ready(TrainerLink link) implements ServerEvent {}

    /** This process is asked to end. */
    record Stopped() implements ServerEvent {}

    /** What only a trainer that has joined may say. */
    sealed interface Told extends ServerEvent {
        TrainerLink link();
    }

    /** How the trainer cuts its parameters. */
    record LayoutTold(TrainerLink link, String digest) implements Told {}

    /** What the trainer can go back to. */
    record HaveTold(TrainerLink link, List<Long> steps) implements Told {}

    /** The trainer wants a checkpoint of the values after {@code step} steps. */
    record Marked(TrainerLink link, long step) implements Told {}

    /** The trainer goes back to the last checkpoint. */
    record RolledBack(TrainerLink link, String cause) implements Told {}

    /** The first values of all slices are in their place. */
    record InitialArrived(TrainerLink link) implements Told {}

    /** The gradients of the trainer are in their place. */
    record Pushed(TrainerLink link, long step, long samples) implements Told {}

    /** The trainer wants the slices as they are after {@code step} steps. */
    record PullAsked(TrainerLink link, long step) implements Told {}

    /** The trainer wants to know which rows of a sparse table there are. */
    record IdsWanted(TrainerLink link, String table) implements Told {}

    /** The trainer wants rows of a sparse table. */
    record RowsWanted(TrainerLink link, Message.RowsAsked rows) implements Told {}

    /** The trainer has gradients for rows of a sparse table, which belong to its next push. */
    record RowsPushed(TrainerLink link, Message.RowGradients rows) implements Told {}

    /** The trainer has added up what the servers measured. */
    record NormsTold(TrainerLink link, Norms norms) implements Told {}

    /** The trainer wants something compared with all others. */
    record CompareAsked(TrainerLink link, Message.Compare own) implements Told {}

    /** What the trainer feeds in its first step, as a digest. */
    record FedTold(TrainerLink link, String digest) implements Told {}

    /** The trainer has finished. */
    record Left(TrainerLink link) implements Told {}

    /** The trainer leaves before it has finished, because of {@code what}. */
    record StopTold(TrainerLink link, String what) implements Told {}

    /** The trainer ends the job. */
    record Aborted(TrainerLink link, String cause) implements Told {}
}
