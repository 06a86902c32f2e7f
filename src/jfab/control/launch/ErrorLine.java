package jfab.control.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The line of a process's log that says why it ended. */
final class ErrorLine {
    /** What explains an end by itself, wherever it stands. */
    private static final Pattern TELLING = Pattern.compile(
            "Address already in use|cannot listen on|No space left on device|Disk quota exceeded"
                    + "|[Oo]ut of memory|OutOfMemoryError|Cannot allocate memory|bad_alloc|No module named|cannot open shared object"
                    + "|error while loading shared libraries|Permission denied|No such file or directory|command not found");
    /** What reports an error: glog, Python, Java, C. */
    private static final Pattern ERROR =
            Pattern.compile("^F\\d{4} |^\\S*(Error|Exception)\\b.*:|^Error\\b|\\b(FATAL|ERROR|[Ff]atal|[Ee]rror|panic):"
                    + "|^Exception in thread|Segmentation fault|Aborted|^E\\d{4} ");
    /** What says nothing of a cause: frames of stacks, and words of others' ends. */
    private static final Pattern NOISE = Pattern.compile(
            "^\\s+at |^Caused by: |maybe pserver failed|^jfab: |^Traceback \\(most recent|^\\s+File \"");

    /** What says no more than that another process is gone. */
    private static final Pattern PEER =
            Pattern.compile("Connection closed by peer|[Cc]onnection reset by peer|Broken pipe"
                    + "|remote process exited or there was a network error|ncclRemoteError|NCCL.*remote error|[Ss]ocket [Tt]imeout"
                    + "|Connection was likely closed");
    /** What PyTorch puts before each line of what ended a rank. */
    private static final Pattern RANK = Pattern.compile("^\\[rank\\d+]: ?");

    private ErrorLine() {}

    /** Whether {@code line} only tells that another process was lost, so that its own end says more. */
    static boolean isOfPeer(String line) {
        return PEER.matcher(line).find();
    }

    /** The first line that explains the end, else the first that reports an error, else the last one that says something. */
    static Optional<String> of(String life) {
        List<String> said = said(life);
        return telling(life)
                .or(() -> said.isEmpty()
                        ? Optional.empty()
                        : Optional.of(said.getLast().strip()));
    }

    /** As {@link #of}; empty where no line explains anything or reports an error. */
    static Optional<String> telling(String life) {
        List<String> said = said(life);
        return first(said, TELLING).or(() -> first(said, ERROR)).map(String::strip);
    }

    private static List<String> said(String life) {
        return life.lines()
                .map(line -> RANK.matcher(line).replaceFirst(""))
                .filter(line -> !line.isBlank() && !NOISE.matcher(line).find())
                .toList();
    }

    /** The last lines that say something. */
    static List<String> last(String log, int count) {
        List<String> said = log.lines()
                .filter(line -> !line.isBlank() && !line.contains("maybe pserver failed"))
                .toList();
        return said.subList(Math.max(0, said.size() - count), said.size());
    }

    private static Optional<String> first(List<String> lines, Pattern pattern) {
        return lines.stream().filter(line -> pattern.matcher(line).find()).findFirst();
    }

    /** What the process wrote before it began again {@code again} times; empty where that lies before the begin of {@code log}. */
    static String life(String log, int again) {
        List<String> lines = new ArrayList<>(log.lines().toList());
        while (!lines.isEmpty() && lines.getLast().isBlank()) {
            lines.removeLast();
        }
        if (again == 0 && !lines.isEmpty() && begins(lines.getLast())) {
            // It was told to end before it began, or has not written anything yet.
            lines.removeLast();
        }
        int left = again;
        int end = lines.size();
        int begin = end;
        while (begin > 0 && !(left == 0 && begins(lines.get(begin - 1)))) {
            begin--;
            if (begins(lines.get(begin))) {
                left--;
                end = begin;
            }
        }
        return left > 0 ? "" : String.join("\n", lines.subList(begin, end));
    }

    private static boolean begins(String line) {
        return line.startsWith("jfab: ") && line.contains(" again");
    }
}
