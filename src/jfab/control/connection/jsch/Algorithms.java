package jfab.control.connection.jsch;

import com.jcraft.jsch.JSch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jfab.control.connection.config.SshConfigLine;
import jfab.control.connection.config.SshHostPattern;

/** Lists of algorithms as an ssh_config has them: plain, or a change of the usual list by a leading +, - or ^. */
final class Algorithms {
    static final String HOST_KEYS = "server_host_key";

    private static final Map<String, String> USUAL = Map.of(
            HOST_KEYS,
            "ssh-ed25519,ecdsa-sha2-nistp256,ecdsa-sha2-nistp384,ecdsa-sha2-nistp521,rsa-sha2-512,rsa-sha2-256");

    private Algorithms() {}

    /** What JSch offers under {@code name} when nobody asks for anything else. */
    static String usual(String name) {
        return USUAL.getOrDefault(name, JSch.getConfig(name));
    }

    /** The list for JSch's setting {@code name}, without what JSch does not know. */
    static String of(SshConfigLine setting, String name) {
        List<String> known = change(setting.value(), List.of(usual(name).split(",", -1))).stream()
                .filter(algorithm -> has(algorithm))
                .toList();
        if (known.isEmpty()) {
            throw setting.wrong("jfab knows none of the algorithms in '" + setting.value() + "'");
        }
        return String.join(",", known);
    }

    /** Some of JSch's are Bouncy Castle's, which jfab does not bring. */
    private static boolean has(String algorithm) {
        String by = JSch.getConfig(algorithm);
        return by != null && !by.startsWith("com.jcraft.jsch.bc.") && !algorithm.startsWith("sntrup");
    }

    static List<String> change(String text, List<String> usual) {
        char change = text.isEmpty() ? 0 : text.charAt(0);
        List<String> named = new ArrayList<>(
                List.of((change == 0 || "+-^".indexOf(change) < 0 ? text : text.substring(1)).split(",", -1)));
        return switch (change) {
            case '+' -> Stream.concat(usual.stream(), named.stream()).distinct().toList();
            case '^' -> Stream.concat(named.stream(), usual.stream()).distinct().toList();
            case '-' ->
                usual.stream()
                        .filter(algorithm ->
                                named.stream().noneMatch(pattern -> SshHostPattern.glob(pattern, algorithm)))
                        .toList();
            default -> named;
        };
    }
}
