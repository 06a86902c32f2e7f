package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jfab.control.connection.command.Secret;
import jfab.control.launch.start.ClusterTraining;
import jfab.control.launch.start.Payload;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A secret of a job comes to the process that needs it, and to no record, description, report or fetched file. */
@WithLightCluster.Hosts(1)
class SecretJobIT extends WithLightCluster {
    private static final String VALUE = "hunter2\"hunter2'x";

    @BeforeAll
    static void nameASecretThatNobodyHas() throws Exception {
        jfab = new CommandLines(
                folder,
                cluster.hosts(),
                cluster.group().connector(),
                "environment PLAIN_NAME: secret(env: 'JFAB_TEST_NO_SUCH_VARIABLE')");
    }

    private static List<Path> filesWith(String text, Path folder) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> {
                        try {
                            return Files.readString(file).contains(text);
                        } catch (java.io.IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    })
                    .toList();
        }
    }

    private static ClusterTraining training(String rootDir, List<String> argv, Secret secret) throws Exception {
        Files.createDirectories(cluster.server(0).folder().resolve("home/deployed"));
        return CommandTraining.of(rootDir, 1, argv, Map.of("PLAIN_NAME", secret), new Notices());
    }

    @Test
    void itIsInTheProcessAndNowhereElse() throws Exception {
        ClusterTraining training = training(
                "work",
                List.of("sh", "-c", "printf %s \"$PLAIN_NAME\" | wc -c; env | grep TOKEN"),
                Secret.of(VALUE, "the test's secret"));
        JobId job = training.start(cluster.group(), new Payload.Deployed("deployed"), List.of(), false)
                .id();
        Path there = cluster.job(0, job);
        LightCluster.await(there.resolve(".jfab/trainer-0.exit"));
        assertEquals(
                VALUE.length() + "",
                Files.readAllLines(there.resolve("log/train.log")).getFirst());
        assertEquals(List.of(there.resolve(".jfab/trainer-0.run")), filesWith("hunter2", there));
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(there.resolve(".jfab/trainer-0.run"))));

        // None of these asks for the variable, which is not set.
        Path fetched = folder.resolve("fetched");
        Path page = folder.resolve("job.html");
        assertEquals(0, jfab.run("status", job.toString()), jfab.all());
        assertEquals(0, jfab.run("report", job.toString(), "--to", page.toString()), jfab.all());
        assertEquals(0, jfab.run("fetch", job.toString(), "--to", fetched.toString()), jfab.all());
        assertEquals(0, jfab.run("tail-log", job.toString()), jfab.all());
        assertEquals(1, jfab.saying("JFAB_JOB_TOKEN=\\*\\*\\*$"), jfab.all());
        assertEquals(0, jfab.run("kill", job.toString()), jfab.all());
        assertEquals(List.of(), filesWith("hunter2", fetched));
        assertFalse(Files.readString(page).contains("hunter2"));
        assertTrue(Files.readString(page).contains("PLAIN_NAME"));
        try (Stream<Path> files = Files.walk(fetched)) {
            for (Path file :
                    files.filter(each -> each.toString().contains("/.jfab/")).toList()) {
                assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            }
        }
    }

    /** Whoever looked at jobs would have one that never starts. */
    @Test
    void oneThatNobodyHasIsToldBeforeThereIsAJob() throws Exception {
        Secret secret = Secret.from(
                () -> {
                    throw new IllegalStateException("it is not set");
                },
                "it");
        ClusterTraining training = training("never", List.of("true"), secret);
        IllegalStateException missing = assertThrows(
                IllegalStateException.class,
                () -> training.start(cluster.group(), new Payload.Deployed("deployed"), List.of(), false));
        assertEquals("it is not set", missing.getMessage());
        assertFalse(Files.exists(cluster.server(0).folder().resolve("home/never")));
    }
}
