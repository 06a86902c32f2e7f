package jfab.control.launch.start;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import jfab.control.bundle.EngineBundle;
import jfab.control.bundle.Workspace;
import jfab.control.connection.broadcast.Content;
import jfab.control.launch.LaunchException;
import jfab.control.launch.LaunchListener;
import jfab.control.launch.Node;

/**
 * What a job needs on a host before its processes can start: the engine, once per host, and what they work on.
 *
 * @param checkpoints where the job keeps them, as seen from its workspace; empty for nowhere
 */
record Delivery(Optional<EngineBundle> engine, Payload payload, String checkpoints, LaunchListener listener) {
    private static final long WORTH_SHOWING = 8L << 20;

    /**
     * Where things lie on a host.
     *
     * @param engine the engine's directory; empty where the job needs none
     * @param workspace the directory that its processes work in; empty for the job's own
     * @param job the job's directory as its processes find it
     * @param held sentences on what was in the workspace before
     */
    record Place(String engine, String workspace, String job, List<String> held) {
        private static Place own(String engine) {
            return new Place(engine, "", ".", List.of());
        }
    }

    /** Sends what a host lacks. */
    Place to(HostSetup setup) {
        Node node = setup.node();
        String directory = engine.map(bundle -> node.cached(bundle.digest()).orElseGet(() -> sendEngine(node, bundle)))
                .orElse("");
        return switch (payload) {
            case Payload.Folder folder -> {
                setup.dispatch(folder, key(folder.folder()));
                yield Place.own(directory);
            }
            case Payload.Deployed(String workspace) -> {
                Adopted adopted = setup.adopt(workspace, checkpoints);
                yield new Place(directory, adopted.workspace(), adopted.job(), adopted.held());
            }
            case Payload.Files(Workspace workspace) -> {
                unpack(setup, workspace);
                yield Place.own(directory);
            }
        };
    }

    private void unpack(HostSetup setup, Workspace workspace) {
        long size = workspace.size();
        Node node = setup.node();
        node.unpack(setup.job(), new WorkspaceContent(workspace), shown(node, "workspace", size));
    }

    /** What an earlier copy of a folder is recognized by. */
    private static String key(Path folder) {
        try {
            return InetAddress.getLocalHost().getHostName() + ":" + folder.toRealPath();
        } catch (UnknownHostException e) {
            return "somewhere:" + folder.toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String sendEngine(Node node, EngineBundle bundle) {
        node.receive(bundle, shown(node, "engine", bundle.size()));
        return node.cached(bundle.digest())
                .orElseThrow(() -> new LaunchException(node.host() + ": the engine was sent but is not there"));
    }

    /** Tells how many bytes are there, whenever another whole percent or the end is reached. */
    private LongConsumer shown(Node node, String what, long size) {
        long[] told = {0};
        return done -> {
            long percent = Math.min(done, size) * 100 / Math.max(1, size);
            if (size >= WORTH_SHOWING && percent > told[0]) {
                told[0] = percent;
                listener.progress(node.host(), what, Math.min(done, size), size);
            }
        };
    }

    private record WorkspaceContent(Workspace workspace) implements Content {
        @Override
        public String what() {
            return "workspace";
        }

        @Override
        public long about() {
            return workspace.size();
        }

        @Override
        public InputStream open() throws IOException {
            return WrittenInput.of(workspace::write);
        }
    }
}
