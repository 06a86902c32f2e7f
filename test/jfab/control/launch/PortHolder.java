package jfab.control.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;

/** A program that listens on an address and port until it is ended. */
final class PortHolder {
    private PortHolder() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (ServerSocket socket =
                new ServerSocket(Integer.parseInt(arguments[1]), 1, InetAddress.getByName(arguments[0]))) {
            System.out.println(socket.isBound() ? "holding" : "not bound");
            new CountDownLatch(1).await();
        }
    }
}
