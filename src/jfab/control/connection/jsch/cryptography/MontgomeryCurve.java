package jfab.control.connection.jsch.cryptography;

import com.jcraft.jsch.XDH;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import javax.crypto.KeyAgreement;

/**
 * Key exchange by X25519 and X448 (RFC 7748), for JSch, by whichever provider has it: JSch's own class speaks of curves and numbers in
 * a way that {@link NativeCryptography} does not know, so that JSch would offer no exchange with these curves. Keys are told as all
 * providers read them (RFC 8410).
 */
public final class MontgomeryCurve implements XDH {
    /** What stands before the bytes of a public key. */
    private static final Map<String, byte[]> HEADS = Map.of(
            "X25519", HexFormat.of().parseHex("302a300506032b656e032100"),
            "X448", HexFormat.of().parseHex("3042300506032b656f033900"));

    private String curve = "";
    private byte[] head = new byte[0];
    private int length;
    private KeyPair pair = new KeyPair(null, null);

    /** For JSch, which then calls {@link #init}. */
    public MontgomeryCurve() {}

    /** Makes a key pair on the curve {@code name}, with keys of {@code length} bytes. */
    @Override
    public void init(String name, int length) throws GeneralSecurityException {
        this.curve = name;
        this.head = Objects.requireNonNull(HEADS.get(name), name);
        this.length = length;
        this.pair = KeyPairGenerator.getInstance(name).generateKeyPair();
    }

    @Override
    public byte[] getQ() {
        byte[] encoded = pair.getPublic().getEncoded();
        return Arrays.copyOfRange(encoded, encoded.length - length, encoded.length);
    }

    /**
     * What this key and the host's {@code u} agree on.
     *
     * @throws GeneralSecurityException also when that would be the same whatever this key is
     */
    @Override
    public byte[] getSecret(byte[] u) throws GeneralSecurityException {
        byte[] encoded = Arrays.copyOf(head, head.length + length);
        System.arraycopy(u, 0, encoded, head.length, length);
        byte[] secret;
        try {
            PublicKey other = KeyFactory.getInstance(curve).generatePublic(new X509EncodedKeySpec(encoded));
            KeyAgreement agreement = KeyAgreement.getInstance(curve);
            agreement.init(pair.getPrivate());
            agreement.doPhase(other, true);
            secret = agreement.generateSecret();
        } catch (GeneralSecurityException | RuntimeException e) {
            throw new GeneralSecurityException("the host's key for the exchange by " + curve + " is none", e);
        }
        if (Arrays.equals(secret, new byte[length])) {
            throw new GeneralSecurityException("the host's key for the exchange by " + curve + " is none");
        }
        return secret;
    }

    @Override
    public boolean validate(byte[] u) {
        return u.length == length;
    }
}
