package jfab.control.connection.jsch;

import java.security.Provider;
import java.security.Security;
import java.util.List;
import java.util.regex.Pattern;
import org.conscrypt.Conscrypt;

/**
 * What a connection computes, by native code where this machine can load it: Java's own is as fast only when the optimizing compiler
 * has come to it, and makes a program wait for that compiler.
 */
public final class NativeCryptography {
    private static final String NAME = "Conscrypt";

    /** What an SSH connection asks for again and again. Keys of other kinds, and TLS, stay Java's. */
    private static final Pattern USED = Pattern.compile("(?:Provider|Alg)\\..*"
            + "|(?:Cipher\\.AES|Mac\\.Hmac|MessageDigest\\.SHA).*"
            + "|(?:KeyAgreement|KeyFactory|KeyPairGenerator)\\.(?:XDH|EC|ECDH|EdDSA|RSA)(?: .*)?"
            + "|Signature\\.(?:EdDSA|\\w+withRSA|\\w+withECDSA)(?: .*)?");

    private NativeCryptography() {}

    /** Uses it from here on in this process, unless there is none for this machine. */
    static synchronized void use() {
        if (used() || !Conscrypt.isAvailable()) {
            return;
        }
        Provider provider = Conscrypt.newProviderBuilder()
                .setName(NAME)
                .provideTrustManager(false)
                .build();
        for (Object key : List.copyOf(provider.keySet())) {
            if (!USED.matcher(key.toString()).matches()) {
                provider.remove(key);
            }
        }
        Security.insertProviderAt(provider, 1);
    }

    /** Whether it is used. */
    public static boolean used() {
        return Security.getProvider(NAME) != null;
    }
}
