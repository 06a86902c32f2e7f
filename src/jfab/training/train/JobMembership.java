package jfab.training.train;

import java.util.Optional;
import java.util.function.Consumer;
import jfab.role.Endpoint;
import jfab.role.Role;
import jfab.role.RoleException;
import jfab.role.RoleSpec;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Peers;
import jfab.training.engine.TrainerAgreement;
import jfab.training.engine.TrainerGroup;
import jfab.training.engine.torch.Torch;
import jfab.training.ps.ParameterClient;
import jfab.training.ps.ParameterServer;
import jfab.training.ps.job.CheckpointSettings;
import jfab.training.ps.job.FaultSettings;
import jfab.training.ps.job.JobSettings;
import jfab.training.ps.job.OnFailure;
import jfab.training.ps.job.Progress;
import org.jspecify.annotations.Nullable;

/** The side of the network that this process is on. */
sealed interface JobMembership extends AutoCloseable {
    /** The role, with the number that the servers gave a trainer that came without one. */
    RoleSpec role();

    /** What the network operators of this process's programs call. */
    ParameterExchange exchange();

    /** The digest of the whole program that is trained. */
    default void program(String digest) {}

    /** The digest of how a table is read that a trainer's script has named. */
    default void reads(String digest) {}

    /** Where a server keeps its part of the checkpoints; to be called before it serves. */
    default void checkpoints(@Nullable CheckpointSettings settings) {}

    /** What all trainers have in common; waits for all of them. */
    default TrainerAgreement compare(String text, long number) {
        return new TrainerAgreement(true, number);
    }

    /** The digest of what this trainer feeds in its first step; before that. */
    default void feeds(String digest) {}

    /** Whether all trainers are known to have fed the same in their first step; in trainer 0. */
    default boolean fedAlike() {
        return false;
    }

    /** Asks for a checkpoint after the step that comes next. */
    default void mark() {}

    /** The last checkpoint that the servers have made, by its step; 0 before the first. */
    default long marked() {
        return 0;
    }

    /** Throws what has ended the job, if anything has. */
    default void check() {}

    /** Whether the end of the job may end this process while its training thread is busy outside of steps; not while it writes a model. */
    default void interruptible(boolean now) {}

    /** Says that the script of this process has come to its end. */
    default void finish() {}

    /** Tells the job that this process was stopped by a signal. */
    default void stop() {}

    /** Ends the job, since this process failed and would do so again; {@code cause} is a sentence. */
    void abort(String cause);

    /** Tells the job that this process failed, and may be started again; {@code cause} is a sentence. */
    default void fail(String cause) {
        abort(cause);
    }

    /** Leaves the job in good order; also from another thread, on a server. */
    @Override
    void close();

    /**
     * The part that {@code role} describes.
     *
     * @param progress what a trainer can go back to
     * @param silent takes a sentence, in another thread, when a peer has not been heard of for too long, or the job has ended and the
     *     training thread does not take notice
     * @param said takes what users should know of how it is connected
     */
    static JobMembership of(
            RoleSpec role, JobSettings settings, Progress progress, Consumer<String> silent, Consumer<String> said) {
        return switch (role.role()) {
            case LOCAL -> new Alone(role);
            case TRAINER -> {
                Endpoint meeting = role.meeting();
                if (meeting != null) {
                    check(settings.faults());
                }
                yield meeting == null
                        ? new Trainer(role, new ParameterClient(role, settings, progress, silent))
                        : new Peer(role, Torch.group(peers(role, meeting, settings), silent, said));
            }
            case PSERVER -> new Server(role, new ParameterServer(role, settings));
        };
    }

    /** What strangers on the network of a process can do to its job, as far as nothing keeps them from it. */
    static Optional<String> openness(RoleSpec role, JobSettings settings) {
        if (role.meeting() != null) {
            return Optional.of("the connections between these trainers have neither a secret nor encryption: whoever"
                    + " reaches them can read them and join");
        }
        boolean known = !settings.token().isEmpty() || settings.tls().knowsCallers();
        return role.role() == Role.LOCAL || known
                ? Optional.empty()
                : Optional.of(
                        "JFAB_JOB_TOKEN is not set: whoever reaches the ports of this job can read it and join it");
    }

