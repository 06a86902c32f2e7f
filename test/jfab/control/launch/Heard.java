package jfab.control.launch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import jfab.control.task.TaskEvent;

/**
 * What tasks say, in its order; safe where one thread listens and another looks.
 *
 * @param said lines and sentences
 */
record Heard(List<String> said) {
    Heard() {
        this(Collections.synchronizedList(new ArrayList<>()));
    }

    void on(TaskEvent event) {
        if (event instanceof TaskEvent.Line line) {
            said.add(line.text());
        } else if (event instanceof TaskEvent.Notice notice) {
            said.add(notice.text());
        }
    }

    /** All of it, for the message of an assertion. */
    String all() {
        return String.join("\n", List.copyOf(said));
    }

    /** In how many lines a pattern is found. */
    long saying(String regex) {
        Pattern pattern = Pattern.compile(regex);
        return List.copyOf(said).stream()
                .filter(line -> pattern.matcher(line).find())
                .count();
    }
}
