package jfab.training.words;

import java.util.List;
import java.util.stream.Collectors;
import jfab.role.Endpoint;
import jfab.role.Role;
import jfab.role.RoleSpec;
import jfab.training.program.ProgramException;
import jfab.training.words.network.Arguments;
import org.jspecify.annotations.Nullable;

/** What a program says of its job, as Fluid's had to; the job has told the process already, and nothing else is taken. */
final class RoleClaims {
    private RoleClaims() {}

    /** Refuses arguments of {@code transpile} that are not so; a process that trains alone has no job that they could contradict. */
    static void check(RoleSpec role, Arguments named, Object... given) {
        for (Object one : given) {
            if (one instanceof Integer id) {
                checkId(role, id);
            } else if (!(one instanceof List<?>)) {
                throw new ProgramException("transpile takes what minimize gave, and trainer_id, not " + one);
            }
        }
        Integer said = named.optional("trainer_id", Integer.class);
        if (said != null) {
            checkId(role, said);
        }
        String servers = role.pservers().stream().map(Endpoint::toString).collect(Collectors.joining(","));
        check(role, "pservers", named.optionalText("pservers"), servers.isEmpty() ? "none" : servers);
        check(role, "trainers", named.optional("trainers", Integer.class), role.trainers());
    }

    /** Which number a trainer has counts for nothing in a server; one without a number is given it when it joins. */
    private static void checkId(RoleSpec role, int id) {
        if (role.role() == Role.TRAINER && role.trainerId() != RoleSpec.UNASSIGNED) {
            check(role, "trainer_id", id, role.trainerId());
        }
    }

    private static void check(RoleSpec role, String name, @Nullable Object said, Object known) {
        if (role.role() != Role.LOCAL
                && said != null
                && !said.toString().replace(" ", "").equals(known.toString())) {
            throw new ProgramException("transpile has " + name + " " + said + ", and the job has told this process "
                    + known + "; leave it out");
        }
    }

    /** Refuses another endpoint than that of this server, and any in another process. */
    static void checkEndpoint(String word, RoleSpec role, CharSequence endpoint) {
        Endpoint current = role.current();
        if (role.role() != Role.PSERVER || current == null) {
            throw new ProgramException(word + " takes an endpoint in a parameter server, and this process is "
                    + role.role().word() + "; call it where training_role() is 'pserver'");
        }
        if (!current.toString().contentEquals(endpoint)) {
            throw new ProgramException(word + " takes this server's own endpoint, which is " + current + ", not "
                    + endpoint + "; leave it out");
        }
    }
}
