package jfab.training.ps.proof;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret of a job, which never travels: its processes prove that they know it.
 *
 * <p>A proof is the HMAC-SHA256, keyed with the secret, of the side that proves and of a nonce of each side. It is worth nothing on
 * another connection, which has other nonces, nor in the mouth of the other side.
 *
 * @param text what all processes of the job have been given; empty: they ask each other for no proof
 */
public record JobSecret(String text) {
    /** The length of a nonce, and of a proof. */
    static final int LENGTH = 32;

    private static final String ALGORITHM = "HmacSHA256";
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Who proves. */
    enum Side {
        CALLER,
        SERVER
    }

    boolean known() {
        return !text.isEmpty();
    }

    /** Drawn for one connection. */
    static byte[] nonce() {
        byte[] nonce = new byte[LENGTH];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    byte[] proof(Side side, byte[] caller, byte[] server) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(text.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update(("jfab proof 1 of " + side + ":").getBytes(StandardCharsets.US_ASCII));
            // Of one length, so that no byte can pass for one of the other nonce.
            mac.update(caller);
            return mac.doFinal(server);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    boolean proven(Side side, byte[] caller, byte[] server, byte[] proof) {
        return MessageDigest.isEqual(proof(side, caller, server), proof);
    }

    /** Does not show it. */
    @Override
    public String toString() {
        return "JobSecret";
    }
}
