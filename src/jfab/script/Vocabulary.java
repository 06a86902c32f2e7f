package jfab.script;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import jfab.TextResource;

/** Which words there are where, and how they are called; a file beside this class has them, made from the sources. */
final class Vocabulary {
    /** The method of objects that take any property that the word which gives them takes as an argument. */
    static final String SETTER = "propertyMissing";

    private static final Vocabulary ALL = new Vocabulary();

    private final Map<String, Map<String, Signature>> places = new HashMap<>();

    private Vocabulary() {
        TextResource.read(Vocabulary.class, "vocabulary")
                .lines()
                .map(line -> List.of(line.split(" ", -1)))
                .forEach(parts -> places.computeIfAbsent(parts.getFirst(), any -> new HashMap<>())
                        .put(parts.get(1), Signature.parse(parts.subList(2, parts.size()))));
    }

    /** The words of several places; one that two of them have is called as either has it. */
    static Map<String, Signature> of(List<String> places) {
        Map<String, Signature> words = new HashMap<>();
        places.forEach(place -> ALL.places
                .getOrDefault(place, Map.of())
                .forEach((word, signature) -> words.merge(word, signature, Signature::or)));
        return words;
    }

    /**
     * The methods of the objects that some words give; empty where {@code type} is not known.
     *
     * @param type as {@link Signature#returns} says it
     */
    static Map<String, Signature> of(String type) {
        return ALL.places.getOrDefault(type, Map.of());
    }

    /** The texts that the named argument of a word may be; empty where it may be any. */
    static Set<String> values(String word, String argument) {
        Map<String, Signature> values = ALL.places.getOrDefault("value", Map.of());
        Signature found = values.getOrDefault(word + "." + argument, values.get(argument));
        return found == null ? Set.of() : found.named();
    }

    /**
     * How a word is called.
     *
     * @param returns what kind of object it gives, a place of the vocabulary; empty where that is not known
     * @param counts how many arguments it may have without names: {@code 2}, or {@code 2+} for two and more; {@code n2} beside
     *     arguments with names
     * @param named the named arguments that it takes; with {@code *}, any
     * @param needed those of them that it needs where all arguments have names
     */
    record Signature(String returns, Set<String> counts, Set<String> named, Set<String> needed) {
        private static final String ANY = "*";
        private static final String NEEDED = "!";

        private static Signature parse(List<String> parts) {
            Set<String> named = new TreeSet<>();
            Set<String> needed = new TreeSet<>();
            for (String part : parts.subList(2, parts.size())) {
                String name = part.replace(NEEDED, "");
                named.add(name);
                if (part.endsWith(NEEDED)) {
                    needed.add(name);
                }
            }
            return new Signature(
                    parts.getFirst().replace("-", ""), Set.of(parts.get(1).split(",", -1)), named, needed);
        }

        private Signature or(Signature other) {
            Set<String> always = new TreeSet<>(needed);
            always.retainAll(other.needed);
            return new Signature(
                    returns.equals(other.returns) ? returns : "",
                    both(counts, other.counts),
                    both(named, other.named),
                    always);
        }

        private static Set<String> both(Set<String> one, Set<String> other) {
            Set<String> both = new TreeSet<>(one);
            both.addAll(other);
            return both;
        }

        /** Whether {@code name} may be a named argument. */
        boolean has(String name) {
            return named.contains(ANY) || named.contains(name);
        }

        /**
         * Whether it is called with so many arguments; names written out, or a map in their place, count as none.
         *
         * @param map whether the first one may be a map, as far as its text tells
         */
        boolean takes(int count, boolean names, boolean map) {
            if (names) {
                // A map that stands first may be meant as itself.
                return fits("n", count) || fits("", count + 1);
            }
            return fits("", count) || (map && fits("n", count - 1)) || (count == 0 && fits("n", 0));
        }

        private boolean fits(String prefix, int count) {
            return counts(prefix).stream()
                    .anyMatch(each -> each.endsWith("+")
                            ? count >= Integer.parseInt(each.substring(0, each.length() - 1))
                            : count == Integer.parseInt(each));
        }

        /** What it needs beside the names {@code given}, where it has no other arguments. */
        List<String> lacks(Set<String> given) {
            return counts.contains("0")
                    ? List.of()
                    : needed.stream().filter(name -> !given.contains(name)).toList();
        }

        /** In words, how many arguments it takes: {@code "1 or 2 arguments, or named ones alone"}. */
        String expected() {
            String alone = counted(counts(""));
            String beside =
                    counts("n").equals(List.of("0")) ? "named ones alone" : counted(counts("n")) + " beside named ones";
            return counts("n").isEmpty() ? alone : alone.isEmpty() ? beside : alone + ", or " + beside;
        }

        private List<String> counts(String prefix) {
            return counts.stream()
                    .filter(each -> each.startsWith("n") != prefix.isEmpty())
                    .map(each -> each.substring(prefix.length()))
                    .sorted()
                    .toList();
        }

        private static String counted(List<String> numbers) {
            return numbers.isEmpty()
                    ? ""
                    : String.join(" or ", numbers).replace("+", " and more")
                            + (numbers.equals(List.of("1")) ? " argument" : " arguments");
        }
    }
}
