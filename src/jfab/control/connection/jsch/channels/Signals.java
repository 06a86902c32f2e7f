package jfab.control.connection.jsch.channels;

import java.util.Map;

/** Signals by the names that SSH gives them, with the numbers of Linux. */
final class Signals {
    private static final Map<String, Integer> NUMBERS = Map.ofEntries(
            Map.entry("HUP", 1),
            Map.entry("INT", 2),
            Map.entry("QUIT", 3),
            Map.entry("ILL", 4),
            Map.entry("TRAP", 5),
            Map.entry("ABRT", 6),
            Map.entry("BUS", 7),
            Map.entry("FPE", 8),
            Map.entry("KILL", 9),
            Map.entry("USR1", 10),
            Map.entry("SEGV", 11),
            Map.entry("USR2", 12),
            Map.entry("PIPE", 13),
            Map.entry("ALRM", 14),
            Map.entry("TERM", 15),
            Map.entry("SYS", 31));

    private Signals() {}

    /** The number; 0 for a signal that SSH has no name for. */
    static int number(String name) {
        return NUMBERS.getOrDefault(name, 0);
    }
}
