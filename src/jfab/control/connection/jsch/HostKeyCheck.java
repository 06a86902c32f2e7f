package jfab.control.connection.jsch;

import com.jcraft.jsch.HostKey;
import com.jcraft.jsch.HostKeyRepository;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.UserInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.files.FileProblem;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Trust on first use for one session: a new host's key is recorded and remarked on, a changed or revoked one ends the
 * session before anything is said about the user.
 *
 * <p>JSch asks this alone, under its own setting {@code yes}; its {@code accept-new} and {@code no} take changed keys.
 */
record HostKeyCheck(LoginTarget target, KnownHosts known, Trusting user, OutputListener output)
        implements HostKeyRepository {
    /** Asks whoever is there whether a key is believed. */
    interface Trusting {
        /** The answer to {@code question}; null where nobody is there to answer. */
        @Nullable
        String answer(String question);

        /** The same, while {@code deadline} stands still. */
        default Trusting pausing(ConnectDeadline deadline) {
            return question -> deadline.paused(() -> answer(question));
        }
    }

    /** This check, which takes none of the time of {@code deadline} for its question. */
    HostKeyCheck pausing(ConnectDeadline deadline) {
        return new HostKeyCheck(target, known, user.pausing(deadline), output);
    }

    @Override
    public int check(String unused, byte[] key) {
        refuseRevoked(key);
        try {
            KnownHosts.Verdict verdict = known.verdict(target.knownNames(), key);
            if (verdict instanceof KnownHosts.Verdict.Unknown) {
                verdict = unknown(key);
            }
            // Usual, and without the class that Java makes for a switch over types.
            if (verdict instanceof KnownHosts.Verdict.Known) {
                return OK;
            }
            return switch (verdict) {
                case KnownHosts.Verdict.Known() -> OK;
                case KnownHosts.Verdict.Unknown() -> OK;
                case KnownHosts.Verdict.Changed(KnownKey old) -> throw refused(changed(old, key));
                case KnownHosts.Verdict.Revoked(KnownKey by) ->
                    throw refused("its host key " + KnownKey.fingerprint(key) + " is revoked by " + by.where()
                            + "; do not connect before its owner has replaced it");
            };
        } catch (IOException e) {
            throw new ConnectionException(
                    target.host(), Reason.HOST_KEY, "cannot read the known hosts: " + e.getMessage(), e);
        }
    }

    private KnownHosts.Verdict unknown(byte[] key) {
        String what = KnownKey.typeOf(key) + " " + KnownKey.fingerprint(key);
        switch (target.trust().unknown()) {
            case REFUSED ->
                throw refused("its host key is unknown and the settings say StrictHostKeyChecking yes; " + what);
            case ASKED -> ask(what, KnownKey.fingerprint(key));
            case RECORDED -> {}
        }
        return record(key);
    }

    private void ask(String key, String fingerprint) {
        String answer = user.answer(target.host() + " is unknown and shows the host key " + key
                + "; is it to be believed (yes/no/fingerprint)?");
        if (answer == null) {
            throw refused("its host key is unknown and the settings say StrictHostKeyChecking ask, and nobody has"
                    + " answered; " + key);
        }
        String said = answer.strip();
        if (!said.equalsIgnoreCase("yes") && !said.equals(fingerprint)) {
            throw refused("its host key is unknown, and you did not say yes to it; " + key);
        }
    }

    private void refuseRevoked(byte[] key) {
        if (revoked().contains(Base64.getEncoder().encodeToString(key))) {
            throw refused("its host key " + KnownKey.fingerprint(key) + " is revoked by "
                    + target.trust().revoked() + "; do not connect before its owner has replaced it");
        }
    }

    private Set<String> revoked() {
        Path revoked = target.trust().revoked();
        try {
            return revoked == null ? Set.of() : new RevokedKeys(revoked).words();
        } catch (IOException e) {
            throw new ConnectionException(target.host(), Reason.HOST_KEY, String.valueOf(e.getMessage()), e);
        }
    }

    /** What the known hosts say of this one. */
    List<KnownKey> lines() {
        try {
            return known.lines(target.knownNames());
        } catch (IOException e) {
            // The check of the key itself says so.
            return List.of();
        }
    }

    private KnownHosts.Verdict record(byte[] key) {
        String what = KnownKey.typeOf(key) + " " + KnownKey.fingerprint(key);
        try {
            KnownHosts.Verdict verdict =
                    known.trust(target.knownNames(), key, target.trust().hashed());
            if (verdict instanceof KnownHosts.Verdict.Unknown) {
                output.notice(target.host(), "new host key " + what + ", added to the known hosts");
            }
            return verdict;
        } catch (IOException e) {
            output.notice(
                    target.host(), "new host key " + what + ", which could not be recorded: " + FileProblem.of(e));
            return new KnownHosts.Verdict.Unknown();
        }
    }

    private static String changed(KnownKey old, byte[] key) {
        return "its host key has changed: " + old.where() + " has " + old.type() + " " + old.fingerprint()
                + ", the host shows " + KnownKey.typeOf(key) + " " + KnownKey.fingerprint(key)
                + "; if its owner confirms the new one, remove that line";
    }

    /** What JSch goes by when it looks at a certificate; {@link #check} is not asked then. */
    @Override
    public HostKey[] getHostKey() {
        return Stream.concat(
                        lines().stream().filter(line -> !line.plain()).map(line -> entry(line.marker(), line.key())),
                        revoked().stream().map(word -> entry("@revoked", word)))
                .flatMap(Optional::stream)
                .toArray(HostKey[]::new);
    }

    private static Optional<HostKey> entry(String marker, String key) {
        try {
            // The lines are those of this host already.
            return Optional.of(new HostKey(
                    marker, "*", HostKey.UNKNOWN, Base64.getDecoder().decode(key), ""));
        } catch (IllegalArgumentException | JSchException e) {
            return Optional.empty();
        }
    }

    private ConnectionException refused(String problem) {
        return new ConnectionException(target.host(), Reason.HOST_KEY, problem, null);
    }

    @Override
    public void add(HostKey key, UserInfo user) {
        throw new UnsupportedOperationException("keys are added by check alone");
    }

    @Override
    public void remove(String host, String type) {
        throw new UnsupportedOperationException("known keys are never removed");
    }

    @Override
    public void remove(String host, String type, byte[] key) {
        throw new UnsupportedOperationException("known keys are never removed");
    }

    @Override
    public String getKnownHostsRepositoryID() {
        return target.trust().knownHosts().toString();
    }

    @Override
    public HostKey[] getHostKey(String host, String type) {
        return new HostKey[0];
    }
}
