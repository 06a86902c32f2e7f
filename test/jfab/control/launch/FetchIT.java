package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jfab.control.launch.LightCluster.Part;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/** What is brought from two real OpenSSH hosts, and what is left there. */
@Needs(Tool.SSHD)
class FetchIT extends JobCalls {
    private String fetch(Part... parts) throws Exception {
        JobId job = cluster.create(stamp);
        Description description = cluster.describe(job, Map.of("JFAB_CHECKPOINT_DIR", "./kept here/"), parts);
        Files.writeString(cluster.job(0, job).resolve("sent.py"), "of the package");
        Files.writeString(cluster.job(0, job).resolve(".jfab/record"), NodeScript.recorder());
        // Times of files are as coarse as the clock of the kernel.
        Thread.sleep(50);
        cluster.begin(description, member -> true, parts);
        cluster.awaitEnd(job, parts);
        jfab("fetch", Map.of("job", job.toString(), "to", folder.resolve("got").toString()));
        assertEquals(1, saying("^fetched into "), all());
        return job.toString();
    }

    @Test
    void whatProgramsWriteElsewhereIsSaidToBeLeft() throws Exception {
        String write = "echo 1 >ck.pt; mkdir -p deep __pycache__; echo 2 >'deep/z one.pt'; echo 3 >__pycache__/a.pyc;"
                + " mkdir -p 'kept here/checkpoint_8'; echo 5 >'kept here/checkpoint_8/a'; echo 4 >output/kept";
        String job = fetch(Part.trainer(0, 0, write), Part.trainer(1, 1, "true"));
        assertEquals(
                1,
                saying("^not fetched: 2 files that processes wrote outside output/, one of them "
                        + cluster.hosts().getFirst() + ":work/" + job + "/ck\\.pt$"),
                all());
        Path got = folder.resolve("got").resolve(job);
        try (var files = Files.walk(got)) {
            assertTrue(files.anyMatch(file -> file.endsWith("output/kept")), got::toString);
        }
        assertEquals(0, saying("^nothing is in output/"), all());
    }

    @Test
    void linksToWhatIsFetchedComeAlongAndOthersAreSaidToBeLeft() throws Exception {
        String write =
                "mkdir output/ck_8; echo 8 >output/ck_8/a; ln -s ck_8 output/latest; ln -s /etc output/out; mkfifo output/pipe";
        String job = fetch(Part.trainer(0, 0, write), Part.trainer(1, 1, "true"));
        assertEquals(1, saying("^not fetched: 2 links out of the job's files, devices or pipes, one of them "), all());
        Path output = folder.resolve("got").resolve(job);
        try (var files = Files.walk(output)) {
            Path latest = files.filter(file -> file.endsWith("output/latest"))
                    .findFirst()
                    .orElseThrow();
            assertEquals("8\n", Files.readString(latest.resolve("a")));
        }
    }

    /** Those of an older encoding: all of them would become the same name here. */
    @Test
    void namesThatAreNotUtf8AreSaidToBeLeftAndAllOthersCome() throws Exception {
        String write =
                "for byte in 351 377; do echo 1 >\"$(printf \"output/model-\\\\$byte.bin\")\"; done; echo 4 >output/kept";
        String job = fetch(Part.trainer(0, 0, write), Part.trainer(1, 1, "true"));
        assertEquals(
                1,
                saying("^not fetched: 2 files or folders with names that are not UTF-8, one of them "
                        + cluster.hosts().getFirst() + ":work/" + job + "/output/model-\ufffd\\.bin$"),
                all());
        try (var files = Files.walk(folder.resolve("got").resolve(job))) {
            assertEquals(
                    List.of("kept"),
                    files.filter(file -> file.resolveSibling("").endsWith("output"))
                            .map(file -> file.getFileName().toString())
                            .toList());
        }
    }

    @Test
    void aJobThatSavedNoModelIsSaidToHaveNone() throws Exception {
        fetch(Part.trainer(0, 0, "mkdir -p output/empty"), Part.trainer(1, 1, "true"));
        assertEquals(1, saying("^nothing is in output/: the job has saved no model so far$"), all());
    }

    @Test
    void nothingIsSaidWhereOnlyThePackageIsLeft() throws Exception {
        fetch(Part.trainer(0, 0, "echo 4 >output/kept"), Part.trainer(1, 1, "true"));
        assertEquals(0, saying("not fetched"), all());
    }
}
