package jfab.control.connection;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.host.Host;

/** A listener that keeps what it is told. */
public final class Printed implements OutputListener {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final List<String> notices = new CopyOnWriteArrayList<>();

    private final Map<String, String> progress = new ConcurrentHashMap<>();

    @Override
    public void line(Host host, Stream stream, String line) {
        lines.add(stream + " " + line);
    }

    @Override
    public void notice(Host host, String text) {
        notices.add(host + ": " + text);
    }

    @Override
    public void progress(Host host, String what, long done, long total) {
        progress.put(what, done + " of " + total + " " + what);
    }

    /** The last that was told of each transfer. */
    public Map<String, String> progress() {
        return Map.copyOf(progress);
    }

    /** Each line behind its stream's name. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    public List<String> notices() {
        return List.copyOf(notices);
    }
}
