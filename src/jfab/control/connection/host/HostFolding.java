package jfab.control.connection.host;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Folds names that differ only in numbers: every number in a name is an axis, and boxes along the axes are joined. */
final class HostFolding {
    private static final Pattern NUMBER = Pattern.compile("(?<!\\d)\\d{1,18}(?!\\d)");
    /** Shorter numbers first, so that what is filled with zeros stays together. */
    private static final Comparator<String> BY_WIDTH =
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    private HostFolding() {}

    static String fold(List<Host> hosts) {
        // Login and port are the same for most, and belong around the whole.
        Map<String, Set<List<Set<String>>>> boxes = new TreeMap<>();
        for (Host host : new LinkedHashSet<>(hosts)) {
            List<Set<String>> box = new ArrayList<>();
            boxes.computeIfAbsent(form(host, box), any -> new LinkedHashSet<>()).add(box);
        }
        return boxes.entrySet().stream()
                .flatMap(entry -> joined(entry.getValue()).stream().map(box -> shown(entry.getKey(), box)))
                .collect(Collectors.joining(","));
    }

    /** {@code host} with {@code %s} for its numbers, which go to {@code box}. */
    private static String form(Host host, List<Set<String>> box) {
        String shown = host.toString().replace("%", "%%");
        if (host.name().contains(":")) {
            return shown;
        }
        int start = host.user() == null ? 0 : host.user().replace("%", "%%").length() + 1;
        Matcher number = NUMBER.matcher(host.name().replace("%", "%%"));
        StringBuilder form = new StringBuilder(shown.substring(0, start));
        while (number.find()) {
            box.add(Set.of(number.group()));
            number.appendReplacement(form, "%s");
        }
        number.appendTail(form);
        return form + (host.port() > 0 ? ":" + host.port() : "");
    }

    /** Joins boxes that differ along one axis only, until there are none. */
    private static List<List<Set<String>>> joined(Set<List<Set<String>>> boxes) {
        Set<List<Set<String>>> now = boxes;
        int before;
        do {
            before = now.size();
            int axes = now.iterator().next().size();
            for (int axis = axes - 1; axis >= 0; axis--) {
                now = joined(now, axis);
            }
        } while (now.size() < before);
        return List.copyOf(now);
    }

    private static Set<List<Set<String>>> joined(Set<List<Set<String>>> boxes, int axis) {
        SequencedMap<List<Set<String>>, Set<String>> along = new LinkedHashMap<>();
        for (List<Set<String>> box : boxes) {
            List<Set<String>> others = new ArrayList<>(box);
            Set<String> numbers = others.set(axis, Set.of());
            along.computeIfAbsent(others, any -> new TreeSet<>(BY_WIDTH)).addAll(numbers);
        }
        Set<List<Set<String>>> joined = new LinkedHashSet<>();
        along.forEach((others, numbers) -> {
            List<Set<String>> box = new ArrayList<>(others);
            box.set(axis, numbers);
            joined.add(box);
        });
        return joined;
    }

    private static String shown(String form, List<Set<String>> box) {
        return String.format(form, box.stream().map(HostFolding::ranges).toArray());
    }

    private static String ranges(Set<String> numbers) {
        if (numbers.size() == 1) {
            return numbers.iterator().next();
        }
        List<String> sorted = numbers.stream().sorted(BY_WIDTH).toList();
        // Beside 04, the 99 is one of two digits and not followed by 100.
        Set<Integer> filled =
                sorted.stream().filter(IndexRange::isPadded).map(String::length).collect(Collectors.toSet());
        StringBuilder ranges = new StringBuilder("[");
        String first = sorted.getFirst();
        String last = first;
        for (String number : sorted.subList(1, sorted.size())) {
            if (!follows(last, number, filled)) {
                ranges.append(range(first, last)).append(",");
                first = number;
            }
            last = number;
        }
        return ranges.append(range(first, last)).append("]").toString();
    }

    private static String range(String first, String last) {
        return first.equals(last) ? first : first + "-" + last;
    }

    /** Whether counting up from {@code number} comes to {@code next}, zeros included. */
    private static boolean follows(String number, String next, Set<Integer> filled) {
        boolean sameWidth = number.length() == next.length()
                || !(filled.contains(number.length()) || filled.contains(next.length()));
        return sameWidth && Long.parseLong(next) == Long.parseLong(number) + 1;
    }
}
