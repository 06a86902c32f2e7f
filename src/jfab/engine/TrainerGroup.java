package jfab.engine;

/**
 * The trainers of a job without parameter servers, as one of them sees it. They meet when the first program is run that needs the
 * others.
 */
public interface TrainerGroup extends AutoCloseable {
    /** Ends the job for all because of what happened here; {@code cause} is a sentence. */
    void abort(String cause);

    /** Leaves in good order: takes part, without samples, in the steps that others still take. */
    @Override
    void close();
}
