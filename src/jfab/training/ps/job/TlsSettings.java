package jfab.training.ps.job;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.util.Map;
import java.util.function.Supplier;
import jfab.role.RoleException;
import org.jspecify.annotations.Nullable;

/**
 * Where the certificates of a process lie, in PEM files; without any the wire of its job is not encrypted.
 *
 * <ul>
 *   <li>A parameter server shows its own certificate, which must be made out to the host of its endpoint.
 *   <li>With a pin both sides must show that one certificate, and all else about it, its names and its dates, is of no account. jfab
 *       makes one for a job that it encrypts.
 *   <li>With an authority a server lets only trainers in whose certificates are signed by it, and a trainer trusts only servers
 *       whose certificates are; a trainer without one trusts whom Java trusts.
 * </ul>
 *
 * @param certificate of this process
 * @param key its private key, PKCS#8
 * @param authority who signs the certificates of the job
 * @param pin the only certificate that others may show
 */
public record TlsSettings(
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Path authority,
        @Nullable Path pin) {
    private static final String CERTIFICATE = "JFAB_TLS_CERT";
    private static final String KEY = "JFAB_TLS_KEY";
    private static final String AUTHORITY = "JFAB_TLS_CA";
    private static final String PIN = "JFAB_TLS_PIN";

    public TlsSettings {
        if ((certificate == null) != (key == null)) {
            throw new RoleException(CERTIFICATE + " and " + KEY + " belong together; only one of them is set");
        }
        readable(CERTIFICATE, certificate);
        readable(KEY, key);
        readable(AUTHORITY, authority);
        readable(PIN, pin);
        if (pin != null && (certificate == null || authority != null)) {
            throw new RoleException(
                    PIN + " needs " + CERTIFICATE + " and " + KEY + ", and stands in place of " + AUTHORITY);
        }
    }

    /** No encryption. */
    public static TlsSettings none() {
        return new TlsSettings(null, null, null, null);
    }

    /** From {@code JFAB_TLS_CERT}, {@code JFAB_TLS_KEY}, {@code JFAB_TLS_CA} and {@code JFAB_TLS_PIN}. */
    public static TlsSettings from(Map<String, String> environment) {
        return new TlsSettings(
                path(environment, CERTIFICATE),
                path(environment, KEY),
                path(environment, AUTHORITY),
                path(environment, PIN));
    }

    /** Whether anything is encrypted. */
    public boolean wanted() {
        return certificate != null || authority != null;
    }

    /** Whether a server lets in only those who show a certificate of the job. */
    public boolean knowsCallers() {
        return authority != null || pin != null;
    }

    /** What encrypts the connections of a server; null where nothing does. */
    public @Nullable SslContext server() {
        if (wanted() && certificate == null) {
            throw new RoleException(
                    "a parameter server with " + AUTHORITY + " needs " + CERTIFICATE + " and " + KEY + " too");
        }
        return certificate == null || key == null
                ? null
                : built(() -> SslContextBuilder.forServer(certificate.toFile(), key.toFile())
                        .clientAuth(knowsCallers() ? ClientAuth.REQUIRE : ClientAuth.NONE));
    }

    /** What encrypts the connections of a trainer; null where nothing does. */
    public @Nullable SslContext client() {
        return wanted()
                ? built(() -> SslContextBuilder.forClient()
                        .endpointIdentificationAlgorithm("HTTPS")
                        .keyManager(file(certificate), file(key)))
                : null;
    }

    private SslContext built(Supplier<SslContextBuilder> parts) {
        try {
            SslContextBuilder builder = parts.get();
            return pin == null
                    ? builder.trustManager(file(authority)).build()
                    : builder.protocols("TLSv1.3")
                            .trustManager(PinnedTrust.of(pin))
                            .build();
        } catch (IOException | CertificateException | IllegalArgumentException e) {
            // netty tells of a file that is no certificate by an unchecked exception.
            throw new RoleException("the TLS certificates cannot be read: " + e.getMessage());
        }
    }

    private static void readable(String name, @Nullable Path file) {
        if (file != null && !Files.isReadable(file)) {
            throw new RoleException(name + ": '" + file + "' cannot be read");
        }
    }

    private static @Nullable Path path(Map<String, String> environment, String name) {
        String value = environment.getOrDefault(name, "");
        return value.isBlank() ? null : Path.of(value);
    }

    private static @Nullable File file(@Nullable Path path) {
        return path == null ? null : path.toFile();
    }
}
