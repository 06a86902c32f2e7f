package jfab.control.connection.config;

import java.util.List;

/** OpenSSH's host patterns: {@code *} and {@code ?}, and {@code !} for names that are left out. */
public record SshHostPattern(List<String> patterns) {
    public SshHostPattern {
        patterns = List.copyOf(patterns);
    }

    /** Whether some pattern matches {@code name} and no negated one does. */
    public boolean matches(String name) {
        boolean matched = false;
        for (String pattern : patterns) {
            if (pattern.startsWith("!")) {
                if (glob(pattern.substring(1), name)) {
                    return false;
                }
            } else {
                matched |= glob(pattern, name);
            }
        }
        return matched;
    }

    public static boolean isPlain(String pattern) {
        return pattern.chars().noneMatch(letter -> letter == '*' || letter == '?' || letter == '!');
    }

    /** Linear in practice: after a mismatch only the last star is tried again. */
    public static boolean glob(String pattern, String text) {
        int at = 0;
        int star = -1;
        int resume = 0;
        for (int i = 0; i < text.length(); ) {
            char wanted = at < pattern.length() ? pattern.charAt(at) : 0;
            if (wanted == '*') {
                star = at++;
                resume = i;
            } else if (at < pattern.length() && (wanted == '?' || wanted == text.charAt(i))) {
                at++;
                i++;
            } else if (star >= 0) {
                at = star + 1;
                i = ++resume;
            } else {
                return false;
            }
        }
        while (at < pattern.length() && pattern.charAt(at) == '*') {
            at++;
        }
        return at == pattern.length();
    }
}
