package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jfab.JfabException;
import jfab.control.connection.Connector;
import jfab.control.connection.Group;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.jsch.JschConnector;
import jfab.control.launch.start.ClusterTraining;
import jfab.control.launch.start.Payload;
import org.junit.jupiter.api.Test;

/** A job that cannot start on a host that cannot be tidied up either. */
@WithLightCluster.Hosts(2)
class LeftBehindIT extends WithLightCluster {
    private static ClusterTraining training(String rootDir, Notices notices) {
        return CommandTraining.of(rootDir, 1, List.of("true"), Map.of(), notices);
    }

    @Test
    void theFolderThatIsLeftIsNamedWithItsHostAndTheCause() throws Exception {
        Path bin = Files.createDirectories(cluster.server(1).folder().resolve("home/bin"));
        Path rm = Files.writeString(bin.resolve("rm"), """
                #!/bin/sh
                [ "$1" = -rf ] || exec /bin/rm "$@"
                echo 'rm: Structure needs cleaning' >&2
                exit 1
                """);
        Files.setPosixFilePermissions(rm, PosixFilePermissions.fromString("rwx------"));
        Notices notices = new Notices();
        ClusterTraining training = training("work", notices);
        JfabException failure = assertThrows(
                JfabException.class,
                () -> training.start(cluster.group(), new Payload.Deployed("missing"), List.of(), false));
        String said = String.valueOf(failure.getMessage());
        assertEquals(2, said.split("there is no workspace missing", -1).length - 1, said);
        String job = notices.said().getFirst().replaceFirst(":.*", "");
        assertEquals(
                List.of(cluster.hosts().getLast() + ": rm: Structure needs cleaning; work/" + job
                        + " may be left there"),
                notices.said().stream()
                        .filter(each -> each.contains("left there"))
                        .toList());
    }

    @Test
    void onAHostThatRefusesTheConnectionNothingIsLeft() throws Exception {
        Notices notices = new Notices();
        ClusterTraining training = training("refused", notices);
        Group group = new Group(
                List.of(cluster.hosts().getFirst(), cluster.closed()),
                cluster.group().connector());
        assertThrows(JfabException.class, () -> training.start(group, new Payload.Deployed("any"), List.of(), false));
        assertEquals(
                List.of(),
                notices.said().stream()
                        .filter(each -> each.contains("left there"))
                        .toList());
        try (Stream<Path> jobs = Files.list(cluster.server(0).folder().resolve("home/refused"))) {
            assertEquals(
                    List.of(),
                    jobs.filter(job -> job.getFileName().toString().startsWith("JOB"))
                            .toList());
        }
    }

    @Test
    void aLinkOfAPackageThatLeadsOutOfItIsNamed() throws Exception {
        Path data = Files.createFile(folder.resolve("outside"));
        Path inside = Files.createDirectories(folder.resolve("package")).resolve("inside");
        Files.createFile(inside);
        Path out = Files.createSymbolicLink(inside.resolveSibling("out"), data);
        Path up = Files.createSymbolicLink(inside.resolveSibling("up"), Path.of("../outside"));
        Path lost = Files.createSymbolicLink(inside.resolveSibling("lost"), Path.of("missing"));
        Files.createSymbolicLink(inside.resolveSibling("own"), Path.of("inside"));
        Notices notices = new Notices();
        ClusterTraining training = training(folder.resolve("jobs").toString(), notices);
        try (SshdFixture sshd = SshdFixture.start();
                Connector connector = new JschConnector(sshd.settings((host, stream, line) -> {}))) {
            Group group = new Group(List.of(sshd.host()), connector);
            training.start(
                    group, new Payload.Folder(java.util.Objects.requireNonNull(inside.getParent())), List.of(), false);
        }
        String sent = ", out of the package: it is sent as the link that it is, and leads there to what the host has";
        assertEquals(
                List.of(
                        lost + " leads to missing, which does not exist",
                        out + " leads to " + data + sent,
                        up + " leads to ../outside" + sent),
                notices.said().stream()
                        .filter(each -> each.contains(" leads to "))
                        .sorted()
                        .toList());
    }
}
