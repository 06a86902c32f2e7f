package jfab.control.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Two embedded hosts, with an ssh_config that leads to them; closing ends both. */
public final class DemoHosts implements AutoCloseable {
    static final List<String> ADDRESSES = List.of("127.0.0.5", "127.0.0.6");

    private final Path directory;
    private final List<EmbeddedHost> hosts = new ArrayList<>();

    private DemoHosts(Path directory) {
        this.directory = directory;
    }

    /**
     * Opens the hosts.
     *
     * @param directory an absolute path, where the hosts keep their homes and the client its key
     */
    public static DemoHosts open(Path directory) throws IOException {
        DemoHosts all = new DemoHosts(directory);
        ClientKey key = ClientKey.generate(Files.createDirectories(directory).resolve("client_key"));
        try {
            for (String address : ADDRESSES) {
                all.hosts.add(EmbeddedHost.open(
                        address, directory.resolve(address), key.pair().getPublic()));
            }
            all.configure(key);
            return all;
        } catch (IOException e) {
            all.close();
            throw e;
        }
    }

    /** The core options of a command line that runs tasks of {@code fabfile} on these hosts. */
    public List<String> options(Path fabfile) {
        List<String> all = new ArrayList<>(List.of("-f", fabfile.toString()));
        all.addAll(options());
        return all;
    }

    /** The core options of a command line that works on these hosts. */
    public List<String> options() {
        return List.of("-S", config().toString(), "-H", String.join(",", ADDRESSES));
    }

    @Override
    public String toString() {
        return hosts.stream().map(host -> host.address() + ":" + host.port()).collect(Collectors.joining(" and "));
    }

    @Override
    public void close() throws IOException {
        for (EmbeddedHost host : hosts) {
            host.close();
        }
    }

    /** The hosts' keys are new to the client each time, as they would be to a new user. */
    private void configure(ClientKey key) throws IOException {
        StringBuilder config = new StringBuilder();
        for (EmbeddedHost host : hosts) {
            config.append("Host ").append(host.address()).append("\n    Port ").append(host.port());
            config.append('\n');
        }
        Path knownHosts = directory.resolve("known_hosts");
        Files.deleteIfExists(knownHosts);
        config.append("Host *\n    User demo\n    IdentityFile \"")
                .append(key.file())
                .append("\"\n");
        config.append("    UserKnownHostsFile \"").append(knownHosts).append("\"\n");
        Files.writeString(config(), config, StandardCharsets.UTF_8);
    }

    private Path config() {
        return directory.resolve("ssh_config");
    }
}
