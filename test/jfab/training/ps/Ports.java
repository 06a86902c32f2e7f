package jfab.training.ps;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import jfab.role.Endpoint;

/** Loopback endpoints that nobody listens on. */
final class Ports {
    private Ports() {}

    static List<Endpoint> free(int count) {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                // Held until all are chosen, so that they differ.
                held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            List<Endpoint> endpoints = held.stream()
                    .map(socket -> new Endpoint("127.0.0.1", socket.getLocalPort()))
                    .toList();
            for (ServerSocket socket : held) {
                socket.close();
            }
            return endpoints;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
