package jfab.control.cli;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.control.task.TaskEvent;
import jfab.control.task.TaskListener;

/**
 * Has the command lines that sentences of ours advise repeat the flags by which this one knows its hosts: without them,
 * {@code jfab kill JOB} would look elsewhere.
 *
 * @param flags as {@link CoreOptions#repeated} gives them
 */
public record Hints(TaskListener listener, Supplier<String> flags) implements TaskListener {
    private static final Pattern ADVICE =
            Pattern.compile("\\bjfab (?=(attach|fetch|jobs|kill|prune|restart|status|tail-log|watch)\\b)");

    /** What a process of a job wrote: its host, role and rank stand before it. */
    private static final Pattern TOLD = Pattern.compile("\\[\\S+ (pserver|trainer) \\d+] ");

    @Override
    public void on(TaskEvent event) {
        listener.on(hinted(event));
    }

    private TaskEvent hinted(TaskEvent event) {
        if (event instanceof TaskEvent.Notice notice) {
            return new TaskEvent.Notice(notice.host(), advising(notice.text()));
        }
        // What a command on a host wrote is nobody's to change.
        boolean own = event instanceof TaskEvent.Line line
                && line.host() == null
                && !TOLD.matcher(line.text()).lookingAt();
        return own && event instanceof TaskEvent.Line line
                ? new TaskEvent.Line(null, line.stream(), advising(line.text()))
                : event;
    }

    /** Lines of commands. */
    @Override
    public void all(List<? extends TaskEvent> events) {
        listener.all(events);
    }

    @Override
    public void jobs(Collection<String> ids, boolean all) {
        listener.jobs(ids, all);
    }

    @Override
    public String advising(String text) {
        Matcher advice = ADVICE.matcher(text);
        return advice.find() ? advice.replaceAll(Matcher.quoteReplacement("jfab " + flags.get())) : text;
    }
}
