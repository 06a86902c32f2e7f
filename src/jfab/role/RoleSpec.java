package jfab.role;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The part of one process in a job: all that the launcher tells the engine.
 *
 * @param role what the process does
 * @param pservers endpoints of all parameter servers, in the order that every process of the job agrees on; empty when local
 * @param current the endpoint that this process listens on; null unless it is a parameter server
 * @param trainerId rank among the trainers, from 0
 * @param trainers how many trainers the job has
 */
public record RoleSpec(
        Role role, List<Endpoint> pservers, @Nullable Endpoint current, int trainerId, int trainers) {
    public RoleSpec {
        pservers = List.copyOf(pservers);
        if (trainers < 1 || trainerId < 0 || (role == Role.TRAINER && trainerId >= trainers)) {
            throw new RoleException("trainer id " + trainerId + " does not fit " + trainers + " trainers");
        }
        if (role != Role.LOCAL && pservers.isEmpty()) {
            throw new RoleException("a " + role.word() + " needs the endpoints of the parameter servers");
        }
        if (role == Role.PSERVER && (current == null || !pservers.contains(current))) {
            throw new RoleException("current endpoint " + current + " is not one of " + pservers);
        }
    }

    /** The role of a process that trains alone. */
    public static RoleSpec local() {
        return new RoleSpec(Role.LOCAL, List.of(), null, 0, 1);
    }

    /** The arguments of document 004: {@code role endpoints current_endpoint trainer_id trainers}. */
    public List<String> arguments() {
        String endpoints = pservers.stream().map(Endpoint::toString).collect(Collectors.joining(","));
        Endpoint self = current == null ? pservers.get(trainerId % pservers.size()) : current;
        return List.of(
                role.word(), endpoints, self.toString(), Integer.toString(trainerId), Integer.toString(trainers));
    }
}
