package jfab.training.train;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import jfab.role.Role;
import jfab.role.RoleSpec;
import jfab.training.engine.CommonWork;
import jfab.training.engine.Tensor;
import org.apache.commons.codec.binary.Hex;
import org.apache.commons.codec.digest.DigestUtils;

/** What a trainer feeds in its first step, by which trainer 0 finds out that all train on the same rows. */
final class FirstFeed {
    /** What others have fed is known after the first run, but on GPUs, whose hosts run ahead. */
    private static final int RUNS = 10;

    private static final int PIECE = 1 << 24;

    private final JobMembership job;
    private final Consumer<String> said;
    private boolean told;
    private int runs;

    /** @param said takes the notice, in trainer 0 */
    FirstFeed(JobMembership job, Consumer<String> said) {
        this.job = job;
        this.said = said;
    }

    /** Before each step that is trained with others; {@code feed} without a row tells nothing. */
    void tell(Map<String, ? extends Tensor> feed) {
        if (told) {
            return;
        }
        told = true;
        RoleSpec role = job.role();
        boolean rows = feed.values().stream().anyMatch(tensor -> tensor.byteSize() > 0);
        if (role.role() == Role.TRAINER && role.trainers() > 1 && rows) {
            job.feeds(digest(feed));
            runs = role.trainerId() == 0 ? RUNS : 0;
        }
    }

    /** After each run. */
    void compare() {
        if (runs > 0) {
            runs--;
            if (job.fedAlike()) {
                runs = 0;
                said.accept(CommonWork.fedAlike(job.role().trainers()));
            }
        }
    }

    private static String digest(Map<String, ? extends Tensor> feed) {
        MessageDigest digest = DigestUtils.getSha256Digest();
        new TreeMap<>(feed).forEach((name, tensor) -> {
            digest.update((name + tensor.type() + tensor.shape()).getBytes(StandardCharsets.UTF_8));
            for (long at = 0; at < tensor.byteSize(); at += PIECE) {
                digest.update(tensor.bytes(at, (int) Math.min(PIECE, tensor.byteSize() - at)));
            }
        });
        return Hex.encodeHexString(digest.digest());
    }
}
