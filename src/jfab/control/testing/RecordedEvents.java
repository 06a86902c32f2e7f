package jfab.control.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import jfab.control.task.TaskEvent;
import jfab.control.task.TaskListener;

/** The events of a run, kept. */
final class RecordedEvents implements TaskListener {
    private final List<TaskEvent> events = new CopyOnWriteArrayList<>();

    @Override
    public void on(TaskEvent event) {
        events.add(event);
    }

    List<TaskEvent> events() {
        return List.copyOf(events);
    }
}
