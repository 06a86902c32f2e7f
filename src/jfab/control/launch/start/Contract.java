package jfab.control.launch.start;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import jfab.control.connection.host.Host;
import jfab.control.launch.start.Placement.Place;
import jfab.role.Role;

/**
 * What every process of a job finds in its environment, whatever engine it runs: the variables of Fluid's documents, of PaddlePaddle 2 and
 * of torchrun, which agree with each other.
 */
record Contract(Placement placement, ProcessAddresses addresses, List<Host> hosts) {
    Contract {
        hosts = List.copyOf(hosts);
    }

    Map<String, String> of(Place place) {
        Map<String, String> variables = new HashMap<>();
        bareMetal(variables, place);
        clusterQuickStart(variables, place);
        paddle2(variables, place);
        if (place.role() == Role.TRAINER) {
            torchrun(variables, place);
        }
        return variables;
    }

    /** Document 002. */
    private void bareMetal(Map<String, String> variables, Place place) {
        variables.put("TRAINING_ROLE", place.role().name());
        variables.put("TRAINERS", Integer.toString(placement.trainers().size()));
        if (!placement.pservers().isEmpty()) {
            variables.put("PSERVERS", endpoints(Role.PSERVER));
        }
        if (place.role() == Role.PSERVER) {
            variables.put("SERVER_ENDPOINT", addresses.endpoint(place).toString());
        } else {
            variables.put("TRAINER_ID", Integer.toString(place.rank()));
        }
    }

    /** Document 003, which knows one port for all servers; where they have none, it names no server. */
    private void clusterQuickStart(Map<String, String> variables, Place place) {
        variables.put("PADDLE_TRAINING_ROLE", place.role().name());
        variables.put("PADDLE_TRAINERS", Integer.toString(placement.trainers().size()));
        variables.put("PADDLE_CURRENT_IP", addresses.address(place));
        CommonPort.of(placement, addresses).ifPresent(port -> {
            variables.put("PADDLE_PSERVER_IPS", joined(placement.places(Role.PSERVER), addresses::address));
            variables.put("PADDLE_PSERVER_PORT", Integer.toString(port));
        });
        if (place.role() == Role.TRAINER) {
            variables.put("PADDLE_TRAINER_ID", Integer.toString(place.rank()));
        }
    }

    private void paddle2(Map<String, String> variables, Place place) {
        variables.put(
                "PADDLE_TRAINERS_NUM", Integer.toString(placement.trainers().size()));
        variables.put("PADDLE_TRAINER_ENDPOINTS", endpoints(Role.TRAINER));
        variables.put("POD_IP", addresses.address(place));
        variables.put("PADDLE_PORT", Integer.toString(addresses.port(place)));
        variables.put("PADDLE_CURRENT_ENDPOINT", addresses.endpoint(place).toString());
        if (!placement.pservers().isEmpty()) {
            variables.put("PADDLE_PSERVERS_IP_PORT_LIST", endpoints(Role.PSERVER));
        }
    }

    private void torchrun(Map<String, String> variables, Place place) {
        Place master = placement.places(Role.TRAINER).getFirst();
        List<Place> here = placement.places(Role.TRAINER).stream()
                .filter(other -> other.host().equals(place.host()))
                .toList();
        variables.put("MASTER_ADDR", addresses.address(master).replaceAll("[\\[\\]]", ""));
        variables.put("MASTER_PORT", Integer.toString(addresses.port(master)));
        variables.put("RANK", Integer.toString(place.rank()));
        variables.put("WORLD_SIZE", Integer.toString(placement.trainers().size()));
        variables.put("LOCAL_RANK", Integer.toString(place.indexOnHost()));
        variables.put("LOCAL_WORLD_SIZE", Integer.toString(here.size()));
        variables.put("GROUP_RANK", Integer.toString(hostsWithTrainers().indexOf(place.host())));
    }

    private List<Host> hostsWithTrainers() {
        return hosts.stream().filter(placement.trainers()::contains).toList();
    }

    private String endpoints(Role role) {
        return joined(placement.places(role), place -> addresses.endpoint(place).toString());
    }

    private static String joined(List<Place> places, Function<Place, String> text) {
        return places.stream().map(text).collect(Collectors.joining(","));
    }
}
