package jfab.role;

import java.util.List;

/** Document 004's command line: {@code pserver|trainer ENDPOINTS CURRENT_ENDPOINT TRAINER_ID TRAINERS}, then the script's own. */
final class RoleArguments {
    private static final List<String> NAMES =
            List.of("role", "endpoints", "current_endpoint", "trainer_id", "trainers");

    private RoleArguments() {}

    /** Whether {@code arguments} begin with a role; flags do not, and without any argument there is none. */
    static boolean presentIn(List<String> arguments) {
        return !arguments.isEmpty() && !arguments.getFirst().startsWith("-");
    }

    static RoleAssignment parse(List<String> arguments) {
        String word = arguments.getFirst();
        Role role = Role.named(word)
                .orElseThrow(() -> new RoleException(
                        "argument 1: '" + word + "' is no role; write pserver or trainer, or leave all five arguments "
                                + String.join(" ", NAMES) + " out to train locally"));
        for (int i = 1; i < NAMES.size(); i++) {
            if (i >= arguments.size() || arguments.get(i).startsWith("--")) {
                throw new RoleException("argument " + (i + 1) + ", " + NAMES.get(i) + ", is missing after '"
                        + String.join(" ", arguments.subList(0, i)) + "'");
            }
        }
        List<Endpoint> pservers = NamedValue.argument(2, NAMES, arguments).endpoints();
        Endpoint current = NamedValue.argument(3, NAMES, arguments).endpoint();
        int trainerId = NamedValue.argument(4, NAMES, arguments).number();
        int trainers = NamedValue.argument(5, NAMES, arguments).number();
        // A trainer is given an endpoint too, but listens on none.
        RoleSpec spec = new RoleSpec(role, pservers, role == Role.PSERVER ? current : null, trainerId, trainers);
        return new RoleAssignment(spec, arguments.subList(NAMES.size(), arguments.size()));
    }
}
