package jfab.training.words;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jfab.script.Words;
import org.jspecify.annotations.Nullable;

/** The flags after a script's name, {@code --passes 3} or {@code --passes=3}; the script says which there are as it runs. */
final class Flags {
    /** Flags of the process around the script, which therefore need not ask for them. */
    private static final Set<String> COMMON = Set.of("metrics_dir");

    private static final Pattern ASKED = Pattern.compile("\\bflag\\s*\\(?\\s*['\"](\\w+)['\"]");

    private final Map<String, String> given = new LinkedHashMap<>();
    private final Map<String, String> presets = new LinkedHashMap<>();
    private final TreeSet<String> known = new TreeSet<>();
    private boolean help;

    /** @param script its text: what it asks for only after the network, as in a loop over passes, is no unknown flag either */
    Flags(List<String> arguments, String script) {
        ASKED.matcher(script).results().forEach(asked -> known.add(asked.group(1)));
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            String argument = rest.next();
            if (argument.equals("--help") || argument.equals("-h")) {
                help = true;
                continue;
            }
            if (!argument.startsWith("--") || argument.length() == 2) {
                throw new FlagException("'" + argument + "' is not a flag; write --name value");
            }
            int equals = argument.indexOf('=');
            if (equals < 0 && !rest.hasNext()) {
                throw new FlagException(argument + " needs a value");
            }
            String name = equals < 0 ? argument.substring(2) : argument.substring(2, equals);
            String value = equals < 0 ? rest.next() : argument.substring(equals + 1);
            if (equals < 0 && value.startsWith("--")) {
                throw new FlagException(argument + " needs a value; the next word is " + value);
            }
            given.put(name, value);
        }
    }

    /** The value given for {@code name}, as a value of the default's type. */
    @Nullable
    Object get(String name, @Nullable Object preset) {
        known.add(name);
        if (preset != null) {
            presets.put(name, preset.toString());
        }
        String text = given.get(name);
        if (text == null) {
            return preset;
        }
        try {
            return switch (preset) {
                case Integer _ -> Integer.valueOf(text);
                case Long _ -> Long.valueOf(text);
                case Number _ -> Double.valueOf(text);
                case null, default -> text;
            };
        } catch (NumberFormatException e) {
            String kind =
                    preset instanceof Integer || preset instanceof Long ? "whole number, as its default is" : "number";
            throw new FlagException("--" + name + " takes a " + kind + ", not '" + text + "'");
        }
    }

    /** The text of a flag, or of its default in the script, or {@code preset} where the script has not named it. */
    String text(String name, String preset) {
        return given.getOrDefault(name, presets.getOrDefault(name, preset));
    }

    /** The value given for one of the flags that every script takes. */
    Optional<String> common(String name) {
        return Optional.ofNullable(given.get(name)).filter(text -> COMMON.contains(name));
    }

    /** Whether only the flags themselves were asked for. */
    boolean helping() {
        return help;
    }

    /** Refuses flags that the script has not asked for, and answers {@code --help} with those that it has. */
    void finish() {
        if (help) {
            throw new HelpException(help());
        }
        for (String name : given.keySet()) {
            if (!known.contains(name) && !COMMON.contains(name)) {
                throw new FlagException("unknown flag --" + name + "; this script knows "
                        + (known.isEmpty() ? "none" : "--" + String.join(", --", known))
                        + Words.suggestion(name, known));
            }
        }
    }

    private String help() {
        String own = known.stream()
                .map(name -> "  --" + name + "=" + presets.getOrDefault(name, "") + "\n")
                .collect(Collectors.joining());
        return "flags of this script, with what they are where they are not given:\n" + own
                + "  --metrics_dir=   where metrics.jsonl and a TensorBoard event file are written";
    }
}
