package jfab.training.ps.job;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts whoever shows one certificate and no other; TLS itself sees to it that the other side has its key. Names, dates and authorities do
 * not count, so that clocks may differ and addresses change.
 */
final class PinnedTrust extends X509ExtendedTrustManager {
    private final X509Certificate pinned;

    PinnedTrust(X509Certificate pinned) {
        this.pinned = pinned;
    }

    /** The certificate in {@code file}, whatever else is in it. */
    static PinnedTrust of(Path file) throws IOException, CertificateException {
        String text = Files.readString(file);
        int begin = text.indexOf("-----BEGIN CERTIFICATE-----");
        byte[] certificate = text.substring(Math.max(begin, 0)).getBytes(StandardCharsets.US_ASCII);
        return new PinnedTrust((X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate)));
    }

    private void check(X509Certificate[] shown) throws CertificateException {
        if (shown.length == 0 || !shown[0].equals(pinned)) {
            throw new CertificateException("its certificate is not that of this job");
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
