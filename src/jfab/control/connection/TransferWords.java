package jfab.control.connection;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import jfab.control.connection.files.Sudo;
import jfab.control.connection.files.TransferOptions;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.jspecify.annotations.Nullable;

/** The options of put and get as tasks write them: {@code mode: 0640, exclude: ['*.tmp']}. */
record TransferWords(Map<String, ?> given, Sudo sudo) {
    private static final List<String> SWITCHES = List.of("sudo", "mkdirs", "preserve", "sync", "checksum", "verify");
    private static final List<String> VALUES = List.of("mode", "owner", "exclude", "filter");
    private static final int STICKY = 01000;
    private static final int LARGEST_DECIMAL = 777;

    /** @throws IllegalArgumentException with a sentence on what is wrong */
    TransferOptions read(String... more) {
        TreeSet<String> known = new TreeSet<>(SWITCHES);
        known.addAll(VALUES);
        known.addAll(List.of(more));
        for (String name : given.keySet()) {
            if (name.equals("remote") || name.equals("local")) {
                throw new IllegalArgumentException(
                        "there is no option '" + name
                                + "'; both paths stand without names: put('here.conf', '/etc/there.conf'), get('/etc/there.conf', 'here.conf')");
            }
            if (!known.contains(name)) {
                throw new IllegalArgumentException("there is no option '" + name + "'; did you mean '"
                        + nearest(name, known) + "'? There are " + String.join(", ", known));
            }
        }
        boolean checksum = on("checksum", false);
        TransferOptions options = new TransferOptions(
                mode(given.get("mode")),
                text("owner"),
                on("sudo", false) ? sudo : null,
                on("mkdirs", false),
                on("preserve", true),
                on("sync", checksum),
                checksum,
                on("verify", false),
                patterns(),
                null);
        return given.get("filter") == null ? options : options.withFilter(filter());
    }

    private static String nearest(String name, TreeSet<String> known) {
        return known.stream()
                .min(java.util.Comparator.comparingInt(
                        each -> LevenshteinDistance.getDefaultInstance().apply(name, each)))
                .orElseThrow();
    }

    boolean on(String name, boolean otherwise) {
        Object value = given.get(name);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Boolean on) {
            return on;
        }
        throw wrong(name, value, "true or false");
    }

    private String text(String name) {
        Object value = given.get(name);
        if (value == null) {
            return "";
        }
        if (value instanceof CharSequence
                && value.toString().matches("[A-Za-z0-9_][A-Za-z0-9_.$-]*(:[A-Za-z0-9_.$-]*)?|:[A-Za-z0-9_.$-]+")) {
            return value.toString();
        }
        throw wrong(name, value, "'user', 'user:group' or ':group'");
    }

    /** @throws IllegalArgumentException where a value is no mode, or a decimal number */
    static @Nullable Integer mode(@Nullable Object given) {
        if (given == null) {
            return null;
        }
        // What looks like a mode but is a decimal number has this bit in all common cases, and no file needs it.
        if (given instanceof Integer bits && bits >= 0 && bits <= 07777 && (bits & STICKY) == 0) {
            return bits;
        }
        if (given instanceof CharSequence digits && digits.toString().matches("[0-7]{3,4}")) {
            return Integer.parseInt(digits.toString(), 8);
        }
        if (given instanceof Integer bits && bits > LARGEST_DECIMAL && bits <= 07777) {
            String octal = Integer.toOctalString(bits);
            throw new IllegalArgumentException(
                    "mode: 0" + octal + " has the sticky bit, which is taken from a text alone: '" + octal + "'");
        }
        throw wrong("mode", given, "octal: 0640 or '640'");
    }

    private List<String> patterns() {
        Object value = given.get("exclude");
        if (value instanceof Iterable<?> many) {
            List<String> patterns = new ArrayList<>();
            many.forEach(each -> patterns.add(String.valueOf(each)));
            return patterns;
        }
        return value == null ? List.of() : List.of(value.toString());
    }

    @SuppressWarnings("unchecked")
    private Predicate<Path> filter() {
        if (given.get("filter") instanceof Predicate<?> predicate) {
            return (Predicate<Path>) predicate;
        }
        throw new IllegalArgumentException(
                "a filter is written behind the call: put('logs/', '/srv/logs') { path -> path.toString() != 'debug.log' }");
    }

    private static IllegalArgumentException wrong(String name, Object value, String right) {
        return new IllegalArgumentException(name + ": " + value + " is not " + right);
    }
}
