package jfab.control.connection.config;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.codec.digest.DigestUtils;

/** What tokens say about the machine that jfab runs on. */
final class LocalMachine {
    private LocalMachine() {}

    /** The host name of this machine. */
    static String name() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (IOException unknown) {
                return "localhost";
            }
        }
    }

    /** The part of {@link #name} before its first dot. */
    static String shortName() {
        return name().split("\\.", 2)[0];
    }

    static String user() {
        return System.getProperty("user.name");
    }

    /** The number of the user who runs jfab. */
    static String userId() {
        try {
            return String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException e) {
            return "0";
        }
    }

    /** ssh's short name of a connection. */
    static String digest(String text) {
        // ssh says SHA-1 here, and nothing secret hangs on it.
        return DigestUtils.sha1Hex(text);
    }
}
