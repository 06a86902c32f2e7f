package jfab.control.connection.jsch;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.Security;
import java.security.Signature;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
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

    /** Java would load all providers to answer by name. */
    private static volatile boolean used;

    private NativeCryptography() {}

    /** Uses it from here on in this process, unless there is none for this machine. */
    static synchronized void use() {
        if (used || !Conscrypt.isAvailable()) {
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
        used = true;
    }

    /**
     * Has loaded what every log-in computes by, on a thread of its own: while a fabfile is read, another processor is free for it.
     * What cannot be had is no error before somebody logs in.
     */
    public static void prepare() {
        if (used) {
            return;
        }
        Thread.ofPlatform().daemon().name("cryptography").start(() -> {
            use();
            try {
                KeyPairGenerator.getInstance("X25519").generateKeyPair();
                KeyAgreement.getInstance("X25519");
                Signature.getInstance("Ed25519");
                Cipher.getInstance("AES/GCM/NoPadding");
            } catch (GeneralSecurityException _) {
                // Who logs in is told.
            }
        });
    }

    /** Whether it is used. */
    public static boolean used() {
        return used;
    }
}
