package jfab.control.launch.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.junit.jupiter.api.RepeatedTest;

/** What Java's own reader of certificates finds in one that was laid out here. */
class JobCertificateTest {
    /** Lengths and signs of the numbers in it differ from one to the next. */
    @RepeatedTest(20)
    void itIsACertificateThatItsOwnKeyHasSignedAndThatNeverEnds() throws Exception {
        String pem = JobCertificate.draw();
        X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(
                        pem.substring(pem.indexOf("-----BEGIN CERTIFICATE")).getBytes(StandardCharsets.US_ASCII)));
        certificate.verify(certificate.getPublicKey());
        certificate.checkValidity(Date.from(Instant.EPOCH));
        certificate.checkValidity(Date.from(Instant.parse("9999-12-31T23:59:58Z")));
        assertTrue(certificate.getSerialNumber().signum() > 0, "a serial number is positive");
        assertEquals("CN=jfab job", certificate.getSubjectX500Principal().getName());
        Signature made = Signature.getInstance("SHA256withECDSA");
        made.initSign(key(pem));
        made.update(new byte[] {1});
        byte[] signature = made.sign();
        made.initVerify(certificate.getPublicKey());
        made.update(new byte[] {1});
        assertTrue(made.verify(signature), "the key is that of the certificate");
        assertNotEquals(pem, JobCertificate.draw());
    }

    private static PrivateKey key(String pem) throws Exception {
        String body =
                pem.substring(0, pem.indexOf("-----END PRIVATE KEY-----")).replace("-----BEGIN PRIVATE KEY-----", "");
        return KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(body)));
    }
}
