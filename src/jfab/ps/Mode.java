package jfab.ps;

/** How gradients become steps, and when pulls are answered; for the serving thread. */
sealed interface Mode permits Synchronous {
    /** Does what the gradients of {@code member} allow, which are in their place. */
    void push(Member member);

    /** Does what the departure of a trainer allows. */
    void leave();

    /** Whether the values are now as {@code member}, which waits for them, may have them. */
    boolean serves(Member member);

    /** Who has to do what for the job to go on: {@code trainer 1 of 2 to finish step 3}. */
    String awaited();
}
