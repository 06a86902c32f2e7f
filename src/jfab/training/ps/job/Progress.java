package jfab.training.ps.job;

import java.util.List;

/** What a trainer itself has to go back to, besides the values of the servers. */
public interface Progress {
    /** Those of {@code steps} that this trainer can go back to. */
    List<Long> usable(List<Long> steps);

    /**
     * Training goes on from the checkpoint after {@code step} steps, or from the beginning if that is 0.
     *
     * @return how many steps this trainer itself had made then
     */
    long resume(long step);

    /** A trainer that keeps nothing: it can go back to any step. */
    record None() implements Progress {
        @Override
        public List<Long> usable(List<Long> steps) {
            return steps;
        }

        @Override
        public long resume(long step) {
            return step;
        }
    }
}
