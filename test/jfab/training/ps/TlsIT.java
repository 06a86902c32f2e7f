package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jfab.role.Endpoint;
import jfab.role.RoleException;
import jfab.training.engine.HostTensor;
import jfab.training.ps.job.ParameterServerException;
import jfab.training.ps.job.TlsSettings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose processes show certificates that were made for this test. */
class TlsIT {
    private static final Net NET = Net.fitALine();

    @TempDir
    static Path folder;

    private static TestCertificate own;
    private static TestCertificate foreign;

    @BeforeAll
    static void makeCertificates() throws Exception {
        own = TestCertificate.make(folder, "own");
        foreign = TestCertificate.make(folder, "foreign");
    }

    @Test
    void anEncryptedJobEqualsOneProcess() throws Exception {
        List<Map<String, HostTensor>> batches = NET.batches(3, 4, 1);
        try (LoopbackJob job =
                new LoopbackJob(NET, 2, 2).with(own.trusting(own)).startServers()) {
            List<List<Double>> losses = job.train(List.of(batches, batches));
            job.awaitServers();
            assertEquals(LoopbackJob.local(NET, batches), losses.get(0));
            assertEquals(losses.get(0), losses.get(1));
        }
    }

    @Test
    void aServerOfAnotherAuthorityIsNotTrusted() throws Exception {
        String message = refused(foreign.trusting(foreign));
        assertTrue(
                message.contains("its TLS handshake failed: ")
                        && message.contains("unable to find valid certification path"),
                message);
    }

    @Test
    void aTrainerWithoutACertificateIsNotLetIn() throws Exception {
        String message = refused(new TlsSettings(null, null, own.certificate(), null));
        assertTrue(message.contains("its TLS handshake failed: "), message);
    }

    /** Neither its name nor its dates count where it is the one that all have been given. */
    @Test
    void anOutdatedCertificateOfAnotherMachineIsGoodEnoughWherePinned() throws Exception {
        TestCertificate old = TestCertificate.outdated(folder, "old");
        List<Map<String, HostTensor>> batches = NET.batches(3, 4, 1);
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).with(old.pinning(old)).startServers()) {
            assertEquals(List.of(LoopbackJob.local(NET, batches)), job.train(List.of(batches)));
            job.awaitServers();
        }
        try (LoopbackJob job =
                new LoopbackJob(NET, 1, 1).with(old.trusting(old)).startServers()) {
            assertTrue(refused(job, old.trusting(old)).contains("its TLS handshake failed: "), "unpinned it is not");
        }
    }

    @Test
    void aCertificateThatIsNotTheOneIsNotLetInAndNotTrusted() throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).with(own.pinning(own)).startServers()) {
            String untrusted = refused(job, own.pinning(foreign));
            assertTrue(untrusted.contains("its certificate is not that of this job"), untrusted);
            String stranger = refused(job, foreign.pinning(own));
            assertTrue(stranger.contains("its TLS handshake failed: "), stranger);
        }
    }

    /** An unencrypted server refuses the preface of HTTP/2, since nothing has been proved; this one does not speak with it. */
    @Test
    void nothingIsSaidToACallerThatDoesNotEncrypt() throws Exception {
        assertEquals('r', answerToPlainHttp2(TlsSettings.none()));
        assertNotEquals('r', answerToPlainHttp2(own.trusting(own)));
    }

    /** By netty's limit of 10 s for TLS, which comes before ours of 30 s. */
    @Test
    void aCallerThatSaysNothingIsHungUpOn() throws Exception {
        try (LoopbackJob job =
                new LoopbackJob(NET, 1, 1).with(own.trusting(own)).startServers()) {
            assertNotNull(job.console().poll(60, TimeUnit.SECONDS));
            Endpoint server = job.endpoints().getFirst();
            try (Socket socket = new Socket(server.host(), server.port())) {
                socket.setSoTimeout(25_000);
                assertEquals(-1, socket.getInputStream().read());
            }
        }
    }

    @Test
    void settingsThatDoNotFitAreOneSentence() {
        assertEquals(
                "JFAB_TLS_CERT and JFAB_TLS_KEY belong together; only one of them is set",
                refusal(Map.of("JFAB_TLS_CERT", own.certificate().toString())));
        assertEquals(
                "JFAB_TLS_CA: '/nowhere/ca.pem' cannot be read", refusal(Map.of("JFAB_TLS_CA", "/nowhere/ca.pem")));
        assertEquals(
                "JFAB_TLS_PIN needs JFAB_TLS_CERT and JFAB_TLS_KEY, and stands in place of JFAB_TLS_CA",
                refusal(Map.of("JFAB_TLS_PIN", own.certificate().toString())));
        TlsSettings authorityOnly =
                TlsSettings.from(Map.of("JFAB_TLS_CA", own.certificate().toString()));
        assertEquals(
                "a parameter server with JFAB_TLS_CA needs JFAB_TLS_CERT and JFAB_TLS_KEY too",
                assertThrows(RoleException.class, authorityOnly::server).getMessage());
    }

    private static String refused(TlsSettings tls) throws Exception {
        try (LoopbackJob job =
                new LoopbackJob(NET, 1, 1).with(own.trusting(own)).startServers()) {
            return refused(job, tls);
        }
    }

    private static String refused(LoopbackJob job, TlsSettings tls) {
        try (ParameterClient client = new ParameterClient(job.trainer(0), job.settings("secret", tls))) {
            String message = String.valueOf(
                    assertThrows(ParameterServerException.class, client::rank).getMessage());
            assertTrue(message.startsWith("parameter server " + job.endpoints().getFirst()), message);
            return message;
        }
    }

    private static int answerToPlainHttp2(TlsSettings tls) throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 1, 1).with(tls).startServers()) {
            assertNotNull(job.console().poll(60, TimeUnit.SECONDS));
            Endpoint server = job.endpoints().getFirst();
            try (Socket socket = new Socket(server.host(), server.port())) {
                socket.setSoTimeout(10_000);
                socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().write(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
                return socket.getInputStream().read();
            } catch (IOException e) {
                return -1;
            }
        }
    }

    private static String refusal(Map<String, String> environment) {
        return String.valueOf(assertThrows(RoleException.class, () -> TlsSettings.from(environment))
                .getMessage());
    }
}
