package jfab.training.ps.job;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import jfab.role.RoleException;
import org.jspecify.annotations.Nullable;

/**
 * Where the certificates of a process lie, in PEM files; without any the wire of its job is not encrypted.
 *
 * <ul>
 *   <li>A parameter server shows its own certificate, which must be made out to the host of its endpoint.
 *   <li>With an authority a server lets only trainers in whose certificates are signed by it, and a trainer trusts only servers
 *       whose certificates are; a trainer without one trusts whom Java trusts.
 * </ul>
 *
 * @param certificate of this process
 * @param key its private key, PKCS#8
 * @param authority who signs the certificates of the job
 */
public record TlsSettings(
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Path authority) {
    private static final String CERTIFICATE = "JFAB_TLS_CERT";
    private static final String KEY = "JFAB_TLS_KEY";
    private static final String AUTHORITY = "JFAB_TLS_CA";

    public TlsSettings {
        if ((certificate == null) != (key == null)) {
            throw new RoleException(CERTIFICATE + " and " + KEY + " belong together; only one of them is set");
        }
        readable(CERTIFICATE, certificate);
        readable(KEY, key);
        readable(AUTHORITY, authority);
    }

    /** No encryption. */
    public static TlsSettings none() {
        return new TlsSettings(null, null, null);
    }

    /** From {@code JFAB_TLS_CERT}, {@code JFAB_TLS_KEY} and {@code JFAB_TLS_CA}. */
    public static TlsSettings from(Map<String, String> environment) {
        return new TlsSettings(path(environment, CERTIFICATE), path(environment, KEY), path(environment, AUTHORITY));
    }

    /** Whether anything is encrypted. */
    public boolean wanted() {
        return certificate != null || authority != null;
    }

    public ServerCredentials server() {
        if (!wanted()) {
            return InsecureServerCredentials.create();
        }
        if (certificate == null || key == null) {
            throw new RoleException(
                    "a parameter server with " + AUTHORITY + " needs " + CERTIFICATE + " and " + KEY + " too");
        }
        TlsServerCredentials.Builder builder = TlsServerCredentials.newBuilder();
        try {
            builder.keyManager(certificate.toFile(), key.toFile());
            File signer = file(authority);
            if (signer != null) {
                builder.trustManager(signer).clientAuth(TlsServerCredentials.ClientAuth.REQUIRE);
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        return builder.build();
    }

    public ChannelCredentials client() {
        if (!wanted()) {
            return InsecureChannelCredentials.create();
        }
        TlsChannelCredentials.Builder builder = TlsChannelCredentials.newBuilder();
        try {
            if (certificate != null && key != null) {
                builder.keyManager(certificate.toFile(), key.toFile());
            }
            File signer = file(authority);
            if (signer != null) {
                builder.trustManager(signer);
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        return builder.build();
    }

    /** What is wrong with the certificates, if that is why a call failed; null otherwise. */
    public static @Nullable String problem(Status failure) {
        return Stream.iterate(failure.getCause(), cause -> cause != null, Throwable::getCause)
                .filter(SSLException.class::isInstance)
                .findFirst()
                .map(cause -> "its TLS handshake failed: " + cause.getMessage())
                .orElse(null);
    }

    private static void readable(String name, @Nullable Path file) {
        if (file != null && !Files.isReadable(file)) {
            throw new RoleException(name + ": '" + file + "' cannot be read");
        }
    }

    private static RoleException unreadable(IOException failure) {
        return new RoleException("the TLS certificates cannot be read: " + failure.getMessage());
    }

    private static @Nullable Path path(Map<String, String> environment, String name) {
        String value = environment.getOrDefault(name, "");
        return value.isBlank() ? null : Path.of(value);
    }

    private static @Nullable File file(@Nullable Path path) {
        return path == null ? null : path.toFile();
    }
}
