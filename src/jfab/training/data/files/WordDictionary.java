package jfab.training.data.files;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Numbers of words: runs of letters, digits and apostrophes, in small letters. */
record WordDictionary(List<String> words, Map<String, Integer> numbers) {
    static final String UNKNOWN = "<unk>";

    private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}']+");

    /** The dictionary with these words, the last of which is {@link #UNKNOWN}; empty where there are none. */
    static WordDictionary of(List<String> words) {
        Map<String, Integer> numbers = new HashMap<>();
        words.forEach(word -> numbers.put(word, numbers.size()));
        return new WordDictionary(List.copyOf(words), numbers);
    }

    /** The words of a field, the most frequent first, and {@link #UNKNOWN} last; no more than {@code most} where that is above 0. */
    static WordDictionary most(Iterable<Item> items, String field, int most) {
        Map<String, Long> counts = new HashMap<>();
        for (Item item : items) {
            words(item.field(field)).forEach(word -> counts.merge(word, 1L, Long::sum));
        }
        Stream<String> sorted = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey);
        return of(Stream.concat(most > 0 ? sorted.limit(most - 1L) : sorted, Stream.of(UNKNOWN))
                .toList());
    }

    /** The words of {@code text}; a text without words is one unknown word. */
    long[] numbers(String text) {
        int unknown = words.size() - 1;
        long[] found = words(text)
                .mapToLong(word -> numbers.getOrDefault(word, unknown))
                .toArray();
        return found.length == 0 ? new long[] {unknown} : found;
    }

    private static Stream<String> words(String text) {
        return BETWEEN.splitAsStream(text.toLowerCase(Locale.ROOT)).filter(word -> !word.isEmpty());
    }
}