    /** Refuses what only parameter servers can do. */
    private static void check(FaultSettings faults) {
        if (faults.onFailure() == OnFailure.CONTINUE) {
            throw new RoleException("JFAB_ON_FAILURE=" + faults.onFailure().word()
                    + " needs parameter servers: trainers without them cannot go on without one of them");
        }
    }

    private static Peers peers(RoleSpec role, Endpoint meeting, JobSettings settings) {
        return new Peers(
                role.trainerId(),
                role.trainers(),
                meeting.host(),
                meeting.port(),
                settings.join(),
                settings.step(),
                settings.faults().silence());
    }

    /** The trainers that this one averages gradients with; null where there are none. */
    default @Nullable TrainerGroup group() {
        return null;
    }

    /** One of several trainers without parameter servers. */
    record Peer(RoleSpec role, TrainerGroup group) implements JobMembership {
        @Override
        public ParameterExchange exchange() {
            return ParameterExchange.none();
        }

        @Override
        public void reads(String digest) {
            group.reads(digest);
        }

        @Override
        public TrainerAgreement compare(String text, long number) {
            return group.compare(text, number);
        }

        @Override
        public void feeds(String digest) {
            group.feeds(digest);
        }

        @Override
        public boolean fedAlike() {
            return group.fedAlike();
        }

        @Override
        public void mark() {
            group.mark();
        }

        @Override
        public long marked() {
            return group.marked();
        }

        @Override
        public void finish() {
            group.close();
        }

        @Override
        public void stop() {
            group.stop();
        }

        @Override
        public void abort(String cause) {
            group.abort(cause);
        }

        @Override
        public void close() {
            group.close();
        }
    }

    /** No job around this process. */
    record Alone(RoleSpec role) implements JobMembership {
        @Override
        public ParameterExchange exchange() {
            return ParameterExchange.none();
        }

        @Override
        public void abort(String cause) {}

        @Override
        public void close() {}
    }

    /** Pushes gradients and pulls parameters. */
    record Trainer(RoleSpec assigned, ParameterClient client) implements JobMembership {
        @Override
        public RoleSpec role() {
            return assigned.trainerId() == RoleSpec.UNASSIGNED ? assigned.withTrainerId(client.rank()) : assigned;
        }

        @Override
        public ParameterExchange exchange() {
            return client;
        }

        @Override
        public void reads(String digest) {
            client.reads(digest);
        }

        @Override
        public TrainerAgreement compare(String text, long number) {
            return client.compare(text, number);
        }

        @Override
        public void feeds(String digest) {
            client.feeds(digest);
        }

        @Override
        public boolean fedAlike() {
            return client.fedAlike();
        }

        @Override
        public void mark() {
            client.mark();
        }

        @Override
        public long marked() {
            return client.marked();
        }

        @Override
        public void check() {
            client.check();
        }

        @Override
        public void interruptible(boolean now) {
            client.interruptible(now);
        }

        @Override
        public void finish() {
            client.finish();
        }

        @Override
        public void stop() {
            client.stop();
        }

        @Override
        public void abort(String cause) {
            client.abort(cause);
        }

        @Override
        public void fail(String cause) {
            client.fail(cause);
        }

        @Override
        public void close() {
            client.close();
        }
    }

    /** Holds parameters. Its own failure reaches the trainers through the server. */
    record Server(RoleSpec role, ParameterServer server) implements JobMembership {
        @Override
        public ParameterExchange exchange() {
            return server;
        }

        @Override
        public void program(String digest) {
            server.program(digest);
        }

        @Override
        public void checkpoints(@Nullable CheckpointSettings settings) {
            server.checkpoints(settings);
        }

        @Override
        public void abort(String cause) {}

        @Override
        public void close() {
            server.close();
        }
    }
}
