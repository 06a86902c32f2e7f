package jfab.control.observe;

import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import jfab.control.launch.Description;
import jfab.control.launch.Member;

/** Steps that a program only writes into its log, found there by a pattern of the user's: {@code step (\d+) loss (\S+)}. */
final class LoggedSteps {
    /** The variable that its processes have it in. */
    private static final String VARIABLE = "JFAB_PROGRESS";

    /** How many characters a search may look at, one after the other: the pattern comes from a host, and so may the line. */
    private static final int MOST_LOOKS = 1_000_000;

    /** As Python, C and Java write it. */
    private static final Pattern DIVERGED = Pattern.compile("[+-]?(?:nan|inf(?:inity)?)", Pattern.CASE_INSENSITIVE);

    /** Choices, counts, flags, looks around, and characters by number or kind: nothing is certain at a glance where a pattern has these. */
    private static final Pattern UNSURE = Pattern.compile("[|{]|\\(\\?(?!:|<[A-Za-z])|\\\\[A-Za-z0-9&&[^dDwWsSbB]]");

    private final Pattern pattern;

    private static final class TooLong extends RuntimeException {}

    /** A line that can be looked at so often. */
    private static final class Bounded implements CharSequence {
        private final CharSequence text;
        private int left = MOST_LOOKS;

        Bounded(CharSequence text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (left-- <= 0) {
                throw new TooLong();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }

    private LoggedSteps(Pattern pattern) {
        this.pattern = pattern;
    }

    /** That of a job; empty where it has none, or one that this Java does not understand. */
    static Optional<LoggedSteps> of(Description job) {
        Optional<String> said = job.members().stream()
                .map(Member::environment)
                .flatMap(environment -> Optional.ofNullable(environment.get(VARIABLE)).stream())
                .findFirst();
        try {
            return said.map(Pattern::compile).map(LoggedSteps::new);
        } catch (PatternSyntaxException e) {
            return Optional.empty();
        }
    }

    /**
     * The longest run of letters, digits and blanks that every line of a step has, as far as a glance at the pattern tells; empty where
     * that is none. The host looks for it, whose awk does not read the patterns of Java.
     */
    String certain() {
        String text = pattern.pattern();
        if (UNSURE.matcher(text).find()) {
            return "";
        }
        String outside = text.replaceAll("\\\\.", "\0");
        for (String before = ""; !before.equals(outside); ) {
            before = outside;
            outside = outside.replaceAll("\\[[^\\[\\]]*\\]|\\([^()\\[\\]]*\\)", "\0");
        }
        return Pattern.compile("[A-Za-z0-9 ]+(?![A-Za-z0-9 ?*{])")
                .matcher(outside)
                .results()
                .map(MatchResult::group)
                .max(Comparator.comparingInt(String::length))
                .orElse("");
    }

    /** The step that {@code line} tells of, which was written at about {@code time}. */
    Optional<ObservedStep> step(String line, Instant time) {
        Matcher found = pattern.matcher(new Bounded(line));
        try {
            if (!found.find()) {
                return Optional.empty();
            }
        } catch (TooLong | StackOverflowError e) {
            return Optional.empty();
        }
        String step = group(found, "step", 1);
        return step.matches("\\d{1,18}")
                ? Optional.of(new ObservedStep(
                        time,
                        Long.parseLong(step),
                        loss(group(found, "loss", 2)),
                        Double.NaN,
                        number(group(found, "samples", 3)),
                        Double.NaN,
                        Map.of(),
                        Map.of()))
                : Optional.empty();
    }

    /** The group of that name; where groups have no names, the one at that place. */
    private String group(Matcher found, String name, int place) {
        Map<String, Integer> named = pattern.namedGroups();
        int group = named.isEmpty() ? place : named.getOrDefault(name, 0);
        String text = group == 0 || group > found.groupCount() ? null : found.group(group);
        return text == null ? "" : text;
    }

    private static OptionalDouble loss(String text) {
        Matcher diverged = DIVERGED.matcher(text);
        if (diverged.matches()) {
            double size = text.toLowerCase(Locale.ROOT).endsWith("nan") ? Double.NaN : Double.POSITIVE_INFINITY;
            return OptionalDouble.of(text.startsWith("-") ? -size : size);
        }
        double number = number(text);
        return Double.isNaN(number) ? OptionalDouble.empty() : OptionalDouble.of(number);
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
