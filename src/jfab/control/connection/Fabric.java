package jfab.control.connection;

import java.util.Map;
import java.util.Optional;
import jfab.control.connection.command.OptionException;

/** What Fabric calls the options that go by other names here, for those who know them from there. */
final class Fabric {
    private static final Map<String, String> HERE = Map.of(
            "quiet", "write hide: true, warn: true",
            "warn_only", "write warn: true",
            "capture", "stdout of the result has it, and hide: true shows nothing",
            "combine_stderr", "write 2>&1 behind the command, or pty: true",
            "dry", "jfab --dry-run shows what all commands would be",
            "in_stream", "write in:",
            "out_stream", "write out:",
            "err_stream", "write err:",
            "replace_env", "env: adds to the host's variables, and null unsets one",
            "encoding", "all text is UTF-8");

    private Fabric() {}

    /** The answer to {@code word}'s option {@code name}, where that is one of Fabric's. */
    static Optional<OptionException> word(String word, String name) {
        String user = word.equals("sudo") ? ", user: 'root'" : "";
        Optional<String> here = switch (name) {
            case "asynchronous" -> Optional.of("start('...'" + user + ") goes on meanwhile and gives a promise");
            case "disown" -> Optional.of("launch('...'" + user + ") starts what goes on when the connection ends");
            default -> Optional.ofNullable(HERE.get(name));
        };
        return here.filter(answer -> !word.equals("local") || !answer.contains("('...'"))
                .map(answer -> new OptionException(word + " has no option '" + name + "': " + answer));
    }
}
