package jfab.control.connection.jsch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import jfab.control.connection.config.SshConfig;
import jfab.control.connection.config.SshHostPattern;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that an ssh_config, with the files that it includes, names without wildcards.
 *
 * @param config null for the user's own, if that exists
 */
public record ConfiguredHosts(@Nullable Path config, Path home) implements Function<String, List<Host>> {
    /** Those whose names match {@code pattern}, with {@code *} and {@code ?} as in ssh_config, in the file's order. */
    @Override
    public List<Host> apply(String pattern) {
        Path own = home.resolve(".ssh/config");
        if (config == null && !Files.isReadable(own)) {
            return List.of();
        }
        SshHostPattern wanted = new SshHostPattern(List.of(pattern.split("[,\\s]+", -1)));
        SshConfig read =
                new SshConfig(home, List.of(new SshConfig.Source(config != null ? config : own, home.resolve(".ssh"))));
        return read.names()
                .filter(SshHostPattern::isPlain)
                .filter(wanted::matches)
                .distinct()
                .map(Host::parse)
                .toList();
    }
}
