package jfab.control.connection.command;

/**
 * Another user that commands run as, by way of sudo.
 *
 * @param user empty for root
 * @param group empty for that user's own
 * @param password given to sudo where it asks; never part of a command line
 */
public record RunAs(String user, String group, SudoPassword password) {
    /** The flags of sudo that choose user and group. */
    String flags() {
        return (user.isEmpty() ? "" : " -u " + Command.quote(user))
                + (group.isEmpty() ? "" : " -g " + Command.quote(group));
    }
}
