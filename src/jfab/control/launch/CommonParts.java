package jfab.control.launch;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import jfab.role.Role;

/**
 * What many members of a job have in common, so that the job's file says it once: of 200 ranks, each knows the addresses of all.
 *
 * @param environment variables that all members of a role have with the same value
 * @param words arguments that more than one member has, and that are longer than a number
 */
record CommonParts(Map<Role, SortedMap<String, String>> environment, List<String> words) {
    private static final int SHORT = 8;

    static CommonParts of(List<Member> members) {
        Map<Role, SortedMap<String, String>> environment = new EnumMap<>(Role.class);
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (Member member : members) {
            SortedMap<String, String> common = environment.get(member.role());
            if (common == null) {
                environment.put(member.role(), new TreeMap<>(member.environment()));
            } else {
                common.entrySet().retainAll(member.environment().entrySet());
            }
            Set<String> different = new HashSet<>(member.argv());
            different.forEach(word -> counts.merge(word, 1, Integer::sum));
        }
        List<String> words = counts.entrySet().stream()
                .filter(count -> count.getValue() > 1 && count.getKey().length() > SHORT)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        return new CommonParts(environment, words);
    }

    private SortedMap<String, String> environment(Role role) {
        return environment.getOrDefault(role, new TreeMap<>());
    }

    /** What only {@code member} has of its environment. */
    SortedMap<String, String> own(Member member) {
        SortedMap<String, String> own = new TreeMap<>(member.environment());
        own.keySet().removeAll(environment(member.role()).keySet());
        return own;
    }

    /** Turns {@link #own} back into the whole environment. */
    Map<String, String> whole(Role role, Map<String, String> own) {
        Map<String, String> whole = new TreeMap<>(environment(role));
        whole.putAll(own);
        return whole;
    }

    /** The words of {@code argv}, those that are common as their numbers. */
    List<Object> numbered(List<String> argv) {
        List<Object> numbered = new ArrayList<>();
        for (String word : argv) {
            int number = words.indexOf(word);
            numbered.add(number < 0 ? word : (Object) number);
        }
        return numbered;
    }

    /** Turns {@link #numbered} back into words. */
    List<String> spelled(List<?> argv) {
        return argv.stream()
                .map(word -> word instanceof Number number ? word(number.intValue()) : (String) word)
                .toList();
    }

    private String word(int number) {
        if (number < 0 || number >= words.size()) {
            throw new IllegalArgumentException("argv has word " + number + ", of which there are " + words.size());
        }
        return words.get(number);
    }
}
