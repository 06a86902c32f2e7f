package jfab.role;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The environment contracts with parameter servers: document 003's {@code PADDLE_*} and document 002's {@code TRAINING_ROLE} with {@code PSERVERS}. */
final class RoleVariables {
    /** What document 003's script takes when {@code PADDLE_PSERVER_PORT} is not set. */
    static final int DEFAULT_PORT = 6174;

    /** Document 002's script has this number written into it. */
    private static final int DEFAULT_TRAINERS = 2;

    private RoleVariables() {}

    static Optional<RoleSpec> parse(Map<String, String> environment) {
        if (PeerVariables.wantedBy(environment)) {
            return Optional.of(PeerVariables.parse(environment));
        }
        Optional<NamedValue> paddle = NamedValue.variable("PADDLE_TRAINING_ROLE", environment);
        if (paddle.isPresent()) {
            return Optional.of(clusterQuickStart(paddle.get().role(), environment));
        }
        // The document's script is a trainer unless TRAINING_ROLE says otherwise, but only PSERVERS makes it
        // distributed.
        if (Stream.of("TRAINING_ROLE", "PSERVERS")
                .allMatch(name -> NamedValue.variable(name, environment).isEmpty())) {
            return PeerVariables.orTorchrun(environment);
        }
        Role role = NamedValue.variable("TRAINING_ROLE", environment)
                .map(NamedValue::role)
                .orElse(Role.TRAINER);
        return Optional.of(bareMetal(role, environment));
    }

    /** Document 003. */
    private static RoleSpec clusterQuickStart(Role role, Map<String, String> environment) {
        int port = NamedValue.variable("PADDLE_PSERVER_PORT", environment)
                .map(NamedValue::number)
                .orElse(DEFAULT_PORT);
        List<Endpoint> pservers = NamedValue.required(
                        "PADDLE_PSERVER_IPS", environment, "the hosts of the parameter servers, comma-separated")
                .hosts(port);
        int trainers = NamedValue.required("PADDLE_TRAINERS", environment, "how many trainers the job has")
                .number();
        if (role == Role.PSERVER) {
            Endpoint current = NamedValue.required(
                            "PADDLE_CURRENT_IP", environment, "the host of this parameter server")
                    .hosts(port)
                    .getFirst();
            return new RoleSpec(role, pservers, current, 0, trainers);
        }
        int trainerId = trainers == 1
                ? 0
                : NamedValue.required(
                                "PADDLE_TRAINER_ID", environment, "this trainer's number, from 0 to " + (trainers - 1))
                        .number();
        return new RoleSpec(role, pservers, null, trainerId, trainers);
    }

    /** Document 002, which starts every trainer by the same command: without an id the first parameter server gives one. */
    private static RoleSpec bareMetal(Role role, Map<String, String> environment) {
        List<Endpoint> pservers = NamedValue.required(
                        "PSERVERS", environment, "the endpoints of the parameter servers, comma-separated")
                .endpoints();
        int trainers = first(environment, "TRAINERS", "PADDLE_TRAINERS").orElse(DEFAULT_TRAINERS);
        if (role == Role.PSERVER) {
            Endpoint current = NamedValue.required(
                            "SERVER_ENDPOINT", environment, "the endpoint of this parameter server")
                    .endpoint();
            return new RoleSpec(role, pservers, current, 0, trainers);
        }
        int trainerId = first(environment, "TRAINER_ID", "PADDLE_TRAINER_ID").orElse(RoleSpec.UNASSIGNED);
        return new RoleSpec(role, pservers, null, trainerId, trainers);
    }

    private static Optional<Integer> first(Map<String, String> environment, String... names) {
        return Stream.of(names)
                .flatMap(name -> NamedValue.variable(name, environment).stream())
                .findFirst()
                .map(NamedValue::number);
    }
}
