package jfab.control.bundle;

import java.net.URI;
import java.nio.file.Path;

/**
 * The folder that the build wrote to, where the classes that run lie beside the engines.
 *
 * @param folder {@code target} of the project
 */
public record BuildOutput(Path folder) {
    /** The build that this program was started from. */
    public static BuildOutput ofThisProgram() {
        String classes = BuildOutput.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString();
        return new BuildOutput(Path.of(URI.create(classes)).resolveSibling("").normalize());
    }

    /** The training engine, for GPUs or without. */
    public EngineBundle engine(boolean gpu) {
        return EngineBundle.of(folder.resolve("jfab-train-linux-x86_64" + (gpu ? "-gpu" : "") + ".tar.gz"));
    }

    /** The project, which the root fabfile and the examples belong to. */
    public Path project() {
        Path parent = folder.getParent();
        return parent == null ? folder : parent;
    }
}
