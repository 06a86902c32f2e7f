package jfab.control.bundle;

import java.nio.file.Path;
import jfab.JfabException;

/** An archive that cannot be read or written on this machine; the message begins with the path. */
public final class BundleException extends JfabException {
    private final transient Path path;

    public BundleException(Path path, String problem) {
        super(path + ": " + problem);
        this.path = path;
    }

    public BundleException(Path path, String problem, Throwable cause) {
        super(path + ": " + problem, cause);
        this.path = path;
    }

    public Path path() {
        return path;
    }
}
