package jfab.control.connection.jsch.cryptography;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.Security;
import java.security.Signature;
import java.util.List;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import org.conscrypt.OpenSSLProvider;

/**
 * What a connection computes, by native code where this machine can load it: Java's own is as fast only when the optimizing compiler
 * has come to it, and makes a program wait for that compiler.
 */
public final class NativeCryptography {
    private static final String NAME = "Conscrypt";

    private static final Set<String> KEYS = Set.of("XDH", "EC", "ECDH", "EdDSA", "RSA");

    /** Java would load all providers to answer by name. */
    private static volatile boolean used;

    private NativeCryptography() {}

    /** Uses it from here on in this process, unless there is none for this machine. */
    public static synchronized void use() {
        if (used) {
            return;
        }
        Provider provider;
        try {
            // The class Conscrypt would first look through all jars for its own version.
            provider = new OpenSSLProvider(NAME);
        } catch (UnsatisfiedLinkError _) {
            return;
        }
        for (Object key : List.copyOf(provider.keySet())) {
            if (!serves(key.toString())) {
                provider.remove(key);
            }
        }
        Security.insertProviderAt(provider, 1);
        used = true;
    }

    /** Whether an SSH connection asks for it again and again, as for {@code Cipher.AES_256/GCM}. Keys of other kinds, and TLS, stay Java's. */
    private static boolean serves(String key) {
        int dot = key.indexOf('.');
        int blank = key.indexOf(' ');
        String name = key.substring(dot + 1, blank < 0 ? key.length() : blank);
        return switch (key.substring(0, dot)) {
            case "Provider", "Alg" -> true;
            case "Cipher" -> name.startsWith("AES");
            case "Mac" -> name.startsWith("Hmac");
            case "MessageDigest" -> name.startsWith("SHA");
            case "KeyAgreement", "KeyFactory", "KeyPairGenerator" -> KEYS.contains(name);
            case "Signature" -> name.equals("EdDSA") || name.endsWith("withRSA") || name.endsWith("withECDSA");
            default -> false;
        };
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
