package jfab.script;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jfab.Durations;
import jfab.script.Vocabulary.Signature;

/** What the words of a cluster block take, as far as it is a matter of names and of times; the block itself refuses what else is wrong. */
final class ClusterArguments {
    private static final Set<String> ROLES = Set.of("pserver", "trainer");

    private static final Map<String, Set<String>> NAMED = Map.of(
            "command", Set.of("role"),
            "restart", ROLES,
            "perHost", Set.of("pservers", "trainers"),
            "pservers", Set.of("each", "on"),
            "trainers", Set.of("each", "gpus", "on"));

    private ClusterArguments() {}

    /** {@code signature}, with the names that {@code word} takes where it is one of these. */
    static Signature narrowed(String word, Signature signature) {
        return new Signature(signature.returns(), signature.counts(), NAMED.getOrDefault(word, signature.named()));
    }

    /** The texts that the named argument of a word may be; empty where it may be any. */
    static Set<String> values(String word, String argument) {
        return word.equals("command") && argument.equals("role") ? ROLES : Set.of();
    }

    /** What is wrong with {@code text}, the only argument of {@code word}; empty where nothing is. */
    static Optional<String> wrong(String word, String text) {
        return word.equals("timeLimit") && Durations.read(text).isEmpty()
                ? Optional.of("timeLimit: takes a time such as 30, '30s', '5m' or '1h', not '" + text + "'")
                : Optional.empty();
    }
}
