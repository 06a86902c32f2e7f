package jfab.control.connection.jsch;

import com.jcraft.jsch.JSch;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jfab.control.connection.config.SshConfigLine;
import jfab.control.connection.config.SshHostPattern;

/** Lists of algorithms as an ssh_config has them: plain, or a change of the usual list by a leading +, - or ^. */
final class Algorithms {
    static final String HOST_KEYS = "server_host_key";

    private static final Map<String, String> USUAL = Map.of(
            HOST_KEYS,
            "ssh-ed25519,ecdsa-sha2-nistp256,ecdsa-sha2-nistp384,ecdsa-sha2-nistp521,rsa-sha2-512,rsa-sha2-256");

    private static final Pattern KEYS =
            Pattern.compile("(?:ssh-(?:rsa|dss|ed25519|ed448)|ecdsa-sha2-nistp(?:256|384|521)"
                    + "|rsa-sha2-(?:256|512)|(?:webauthn-)?sk-.*)(?:-cert-v01@openssh\\.com)?");
    private static final Pattern CIPHERS =
            Pattern.compile("aes(?:128|192|256)-(?:cbc|ctr)|3des-cbc|blowfish-cbc|cast128-cbc|arcfour(?:128|256)?");
    private static final Pattern MACS =
            Pattern.compile("hmac-(?:sha1|sha1-96|sha2-256|sha2-512|md5|md5-96|ripemd160)|umac-.*");

    /** The names that OpenSSH has had under each of JSch's settings, but for those with an @, of which anybody may have some. */
    private static final Map<String, Pattern> NAMES = Map.of(
            "kex",
            Pattern.compile("(?:sntrup|mlkem)\\d.*|curve25519-sha256|curve448-sha512|ecdh-sha2-nistp(?:256|384|521)"
                    + "|diffie-hellman-group(?:-exchange-sha(?:1|256)|(?:1|14)-sha1|14-sha256|1[5-8]-sha512)|gss-.*"),
            "cipher.c2s",
            CIPHERS,
            "cipher.s2c",
            CIPHERS,
            "mac.c2s",
            MACS,
            "mac.s2c",
            MACS,
            HOST_KEYS,
            KEYS,
            "PubkeyAcceptedAlgorithms",
            KEYS);

    private Algorithms() {}

    /** What JSch offers under {@code name} when nobody asks for anything else. */
    static String usual(String name) {
        return USUAL.getOrDefault(name, JSch.getConfig(name));
    }

    /** The list for JSch's setting {@code name}, without what JSch does not have. */
    static String of(SshConfigLine setting, String name) {
        List<String> usual = List.of(usual(name).split(",", -1));
        List<String> named = change(setting.value(), usual).stream()
                .flatMap(algorithm -> algorithm.matches(".*[*?].*")
                        ? Stream.concat(usual.stream(), Stream.of("ssh-rsa"))
                                .filter(each -> SshHostPattern.glob(algorithm, each))
                        : Stream.of(algorithm))
                .distinct()
                .toList();
        Pattern names = NAMES.get(name);
        for (String algorithm : named) {
            // As ssh does: a list from which a misspelt name is left out may be weaker than it looks.
            if (!algorithm.contains("@")
                    && (names == null || !names.matcher(algorithm).matches())) {
                throw setting.wrong("nobody knows the algorithm '" + algorithm + "' in '" + setting.value() + "'");
            }
        }
        List<String> known = named.stream().filter(Algorithms::has).toList();
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
        List<String> named =
                Arrays.asList((change == 0 || "+-^".indexOf(change) < 0 ? text : text.substring(1)).split(",", -1));
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
