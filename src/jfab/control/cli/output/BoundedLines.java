package jfab.control.cli.output;

import java.util.ArrayList;
import java.util.List;

/** The lines of one host, up to a limit in characters; what is beyond it is only counted. */
final class BoundedLines {
    private final long limit;
    private final List<String> lines = new ArrayList<>();
    private long size;
    private long omitted;

    BoundedLines(long limit) {
        this.limit = limit;
    }

    void add(String line) {
        // A line costs more than its letters.
        size += line.length() + 64L;
        if (size <= limit) {
            lines.add(line);
        } else {
            omitted++;
        }
    }

    List<String> lines() {
        if (omitted == 0) {
            return lines;
        }
        List<String> told = new ArrayList<>(lines);
        told.add("... " + omitted + " lines left out ...");
        return told;
    }
}
