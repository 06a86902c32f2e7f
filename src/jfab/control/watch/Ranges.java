package jfab.control.watch;

import java.util.ArrayList;
import java.util.List;

/** Numbers as people write many of them: {@code 0-57,59-199}. */
final class Ranges {
    private Ranges() {}

    /** @param numbers in ascending order */
    static String of(List<Integer> numbers) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i++) {
            int first = numbers.get(i);
            while (i + 1 < numbers.size() && numbers.get(i + 1) == numbers.get(i) + 1) {
                i++;
            }
            int last = numbers.get(i);
            parts.add(first == last ? Integer.toString(first) : first + "-" + last);
        }
        return String.join(",", parts);
    }
}
