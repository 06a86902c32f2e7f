package jfab.control.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.control.connection.command.Command;
import jfab.role.ExitCode;
import jfab.role.Role;

/**
 * How a process begins again when a trainer of its job has failed.
 *
 * <p>Trainers of our engine begin again alone, and the others take them in. Of other engines all do at the same time, and meet at
 * another port: what the store of the lost attempt holds, where it still answers, would mislead them.
 *
 * @param who with whom it begins again
 * @param meeting where trainers meet in the first attempt, as their environment says it
 * @param port the port of {@code meeting}, the first of {@code ports} that take turns
 * @param hopeless the exit code after which it does not begin again; 0 for none
 */
public record Attempts(Who who, String meeting, int port, int ports, int hopeless) {
    /** It begins again alone. */
    public static final Attempts ALONE = new Attempts(Who.OWN, "", 0, 1, 0);

    /** One of our engine does so too; of others nobody knows what their codes mean. */
    static final Attempts OURS = new Attempts(Who.OWN, "", 0, 1, ExitCode.USAGE);

    /** Who begins again when one has failed. */
    public enum Who {
        /** That one alone. */
        OWN,
        /** All trainers, and none is on another host, so that their supervisors need nobody else for that. */
        HERE,
        /** All trainers of several hosts. */
        EVERYWHERE
    }

    /** That of {@code member} in {@code job}. */
    public static Attempts of(Member member, Description job) {
        List<Member> trainers = job.members().stream()
                .filter(other -> other.role() == Role.TRAINER)
                .toList();
        if (member.ours()) {
            return OURS;
        }
        if (member.role() != Role.TRAINER
                || member.restarts() == 0
                || trainers.getFirst().ports().isEmpty()) {
            return ALONE;
        }
        Member first = trainers.getFirst();
        int port = first.ports().getFirst();
        return new Attempts(
                trainers.stream().map(Member::host).distinct().count() == 1 ? Who.HERE : Who.EVERYWHERE,
                first.address() + ":" + port,
                port,
                first.ports().size(),
                0);
    }

    /** What the supervisor calls it. */
    String word() {
        return switch (who) {
            case OWN -> "own";
            case HERE -> "here";
            case EVERYWHERE -> "everywhere";
        };
    }

    /** Shell that has those variables of {@code environment} that name the meeting name the one of attempt {@code JFAB_ATTEMPT}. */
    List<String> lines(Map<String, String> environment) {
        List<String> lines = new ArrayList<>();
        String now = "$((" + port + " + ${JFAB_ATTEMPT:-0} % " + ports + "))";
        String address = Command.quote(meeting.replaceFirst(":\\d+$", ":"));
        environment.forEach((name, value) -> {
            if (who == Who.OWN) {
                return;
            }
            switch (name) {
                case "MASTER_PORT" -> {
                    if (value.equals(Integer.toString(port))) {
                        lines.add(name + "=" + now);
                    }
                }
                case "PADDLE_TRAINER_ENDPOINTS", "PADDLE_CURRENT_ENDPOINT" -> {
                    if (value.equals(meeting) || value.startsWith(meeting + ",")) {
                        lines.add(name + "=" + address + now + "${" + name + "#" + Command.quote(meeting) + "}");
                    }
                }
                case "PADDLE_PORT" -> {
                    if (meeting.equals(environment.get("PADDLE_CURRENT_ENDPOINT"))) {
                        lines.add(name + "=" + now);
                    }
                }
                default -> {}
            }
        });
        return lines;
    }
}
