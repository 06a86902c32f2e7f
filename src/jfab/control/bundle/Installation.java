package jfab.control.bundle;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import jfab.ClassesLocation;
import jfab.UserFolders;

/**
 * What this program was started from: what a build has left, or a package.
 *
 * @param folder where {@code jfab.jar} is: {@code target} of the project, {@code lib} of a package
 */
public record Installation(Path folder) {
    /** That of this program. */
    public static Installation ofThisProgram() {
        return new Installation(
                ClassesLocation.of(Installation.class).resolveSibling("").normalize());
    }

    /**
     * The training engine, for GPUs or without: of this installation, else one that the user has installed. Not from the folder around
     * it: a package may have been unpacked where all users write, and hosts run what this finds.
     *
     * @throws BundleException where there is none
     */
    public EngineBundle engine(boolean gpu) {
        String name = EngineBundle.name(gpu);
        return List.of(folder, root(), UserFolders.data()).stream()
                .map(place -> place.resolve(name))
                .filter(Files::exists)
                // One without its digest was copied here by hand; another place may have a whole one.
                .min(Comparator.comparing(archive -> !Files.exists(EngineBundle.digest(archive))))
                .map(EngineBundle::of)
                .orElseThrow(
                        () -> new BundleException(
                                folder.resolve(name),
                                "no training engine there; "
                                        + (built()
                                                ? "build it with 'mvn package -DskipTests" + (gpu ? " -Pgpu'" : "'")
                                                : "install the package jfab-engine, or that file: jfab engine install FILE|URL")));
    }

    /** Above it are the root fabfile and the examples. */
    public Path root() {
        Path parent = folder.getParent();
        return parent == null ? folder : parent;
    }

    /** Where the demo keeps its hosts: a package may be another user's. */
    public Path demo() {
        return built() ? folder.resolve("demo") : UserFolders.cache().resolve("demo");
    }

    private boolean built() {
        return Files.exists(root().resolve("pom.xml"));
    }
}
