package jfab.control.launch;

/** How a process of a job stands, as its host knows it. */
public sealed interface WorkerState {
    /** Alive: its start time and boot id are those of the record. */
    record Running() implements WorkerState {
        @Override
        public String toString() {
            return "running";
        }
    }

    /** Ended; {@code code} is 128 + signal number where a signal ended it. */
    record Exited(int code) implements WorkerState {
        @Override
        public String toString() {
            return "exited " + code;
        }
    }

    /** Gone without an exit code: the host was restarted, or process and supervisor were killed together. */
    record Lost() implements WorkerState {
        @Override
        public String toString() {
            return "lost";
        }
    }

    /** Whether the process ended in any other way than by itself with code 0. */
    default boolean failed() {
        return switch (this) {
            case Running() -> false;
            case Exited(int code) -> code != 0;
            case Lost() -> true;
        };
    }

    /** Reads what {@code node.sh} prints. */
    static WorkerState parse(String text) {
        return switch (text) {
            case "running" -> new Running();
            case "lost" -> new Lost();
            default -> new Exited(code(text.substring("exited ".length())));
        };
    }

    private static int code(String text) {
        int code = Integer.parseInt(text);
        if (code < 0 || code > 255) {
            throw new IllegalArgumentException("exit code " + code);
        }
        return code;
    }
}
