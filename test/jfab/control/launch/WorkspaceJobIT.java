package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jfab.control.connection.Group;
import jfab.control.connection.host.Host;
import jfab.control.launch.start.ClusterTraining;
import jfab.control.launch.start.Payload;
import org.junit.jupiter.api.Test;

/** A job in a directory that its host has already, {@code --job-workspace}: what later commands do with it. */
@WithLightCluster.Hosts(2)
class WorkspaceJobIT extends WithLightCluster {
    /** Starts a trainer on each of {@code hosts}, in {@code folder} of their homes. */
    private static JobId start(String folder, List<Host> hosts) throws InterruptedException {
        return start(folder, hosts, new Notices());
    }

    private static JobId start(String folder, List<Host> hosts, Notices notices) throws InterruptedException {
        ClusterTraining training = CommandTraining.of(
                "work", 1, List.of("sh", "train.sh"), Map.of("JFAB_CHECKPOINT_DIR", "kept"), notices);
        Group group = new Group(hosts, cluster.group().connector());
        return training.start(group, new Payload.Deployed(folder), List.of(), false)
                .id();
    }

    @Test
    void eachHostWorksInTheFolderOfItsOwnHome() throws Exception {
        for (int i = 0; i < 2; i++) {
            Path workspace = Files.createDirectories(cluster.server(i).folder().resolve("home/own"));
            Files.writeString(workspace.resolve("train.sh"), "pwd >new && mv new here");
        }
        start("own", cluster.hosts());
        for (int i = 0; i < 2; i++) {
            Path workspace = cluster.server(i).folder().resolve("home/own");
            LightCluster.await(workspace.resolve("here"));
            assertEquals(workspace + "\n", Files.readString(workspace.resolve("here")));
        }
    }

    @Test
    void itBeginsAgainInItsWorkspaceAndItsModelsAreFetched() throws Exception {
        Path workspace = Files.createDirectories(cluster.server(0).folder().resolve("home/deployed"));
        Files.writeString(workspace.resolve("train.sh"), """
                [ -e kept/step ] && echo "goes on from $(cat kept/step)" && exit 0
                mkdir -p kept output/pass-00000
                echo fresh
                echo model >output/pass-00000/w
                echo 5 >kept/step
                exec sleep 60
                """);
        JobId job = start("deployed", List.of(cluster.hosts().getFirst()));
        LightCluster.await(workspace.resolve("kept/step"));
        assertEquals(0, jfab.run("kill", job.toString()), jfab.all());
        assertEquals(0, jfab.run("restart", job.toString(), "--from-checkpoint"), jfab.all());
        LightCluster.await(cluster.job(0, job).resolve(".jfab/trainer-0.exit"));
        assertEquals(
                List.of("fresh", "jfab: trainer-0 begins again", "goes on from 5"),
                Files.readAllLines(workspace.resolve("log/train.log")));
        assertEquals(0, jfab.run("fetch", job.toString(), "--to", folder.toString()), jfab.all());
        Host host = cluster.hosts().getFirst();
        Path fetched = folder.resolve(job.toString()).resolve(host.name() + "_" + host.port());
        assertEquals("model\n", Files.readString(fetched.resolve("output/pass-00000/w")));
        Path file = Files.createFile(folder.resolve("file"));
        assertEquals(1, jfab.run("fetch", job.toString(), "--to", file.toString()), jfab.all());
        assertEquals(1, jfab.saying("cannot write here: .*/file is a file and no folder$"), jfab.all());
        // The workspace is its owner's: only the job goes.
        assertEquals(0, jfab.run("prune", "--older-than", "0s"), jfab.all());
        assertFalse(Files.exists(cluster.job(0, job)));
        assertTrue(Files.exists(workspace.resolve("output/pass-00000/w")));
    }

    @Test
    void anotherJobWaitsForTheEndOfTheFirstInAWorkspaceAndIsToldWhatThatHasLeft() throws Exception {
        Path workspace = Files.createDirectories(cluster.server(0).folder().resolve("home/shared"));
        Files.writeString(workspace.resolve("train.sh"), """
                mkdir -p kept/checkpoint_60 output/pass-00000
                echo $JFAB_JOB_DIRECTORY >output/pass-00000/$(ls output/pass-00000 | wc -l)
                touch began
                [ -e quick ] || exec sleep 60
                """);
        List<Host> host = List.of(cluster.hosts().getFirst());
        JobId first = start("shared", host);
        LightCluster.await(workspace.resolve("began"));
        String refused =
                assertThrows(LaunchException.class, () -> start("shared", host)).getMessage();
        assertEquals(
                host.getFirst() + ": " + first + " works in " + workspace + " and still runs; jfab kill " + first
                        + " ends it, or name another --job-workspace",
                refused);
        assertEquals(cluster.job(0, first).resolve("log"), Files.readSymbolicLink(workspace.resolve("log")));
        assertEquals(0, jfab.run("kill", first.toString()), jfab.all());
        Files.createFile(workspace.resolve("quick"));
        Notices notices = new Notices();
        JobId second = start("shared", host, notices);
        LightCluster.await(cluster.job(0, second).resolve(".jfab/trainer-0.exit"));
        String has = second + ": " + host.getFirst() + ": the workspace, in which " + first + " worked last, has ";
        assertTrue(
                notices.said()
                        .contains(has + "1 file in output/ from before, output/pass-00000/0; fetch leaves out what this"
                                + " job does not change there"),
                () -> String.join("\n", notices.said()));
        assertTrue(
                notices.said()
                        .contains(has + "checkpoint_60 in JFAB_CHECKPOINT_DIR from before; this job goes on from"
                                + " there, unless it is removed or another place is named"),
                () -> String.join("\n", notices.said()));
        assertEquals(0, jfab.run("fetch", second.toString(), "--to", folder.toString()), jfab.all());
        Path fetched = folder.resolve(second.toString())
                .resolve(host.getFirst().name() + "_" + host.getFirst().port())
                .resolve("output/pass-00000");
        assertTrue(Files.exists(fetched.resolve("1")));
        assertFalse(Files.exists(fetched.resolve("0")));
        assertEquals(0, jfab.run("prune", "--older-than", "0s"), jfab.all());
        assertFalse(Files.isSymbolicLink(workspace.resolve("log")), "it would lead nowhere");
        assertTrue(Files.exists(workspace.resolve("output/pass-00000/0")));
    }
}
