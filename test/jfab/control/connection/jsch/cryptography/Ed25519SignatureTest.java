package jfab.control.connection.jsch.cryptography;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.jcraft.jsch.jce.SignatureEd25519;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Ed25519SignatureTest {
    /** RFC 8032, section 7.1, TEST 3. */
    private static final byte[] SEED = hex("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7");

    private static final byte[] POINT = hex("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025");
    private static final byte[] DATA = hex("af82");
    private static final byte[] SIGNED = hex("6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
            + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a");

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    private static byte[] inSsh(String name, byte[] signed) {
        return ByteBuffer.allocate(8 + name.length() + signed.length)
                .putInt(name.length())
                .put(name.getBytes(StandardCharsets.US_ASCII))
                .putInt(signed.length)
                .put(signed)
                .array();
    }

    private static boolean verified(byte[] data, byte[] signed) throws GeneralSecurityException {
        Ed25519Signature signature = new Ed25519Signature();
        signature.init();
        signature.setPubKey(POINT);
        signature.update(data);
        return signature.verify(signed);
    }

    @Test
    void signsAsTheStandardSays() throws Exception {
        Ed25519Signature signature = new Ed25519Signature();
        signature.init();
        signature.setPrvKey(SEED);
        signature.update(DATA);
        assertArrayEquals(SIGNED, signature.sign());
    }

    @Test
    void knowsWhatTheKeyHasSigned() throws Exception {
        assertTrue(verified(DATA, SIGNED));
        assertTrue(verified(DATA, inSsh("ssh-ed25519", SIGNED)));
        SignatureEd25519 other = new SignatureEd25519();
        other.init();
        other.setPubKey(POINT);
        other.update(DATA);
        assertTrue(other.verify(inSsh("ssh-ed25519", SIGNED)), "as JSch's own");
    }

    @Test
    void knowsWhatItHasNot() throws Exception {
        assertFalse(verified(hex("af83"), SIGNED));
        byte[] changed = SIGNED.clone();
        changed[3] ^= 1;
        assertFalse(verified(DATA, changed));
        assertFalse(verified(DATA, inSsh("ssh-ed25519", changed)));
        assertFalse(verified(DATA, inSsh("ssh-ed25518", SIGNED)));
        assertFalse(verified(DATA, inSsh("ssh-rsa", SIGNED)));
        assertFalse(verified(DATA, new byte[0]));
        assertFalse(verified(DATA, new byte[63]));
        assertFalse(verified(DATA, inSsh("ssh-ed25519", new byte[65])));
    }

    @Test
    void keysOfAnotherLengthAreRefused() throws Exception {
        Ed25519Signature signature = new Ed25519Signature();
        assertEquals(
                "a key of Ed25519 has 32 bytes, not 31",
                assertThrows(GeneralSecurityException.class, () -> signature.setPubKey(new byte[31]))
                        .getMessage());
        assertThrows(GeneralSecurityException.class, () -> signature.setPrvKey(new byte[33]));
    }
}
