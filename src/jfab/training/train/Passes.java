package jfab.training.train;

import java.util.HashSet;
import java.util.Set;

/**
 * Counts the passes of a training program by what its steps read.
 *
 * <p>A program may read from several readers in turn, test in between, or make its reader anew for each pass. So a pass is over
 * when a training step had samples only from readings that no training step before it had.
 */
final class Passes {
    private final Set<Object> current = new HashSet<>();
    private final Set<Object> sinceStep = new HashSet<>();
    private long pass;

    /** Samples were read in {@code reading}, which is one object for one pass over one reader. */
    void read(Object reading) {
        sinceStep.add(reading);
    }

    /** A training step has what was read since the last one; returns its pass, the first of which is 0. */
    long step() {
        if (!current.isEmpty() && !sinceStep.isEmpty() && sinceStep.stream().noneMatch(current::contains)) {
            pass++;
            current.clear();
        }
        current.addAll(sinceStep);
        sinceStep.clear();
        return pass;
    }

    /** The program begins at its top. */
    void begin() {
        current.clear();
        sinceStep.clear();
        pass = 0;
    }
}
