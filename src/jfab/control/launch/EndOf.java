package jfab.control.launch;

import java.util.Map;

/** How a process ended, in words. */
final class EndOf {
    /** Exit codes above this are of signals. */
    static final int SIGNALS = 128;

    /** The exit code of a process that SIGTERM ended. */
    static final int TERMINATED = SIGNALS + 15;

    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(1, "SIGHUP"),
            Map.entry(2, "SIGINT"),
            Map.entry(3, "SIGQUIT"),
            Map.entry(4, "SIGILL"),
            Map.entry(6, "SIGABRT"),
            Map.entry(7, "SIGBUS"),
            Map.entry(8, "SIGFPE"),
            Map.entry(9, "SIGKILL"),
            Map.entry(11, "SIGSEGV"),
            Map.entry(13, "SIGPIPE"),
            Map.entry(15, "SIGTERM"));

    private EndOf() {}

    static String code(int code) {
        String signal = NAMES.get(code - SIGNALS);
        return code == 0 ? "ended" : signal != null ? "killed by " + signal : "exited with " + code;
    }

    /** Whether a signal ended it that comes from outside, or without a word: what stands in its log last is no reason. */
    static boolean silent(int code) {
        return NAMES.containsKey(code - SIGNALS) && code != SIGNALS + 6;
    }

    /**
     * Whether a signal ended it that no other process's end brings about: whoever misses one exits by itself, gets SIGPIPE, or aborts.
     */
    static boolean abrupt(WorkerState state) {
        return state instanceof WorkerState.Lost
                || (state instanceof WorkerState.Exited(int code) && silent(code) && code != SIGNALS + 13);
    }

    static String shown(WorkerState state) {
        return switch (state) {
            case WorkerState.Running _ -> "running";
            case WorkerState.Exited(int code) -> code(code);
            case WorkerState.Lost _ -> "gone without an exit code";
        };
    }

    /** Of a process that jfab has ended: with SIGTERM, and with SIGKILL when its grace is over. */
    static String stopped(int code) {
        return code(code) + (code == SIGNALS + 9 ? " (SIGTERM had not ended it)" : "");
    }

    /** With what may be behind it. */
    static String explained(int code) {
        return code(code) + (code == SIGNALS + 9 ? " (out of memory? see dmesg)" : "");
    }
}
