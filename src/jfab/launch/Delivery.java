package jfab.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import jfab.bundle.EngineBundle;
import jfab.bundle.Workspace;

/** What a job needs on a host before its processes can start: the engine, once per host, and the workspace. */
record Delivery(EngineBundle engine, Workspace workspace, LaunchListener listener) {
    private static final long WORTH_SHOWING = 8L << 20;

    /** Sends what {@code node} lacks; returns the engine's directory there. */
    String to(Node node, JobId job) {
        String directory = node.cached(engine.digest()).orElseGet(() -> sendEngine(node));
        long size = workspace.size();
        try (InputStream archive = WrittenInput.of(workspace::write)) {
            node.unpack(job, counted(archive, node, "workspace", size));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return directory;
    }

    private String sendEngine(Node node) {
        try (InputStream archive = engine.open()) {
            node.receive(engine.digest(), counted(archive, node, "engine", engine.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return node.cached(engine.digest())
                .orElseThrow(() -> new LaunchException(node.host() + ": the engine was sent but is not there"));
    }

    private InputStream counted(InputStream archive, Node node, String what, long size) {
        if (size < WORTH_SHOWING) {
            return archive;
        }
        return new CountedInput(
                archive, size, done -> listener.progress(node.host(), what, Math.min(done, size), size));
    }
}
