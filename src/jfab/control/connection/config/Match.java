package jfab.control.connection.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The criteria of a Match line, all of which have to hold. */
record Match(SshConfigLine setting, List<Criterion> criteria) {
    private static final Pattern WORD = Pattern.compile("[\\s=]*(?:\"([^\"]*)\"|([^\\s=\"]+))");
    private static final Set<String> WITHOUT_VALUE = Set.of("all", "canonical", "final");

    /** One of them; {@code value} is empty where it takes none. */
    record Criterion(boolean negated, String name, String value) {}

    static Match parse(SshConfigLine setting) {
        List<Criterion> criteria = new ArrayList<>();
        Matcher words = WORD.matcher(setting.value());
        while (words.lookingAt()) {
            String word = word(words).toLowerCase(Locale.ROOT);
            words.region(words.end(), setting.value().length());
            boolean negated = word.startsWith("!");
            String name = negated ? word.substring(1) : word;
            String value = "";
            if (word.startsWith("#")) {
                break;
            }
            if (!WITHOUT_VALUE.contains(name)) {
                if (!words.lookingAt()) {
                    throw setting.wrong("Match " + name + " lacks its value");
                }
                value = word(words);
                words.region(words.end(), setting.value().length());
            }
            criteria.add(new Criterion(negated, name, value));
        }
        if (criteria.stream().anyMatch(each -> each.name().equals("all"))
                && criteria.stream().anyMatch(each -> !WITHOUT_VALUE.contains(each.name()))) {
            throw setting.wrong("Match all stands alone");
        }
        return new Match(setting, criteria);
    }

    private static String word(Matcher words) {
        return words.group(1) != null ? words.group(1) : words.group(2);
    }

    /** Whether the files have to be read a second time, when the host's name is known. */
    boolean asksForFinal() {
        return criteria.stream().anyMatch(each -> each.name().equals("final"));
    }

    boolean holds(Resolution host) {
        return criteria.stream().allMatch(each -> holds(each, host) != each.negated());
    }

    private boolean holds(Criterion criterion, Resolution host) {
        String value = criterion.value();
        return switch (criterion.name()) {
            case "all" -> true;
            case "final", "canonical" -> host.isFinal();
            case "host" -> listed(value.toLowerCase(Locale.ROOT), host.found().hostName());
            case "originalhost" ->
                listed(value.toLowerCase(Locale.ROOT), host.found().name().toLowerCase(Locale.ROOT));
            case "user" -> listed(value, host.found().user());
            case "localuser" -> listed(value, LocalMachine.user());
            case "exec" ->
                host.commands().succeeds(setting, host.found().tokens().expand(value));
            default ->
                throw setting.wrong("Match knows host, originalhost, user, localuser, exec, final and all, not '"
                        + criterion.name() + "'");
        };
    }

    private static boolean listed(String patterns, String text) {
        return new SshHostPattern(Arrays.asList(patterns.split(",", -1))).matches(text);
    }
}
