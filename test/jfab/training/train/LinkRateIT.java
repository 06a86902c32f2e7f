package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jfab.ClassesLocation;
import org.junit.jupiter.api.Test;

/** Two programs that measure how fast one sends to the other, as processes of their own. */
class LinkRateIT {
    private static final String HERE = "127.0.0.1";
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** A process that is told what to do line by line. */
    private record Program(Process process, BufferedReader said) implements AutoCloseable {
        static Program start(int seconds) throws IOException {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            ClassesLocation.of(LinkRate.class).toString(),
                            LinkRate.class.getName(),
                            HERE,
                            "0",
                            Integer.toString(seconds))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new Program(process, process.inputReader(StandardCharsets.US_ASCII));
        }

        /** The next line, as words. */
        String[] next() throws Exception {
            return CompletableFuture.supplyAsync(() -> {
                        try {
                            return String.valueOf(said.readLine());
                        } catch (IOException e) {
                            return e.toString();
                        }
                    })
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .split(" ", -1);
        }

        int port() throws Exception {
            return Integer.parseInt(next()[1]);
        }

        void ask(String line) throws IOException {
            OutputStream in = process.getOutputStream();
            in.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            in.flush();
        }

        int end() throws InterruptedException {
            assertTrue(process.waitFor(LIMIT), "it goes on");
            return process.exitValue();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    @Test
    void whatOneSendsTheOtherCountsAndItsPortIsFreeAtOnceWhenBothEndWithTheirInput() throws Exception {
        try (Program one = Program.start(60);
                Program other = Program.start(60)) {
            one.port();
            int port = other.port();
            one.ask("send " + HERE + " " + port + " 4 5");
            assertEquals("sent 5", String.join(" ", one.next()));
            String[] took = other.next();
            assertEquals("took 4", took[0] + " " + took[1]);
            assertTrue(Long.parseLong(took[2]) > 1_000_000, () -> took[2] + " bytes");
            assertTrue(Long.parseLong(took[3]) >= 500_000_000, () -> took[3] + " ns");
            one.process.getOutputStream().close();
            other.process.getOutputStream().close();
            assertEquals(0, one.end());
            assertEquals(0, other.end());
            try (ServerSocket server = new ServerSocket()) {
                server.setReuseAddress(false);
                server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                assertTrue(server.isBound());
            }
        }
    }

    @Test
    void whereNobodyListensThatIsSaidAndItEndsWithItsSeconds() throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        try (Program one = Program.start(2)) {
            one.port();
            one.ask("send " + HERE + " " + closed + " 0 1");
            assertEquals("failed 1 refused", String.join(" ", one.next()));
            assertEquals(1, one.end());
        }
    }
}
