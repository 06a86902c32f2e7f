package jfab.training.ps.proof;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many files and connections the kernel lets this process have open at a time: {@code ulimit -n}. */
public final class DescriptorLimit {
    /** What a process has almost everywhere unless more is asked for. */
    static final long USUAL = 1024;

    /** The limit in force, as proc(5) has it, and behind it the one up to which it could be raised. */
    private static final Pattern LINE = Pattern.compile("Max open files\\s+(\\S+).*");

    private DescriptorLimit() {}

    /** The limit in force; {@value #USUAL} where the system does not tell it in {@code /proc}. */
    public static long ofProcess() {
        try {
            return of(Files.readAllLines(Path.of("/proc/self/limits")));
        } catch (IOException e) {
            return USUAL;
        }
    }

    /** The limit that {@code table} names, with the format of {@code /proc/self/limits}; {@value #USUAL} where it names none. */
    static long of(List<String> table) {
        return table.stream()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1))
                .mapToLong(limit -> limit.matches("\\d{1,18}") ? Long.parseLong(limit) : Long.MAX_VALUE)
                .findFirst()
                .orElse(USUAL);
    }
}
