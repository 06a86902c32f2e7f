package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.charset.StandardCharsets;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** How a connection begins in a job with a secret, byte by byte and written here a second time. */
final class RawProof {
    static final byte[] NONCE = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private RawProof() {}

    /** Proves as a caller, and sees the server's proof; gives what this caller has proved with. */
    static byte[] callers(DataInputStream in, DataOutputStream out, String secret) throws Exception {
        byte[] challenge = challenge(in, out);
        byte[] proof = of("CALLER", secret, NONCE, challenge);
        tell(out, 'p', proof);
        assertArrayEquals(of("SERVER", secret, NONCE, challenge), told(in, 'p'));
        return proof;
    }

    /** The server's nonce. */
    static byte[] challenge(DataInputStream in, DataOutputStream out) throws Exception {
        tell(out, 'h', NONCE);
        return told(in, 'c');
    }

    static void tell(DataOutputStream out, char letter, byte[] content) throws Exception {
        out.writeByte(letter);
        out.write(content);
    }

    static byte[] told(DataInputStream in, char letter) throws Exception {
        assertEquals(letter, (char) in.readByte());
        return in.readNBytes(32);
    }

    static byte[] of(String side, String secret, byte[] caller, byte[] server) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        mac.update(("jfab proof 1 of " + side + ":").getBytes(StandardCharsets.US_ASCII));
        mac.update(caller);
        return mac.doFinal(server);
    }
}
