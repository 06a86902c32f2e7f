package jfab.control.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Real OpenSSH hosts at 172.16.0.x in network namespaces, by the script {@code test/netns/cluster}. */
final class NetnsCluster {
    private static final String SCRIPT =
            Path.of("test/netns/cluster").toAbsolutePath().toString();

    private final Path state;

    private NetnsCluster(Path state) {
        this.state = state;
    }

    /** Starts a host for each address; {@code 172.16.0.7=64m} gives it a home of that size. */
    static NetnsCluster up(Path state, String... addresses) throws IOException, InterruptedException {
        NetnsCluster cluster = new NetnsCluster(state);
        List<String> command = new ArrayList<>(List.of(SCRIPT, "up", state.toString()));
        command.addAll(List.of(addresses));
        cluster.checked(command);
        return cluster;
    }

    Path sshConfig() {
        return state.resolve("ssh_config");
    }

    /** The home directory of root on a host. */
    Path home(String address) {
        return state.resolve(address).resolve("root");
    }

    /** The command line that runs {@code command} in the client's namespace. */
    List<String> client(List<String> command) {
        return joined("client", List.of(), command);
    }

    /** {@code command} as a process of a host, not yet started. */
    ProcessBuilder on(String address, String... command) {
        return new ProcessBuilder(joined("on", List.of(address), List.of(command))).redirectErrorStream(true);
    }

    /** Cuts the power of a host and starts it again. */
    void reboot(String address) throws IOException, InterruptedException {
        checked(List.of(SCRIPT, "reboot", state.toString(), address));
    }

    /** Ends hosts and everything that runs on them. */
    void down() throws IOException, InterruptedException {
        checked(List.of(SCRIPT, "down", state.toString()));
    }

    private List<String> joined(String word, List<String> arguments, List<String> command) {
        List<String> all = new ArrayList<>(List.of(SCRIPT, word, state.toString()));
        all.addAll(arguments);
        all.addAll(command);
        return all;
    }

    private void checked(List<String> command) throws IOException, InterruptedException {
        Path log = Files.createTempFile("netns", ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroy();
            throw new IOException(command + ": " + Files.readString(log));
        }
        Files.delete(log);
    }
}
