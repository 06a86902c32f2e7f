package jfab.launch;

import java.util.List;
import jfab.connection.Host;
import jfab.role.Endpoint;
import jfab.role.Role;
import jfab.role.RoleSpec;

/**
 * Who does what in a job: host i runs parameter server i and trainer i.
 *
 * @param endpoints where the servers listen, in the order of the hosts
 */
record Cluster(List<Endpoint> endpoints) {
    Cluster {
        endpoints = List.copyOf(endpoints);
    }

    static Cluster of(List<Host> hosts, int port) {
        return new Cluster(
                hosts.stream().map(host -> new Endpoint(host.name(), port)).toList());
    }

    RoleSpec role(Role role, int rank) {
        return new RoleSpec(role, endpoints, role == Role.PSERVER ? endpoints.get(rank) : null, rank, endpoints.size());
    }
}
