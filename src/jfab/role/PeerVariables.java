package jfab.role;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The environment contracts of jobs without parameter servers: Fluid's {@code PADDLE_TRAINER_IPS}, PaddlePaddle 2's
 * {@code PADDLE_TRAINER_ENDPOINTS}, and torchrun's {@code MASTER_ADDR}.
 */
final class PeerVariables {
    private static final String IPS = "PADDLE_TRAINER_IPS";
    private static final String ENDPOINTS = "PADDLE_TRAINER_ENDPOINTS";
    private static final String MASTER = "MASTER_ADDR";

    private PeerVariables() {}

    /** Whether the trainers are to average gradients among themselves, whatever else is said about servers. */
    static boolean wantedBy(Map<String, String> environment) {
        boolean servers = NamedValue.variable("PADDLE_PSERVER_IPS", environment).isPresent()
                || NamedValue.variable("PSERVERS", environment).isPresent();
        return NamedValue.variable(IPS, environment).isPresent()
                || (NamedValue.variable(ENDPOINTS, environment).isPresent() && !servers);
    }

    static RoleSpec parse(Map<String, String> environment) {
        int port = NamedValue.variable("PADDLE_PSERVER_PORT", environment)
                .map(NamedValue::number)
                .orElse(RoleVariables.DEFAULT_PORT);
        List<Endpoint> trainers = NamedValue.variable(IPS, environment)
                .map(hosts -> hosts.hosts(port))
                .orElseGet(() -> NamedValue.required(ENDPOINTS, environment, "the endpoints of all trainers")
                        .endpoints());
        int id = NamedValue.required(
                        "PADDLE_TRAINER_ID", environment, "this trainer's number, from 0 to " + (trainers.size() - 1))
                .number();
        return RoleSpec.peer(id, trainers.size(), trainers.getFirst());
    }

    /** What torchrun says, if it does. */
    static Optional<RoleSpec> orTorchrun(Map<String, String> environment) {
        if (NamedValue.variable(MASTER, environment).isEmpty()
                || NamedValue.variable("RANK", environment).isEmpty()) {
            return Optional.empty();
        }
        int port = NamedValue.required("MASTER_PORT", environment, "where rank 0 listens")
                .number();
        int rank = NamedValue.required("RANK", environment, "this trainer's number")
                .number();
        int size = NamedValue.required("WORLD_SIZE", environment, "how many trainers the job has")
                .number();
        Endpoint meeting = NamedValue.required(MASTER, environment, "the host of rank 0")
                .hosts(port)
                .getFirst();
        return Optional.of(RoleSpec.peer(rank, size, meeting));
    }
}
