package jfab.control.connection.jsch;

import com.jcraft.jsch.Identity;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The keys that an agent holds, as {@code ssh-add -l} shows them. */
public final class AgentKeys {
    private AgentKeys() {}

    /** A line for each key of the agent at {@code socket}; none when it holds none or does not answer. */
    public static List<String> of(Path socket) {
        return new Agent(socket).identities().stream().map(AgentKeys::line).toList();
    }

    private static String line(Identity key) {
        byte[] blob = key.getPublicKeyBlob();
        String type = KnownKey.typeOf(blob);
        String plain = type.replace(PublicKeyFile.CERTIFICATE, "").replace("@openssh.com", "");
        String kind = plain.replaceFirst("^(sk-)?ssh-", "$1")
                .replaceFirst("^(sk-)?ecdsa-sha2-nistp\\d+$", "$1ecdsa")
                .replaceFirst("^sk-(.*)$", "$1-sk")
                .toUpperCase(Locale.ROOT);
        return bits(plain, blob) + " " + KnownKey.fingerprint(blob) + " " + key.getName() + " (" + kind
                + (plain.equals(type) || !type.endsWith(PublicKeyFile.CERTIFICATE) ? "" : "-CERT") + ")";
    }

    private static int bits(String type, byte[] blob) {
        if (type.equals("ssh-rsa")) {
            return modulus(blob).bitLength();
        }
        String digits = type.replaceFirst("^.*nistp", "");
        return digits.matches("\\d+") ? Integer.parseInt(digits) : type.endsWith("ed448") ? 456 : 256;
    }

    /** The last number of a key, before which a certificate has others. */
    private static BigInteger modulus(byte[] blob) {
        ByteBuffer rest = ByteBuffer.wrap(blob);
        String type = string(rest);
        if (type.endsWith(PublicKeyFile.CERTIFICATE)) {
            string(rest);
        }
        string(rest);
        byte[] number = new byte[rest.getInt()];
        rest.get(number);
        return new BigInteger(number);
    }

    private static String string(ByteBuffer from) {
        byte[] bytes = new byte[from.getInt()];
        from.get(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
