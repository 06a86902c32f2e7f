package jfab.connection;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that keeps what it is told. */
public final class Printed implements OutputListener {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final List<String> notices = new CopyOnWriteArrayList<>();

    @Override
    public void line(Host host, Stream stream, String line) {
        lines.add(stream + " " + line);
    }

    @Override
    public void notice(Host host, String text) {
        notices.add(host + ": " + text);
    }

    /** Each line behind its stream's name. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    public List<String> notices() {
        return List.copyOf(notices);
    }
}
