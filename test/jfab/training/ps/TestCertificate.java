package jfab.training.ps;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jfab.training.ps.job.TlsSettings;

/** A key with a certificate for 127.0.0.1 that it has signed itself, made now, as PEM files. */
record TestCertificate(Path certificate, Path key) {
    private static final String PASSWORD = "of-a-test";

    static TestCertificate make(Path folder, String name) throws IOException, InterruptedException {
        return make(folder, name, "-ext", "san=ip:127.0.0.1");
    }

    /** One that ended yesterday, for another machine. */
    static TestCertificate outdated(Path folder, String name) throws IOException, InterruptedException {
        return make(folder, name, "-ext", "san=ip:192.0.2.1", "-startdate", "-2d", "-validity", "1");
    }

    private static TestCertificate make(Path folder, String name, String... more)
            throws IOException, InterruptedException {
        Path store = folder.resolve(name + ".p12");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD));
        command.addAll(List.of(more));
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile())
                .start();
        if (!keytool.waitFor(30, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            keytool.destroyForcibly();
            throw new IOException(Files.readString(folder.resolve(name + ".log")));
        }
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            return new TestCertificate(
                    pem(
                            folder.resolve(name + ".crt"),
                            "CERTIFICATE",
                            keys.getCertificate(name).getEncoded()),
                    pem(
                            folder.resolve(name + ".key"),
                            "PRIVATE KEY",
                            keys.getKey(name, PASSWORD.toCharArray()).getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /** Settings of a process that shows this certificate and trusts those that {@code authority} signed. */
    TlsSettings trusting(TestCertificate authority) {
        return new TlsSettings(certificate, key, authority.certificate, null);
    }

    /** Settings of a process that shows this certificate and takes {@code only} from others. */
    TlsSettings pinning(TestCertificate only) {
        return new TlsSettings(certificate, key, null, only.certificate);
    }

    private static Path pem(Path file, String type, byte[] content) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n");
    }
}
