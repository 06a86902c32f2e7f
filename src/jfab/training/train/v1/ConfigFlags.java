package jfab.training.train.v1;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jfab.script.Words;
import jfab.training.train.v1.FlagTable.Flag;
import jfab.training.words.FlagException;

/** The command line of a training by configuration: {@code --name=value}, {@code --name value}, and switches without a value. */
public final class ConfigFlags {
    private final Map<String, String> given = new LinkedHashMap<>();

    /** Refuses what is no flag, with the nearest one, and numbers that are none. */
    public ConfigFlags(List<String> arguments) {
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            String argument = rest.next();
            if (!argument.startsWith("-")) {
                throw new FlagException("'" + argument + "' is not a flag; write --name=value");
            }
            String text = argument.replaceFirst("^--?", "");
            int equals = text.indexOf('=');
            String name = equals < 0 ? text : text.substring(0, equals);
            String value = equals < 0 ? null : text.substring(equals + 1);
            if (value == null && name.startsWith("no") && isSwitch(name.substring(2))) {
                name = name.substring(2);
                value = "0";
            }
            Flag flag = flag(name);
            if (value == null && !flag.isSwitch() && !rest.hasNext()) {
                throw new FlagException("--" + name + " needs a value");
            }
            given.put(name, checked(name, flag, value != null ? value : flag.isSwitch() ? "1" : rest.next()));
        }
    }

    /** The value, or the default. */
    public String text(String name) {
        return given.getOrDefault(name, flag(name).preset());
    }

    /** The value, where there is one. */
    public Optional<String> optional(String name) {
        return Optional.of(text(name)).filter(text -> !text.isEmpty());
    }

    public int number(String name) {
        return Integer.parseInt(text(name));
    }

    public double real(String name) {
        return Double.parseDouble(text(name));
    }

    public boolean on(String name) {
        return text(name).equals("1");
    }

    /** One of {@code choices}. */
    public String choice(String name, String... choices) {
        String value = text(name);
        if (!List.of(choices).contains(value)) {
            throw new FlagException("--" + name + " is one of " + String.join(", ", choices) + ", not '" + value + "'"
                    + Words.suggestion(value, List.of(choices)));
        }
        return value;
    }

    /** What {@code --config_args=a=1,b=2} gives the configuration. */
    public Map<String, String> configArguments() {
        Map<String, String> arguments = new LinkedHashMap<>();
        for (String pair : text("config_args").split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                arguments.put(pair.substring(0, equals), pair.substring(equals + 1));
            } else if (!pair.isEmpty()) {
                throw new FlagException(
                        "--config_args is name=value,name=value, and '" + pair + "' is not of that form");
            }
        }
        return arguments;
    }

    /** A line per flag that decides something: its name, what it is where it is not given, and what it decides. */
    public static String help() {
        return FlagTable.ALL.entrySet().stream()
                .filter(flag -> !flag.getValue().idle())
                .map(flag -> "  %-40s %s%n"
                        .formatted(
                                "--" + flag.getKey() + "=" + flag.getValue().preset(),
                                flag.getValue().help()))
                .sorted()
                .collect(Collectors.joining());
    }

    /** All that were given. */
    public Map<String, String> given() {
        return Map.copyOf(given);
    }

    /** One sentence on those given flags that say nothing here, if there are any. */
    public Optional<String> idle() {
        List<String> idle = given.keySet().stream()
                .filter(name -> flag(name).idle())
                .map(name -> "--" + name)
                .toList();
        return idle.isEmpty()
                ? Optional.empty()
                : Optional.of("accepted, but without meaning here: " + String.join(" ", idle));
    }

    private static boolean isSwitch(String name) {
        Flag flag = FlagTable.ALL.get(name);
        return flag != null && flag.isSwitch();
    }

    private static Flag flag(String name) {
        Flag flag = FlagTable.ALL.get(name);
        if (flag == null) {
            throw new FlagException(
                    "unknown flag --" + name + Words.suggestion(name, new TreeSet<>(FlagTable.ALL.keySet())));
        }
        return flag;
    }

    private static String checked(String name, Flag flag, String value) {
        try {
            return switch (flag.kind()) {
                case NUMBER -> Integer.toString(Integer.parseInt(value));
                case REAL -> Double.toString(Double.parseDouble(value));
                case SWITCH, IDLE_SWITCH -> truth(name, value);
                case TEXT, IDLE -> value;
            };
        } catch (NumberFormatException e) {
            throw new FlagException("--" + name + " takes a number, not '" + value + "'");
        }
    }

    private static String truth(String name, String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "1", "true", "yes", "t", "y" -> "1";
            case "0", "false", "no", "f", "n" -> "0";
            default -> throw new FlagException("--" + name + " is 0 or 1, not '" + value + "'");
        };
    }

    @Override
    public String toString() {
        return given.entrySet().stream()
                .map(flag -> "--" + flag.getKey() + "=" + flag.getValue())
                .collect(Collectors.joining(" "));
    }
}
