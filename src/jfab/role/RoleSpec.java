package jfab.role;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The part of one process in a job: all that the launcher tells the engine.
 *
 * @param role what the process does
 * @param pservers endpoints of all parameter servers, in the order that every process of the job agrees on; empty when local
 * @param current the endpoint that this process listens on; null unless it is a parameter server
 * @param trainerId rank among the trainers, from 0; {@link #UNASSIGNED} for a trainer that asks the first server for one
 * @param trainers how many trainers the job has
 * @param meeting where trainer 0 of a job without parameter servers listens for the others; null where there are servers, or no job
 */
public record RoleSpec(
        Role role,
        List<Endpoint> pservers,
        @Nullable Endpoint current,
        int trainerId,
        int trainers,
        @Nullable Endpoint meeting) {
    /** The id of a trainer that was started without one, as document 002 starts them; the servers number these as they join. */
    public static final int UNASSIGNED = -1;

    public RoleSpec {
        pservers = List.copyOf(pservers);
        if (trainers < 1) {
            throw new RoleException("a job needs at least 1 trainer, not " + trainers);
        }
        boolean unassigned = role == Role.TRAINER && trainerId == UNASSIGNED;
        if (!unassigned && (trainerId < 0 || (role == Role.TRAINER && trainerId >= trainers))) {
            throw new RoleException("trainer id " + trainerId + " does not fit " + trainers
                    + " trainers; ids go from 0 to " + (trainers - 1));
        }
        if (role != Role.LOCAL && pservers.isEmpty() && meeting == null) {
            throw new RoleException("a " + role.word() + " needs the endpoints of the parameter servers");
        }
        if (role == Role.PSERVER && (current == null || !pservers.contains(current))) {
            throw new RoleException("current endpoint " + current + " is not one of the parameter servers "
                    + pservers.stream().map(Endpoint::toString).collect(Collectors.joining(",")));
        }
    }

    /** A role in a job with parameter servers, or {@link Role#LOCAL}. */
    public RoleSpec(Role role, List<Endpoint> pservers, @Nullable Endpoint current, int trainerId, int trainers) {
        this(role, pservers, current, trainerId, trainers, null);
    }

    /** A trainer of a job without parameter servers: its trainers average their gradients among themselves. */
    public static RoleSpec peer(int trainerId, int trainers, Endpoint meeting) {
        return new RoleSpec(Role.TRAINER, List.of(), null, trainerId, trainers, meeting);
    }

    /** The role of a process that trains alone. */
    public static RoleSpec local() {
        return new RoleSpec(Role.LOCAL, List.of(), null, 0, 1);
    }

    /**
     * The role that a process was started in, from the first of these that is there:
     *
     * <ol>
     *   <li>leading arguments {@code pserver|trainer ENDPOINTS CURRENT_ENDPOINT TRAINER_ID TRAINERS} (document 004)
     *   <li>{@code PADDLE_TRAINING_ROLE} with {@code PADDLE_PSERVER_IPS}, {@code PADDLE_PSERVER_PORT} (6174),
     *       {@code PADDLE_TRAINERS}, {@code PADDLE_CURRENT_IP} on a server, {@code PADDLE_TRAINER_ID} on a trainer
     *       (document 003)
     *   <li>{@code TRAINING_ROLE} (TRAINER) with {@code PSERVERS}, {@code SERVER_ENDPOINT} on a server, {@code TRAINERS}
     *       or {@code PADDLE_TRAINERS} (2, as written in that document's script), {@code TRAINER_ID} or
     *       {@code PADDLE_TRAINER_ID} (numbered by the first server as they join) (document 002)
     *   <li>{@code PADDLE_TRAINER_IPS} with {@code PADDLE_PSERVER_PORT} (6174), or {@code PADDLE_TRAINER_ENDPOINTS}, and
     *       {@code PADDLE_TRAINER_ID}: a job without parameter servers; the first trainer's endpoint is where they meet. The
     *       first of these goes before 2
     *   <li>{@code MASTER_ADDR}, {@code MASTER_PORT}, {@code RANK} and {@code WORLD_SIZE}, as torchrun sets them: the same
     *   <li>nothing: {@link #local()}
     * </ol>
     *
     * @param arguments what stands on the command line after the script
     * @throws RoleException naming the argument or variable that is wrong or missing
     */
    public static RoleAssignment from(List<String> arguments, Map<String, String> environment) {
        if (RoleArguments.presentIn(arguments)) {
            return RoleArguments.parse(arguments);
        }
        return new RoleAssignment(RoleVariables.parse(environment).orElseGet(RoleSpec::local), arguments);
    }

    /** This trainer under the id that it was given. */
    public RoleSpec withTrainerId(int id) {
        return new RoleSpec(role, pservers, current, id, trainers, meeting);
    }

    /** As the log of a process says it; what Java writes of a record takes 15 ms the first time. */
    @Override
    public String toString() {
        String servers = pservers.stream().map(Endpoint::toString).collect(Collectors.joining(","));
        return switch (role) {
            case LOCAL -> role.word();
            case PSERVER -> role.word() + " " + current + " of " + servers + ", trainers: " + trainers;
            case TRAINER ->
                role.word() + " " + trainerId + " of " + trainers
                        + (meeting == null ? ", servers: " + servers : ", meeting at " + meeting);
        };
    }

    /** The arguments of document 004: {@code role endpoints current_endpoint trainer_id trainers}. */
    public List<String> arguments() {
        String endpoints = pservers.stream().map(Endpoint::toString).collect(Collectors.joining(","));
        Endpoint self = current == null ? pservers.get(trainerId % pservers.size()) : current;
        return List.of(
                role.word(), endpoints, self.toString(), Integer.toString(trainerId), Integer.toString(trainers));
    }
}
