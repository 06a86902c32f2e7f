package jfab.control.cli.output;

import jfab.control.task.HostOutcome;
import jfab.control.task.TaskEvent;

/** Tells failures on standard error as they happen, each once. Not safe for threads; renderers are. */
final class Failures {
    private final Screen screen;
    private final boolean debug;
    private final Paint paint;
    private final FailureText texts = new FailureText();

    Failures(Screen screen, boolean debug) {
        this.screen = screen;
        this.debug = debug;
        this.paint = new Paint(screen.colour());
    }

    void tell(HostOutcome outcome) {
        if (outcome instanceof HostOutcome.Failed failed && texts.isNew(failed.failure())) {
            screen.err().print(paint.bad("jfab: ") + texts.of(failed) + "\n");
            if (debug) {
                screen.err().print(FailureText.trace(failed.failure()));
            }
            screen.err().flush();
        }
    }

    void tell(TaskEvent.Skipped skipped) {
        screen.err()
                .print(paint.bad("jfab: not run because " + skipped.why() + ": ") + String.join(", ", skipped.tasks())
                        + "\n");
        screen.err().flush();
    }
}
