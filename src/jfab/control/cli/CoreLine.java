package jfab.control.cli;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.script.Words;

/** The flags of jfab itself on the command line, as far as they have been read. */
final class CoreLine {
    private final Values values;
    private final Map<CoreFlag, List<String>> given = new EnumMap<>(CoreFlag.class);

    CoreLine(Values values) {
        this.values = values;
    }

    /**
     * Reads {@code flag} and what belongs to it.
     *
     * @param bare what the flag means where it stands alone and may do so; empty where a word behind it is its value
     */
    void read(CoreFlag flag, FlagToken token, Optional<String> bare) {
        String value = switch (flag.takes()) {
            case NOTHING, COUNT, REMAINDER, FLAGS -> "";
            case VALUE, VALUES -> chosen(flag, values.of(token, ""));
            case OPTIONAL -> token.value().or(() -> bare).or(values::next).orElse("");
        };
        given.computeIfAbsent(flag, any -> new ArrayList<>()).add(value);
    }

    /** Takes a word that is the name of a profile. */
    void choose(String profile) {
        given.computeIfAbsent(CoreFlag.PROFILE, any -> new ArrayList<>()).add(profile);
    }

    private static String chosen(CoreFlag flag, String value) {
        if (!flag.choices().isEmpty() && !flag.choices().contains(value)) {
            throw new UsageException(flag.flag() + " takes " + String.join(", ", flag.choices()) + ", not '" + value
                    + "'" + Words.suggestion(value, flag.choices()));
        }
        return value;
    }

    /** Whether the user wants to be told about tasks, and none to be run. */
    boolean asks() {
        return given.containsKey(CoreFlag.HELP) || given.containsKey(CoreFlag.LIST);
    }

    /** As {@link TaskArguments#help}. */
    Optional<String> help() {
        return Optional.ofNullable(given.get(CoreFlag.HELP)).map(List::getLast);
    }

    CoreOptions options() {
        return new CoreOptions(given);
    }
}
