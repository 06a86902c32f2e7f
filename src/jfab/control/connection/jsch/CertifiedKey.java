package jfab.control.connection.jsch;

import com.jcraft.jsch.Identity;
import com.jcraft.jsch.JSchException;
import org.jspecify.annotations.Nullable;

/** A key that shows its certificate. */
record CertifiedKey(Identity key, PublicKeyFile certificate) implements Identity {
    @Override
    public byte @Nullable [] getSignature(byte[] data) {
        return key.getSignature(data);
    }

    @Override
    public byte @Nullable [] getSignature(byte[] data, String algorithm) {
        return key.getSignature(data, algorithm.replace(PublicKeyFile.CERTIFICATE, ""));
    }

    @Override
    public byte[] getPublicKeyBlob() {
        return certificate.blob();
    }

    @Override
    public String getAlgName() {
        return certificate.type();
    }

    @Override
    public String getName() {
        return key.getName();
    }

    @Override
    public boolean isEncrypted() {
        return key.isEncrypted();
    }

    @Override
    public boolean setPassphrase(byte @Nullable [] passphrase) throws JSchException {
        return key.setPassphrase(passphrase);
    }

    @Override
    public void clear() {
        key.clear();
    }
}
