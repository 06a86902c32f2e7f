package jfab.control.connection.jsch;

import com.jcraft.jsch.HostKey;
import com.jcraft.jsch.HostKeyRepository;
import com.jcraft.jsch.UserInfo;
import java.io.IOException;
import java.nio.file.Path;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.files.FileProblem;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;

/**
 * Trust on first use for one session: a new host's key is recorded and remarked on, a changed or revoked one ends the
 * session before anything is said about the user.
 *
 * <p>JSch asks this alone, under its own setting {@code yes}; its {@code accept-new} and {@code no} take changed keys.
 */
record HostKeyCheck(LoginTarget target, KnownHosts known, OutputListener output) implements HostKeyRepository {
    @Override
    public int check(String unused, byte[] key) {
        String name = target.knownName();
        refuseRevoked(key);
        try {
            KnownHosts.Verdict verdict = known.verdict(name, key);
            if (verdict instanceof KnownHosts.Verdict.Unknown) {
                if (target.trust().strict()) {
                    throw refused("its host key is unknown and the settings say StrictHostKeyChecking yes; "
                            + KnownKey.typeOf(key) + " " + KnownKey.fingerprint(key));
                }
                verdict = record(name, key);
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

    private void refuseRevoked(byte[] key) {
        Path revoked = target.trust().revoked();
        try {
            if (revoked != null && new RevokedKeys(revoked).has(key)) {
                throw refused("its host key " + KnownKey.fingerprint(key) + " is revoked by " + revoked
                        + "; do not connect before its owner has replaced it");
            }
        } catch (IOException e) {
            throw new ConnectionException(target.host(), Reason.HOST_KEY, String.valueOf(e.getMessage()), e);
        }
    }

    private KnownHosts.Verdict record(String name, byte[] key) {
        String what = KnownKey.typeOf(key) + " " + KnownKey.fingerprint(key);
        try {
            KnownHosts.Verdict verdict = known.trust(name, key);
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
    public HostKey[] getHostKey() {
        return new HostKey[0];
    }

    @Override
    public HostKey[] getHostKey(String host, String type) {
        return new HostKey[0];
    }
}
