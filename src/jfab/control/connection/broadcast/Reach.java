package jfab.control.connection.broadcast;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where and as whom a host is reached by its neighbours, as it says itself. Each part is nothing but what its name says, since another
 * host writes it into files.
 *
 * @param from the addresses from which it may call others, with commas between them
 * @param key its public key for this broadcast, {@code TYPE BASE64}
 */
record Reach(String user, String address, int port, String from, String key) {
    private static final Pattern SAID =
            Pattern.compile("ready ([A-Za-z0-9_][A-Za-z0-9_.-]{0,63}) ([0-9a-fA-F.:]{2,45}) (\\d{1,5})"
                    + " ([0-9a-fA-F.:,]{2,2000}) (ssh-ed25519 [A-Za-z0-9+/=]{20,200})");

    /** Reads what {@code cast.sh} prints when it is ready; empty where it is something else. */
    static Optional<Reach> parse(String line) {
        Matcher said = SAID.matcher(line);
        return said.matches()
                ? Optional.of(new Reach(
                        said.group(1), said.group(2), Integer.parseInt(said.group(3)), said.group(4), said.group(5)))
                : Optional.empty();
    }
}
