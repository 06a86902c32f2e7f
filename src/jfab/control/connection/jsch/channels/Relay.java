package jfab.control.connection.jsch.channels;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Joins pairs of sockets and carries bytes between them, both ways, until both sides have ended; or until it is closed. */
final class Relay implements AutoCloseable {
    private static final int CHUNK = 32 * 1024;

    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Carries bytes between the two until both have ended, and closes them. */
    void join(Socket one, Socket other) {
        open.add(one);
        open.add(other);
        if (closed) {
            close();
        }
        Thread back = Thread.ofVirtual().name("forward").start(() -> pump(other, one));
        pump(one, other);
        try {
            back.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end(one);
        end(other);
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[CHUNK];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                out.write(buffer, 0, count);
                out.flush();
            }
            to.shutdownOutput();
        } catch (IOException e) {
            // One side is gone: then the other has nobody to talk to.
            end(from);
            end(to);
        }
    }

    private void end(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            // It is as closed as it will be.
        }
    }

    @Override
    public void close() {
        closed = true;
        open.forEach(this::end);
    }
}
