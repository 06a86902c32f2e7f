package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trainers on two hosts that have two GPUs each, as a script in the place of nvidia-smi says. */
@Needs(Tool.SSHD)
class GpusIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private SshdHosts hosts;
    private Path work;

    @BeforeEach
    void startHosts() throws IOException, InterruptedException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path smi = Files.writeString(bin.resolve("nvidia-smi"), """
                #!/bin/sh
                case $* in
                    *index,uuid,memory.free*) echo "$PWD" >>'%s'; printf '0, GPU-aa, 100\\n1, GPU-bb, 80000\\n' ;;
                    *index,pci.bus_id*) printf '0, 00000000:3B:00.0\\n1, 00000000:5E:00.0\\n' ;;
                    *temperature.gpu,power.draw*) printf '0, 97, 20480, 81920, 71, 650.21\\n1, [N/A], 0, 81920, 40, [N/A]\\n' ;;
                    *) exit 6 ;;
                esac
                """.formatted(folder.resolve("calls")));
        assertTrue(smi.toFile().setExecutable(true));
        Path dmesg =
                Files.writeString(bin.resolve("dmesg"), "#!/bin/sh\ncat '%s'\n".formatted(folder.resolve("kernel")));
        assertTrue(dmesg.toFile().setExecutable(true));
        hosts = SshdHosts.start(folder, 2, Map.of("PATH", bin + ":" + System.getenv("PATH")));
        work = Files.createDirectories(folder.resolve("package"));
        Files.writeString(work.resolve("train.sh"), """
                echo "${CUDA_VISIBLE_DEVICES-unset} $CUDA_DEVICE_ORDER" >>visible.$RANK
                [ "$JFAB_ATTEMPT" != 0 ] || [ -z "${AGAIN:-}" ] || exit 7
                """);
        Files.writeString(work.resolve("server.sh"), """
                echo "<${CUDA_VISIBLE_DEVICES-unset}>" >visible.server
                exec perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(Listen => 5, LocalAddr => $ENV{POD_IP},
                    LocalPort => $ENV{PADDLE_PORT}, ReuseAddr => 1) or die; close $c while $c = $s->accept'
                """);
    }

    @AfterEach
    void stopHosts() throws IOException {
        hosts.close();
    }

    private Ended train(String words, String... flags) throws IOException, InterruptedException {
        fabfile(words);
        List<String> all = new ArrayList<>(List.of("cluster-train", "-p", work.toString()));
        all.addAll(List.of(flags));
        return jfab(all);
    }

    private void fabfile(String words) throws IOException {
        Files.writeString(folder.resolve("fabfile.groovy"), """
                cluster {
                    hosts %s
                    port 17164
                    command role: 'trainer', ['sh', 'train.sh']
                    %s
                }
                """.formatted(hosts.quoted(), words));
    }

    private Ended jfab(List<String> words) throws IOException, InterruptedException {
        return hosts.jfab(folder.resolve("fabfile.groovy"), words.toArray(String[]::new))
                .end(LIMIT);
    }

    private String visible(int host, Object process) throws IOException {
        return Files.readString(hosts.job(host).resolve("visible." + process)).strip();
    }

    private long asked() throws IOException {
        Path calls = folder.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
    }

    @Test
    void eachTrainerHasAGpuOfItsOwnAlsoWhenItIsStartedAgainAndAServerHasNone() throws Exception {
        Ended ended = train("""
                trainers each: 2, gpus: 1
                pservers 1
                command role: 'pserver', ['sh', 'server.sh']
                restart trainer: 1
                environment AGAIN: 1
                """);
        assertEquals(0, ended.exitCode(), ended::text);
        assertEquals("0 PCI_BUS_ID\n0 PCI_BUS_ID", visible(1, 0), ended::text);
        assertEquals("1 PCI_BUS_ID\n1 PCI_BUS_ID", visible(1, 1));
        assertEquals("0 PCI_BUS_ID\n0 PCI_BUS_ID", visible(2, 2));
        assertEquals("1 PCI_BUS_ID\n1 PCI_BUS_ID", visible(2, 3));
        assertEquals("<>", visible(1, "server"));
        assertEquals(2, asked());
    }

    @Test
    void whatBecameOfItsGpuIsToldOfATrainerThatFailed() throws Exception {
        Files.writeString(work.resolve("train.sh"), """
                [ "$RANK" = 0 ] || exec sleep 60
                read -r up rest </proc/uptime
                echo "[    1.000000] NVRM: Xid (PCI:0000:3b:00): 48, before the job began" >>'%1$s'
                echo "[$up] NVRM: Xid (PCI:0000:5e:00): 31, pid=1, name=other, of another GPU" >>'%1$s'
                echo "[ $up] NVRM: Xid (PCI:0000:3b:00): 79, pid=1, name=sh, GPU has fallen off the bus." >>'%1$s'
                exit 7
                """.formatted(folder.resolve("kernel")));
        Ended ended = train("trainers each: 2, gpus: 1");
        assertEquals(7, ended.exitCode(), ended::text);
        String sentence = "; GPU 0 of [^ ]+ had Xid 79 at [0-9:]+, it has fallen off the bus; look at its power,";
        assertEquals(1, ended.count(sentence), ended::text);
        assertEquals(0, ended.count("Xid (48|31)"), ended::text);
        Ended status = jfab(List.of("status"));
        assertEquals(1, status.count(sentence), status::text);
        Ended watched = jfab(List.of("watch", "--once"));
        assertEquals(2, watched.count("0: 97% 20/80G 71°C 650W  1: - 0/80G 40°C"), watched::text);
        Path report = folder.resolve("report.html");
        Ended reported = jfab(List.of("report", "--to", report.toString()));
        assertEquals(0, reported.exitCode(), reported::text);
        assertTrue(Files.readString(report).contains("Xid 31, the program used memory of it that is not its own"));
    }

    @Test
    void statusTellsHowTheGpusOfARunningJobAreDoing() throws Exception {
        Files.writeString(work.resolve("train.sh"), "exec sleep 60\n");
        Ended ended = train("trainers each: 2, gpus: 1", "--detach");
        assertEquals(0, ended.exitCode(), ended::text);
        try {
            Ended status = jfab(List.of("status"));
            assertEquals(1, status.count("127.0.0.1 GPU 0: 97% 20/80G 71°C 650W"), status::text);
            assertEquals(1, status.count("127.0.0.2 GPU 1: - 0/80G 40°C\n"), status::text);
        } finally {
            assertEquals(0, jfab(List.of("kill")).exitCode());
        }
    }

    @Test
    void theFreestIsTheOneThatTheHostSaysAtTheStart() throws Exception {
        Ended ended = train("trainers each: 1, gpus: 'auto'");
        assertEquals(0, ended.exitCode(), ended::text);
        assertEquals("1 PCI_BUS_ID", visible(1, 0));
        assertEquals("1 PCI_BUS_ID", visible(2, 1));
    }

    @Test
    void aHostWithTooFewIsNamedBeforeAnythingIsThere() throws Exception {
        Ended ended = train("trainers each: 3", "--use_gpu", "1");
        assertEquals(1, ended.exitCode(), ended::text);
        assertTrue(ended.err().contains(" has 2 GPUs for this job, and its 3 trainers need 3; "), ended::text);
        try (Stream<Path> left = Files.list(hosts.home(1).resolve("work"))) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void theUsersOwnVariableIsGivenAsItIsAndNoHostIsAsked() throws Exception {
        Ended ended = train("trainers each: 2, gpus: 1\n environment CUDA_VISIBLE_DEVICES: '5'");
        assertEquals(0, ended.exitCode(), ended::text);
        assertEquals("5", visible(1, 0));
        assertEquals("5", visible(1, 1));
        assertEquals(0, asked());
    }

    @Test
    void withoutAWordProgramsOfOthersSeeAllAndNoHostIsAsked() throws Exception {
        Ended ended = train("trainers each: 2");
        assertEquals(0, ended.exitCode(), ended::text);
        assertEquals("unset", visible(1, 0));
        assertEquals("unset", visible(1, 1));
        assertEquals(0, asked());
        assertFalse(ended.text().contains("GPU"), ended::text);
    }
}
