package jfab.launch;

import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes apart what {@code node.sh stream} writes: for each process its output, and how it ended. Knows at any time how much of each log
 * has arrived, so that a new request goes on where a broken line ended.
 */
final class Streamed extends OutputStream {
    /** Hears what a process does. */
    interface Listener {
        void line(String name, String line);

        void ended(String name, WorkerState state);
    }

    private final Listener listener;
    private final Map<String, Long> offsets;
    private final Map<String, LineOutputStream> logs = new HashMap<>();
    private final LineOutputStream heads;
    private @Nullable String speaker;
    private long left;

    /**
     * A stream of the processes that {@code offsets} has, each from that byte of its log; one that ended is taken out.
     */
    Streamed(Map<String, Long> offsets, Listener listener) {
        this.offsets = offsets;
        this.listener = listener;
        this.heads = new LineOutputStream(this::head);
    }

    private void head(String line) {
        String[] words = line.split(" ", 2);
        if (words.length == 2 && words[1].startsWith("bytes ")) {
            speaker = words[0];
            left = Long.parseLong(words[1].substring("bytes ".length()));
        } else if (words.length == 2) {
            log(words[0]).close();
            offsets.remove(words[0]);
            listener.ended(words[0], WorkerState.parse(words[1]));
        }
    }

    private LineOutputStream log(String name) {
        return logs.computeIfAbsent(name, any -> new LineOutputStream(line -> listener.line(name, line)));
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        while (at < end) {
            if (left > 0 && speaker != null) {
                int count = (int) Math.min(left, end - at);
                log(speaker).write(bytes, at, count);
                offsets.merge(speaker, (long) count, Long::sum);
                left -= count;
                at += count;
            } else {
                heads.write(bytes[at++]);
            }
        }
    }

    /** Forgets the rest of a message that was cut. */
    void cut() {
        left = 0;
        speaker = null;
        heads.discard();
    }
}
