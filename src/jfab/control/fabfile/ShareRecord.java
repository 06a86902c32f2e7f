package jfab.control.fabfile;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.control.hosts.HostSource;
import jfab.control.launch.start.Share;
import jfab.control.task.TaskException;
import jfab.script.Words;

/**
 * How many processes of a role there are and where, as the fabfile says it.
 *
 * @param on their hosts; empty for all of the job
 * @param total how many; 0 for as many as {@code each} makes
 * @param each how many on every host; 0 where only the total counts
 */
record ShareRecord(List<HostSource> on, int total, int each) {
    static ShareRecord onePerHost() {
        return new ShareRecord(List.of(), 0, 1);
    }

    static ShareRecord none() {
        return new ShareRecord(List.of(), 0, 0);
    }

    /** Reads {@code on:} and {@code each:}. */
    static ShareRecord of(String word, Map<String, ?> where, int total, Path fabfile) {
        Map<String, Object> rest = new LinkedHashMap<>(where);
        Object on = rest.remove("on");
        Object each = rest.remove("each");
        if (!rest.isEmpty()) {
            String extra = rest.keySet().iterator().next();
            throw new TaskException(
                    word + " has no option '" + extra + "'" + Words.suggestion(extra, List.of("on", "each")));
        }
        int perHost = switch (each) {
            case null -> total > 0 || where.isEmpty() ? 0 : 1;
            case Integer count when count > 0 || (count == 0 && word.equals("pservers")) -> count;
            default -> throw new TaskException(word + ": each: takes a number above 0, not '" + each + "'");
        };
        return new ShareRecord(
                on == null ? List.of() : HostRecorder.sources(TaskRole.list(on), fabfile), total, perHost);
    }

    /** The same place, with so many on every host. */
    ShareRecord withEach(int count) {
        return new ShareRecord(on, 0, count);
    }

    Share share(HostRecorder hosts) {
        return new Share(on.isEmpty() ? List.of() : hosts.of(List.copyOf(on)), total, each);
    }
}
