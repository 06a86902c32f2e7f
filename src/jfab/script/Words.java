package jfab.script;

import groovy.lang.Closure;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** The words that a script may use, and the nearest of them to one that it may not. */
public final class Words {
    private static final Set<String> NO_WORDS =
            Set.of("equals", "hashCode", "toString", "getClass", "notify", "notifyAll", "wait");

    private Words() {}

    /** The names of the public methods of {@code type}, sorted. */
    public static Set<String> of(Class<?> type) {
        Set<String> words = new TreeSet<>();
        for (Method method : type.getMethods()) {
            if (!Modifier.isStatic(method.getModifiers()) && !NO_WORDS.contains(method.getName())) {
                words.add(method.getName());
            }
        }
        return words;
    }

    /** The candidate closest to {@code word}, if one is close enough to have been meant. */
    public static Optional<String> nearest(String word, Collection<String> candidates) {
        return candidates.stream()
                .min(Comparator.comparingInt((String candidate) -> distance(word, candidate))
                        // Of equally near ones, letters that were only swapped are meant.
                        .thenComparing(candidate -> !letters(candidate).equals(letters(word)))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(candidate -> distance(word, candidate) <= Math.max(2, word.length() / 3));
    }

    /** The candidate that {@code word} is with a letter or two mistyped; stricter than {@link #nearest}. */
    public static Optional<String> misspelt(String word, Collection<String> candidates) {
        return nearest(word, candidates).filter(near -> distance(word, near) <= (word.length() < 6 ? 1 : 2));
    }

    /** {@code "; did you mean 'x'?"}, or nothing where no candidate is near. */
    public static String suggestion(String word, Collection<String> candidates) {
        return nearest(word, candidates)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("");
    }

    /** What to write in place of {@code word}, which other languages have; else the nearest of {@code candidates}. */
    public static String instead(String word, Collection<String> candidates) {
        return !word.equals("exit")
                ? suggestion(word, candidates)
                : candidates.contains("fail")
                        ? "; fail('...') ends the task"
                        : ": return ends the program (in a closure only that), throw new RuntimeException('why') ends it with exit code 1";
    }

    /** {@code "; it takes (named arguments, String)"}: how the public method {@code word} of {@code type} is called. */
    static String ways(Class<?> type, String word) {
        return ways(Stream.of(type.getMethods())
                .filter(method -> method.getName().equals(word) && !method.isSynthetic())
                .map(Method::getParameterTypes));
    }

    /** The same for the types of the arguments of each way. */
    static String ways(Stream<Class<?>[]> types) {
        return types.map(Words::parameters)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
                .limit(3)
                .collect(Collectors.joining(" or ", "; it takes ", ""));
    }

    /** Whether {@code arguments} would do for the word {@code word} of {@code type} if a block stood behind them. */
    static boolean lacksBlock(Class<?> type, String word, Object[] arguments) {
        List<Method> ways = Stream.of(type.getMethods())
                .filter(method -> method.getName().equals(word) && !method.isSynthetic())
                .toList();
        return ways.stream().noneMatch(method -> method.getParameterCount() == arguments.length)
                && ways.stream()
                        .anyMatch(method -> method.getParameterCount() == arguments.length + 1
                                && isBlock(method.getParameterTypes()[arguments.length]));
    }

    private static boolean isBlock(Class<?> type) {
        return type == Closure.class || type == Callable.class;
    }

    private static String parameters(Class<?>... types) {
        return types.length == 0
                ? "no arguments"
                : Stream.of(types)
                        .map(type -> type == Map.class
                                ? "named arguments"
                                : isBlock(type) ? "{ closure }" : type.getSimpleName())
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String letters(String word) {
        char[] letters = word.toCharArray();
        Arrays.sort(letters);
        return new String(letters);
    }

    private static int distance(String word, String candidate) {
        return LevenshteinDistance.getDefaultInstance().apply(word, candidate);
    }
}
