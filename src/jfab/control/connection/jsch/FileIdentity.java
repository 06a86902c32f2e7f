package jfab.control.connection.jsch;

import com.jcraft.jsch.Identity;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.KeyPair;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import jfab.control.connection.host.ConnectionException;
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
        } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
            // JSch reads on where a file is cut.
            throw ConnectionException.settings("cannot use the private key " + file + ": it is not whole");
        }
    }

    /** For one host's log-in: asks with that host's clock stopped, and tells {@code troubles} why it could not sign. */
    Identity during(ConnectDeadline deadline, Consumer<String> troubles) {
        return new Timed(this, deadline, troubles);
    }

    /** Whether {@code key} signs without asking anybody for anything, and in one way: RSA has several. */
    static boolean ready(Identity key) {
        if (!(key instanceof Timed timed)) {
            return false;
        }
        KeyPair pair = timed.key.pair;
        return !pair.isEncrypted() && (pair.getKeyType() == KeyPair.ED25519 || pair.getKeyType() == KeyPair.ECDSA);
    }

    private boolean open() {
        return trouble() == null;
    }

    /** Why it cannot sign, after asking whom there is to ask; null when it can. */
    private synchronized @Nullable String trouble() {
        if (!pair.isEncrypted()) {
            return null;
        }
        if (!secrets.canAsk()) {
            return "the private key " + file
                    + " is encrypted; add it to the agent with ssh-add, or ask to be prompted for its passphrase";
        }
        String passphrase = secrets.passphrase(file.toString());
        if (passphrase == null) {
            return "there is no passphrase for the private key " + file;
        }
        return pair.decrypt(passphrase.getBytes(StandardCharsets.UTF_8))
                ? null
                : "the passphrase for the private key " + file + " is wrong";
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

    private record Timed(FileIdentity key, ConnectDeadline deadline, Consumer<String> troubles) implements Identity {
        @Override
        public byte @Nullable [] getSignature(byte[] data) {
            return told(deadline.paused(() -> key.getSignature(data)));
        }

        @Override
        public byte @Nullable [] getSignature(byte[] data, String algorithm) {
            return told(deadline.paused(() -> key.getSignature(data, algorithm)));
        }

        @Override
        public byte @Nullable [] getPublicKeyBlob() {
            return told(deadline.paused(key::getPublicKeyBlob));
        }

        private byte @Nullable [] told(byte @Nullable [] bytes) {
            String trouble = bytes == null ? key.trouble() : null;
            if (trouble != null) {
                troubles.accept(trouble);
            }
            return bytes;
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
