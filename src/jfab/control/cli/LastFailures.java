package jfab.control.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import jfab.UserFolders;
import jfab.control.connection.host.Host;
import jfab.control.fabfile.Fabfile;
import jfab.control.fabfile.FabfileReader;
import jfab.control.task.HostOutcome;
import jfab.control.task.Report;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The hosts that did not succeed in the last invocation with a fabfile, kept in a file of the user's.
 *
 * @param folder where such files lie, one per fabfile
 * @param fabfile or the folder that commands without one were given in
 */
public record LastFailures(Path folder, Path fabfile) {
    /** Those of the fabfile that is used, read or not, in this folder. */
    public static LastFailures of(CoreOptions core, Optional<Fabfile> read) {
        Path here = Path.of("").toAbsolutePath();
        Path used = read.map(Fabfile::file)
                .or(core::fabfile)
                .or(() -> FabfileReader.find(here, core.collection()))
                .orElse(here);
        return of(used, System.getenv());
    }

    /** Those of {@code fabfile}, below {@code XDG_STATE_HOME} or {@code ~/.local/state}. */
    public static LastFailures of(Path fabfile, Map<String, String> environment) {
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        Path base = Path.of(state).isAbsolute()
                ? Path.of(state)
                : Path.of(System.getProperty("user.home"), ".local", "state");
        return new LastFailures(
                base.resolve("jfab").resolve("failed"), fabfile.toAbsolutePath().normalize());
    }

    /**
     * The hosts.
     *
     * @throws UsageException when there are none
     */
    List<String> hosts() {
        try (Stream<String> lines = Files.lines(file())) {
            return lines.filter(line -> !line.startsWith("#")).toList();
        } catch (NoSuchFileException e) {
            throw new UsageException("--rerun failed: no host failed in the last invocation with " + fabfile);
        } catch (IOException | UncheckedIOException e) {
            throw new UsageException("--rerun failed: cannot read " + file());
        }
    }

    /** Takes the place of what was remembered, whole or not at all. */
    public void remember(Report report) throws IOException {
        // A local task has no host to go back to.
        List<String> hosts = report.outcomes().stream()
                .filter(outcome -> !(outcome instanceof HostOutcome.Succeeded))
                .map(HostOutcome::host)
                .filter(host -> !host.here())
                .map(Host::toString)
                .toList();
        if (hosts.isEmpty()) {
            Files.deleteIfExists(file());
            return;
        }
        UserFolders.make(folder);
        List<String> lines =
                Stream.concat(Stream.of("# " + fabfile), hosts.stream()).toList();
        UserFolders.replace(file(), part -> Files.write(part, lines));
    }

    private Path file() {
        return folder.resolve(DigestUtils.sha256Hex(fabfile.toString()).substring(0, 32));
    }
}
