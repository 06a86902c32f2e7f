package jfab.control.connection.jsch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The known_hosts files of a host; the first of them receives new keys. */
final class KnownHosts {
    /** What the files say about a key. */
    sealed interface Verdict {
        /** The host is known by this key. */
        record Known() implements Verdict {}

        /** No file names the host. */
        record Unknown() implements Verdict {}

        /** The host is known, by other keys. */
        record Changed(KnownKey known) implements Verdict {}

        /** A line withdraws this key. */
        record Revoked(KnownKey by) implements Verdict {}
    }

    private final List<KnownHostsFile> files;

    KnownHosts(List<Path> files) {
        this.files = files.stream().map(KnownHostsFile::new).toList();
    }

    /** The lines about a host of these names: keys, authorities that certify them, and what is revoked. */
    List<KnownKey> lines(List<String> names) throws IOException {
        List<KnownKey> found = new ArrayList<>();
        for (String name : names) {
            found.addAll(find(name));
        }
        return found;
    }

    /** As ssh does: of what is known by a further name, none but this very key counts. */
    Verdict verdict(List<String> names, byte[] blob) throws IOException {
        Verdict first = verdict(names.getFirst(), blob);
        if (!(first instanceof Verdict.Unknown)) {
            return first;
        }
        for (String name : names.subList(1, names.size())) {
            Verdict further = verdict(name, blob);
            if (!(further instanceof Verdict.Changed)) {
                return further;
            }
        }
        return first;
    }

    private Verdict verdict(String name, byte[] blob) throws IOException {
        String key = Base64.getEncoder().encodeToString(blob);
        List<KnownKey> found = find(name);
        for (KnownKey known : found) {
            if (known.revoked() && known.key().equals(key)) {
                return new Verdict.Revoked(known);
            }
        }
        List<KnownKey> plain = found.stream().filter(KnownKey::plain).toList();
        if (plain.stream().anyMatch(known -> known.key().equals(key))) {
            return new Verdict.Known();
        }
        String type = KnownKey.typeOf(blob);
        // A key of another type is a change, too: whoever answers for the host could offer just the type not yet known.
        return plain.stream()
                .filter(known -> known.type().equals(type))
                .findFirst()
                .or(() -> plain.stream().findFirst())
                .<Verdict>map(Verdict.Changed::new)
                .orElseGet(Verdict.Unknown::new);
    }

    /**
     * Records the key by the first name, or that name's hash, if the host is still unknown, and returns what was found under the file's
     * lock: Unknown when the key is new and now recorded.
     */
    Verdict trust(List<String> names, byte[] blob, boolean hashed) throws IOException {
        if (files.isEmpty()) {
            return new Verdict.Unknown();
        }
        KnownHostsFile first = files.getFirst();
        return first.locked(channel -> {
            Verdict verdict = verdict(names, blob);
            if (verdict instanceof Verdict.Unknown) {
                String name = names.getFirst();
                first.append(
                        channel,
                        (hashed ? KnownKey.hashed(name) : name) + " " + KnownKey.typeOf(blob) + " "
                                + Base64.getEncoder().encodeToString(blob));
            }
            return verdict;
        });
    }

    private List<KnownKey> find(String name) throws IOException {
        List<KnownKey> found = new ArrayList<>();
        for (KnownHostsFile file : files) {
            found.addAll(file.find(name));
        }
        return found;
    }
}
