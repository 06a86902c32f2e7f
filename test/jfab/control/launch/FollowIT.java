package jfab.control.launch;

import java.time.Duration;
import java.util.Map;
import jfab.control.launch.LightCluster.Part;
import jfab.role.Role;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/** {@code cluster-train} stays with a job to its end. */
@Needs(Tool.SSHD)
@WithLightCluster.Hosts(1)
class FollowIT extends WithLightCluster {
    /** Longer than it takes to find out that a process is gone without an exit code. */
    private static final Duration PAUSE = Duration.ofSeconds(6);

    @Test
    void aTrainerThatIsAboutToStartAgainIsWaitedFor() throws Exception {
        String line = "[ -e again ] && exit 0; touch again; exit 5";
        JobId id = cluster.start(nextStamp(), Map.of(), new Part(0, Role.TRAINER, 0, line, 1, PAUSE));
        Job job = new JobSearch(cluster.group(), "work", new Notices())
                .find(id.toString())
                .job();
        new Follow(job).untilEnd();
    }
}
