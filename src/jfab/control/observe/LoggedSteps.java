package jfab.control.observe;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import jfab.control.launch.Description;
import jfab.control.launch.Member;

/** Steps that a program only writes into its log, found there by a pattern of the user's: {@code step (\d+) loss (\S+)}. */
final class LoggedSteps {
    /** The variable that its processes have it in. */
    private static final String VARIABLE = "JFAB_PROGRESS";

    private final Pattern pattern;

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

    /** The step that {@code line} tells of, which was written at about {@code time}. */
    Optional<Step> step(String line, Instant time) {
        Matcher found = pattern.matcher(line);
        if (!found.find()) {
            return Optional.empty();
        }
        String step = group(found, "step", 1);
        return step.matches("\\d{1,18}")
                ? Optional.of(new Step(
                        time,
                        Long.parseLong(step),
                        number(group(found, "loss", 2)),
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

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
