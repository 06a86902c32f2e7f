package jfab.training.train;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A program that measures how fast its host and others send to each other.
 *
 * <p>Arguments: an own address, a port there (0: any), seconds. It prints {@code port N} when it listens. Each line
 * {@code send ADDRESS PORT OWN OTHER} of standard input makes it send to another one of its kind, until that has seen enough; then it
 * prints {@code sent OTHER}, or {@code failed OTHER silent|refused|unreachable}. The one that takes prints {@code took OWN BYTES
 * NANOSECONDS}. {@code OWN} and {@code OTHER} are numbers. It ends with its input, or when its seconds are over.
 */
final class LinkRate {
    /** Until TCP has found out how fast it may send. */
    private static final Duration SETTLES = Duration.ofMillis(200);

    private static final Duration COUNTED = Duration.ofMillis(500);
    private static final int PATIENCE = 2000;

    /** Whoever takes breaks off long before. */
    private static final Duration LONGEST = Duration.ofSeconds(4);

    private static final int BLOCK = 1 << 18;

    private LinkRate() {}

    public static void main(String[] arguments) throws IOException {
        String address = arguments[0];
        int port = Integer.parseInt(arguments[1]);
        Duration limit = Duration.ofSeconds(Long.parseLong(arguments[2]));
        daemon(() -> {
            pause(limit);
            Runtime.getRuntime().halt(1);
        });
        try (ServerSocket listening = new ServerSocket(port, 50, InetAddress.getByName(address))) {
            say("port " + listening.getLocalPort());
            daemon(() -> takeAll(listening));
            BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
            for (String line = asked.readLine(); line != null; line = asked.readLine()) {
                String[] words = line.split(" ", -1);
                say(send(words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]), words[4]));
            }
        } catch (IOException e) {
            System.err.println("cannot listen on " + address + " port " + port + ": " + e.getMessage());
            Runtime.getRuntime().halt(1);
        }
        Runtime.getRuntime().halt(0);
    }

    private static void takeAll(ServerSocket listening) {
        while (!listening.isClosed()) {
            try {
                Socket line = listening.accept();
                daemon(() -> take(line));
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void take(Socket line) {
        try (line) {
            // Closed at once and without a trace: the port is a server's of the job, which listens there soon.
            line.setSoLinger(true, 0);
            line.setSoTimeout(PATIENCE);
            DataInputStream in = new DataInputStream(line.getInputStream());
            int sender = in.readInt();
            byte[] buffer = new byte[BLOCK];
            long begin = System.nanoTime();
            long count = 0;
            boolean settled = false;
            for (long now = begin; now - begin < (settled ? COUNTED : SETTLES).toNanos(); ) {
                long left = SETTLES.plus(COUNTED).toNanos() - (now - begin);
                line.setSoTimeout((int) Math.max(1, left / 1_000_000));
                int got;
                try {
                    got = in.read(buffer);
                } catch (SocketTimeoutException e) {
                    break;
                }
                if (got < 0) {
                    return;
                }
                now = System.nanoTime();
                count += got;
                if (!settled && now - begin >= SETTLES.toNanos()) {
                    settled = true;
                    begin = now;
                    count = 0;
                }
            }
            say("took " + sender + " " + count + " " + (System.nanoTime() - begin));
        } catch (IOException e) {
            // Then nothing is said of this line, which is what the one who asked goes by.
        }
    }

    private static String send(String address, int port, int own, String other) {
        try (Socket line = new Socket()) {
            line.connect(new InetSocketAddress(address, port), PATIENCE);
            daemon(() -> {
                pause(LONGEST);
                close(line);
            });
            flood(line, own);
            return "sent " + other;
        } catch (SocketTimeoutException e) {
            return "failed " + other + " silent";
        } catch (ConnectException e) {
            boolean refused = String.valueOf(e.getMessage()).contains("refused");
            return "failed " + other + (refused ? " refused" : " silent");
        } catch (IOException e) {
            return "failed " + other + " unreachable";
        }
    }

    /** Sends until the other side closes the line. */
    private static void flood(Socket line, int own) {
        try {
            OutputStream out = line.getOutputStream();
            new DataOutputStream(out).writeInt(own);
            byte[] block = new byte[BLOCK];
            while (!line.isClosed()) {
                out.write(block);
            }
        } catch (IOException e) {
            // The other side has seen enough.
        }
    }

    private static void close(Socket line) {
        try {
            line.close();
        } catch (IOException e) {
            // It is given up in any case.
        }
    }

    private static void daemon(Runnable work) {
        Thread.ofPlatform().daemon().start(work);
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
    }
}
