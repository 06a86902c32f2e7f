package jfab.control.launch.start;

import java.util.Optional;
import jfab.control.launch.LaunchException;
import jfab.role.Role;

/** What strangers on the network of a job can do to it; said when it starts. */
record Openness(JobSpec spec, Placement placement) {
    /** Refuses to start a job in the open that is to be encrypted. */
    void check() {
        if (spec.cluster().encrypted() && ours() && averages()) {
            throw LaunchException.usage("encrypt true: trainers without parameter servers average over c10d's store and"
                    + " Gloo, which know no encryption; give the job servers (pservers 1), or take encrypt out of the"
                    + " cluster block");
        }
    }

    /** Nothing where only one process runs. */
    Optional<String> sentence() {
        boolean encrypted = spec.cluster().encrypted();
        if (!ours()) {
            return Optional.of("jfab does not encrypt what processes of another engine send each other"
                    + (encrypted
                            ? "; they find a key and a certificate of the job in JFAB_TLS_KEY and JFAB_TLS_CERT, to do so themselves"
                            : ""));
        }
        if (averages()) {
            return Optional.of("its trainers average over c10d's store and Gloo, which know neither a secret nor"
                    + " encryption: whoever reaches them on their network can read them and join");
        }
        if (placement.pservers().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                encrypted
                        ? "all that its processes send each other is encrypted, with a key made for this job"
                        : "its processes let in only each other; what they send is not encrypted, which encrypt true in the fabfile would do");
    }

    private boolean ours() {
        return spec.engine(Role.TRAINER).ours()
                && (placement.pservers().isEmpty() || spec.engine(Role.PSERVER).ours());
    }

    private boolean averages() {
        return placement.pservers().isEmpty() && placement.trainers().size() > 1;
    }
}
