package jfab.control.connection.broadcast;

import java.util.List;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.host.Host;

/** Keeps what the user is told, but for new host keys. */
record Told(List<String> notices) implements OutputListener {
    @Override
    public void line(Host host, Stream stream, String line) {}

    @Override
    public void notice(Host host, String text) {
        if (!text.startsWith("new host key")) {
            notices.add(text);
        }
    }
}
