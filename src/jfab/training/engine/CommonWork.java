package jfab.training.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the trainers of a job have to have alike, as digests: else they would train something that nobody has asked for.
 *
 * @param program of what a step computes and how it changes parameters
 * @param data of each table that the script has named, in this order: of its path, and behind {@code =} of how it is read, its columns
 *     with classes, words and means
 */
public record CommonWork(String program, List<String> data) {
    public CommonWork {
        data = List.copyOf(data);
    }

    /** What {@link #text} has given. */
    public static CommonWork of(String text) {
        List<String> words = List.of(text.split(" ", -1));
        return new CommonWork(words.getFirst(), words.subList(1, words.size()));
    }

    /** What is said where trainer 0, which saves what all have trained, is done after {@code steps} while others still train. */
    public static String leftFirst(long steps) {
        return "trainer 0 is done after " + steps
                + " steps while others go on: what it has saved lacks their steps; give all trainers as many batches";
    }

    /** What trainer 0 says where all {@code trainers} have fed the same in their first step. */
    public static String fedAlike(int trainers) {
        return "trainer 0: all " + trainers
                + " trainers feed the same rows in their first step, and learn what one alone does;"
                + " share(batch(...)) gives each a part of each batch";
    }

    /** The digests, with blanks between them. */
    public String text() {
        return String.join(" ", program, String.join(" ", data)).strip();
    }

    /** The end of a sentence on two processes, of which the other has {@code other}; nothing where they can work together. */
    public Optional<String> difference(CommonWork other) {
        if (!program.equals(other.program)) {
            return Optional.of(
                    " do not take the same steps: layers, loss, optimizer, learning rate, clipping or regularization (in"
                            + " version 1 also batch_size) differ; run the same script with the same flags everywhere");
        }
        return readsAsDoes(other)
                ? Optional.empty()
                : Optional.of(
                        " do not read their tables alike: columns, classes, words or means differ; give all the same files, or"
                                + " read one that all have first, and each its own by rows.from('own.csv')");
    }

    /** One of them may read more, to test; of tables that none has in common with the other, the first are what they train on. */
    private boolean readsAsDoes(CommonWork other) {
        Map<String, Set<String>> here = tables();
        Map<String, Set<String>> there = other.tables();
        boolean none = here.keySet().stream().noneMatch(there::containsKey);
        return none
                ? data.isEmpty()
                        || other.data.isEmpty()
                        || rule(data.getFirst()).equals(rule(other.data.getFirst()))
                : here.entrySet().stream().allMatch(table -> {
                    Set<String> theirs = there.getOrDefault(table.getKey(), Set.of());
                    return table.getValue().containsAll(theirs) || theirs.containsAll(table.getValue());
                });
    }

    private Map<String, Set<String>> tables() {
        return data.stream()
                .collect(Collectors.groupingBy(
                        table -> table.replaceFirst("=.*", ""),
                        Collectors.mapping(CommonWork::rule, Collectors.toSet())));
    }

    private static String rule(String table) {
        return table.replaceFirst(".*=", "");
    }
}
