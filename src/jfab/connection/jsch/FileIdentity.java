package jfab.connection.jsch;

import com.jcraft.jsch.Identity;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.KeyPair;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import jfab.connection.ConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * A private key file, shared by all sessions. Its passphrase is asked for when a host wants this key, not before: JSch is
 * told that it is not encrypted.
 */
final class FileIdentity implements Identity {
    private final Path file;
    private final KeyPair pair;
    private final Secrets secrets;

    private FileIdentity(Path file, KeyPair pair, Secrets secrets) {
        this.file = file;
        this.pair = pair;
        this.secrets = secrets;
    }

    static FileIdentity read(JSch jsch, Path file, Secrets secrets) {
        try {
            return new FileIdentity(file, KeyPair.load(jsch, file.toString()), secrets);
        } catch (JSchException e) {
            throw ConnectionException.settings("cannot use the private key " + file + ": " + e.getMessage());
        }
    }

    /** For one host's log-in: asks with that host's clock stopped. */
    Identity during(ConnectDeadline deadline) {
        return new Timed(this, deadline);
    }

    private synchronized boolean open() {
        if (!pair.isEncrypted()) {
            return true;
        }
        String passphrase = secrets.passphrase(file.toString());
        return passphrase != null && pair.decrypt(passphrase.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public byte @Nullable [] getSignature(byte[] data) {
        return getSignature(data, getAlgName());
    }

    @Override
    public byte @Nullable [] getSignature(byte[] data, String algorithm) {
        return open() ? pair.getSignature(data, algorithm) : null;
    }

    /** Old formats hide the public half, too, unless there is a .pub file. */
    @Override
    public byte @Nullable [] getPublicKeyBlob() {
        byte[] blob = pair.getPublicKeyBlob();
        return blob == null && open() ? pair.getPublicKeyBlob() : blob;
    }

    @Override
    public String getAlgName() {
        byte[] blob = getPublicKeyBlob();
        return blob == null ? "unknown" : KnownKey.typeOf(blob);
    }

    @Override
    public String getName() {
        return file.toString();
    }

    @Override
    public boolean isEncrypted() {
        return false;
    }

    @Override
    public boolean setPassphrase(byte @Nullable [] passphrase) {
        return true;
    }

    /** Nothing to forget per session: the key stays open for the other hosts. */
    @Override
    public void clear() {}

    private record Timed(FileIdentity key, ConnectDeadline deadline) implements Identity {
        @Override
        public byte @Nullable [] getSignature(byte[] data) {
            return deadline.paused(() -> key.getSignature(data));
        }

        @Override
        public byte @Nullable [] getSignature(byte[] data, String algorithm) {
            return deadline.paused(() -> key.getSignature(data, algorithm));
        }

        @Override
        public byte @Nullable [] getPublicKeyBlob() {
            return deadline.paused(key::getPublicKeyBlob);
        }

        @Override
        public String getAlgName() {
            return deadline.paused(key::getAlgName);
        }

        @Override
        public String getName() {
            return key.getName();
        }

        @Override
        public boolean isEncrypted() {
            return false;
        }

        @Override
        public boolean setPassphrase(byte @Nullable [] passphrase) {
            return true;
        }

        @Override
        public void clear() {}
    }
}
