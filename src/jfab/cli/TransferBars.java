package jfab.cli;

import jfab.task.TaskEvent;

/** How far transfers have come: a bar at the foot of a terminal, a line at start and end elsewhere. */
final class TransferBars {
    private final Screen screen;

    TransferBars(Screen screen) {
        this.screen = screen;
    }

    void show(TaskEvent.Progress event, String prefix) {
        if (event.done() == event.total()) {
            screen.err().print(prefix + event.what() + " " + event.total() + " bytes\n");
        }
    }

    /** Takes the bar away so that a line can be printed. */
    void pause() {}

    /** Puts the bar back. */
    void resume() {}
}
