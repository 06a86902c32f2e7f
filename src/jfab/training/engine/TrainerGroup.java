package jfab.training.engine;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The trainers of a job without parameter servers, as one of them sees it. They meet when the first program is run that needs the
 * others.
 */
public interface TrainerGroup extends AutoCloseable {
    /**
     * Where training goes on.
     *
     * @param step after so many steps; 0 at the beginning
     * @param source a trainer that has the values of that step
     */
    record Agreement(long step, int source) {
        /** Whether all trainers have to call {@link #share}. */
        public boolean shared() {
            return step > 0;
        }

        /**
         * The newest step that all can go back to which have any.
         *
         * @param usable what each trainer can use; nothing from one that needs no values
         */
        public static Agreement of(List<Optional<List<Long>>> usable) {
            List<List<Long>> present = usable.stream().flatMap(Optional::stream).toList();
            TreeSet<Long> common = new TreeSet<>();
            present.forEach(common::addAll);
            present.stream().filter(steps -> !steps.isEmpty()).forEach(common::retainAll);
            if (common.isEmpty()) {
                return new Agreement(0, 0);
            }
            long step = common.last();
            int source = IntStream.range(0, usable.size())
                    .filter(rank -> usable.get(rank).orElse(List.of()).contains(step))
                    .findFirst()
                    .orElseThrow();
            return new Agreement(step, source);
        }
    }

    /**
     * Agrees with all others on the step that training goes on from; trainers that have nothing can be given the values of it.
     *
     * @param usable the steps of the checkpoints that this trainer can go back to; nothing if it needs no values
     */
    Agreement agree(Optional<List<Long>> usable);

    /** Gives all trainers the values of trainer {@code source}. */
    void share(int source);

    /** Whether all trainers have the same {@code text}, and the largest {@code number}; waits for all of them. */
    TrainerAgreement compare(String text, long number);

    /** Tells of a table that this trainer reads, before they meet; {@code digest} is what all have to have alike. */
    void reads(String digest);

    /** Tells of what this trainer feeds in its first step, before that; {@code digest} tells it from what others feed. */
    void feeds(String digest);

    /** Whether all trainers are known to have fed the same in their first step; false while one has not told. */
    boolean fedAlike();

    /** Has all trainers keep a checkpoint after the next step. */
    void mark();

    /** The last step after which a checkpoint was asked for; 0 before the first. */
    long marked();

    /** Ends the job for all because of what happened here; {@code cause} is a sentence. */
    void abort(String cause);

    /** Leaves before the end of training, because a signal has stopped this trainer. */
    void stop();

    /** Leaves in good order: takes part, without samples, in the steps that others still take. */
    @Override
    void close();
}
