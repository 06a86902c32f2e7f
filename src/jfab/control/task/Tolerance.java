package jfab.control.task;

/** How many hosts may fail before the others stop. */
public sealed interface Tolerance {
    /** Any number: all hosts finish the task that is running, and no host begins another. */
    record FinishTask() implements Tolerance {}

    /** Hosts that failed are left out and the others go on, until more than {@code most} have failed; then all stop at once. */
    record UpTo(HostShare most) implements Tolerance {}

    /** Goes on with the hosts that have not failed, however few. */
    static Tolerance keepGoing() {
        return new UpTo(new HostShare.Percent(100));
    }

    /** Stops all hosts when the first one fails. */
    static Tolerance failFast() {
        return new UpTo(new HostShare.Count(0));
    }

    /** Whether {@code failed} of {@code total} hosts are too many for any other to go on. */
    default boolean isExceeded(int failed, int total) {
        return switch (this) {
            case FinishTask _ -> false;
            case UpTo limit -> failed > limit.most().of(total);
        };
    }
}
