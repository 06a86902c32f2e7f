package jfab.control.launch.start;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import jfab.control.launch.start.ClusterSpec.Network;
import jfab.control.launch.start.Placement.Place;
import jfab.role.Endpoint;
import jfab.role.Role;
import jfab.role.RoleSpec;

/** What the processes of a role run, and how it is told its part. */
sealed interface Engine {
    /** Its command line for {@code place}; {@code home} is where jfab's engine lies on the host. */
    List<String> argv(String home, Placement placement, ProcessAddresses addresses, Place place, EngineFlags flags);

    /** How its servers show that trainers may come: {@code port:N}, or the begin of a line in their log. */
    String ready(int port);

    /** Whether jfab's engine must be on the host. */
    boolean ours();

    /** What a parameter server of ours prints when trainers may come. */
    String LISTENING = "Server listening on ";

    /**
     * jfab's engine with a configuration of version 1, {@code --config}.
     *
     * @param numbered whether its trainers see all GPUs of their host and choose theirs by number
     */
    record Configured(Network network, boolean numbered) implements Engine {
        /** What has no meaning for one port. */
        private static final Set<String> PORTS = Set.of("ports_num", "ports_num_for_sparse");

        /** What servers of ours need of the trainers' flags; the others would have them use a GPU, say. */
        private static final Set<String> NEEDED = Set.of("config", "config_args", "seed", "log_format");

        @Override
        public List<String> argv(
                String home, Placement placement, ProcessAddresses addresses, Place place, EngineFlags flags) {
            boolean server = place.role() == Role.PSERVER;
            List<String> argv = new ArrayList<>(List.of(home + "/bin/train", server ? "pserver" : "train"));
            boolean servers = !placement.pservers().isEmpty();
            if (servers) {
                Place first = server ? place : placement.places(Role.PSERVER).getFirst();
                argv.add("--num_gradient_servers=" + placement.trainers().size());
                if (!network.nic().isEmpty()) {
                    argv.add("--nics=" + network.nic());
                }
                argv.add("--port=" + addresses.port(first));
                // Each process says that they have no meaning for it.
                argv.addAll(flags.of(place.role()).only(PORTS).joined());
                argv.add("--pservers="
                        + placement.places(Role.PSERVER).stream()
                                .map(addresses::endpoint)
                                .map(Endpoint::toString)
                                .collect(Collectors.joining(",")));
            }
            EngineFlags own = (server ? flags.ofServers(NEEDED) : flags.of(Role.TRAINER)).withoutShared();
            // Without servers the environment says how trainers meet, and this flag would be heard before that.
            argv.addAll((servers ? own : own.without(Set.of("local"))).joined());
            if (!server) {
                if (servers && !own.has("local")) {
                    argv.add("--local=0");
                }
                argv.add("--trainer_id=" + place.rank());
                long here = placement.trainers().stream()
                        .filter(place.host()::equals)
                        .count();
                if (numbered && own.on("use_gpu") && here > 1 && !own.has("gpu_id")) {
                    argv.add("--gpu_id=" + place.indexOnHost());
                }
            }
            return argv;
        }

        @Override
        public String ready(int port) {
            return LISTENING;
        }

        @Override
        public boolean ours() {
            return true;
        }
    }

    /** jfab's engine with a training program, told its part by the arguments of document 004. */
    record Program(String script) implements Engine {
        @Override
        public List<String> argv(
                String home, Placement placement, ProcessAddresses addresses, Place place, EngineFlags flags) {
            List<String> argv = new ArrayList<>(List.of(home + "/bin/train", script));
            if (!placement.pservers().isEmpty()) {
                List<Endpoint> servers = placement.places(Role.PSERVER).stream()
                        .map(addresses::endpoint)
                        .toList();
                boolean server = place.role() == Role.PSERVER;
                argv.addAll(new RoleSpec(
                                place.role(),
                                servers,
                                server ? servers.get(place.rank()) : null,
                                place.rank(),
                                placement.trainers().size())
                        .arguments());
            }
            argv.addAll(flags.of(place.role()).words());
            return argv;
        }

        @Override
        public String ready(int port) {
            return LISTENING;
        }

        @Override
        public boolean ours() {
            return true;
        }
    }

    /** Any other command, which finds its part in its environment. */
    record External(List<String> command) implements Engine {
        public External {
            command = List.copyOf(command);
        }

        @Override
        public List<String> argv(
                String home, Placement placement, ProcessAddresses addresses, Place place, EngineFlags flags) {
            List<String> argv = new ArrayList<>(command);
            argv.addAll(flags.of(place.role()).words());
            return argv;
        }

        @Override
        public String ready(int port) {
            return "port:" + port;
        }

        @Override
        public boolean ours() {
            return false;
        }
    }
}
