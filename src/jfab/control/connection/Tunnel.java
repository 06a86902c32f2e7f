package jfab.control.connection;

import java.util.Map;
import jfab.control.connection.host.ConnectionException;

/**
 * The two ends of a forwarded port.
 *
 * @param localHost on this machine: an address to listen on, or a host to connect to
 * @param remoteHost the same as seen from the host
 */
public record Tunnel(String localHost, int localPort, String remoteHost, int remotePort) {
    private static final String LOOPBACK = "127.0.0.1";

    public Tunnel {
        checked(localPort);
        checked(remotePort);
    }

    /** Between the two ports, on the loopback addresses unless an option says otherwise. */
    public static Tunnel of(Map<String, ?> options, int localPort, int remotePort) {
        options.keySet().stream()
                .filter(name -> !name.equals("localHost") && !name.equals("remoteHost"))
                .findFirst()
                .ifPresent(name -> {
                    throw ConnectionException.settings(
                            "a forwarded port takes localHost: and remoteHost:, not '" + name + ":'");
                });
        return new Tunnel(host(options, "localHost"), localPort, host(options, "remoteHost"), remotePort);
    }

    private static String host(Map<String, ?> options, String name) {
        Object host = options.get(name);
        return host == null ? LOOPBACK : host.toString();
    }

    private static void checked(int port) {
        if (port < 0 || port > 65535) {
            throw ConnectionException.settings(port + " is not a port; ports go from 1 to 65535, and 0 chooses one");
        }
    }
}
