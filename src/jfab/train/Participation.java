package jfab.train;

import jfab.engine.ParameterExchange;
import jfab.ps.JobSettings;
import jfab.ps.ParameterClient;
import jfab.ps.ParameterServer;
import jfab.role.RoleSpec;

/** The side of the network that this process is on. */
sealed interface Participation extends AutoCloseable {
    /** The role, with the number that the servers gave a trainer that came without one. */
    RoleSpec role();

    /** What the network operators of this process's programs call. */
    ParameterExchange exchange();

    /** Tells the job that this process failed; {@code cause} is a sentence. */
    void abort(String cause);

    /** Leaves the job in good order; also from another thread, on a server. */
    @Override
    void close();

    static Participation of(RoleSpec role, JobSettings settings) {
        return switch (role.role()) {
            case LOCAL -> new Alone(role);
            case TRAINER -> new Trainer(role, new ParameterClient(role, settings));
            case PSERVER -> new Server(role, new ParameterServer(settings));
        };
    }

    /** No job around this process. */
    record Alone(RoleSpec role) implements Participation {
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
    record Trainer(RoleSpec assigned, ParameterClient client) implements Participation {
        @Override
        public RoleSpec role() {
            return assigned.trainerId() == RoleSpec.UNASSIGNED ? assigned.withTrainerId(client.rank()) : assigned;
        }

        @Override
        public ParameterExchange exchange() {
            return client;
        }

        @Override
        public void abort(String cause) {
            client.abort(cause);
        }

        @Override
        public void close() {
            client.close();
        }
    }

    /** Holds parameters. Its own failure reaches the trainers through the server. */
    record Server(RoleSpec role, ParameterServer server) implements Participation {
        @Override
        public ParameterExchange exchange() {
            return server;
        }

        @Override
        public void abort(String cause) {}

        @Override
        public void close() {
            server.close();
        }
    }
}
