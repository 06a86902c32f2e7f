package jfab.control.connection.jsch.cryptography;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Security;
import java.security.Signature;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

class NativeCryptographyTest {
    @Test
    void whatConnectionsComputeIsNativeAndAllElseIsJavas() throws Exception {
        NativeCryptography.use();
        NativeCryptography.use();
        assertTrue(NativeCryptography.used());
        assertEquals(
                1,
                Arrays.stream(Security.getProviders())
                        .filter(provider -> provider.getName().equals("Conscrypt"))
                        .count());
        for (String cipher : new String[] {"AES/CTR/NoPadding", "AES/GCM/NoPadding", "AES/CBC/NoPadding"}) {
            assertEquals("Conscrypt", Cipher.getInstance(cipher).getProvider().getName());
        }
        assertEquals(
                "Conscrypt", MessageDigest.getInstance("SHA-256").getProvider().getName());
        assertEquals("Conscrypt", KeyAgreement.getInstance("XDH").getProvider().getName());
        assertEquals("Conscrypt", Signature.getInstance("Ed25519").getProvider().getName());
        // Both halves of a post-quantum exchange must come from one provider, and trust decisions stay Java's.
        assertNotEquals(
                "Conscrypt",
                KeyPairGenerator.getInstance("ML-KEM-768").getProvider().getName());
        assertNotEquals("Conscrypt", SSLContext.getDefault().getProvider().getName());
        assertNotEquals("Conscrypt", new SecureRandom().getProvider().getName());
    }
}
