package jfab.control.fabfile;

import java.time.Duration;
import java.util.Optional;
import jfab.control.task.CallFrame;

/** The word {@code sleep}, in place of Groovy's, which takes no notice of the user who stops the task. */
public final class Sleep {
    private Sleep() {}

    /**
     * Waits in this thread.
     *
     * @throws InterruptedException in a thread that works for no body, or for one that goes on
     */
    public static void sleep(long milliseconds) throws InterruptedException {
        Optional<CallFrame> body = CallFrame.current();
        Duration time = Duration.ofMillis(milliseconds);
        if (body.isPresent()) {
            body.get().sleep(time);
        } else {
            Thread.sleep(time);
        }
    }
}
