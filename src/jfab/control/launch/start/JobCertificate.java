package jfab.control.launch.start;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A private key made for one job, with the certificate that TLS cannot do without, in PEM. Who shows this very certificate has the key and
 * is in; its name and its dates say nothing, and nobody looks at them.
 *
 * <p>Keys and signatures are Java's; Java makes no certificates, so that its few fields (RFC 5280, version 1) are laid out here.
 */
final class JobCertificate {
    private static final int SEQUENCE = 0x30;
    private static final byte[] ECDSA_WITH_SHA256 = HexFormat.of().parseHex("300a06082a8648ce3d040302");
    private static final byte[] COMMON_NAME = HexFormat.of().parseHex("0603550403");
    private static final int SERIAL_BITS = 120;

    private JobCertificate() {}

    /** Both, one after the other. */
    static String draw() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            return pem("PRIVATE KEY", pair.getPrivate().getEncoded()) + pem("CERTIFICATE", certificate(pair));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has EC keys", e);
        }
    }

    private static byte[] certificate(KeyPair pair) throws GeneralSecurityException {
        byte[] name = item(SEQUENCE, item(0x31, item(SEQUENCE, COMMON_NAME, text(0x0c, "jfab job"))));
        byte[] signed = item(
                SEQUENCE,
                item(
                        0x02,
                        new BigInteger(SERIAL_BITS, new SecureRandom())
                                .add(BigInteger.ONE)
                                .toByteArray()),
                ECDSA_WITH_SHA256,
                name,
                item(SEQUENCE, text(0x17, "700101000000Z"), text(0x18, "99991231235959Z")),
                name,
                pair.getPublic().getEncoded());
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(pair.getPrivate());
        signature.update(signed);
        // A string of bits begins with how many of its last byte do not count.
        return item(SEQUENCE, signed, ECDSA_WITH_SHA256, item(0x03, new byte[1], signature.sign()));
    }

    private static byte[] text(int tag, String text) {
        return item(tag, text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Tag, length and content, as DER has it. */
    private static byte[] item(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream item = new ByteArrayOutputStream();
        item.write(tag);
        int length = content.size();
        if (length > 0xff) {
            item.write(0x82);
            item.write(length >> 8);
        } else if (length > 0x7f) {
            item.write(0x81);
        }
        item.write(length);
        item.writeBytes(content.toByteArray());
        return item.toByteArray();
    }

    private static String pem(String what, byte[] content) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
                + "\n-----END " + what + "-----\n";
    }
}
