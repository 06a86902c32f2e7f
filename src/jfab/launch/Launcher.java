package jfab.launch;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.List;
import jfab.bundle.EngineBundle;
import jfab.bundle.Workspace;
import jfab.connection.Group;

/**
 * Starts training jobs: a parameter server and a trainer on every host.
 *
 * <ol>
 *   <li>The job's directory is made on every host, under a name that is free on all.
 *   <li>The engine goes to the hosts that lack it, the workspace to all.
 *   <li>The parameter servers start; when every one listens, the trainers start.
 * </ol>
 *
 * If a step fails or is interrupted, processes that were started are ended; before that, nothing stays on the hosts but
 * the engine.
 */
public final class Launcher {
    private static final int MOST_COLLISIONS = 100;

    private final TrainingSpec spec;
    private final EngineBundle engine;
    private final LaunchListener listener;

    public Launcher(TrainingSpec spec, EngineBundle engine, LaunchListener listener) {
        this.spec = spec;
        this.engine = engine;
        this.listener = listener;
    }

    /** Starts a job on {@code hosts}; it goes on by itself when this returns. */
    public Job start(Group hosts, Submission submission) throws InterruptedException {
        Delivery delivery = new Delivery(engine, workspace(submission), listener);
        byte[] token = token();
        Job job = create(hosts, token);
        List<String> engines = deliver(delivery, job, token);
        try {
            new Processes(job, spec, engines, submission.flags(), listener).start();
        } catch (RuntimeException | InterruptedException e) {
            new Ending(job, spec.grace(), "by the submitter").onAll();
            throw e;
        }
        return job;
    }

    private Workspace workspace(Submission submission) {
        if (!Files.isRegularFile(spec.program())) {
            throw new LaunchException(spec.program() + ": no such training program; the fabfile names it");
        }
        Workspace program = Workspace.empty().with(String.valueOf(spec.program().getFileName()), spec.program());
        return submission.data() == null ? program : program.with("data", submission.data());
    }

    private Job create(Group hosts, byte[] token) throws InterruptedException {
        JobId id = JobId.at(LocalDateTime.now(ZoneId.systemDefault()));
        for (int tries = 0; tries < MOST_COLLISIONS; tries++, id = id.next()) {
            Job job = new Job(Description.unknown(id, hosts.hosts(), spec.rootDir(), spec.grace()), hosts, listener);
            boolean created = false;
            try {
                created = job.onAll(node -> node.create(job.id(), job.rankOf(node.host()), token)).orThrow().stream()
                        .allMatch(Boolean::booleanValue);
            } finally {
                if (!created) {
                    job.forAll(node -> node.discard(job.id(), token));
                }
            }
            if (created) {
                return job;
            }
        }
        throw new LaunchException("no free job id up to " + id);
    }

    private List<String> deliver(Delivery delivery, Job job, byte[] token) throws InterruptedException {
        boolean delivered = false;
        try {
            List<String> engines =
                    job.onAll(node -> delivery.to(node, job.id())).orThrow();
            delivered = true;
            return engines;
        } finally {
            if (!delivered) {
                job.forAll(node -> node.discard(job.id(), token));
            }
        }
    }

    /** A secret that the job's processes know each other by; it never appears in a command line. */
    private static byte[] token() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random).getBytes(StandardCharsets.US_ASCII);
    }
}
