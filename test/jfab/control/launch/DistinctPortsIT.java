package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import jfab.control.launch.start.ClusterSpec.Network;
import jfab.control.launch.start.ClusterTraining;
import jfab.control.launch.start.Payload;
import jfab.role.Role;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/** A job on two accounts of one machine, of which neither sees what the other has reserved. */
@Needs(Tool.SSHD)
@WithLightCluster.Hosts(2)
class DistinctPortsIT extends WithLightCluster {
    private static final String LISTEN = """
            use IO::Socket::INET;
            $s = IO::Socket::INET->new(Listen => 5, ReuseAddr => 1, LocalAddr => $ENV{PADDLE_CURRENT_IP},
                LocalPort => $ENV{PADDLE_PORT})
                or die "cannot listen: $!";
            close $c while $c = $s->accept;
            """;

    @Test
    void noTwoProcessesOfTheMachineAreGivenTheSamePort() throws Exception {
        for (int host = 0; host < 2; host++) {
            Path home = cluster.server(host).folder().resolve("home");
            Path accounts = Files.createDirectories(home.resolve("bin")).resolve("getent");
            Files.writeString(
                    accounts,
                    "#!/bin/sh\n[ $1 = passwd ] || exec /usr/bin/getent \"$@\"\necho 'me:x:0:0:me:" + home
                            + ":/bin/sh'\n");
            Files.setPosixFilePermissions(accounts, PosixFilePermissions.fromString("rwxr-xr-x"));
            Path workspace = Files.createDirectories(home.resolve("deployed"));
            Files.writeString(workspace.resolve("listen.pl"), LISTEN);
        }
        ClusterTraining training = CommandTraining.of(
                "work",
                new Network("lo", 23164, false, 2, 0),
                2,
                1,
                Map.of(Role.PSERVER, List.of("perl", "listen.pl"), Role.TRAINER, List.of("sleep", "60")),
                Map.of(),
                new Notices());
        Job job = training.start(cluster.group(), new Payload.Deployed("deployed"), List.of(), false);
        List<Integer> ports = job.description().members().stream()
                .flatMap(member -> member.ports().stream())
                .toList();
        job.end("by kill").throwFailed();
        assertEquals(10, ports.size());
        assertEquals(ports, ports.stream().distinct().toList());
    }
}
