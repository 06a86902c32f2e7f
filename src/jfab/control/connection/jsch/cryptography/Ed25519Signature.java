package jfab.control.connection.jsch.cryptography;

import com.jcraft.jsch.SignatureEdDSA;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Signatures by Ed25519 (RFC 8032), for JSch, by whichever provider has them: JSch's own class speaks of points and numbers in a way that
 * {@link NativeCryptography} does not know, and Java's own takes a tenth of a cold start. Keys are told as all providers read them
 * (RFC 8410).
 */
public final class Ed25519Signature implements SignatureEdDSA {
    /** As SSH names it. */
    public static final String NAME = "ssh-ed25519";

    private static final int KEY_BYTES = 32;
    private static final int SIGNATURE_BYTES = 64;
    private static final byte[] PUBLIC_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");
    private static final byte[] PRIVATE_HEAD = HexFormat.of().parseHex("302e020100300506032b657004220420");
    private static final byte[] SSH_HEAD = ("\0\0\0\13" + NAME + "\0\0\0\100").getBytes(StandardCharsets.US_ASCII);

    private final Signature signature;
    private final KeyFactory keys;

    /** For JSch, which then calls {@link #init} and gives it one key. */
    public Ed25519Signature() throws GeneralSecurityException {
        signature = Signature.getInstance("Ed25519");
        keys = KeyFactory.getInstance("Ed25519");
    }

    @Override
    public void init() {}

    @Override
    public void setPubKey(byte[] point) throws GeneralSecurityException {
        signature.initVerify(keys.generatePublic(new X509EncodedKeySpec(joined(PUBLIC_HEAD, point))));
    }

    @Override
    public void setPrvKey(byte[] seed) throws GeneralSecurityException {
        byte[] encoded = joined(PRIVATE_HEAD, seed);
        signature.initSign(keys.generatePrivate(new PKCS8EncodedKeySpec(encoded)));
        Arrays.fill(encoded, (byte) 0);
    }

    private static byte[] joined(byte[] head, byte[] key) throws GeneralSecurityException {
        if (key.length != KEY_BYTES) {
            throw new GeneralSecurityException("a key of Ed25519 has 32 bytes, not " + key.length);
        }
        return ByteBuffer.allocate(head.length + KEY_BYTES).put(head).put(key).array();
    }

    @Override
    public void update(byte[] data) throws GeneralSecurityException {
        signature.update(data);
    }

    /** The 64 bytes of RFC 8032. */
    @Override
    public byte[] sign() throws GeneralSecurityException {
        return signature.sign();
    }

    /** Whether {@code signed}, as SSH sends it (RFC 8709, section 6) or the 64 bytes alone, is this key's for the data. */
    @Override
    public boolean verify(byte[] signed) throws GeneralSecurityException {
        int head = signed.length - SIGNATURE_BYTES;
        if (head != 0 && (head != SSH_HEAD.length || !Arrays.equals(SSH_HEAD, 0, head, signed, 0, head))) {
            return false;
        }
        try {
            return signature.verify(signed, head, SIGNATURE_BYTES);
        } catch (SignatureException e) {
            // As Java's own provider says of numbers that are too large.
            return false;
        }
    }
}
