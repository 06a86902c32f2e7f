package jfab.control.launch;

import java.util.Arrays;

/** How a process of a job stands, as its host knows it. */
public sealed interface WorkerState {
    /**
     * Alive: its start time and boot id are those of the record.
     *
     * @param repeated of the {@code steps} that it made before a checkpoint, those through which its script has gone once more; both
     *     are 0 where it trains
     * @param left about how many seconds the others still take
     * @param hold what keeps it from going on, or from being looked after
     */
    record Running(long repeated, long steps, long left, Hold hold) implements WorkerState {
        public Running() {
            this(0, 0, 0, Hold.NONE);
        }

        /** Whether its script is on its way to where it goes on. */
        public boolean repeats() {
            return steps > 0;
        }

        /** Whether its supervisor is gone. */
        public boolean alone() {
            return hold == Hold.ALONE;
        }

        @Override
        public String toString() {
            return hold != Hold.NONE ? hold.toString() : repeats() ? "repeating" : "running";
        }
    }

    /** What keeps a process that has not ended from going on, or from being looked after. */
    enum Hold {
        NONE("", ""),
        /** A signal has stopped it, as SIGSTOP does: it goes on when it gets SIGCONT. */
        HALTED("running halted", "stopped by a signal"),
        /** It has failed, and begins again when the full disk of its host has room. */
        ROOM("running room", "waiting for room on the disk"),
        /** Its supervisor was killed: nobody starts it again, ends it at its time limit, or writes down how it ends. */
        ALONE("running alone", "running without its supervisor");

        private final String told;
        private final String words;

        Hold(String told, String words) {
            this.told = told;
            this.words = words;
        }

        private static Hold of(String state) {
            return Arrays.stream(values())
                    .filter(hold -> hold.told.equals(state))
                    .findFirst()
                    .orElse(NONE);
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** Ended; {@code code} is 128 + signal number where a signal ended it. */
    record Exited(int code) implements WorkerState {
        @Override
        public String toString() {
            return "exited " + code;
        }
    }

    /**
     * Gone without an exit code.
     *
     * @param rebooted whether its host was started again since; else its supervisor was killed too, and nobody knows how it ended
     */
    record Lost(boolean rebooted) implements WorkerState {
        /** One of which that is not known, or makes no difference. */
        public Lost() {
            this(true);
        }

        @Override
        public String toString() {
            return "lost";
        }
    }

    /** Whether the process ended in any other way than by itself with code 0. */
    default boolean failed() {
        return switch (this) {
            case Running _ -> false;
            case Exited(int code) -> code != 0;
            case Lost _ -> true;
        };
    }

    /**
     * Reads what {@code node.sh} prints: {@code running}, {@code running 120 500 38}, {@code running halted}, {@code running room},
     * {@code running alone}, {@code exited 1}, {@code lost}, {@code lost here}.
     */
    static WorkerState parse(String text) {
        String[] words = text.split(" ", -1);
        return switch (words[0]) {
            // Behind it stands what the program itself has written.
            case "running" ->
                text.matches("running \\d{1,18} [1-9]\\d{0,17} \\d{1,18}")
                        ? new Running(
                                Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]), Hold.NONE)
                        : new Running(0, 0, 0, Hold.of(text));
            case "lost" -> new Lost(!text.equals("lost here"));
            case "exited" -> new Exited((int) HostReport.number("exit code", words[1], 0, 255));
            default -> throw new IllegalArgumentException("state is " + text);
        };
    }
}
