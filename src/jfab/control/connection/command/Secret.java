package jfab.control.connection.command;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import jfab.control.connection.host.ConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * Text that nobody is to read: a password, a token. It can be used wherever text can, and is {@code ***} in everything
 * that jfab shows or writes down.
 *
 * <ul>
 *   <li>A value once made a secret stays one to the end of the command, whoever prints it.
 *   <li>Its shell-quoted form is masked too, and so is each of its lines.
 *   <li>It is kept from jfab's output, not from the host's: as an argument of a command it stands in the process list
 *       there, which is remarked on. Give it as input instead, or as {@link SecretVariables}.
 * </ul>
 */
public final class Secret implements CharSequence {
    /** Shorter ones would be found in ordinary text. */
    public static final int SHORTEST = 4;

    private static final String MASK = "***";
    private static final Set<String> FORMS = ConcurrentHashMap.newKeySet();
    // Read for every line that is shown, hence kept sorted: the longest first, as one may be part of another.
    private static volatile List<String> sorted = List.of();

    private final Supplier<String> source;
    private @Nullable String value;

    private Secret(Supplier<String> source) {
        this.source = source;
    }

    /** {@code value} as a secret from now on. */
    public static Secret of(String value, String what) {
        Secret secret = from(() -> value, what);
        secret.value();
        return secret;
    }

    /**
     * A secret that {@code source} tells when it is first used: a fabfile that names one can be read without it.
     *
     * @param what names it in the message, as in {@code the environment variable TOKEN}
     */
    public static Secret from(Supplier<String> source, String what) {
        return new Secret(() -> checked(source.get(), what));
    }

    /** {@code value} as a secret from now on; one that is too short is refused when it is first used. */
    public static Secret known(String value, String what) {
        if (longEnough(value)) {
            mask(value);
        }
        return from(() -> value, what);
    }

    private static boolean longEnough(String value) {
        return value.strip().length() >= SHORTEST;
    }

    private static String checked(String value, String what) {
        if (!longEnough(value)) {
            throw ConnectionException.settings(
                    what + " cannot be masked as a secret: it has fewer than " + SHORTEST + " characters");
        }
        return value;
    }

    private synchronized String value() {
        if (value == null) {
            String told = source.get();
            mask(told);
            value = told;
        }
        return value;
    }

    private static synchronized void mask(String value) {
        FORMS.addAll(forms(value).toList());
        sorted = FORMS.stream()
                .sorted(Comparator.<String>comparingInt(String::length).reversed())
                .toList();
    }

    /** {@code text} with every secret masked. */
    public static String masked(String text) {
        String masked = text;
        for (String form : sorted) {
            if (masked.contains(form)) {
                masked = masked.replace(form, MASK);
            }
        }
        return masked;
    }

    /** Forgets all secrets: what used them is over, and what comes next in this process has its own. */
    public static void forget() {
        FORMS.clear();
        sorted = List.of();
    }

    /** Whether a secret stands in {@code text}. */
    public static boolean in(String text) {
        return sorted.stream().anyMatch(text::contains);
    }

    /** The length of the longest form that is masked; 0 while there is none. */
    public static int longest() {
        List<String> forms = sorted;
        return forms.isEmpty() ? 0 : forms.getFirst().length();
    }

    /** The place at or before {@code end} where UTF-8 can be cut so that no secret is cut in two. */
    static int boundary(byte[] bytes, int end) {
        int place = end;
        for (String form : sorted) {
            byte[] secret = form.getBytes(StandardCharsets.UTF_8);
            for (int from = Math.max(1, place - secret.length + 1); from < place; from++) {
                int to = from + secret.length;
                if (to <= bytes.length && Arrays.equals(bytes, from, to, secret, 0, secret.length)) {
                    place = from;
                }
            }
        }
        return place;
    }

    private static Stream<String> forms(String value) {
        String quoted = Command.quote(value);
        // What quoting puts around the value does not hide it.
        String inner = quoted.equals(value) ? value : quoted.substring(1, quoted.length() - 1);
        return Stream.concat(Stream.of(value, inner), value.lines().map(String::strip))
                .filter(form -> form.length() >= SHORTEST);
    }

    @Override
    public int length() {
        return value().length();
    }

    @Override
    public char charAt(int index) {
        return value().charAt(index);
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        return value().subSequence(from, to);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && secret.value().equals(value());
    }

    @Override
    public int hashCode() {
        return value().hashCode();
    }

    /** The text itself, so that it works inside other text. */
    @Override
    public String toString() {
        return value();
    }
}
