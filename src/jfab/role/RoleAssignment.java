package jfab.role;

import java.util.List;

/**
 * What a process was told when it was started: its part in the job, and the arguments that are not about it.
 *
 * @param role the part
 * @param arguments flags and other arguments for the training script, in order
 */
public record RoleAssignment(RoleSpec role, List<String> arguments) {
    public RoleAssignment {
        arguments = List.copyOf(arguments);
    }
}
