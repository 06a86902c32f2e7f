package jfab.control.launch.start;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import jfab.control.launch.LaunchException;
import jfab.role.Role;

/**
 * Flags for the processes of a job as the user wrote them, in order: {@code --use_gpu}, {@code --config=x}, {@code --config x}. One that
 * begins with {@code --pserver.} or {@code --trainer.} is for that role.
 */
public record EngineFlags(List<Flag> flags) {
    /** Both roles of version 1 have to agree on these. */
    static final Set<String> SHARED = Set.of("port", "ports_num", "ports_num_for_sparse", "nics");

    /**
     * One flag.
     *
     * @param words as they were typed: the flag, and its value where that stood behind it
     */
    record Flag(List<String> words) {
        Flag {
            words = List.copyOf(words);
        }

        /** Its name with underscores. */
        String name() {
            String word = words.getFirst().replaceFirst("^--?", "");
            int equals = word.indexOf('=');
            return (equals < 0 ? word : word.substring(0, equals)).replace('-', '_');
        }

        Optional<String> value() {
            int equals = words.getFirst().indexOf('=');
            return equals >= 0
                    ? Optional.of(words.getFirst().substring(equals + 1))
                    : words.size() > 1 ? Optional.of(words.get(1)) : Optional.empty();
        }

        private Optional<Role> only() {
            int dot = words.getFirst().indexOf('.');
            String role = dot < 2 ? "" : words.getFirst().substring(2, dot);
            return switch (role.toLowerCase(Locale.ROOT)) {
                case "pserver" -> Optional.of(Role.PSERVER);
                case "trainer" -> Optional.of(Role.TRAINER);
                default -> Optional.empty();
            };
        }

        private Flag withoutRole() {
            List<String> plain = new ArrayList<>(words);
            plain.set(0, "--" + words.getFirst().substring(words.getFirst().indexOf('.') + 1));
            return new Flag(plain);
        }
    }

    public EngineFlags {
        flags = List.copyOf(flags);
    }

    /** Reads what stood on the command line: a word that does not begin with two dashes is the value of the flag before it. */
    public static EngineFlags of(List<String> words) {
        List<Flag> flags = new ArrayList<>();
        for (String word : words) {
            if (word.startsWith("--") || flags.isEmpty()) {
                flags.add(new Flag(List.of(word)));
            } else {
                List<String> both = new ArrayList<>(flags.removeLast().words());
                both.add(word);
                flags.add(new Flag(both));
            }
        }
        return new EngineFlags(flags);
    }

    /** The flags of {@code role}: those of both roles, and its own without the role before their names. */
    EngineFlags of(Role role) {
        return new EngineFlags(flags.stream()
                .filter(flag -> flag.only().isEmpty() || flag.only().get() == role)
                .map(flag -> flag.only().isEmpty() ? flag : flag.withoutRole())
                .toList());
    }

    /** The servers' own flags, and those of both roles that {@code needed} names. */
    EngineFlags ofServers(Set<String> needed) {
        return new EngineFlags(flags.stream()
                        .filter(flag -> flag.only().isEmpty()
                                ? needed.contains(flag.name())
                                : flag.only().get() == Role.PSERVER)
                        .toList())
                .of(Role.PSERVER);
    }

    /** The flags that {@code role} alone has, without it before their names. */
    EngineFlags alone(Role role) {
        return new EngineFlags(
                        flags.stream().filter(flag -> flag.only().isPresent()).toList())
                .of(role);
    }

    /** The flags that {@code names} are not among. */
    EngineFlags without(Set<String> names) {
        return new EngineFlags(
                flags.stream().filter(flag -> !names.contains(flag.name())).toList());
    }

    /** The flags that {@code names} are among. */
    EngineFlags only(Set<String> names) {
        return new EngineFlags(
                flags.stream().filter(flag -> names.contains(flag.name())).toList());
    }

    /** The value of the last flag of that name. */
    Optional<String> value(String name) {
        return flags.stream()
                .filter(flag -> flag.name().equals(name))
                .reduce((first, last) -> last)
                .flatMap(Flag::value);
    }

    /** Whether there is a flag of that name. */
    boolean has(String name) {
        return flags.stream().anyMatch(flag -> flag.name().equals(name));
    }

    /** Whether the flag {@code name} is there and does not say no. */
    boolean on(String name) {
        return has(name)
                && !Set.of("0", "false", "no", "f", "n").contains(value(name).orElse("1"));
    }

    /** As they were typed. */
    List<String> words() {
        return flags.stream().flatMap(flag -> flag.words().stream()).toList();
    }

    /** As version 1's engine reads them, each in one word. */
    List<String> joined() {
        return flags.stream()
                .map(flag -> "--" + (flag.name().equals("log_format") ? "log-format" : flag.name())
                        + flag.value().map(value -> "=" + value).orElse(""))
                .toList();
    }

    /** {@code network} with what these flags say of it. */
    ClusterSpec.Network over(ClusterSpec.Network network) {
        return new ClusterSpec.Network(
                value("nics").orElse(network.nic()),
                number("port", network.port()),
                network.fixed(),
                number("ports_num", network.portsNum()),
                number("ports_num_for_sparse", network.portsNumForSparse()));
    }

    /** What is not said to every process by the network that they all share. */
    EngineFlags withoutShared() {
        return without(SHARED);
    }

    private int number(String name, int preset) {
        String text = value(name).orElse(Integer.toString(preset));
        if (!text.matches("\\d{1,9}")) {
            throw LaunchException.usage("--" + name + " takes a number, not '" + text + "'");
        }
        return Integer.parseInt(text);
    }
}
