package jfab.control.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real slurmctld with nodes node1, node2, ... on this machine, by the script {@code test/slurm/cluster}. */
record SlurmCluster(Path state) implements AutoCloseable {
    private static final String SCRIPT =
            Path.of("test/slurm/cluster").toAbsolutePath().toString();

    static SlurmCluster up(Path state, int nodes) throws IOException, InterruptedException {
        run(List.of(SCRIPT, "up", state.toString(), Integer.toString(nodes), Integer.toString(freePorts(nodes + 1))));
        return new SlurmCluster(state);
    }

    /** The first of so many free ports in a row. */
    private static int freePorts(int count) throws IOException {
        for (int first = 26_800; first < 32_000; first += count) {
            List<ServerSocket> held = new ArrayList<>();
            try {
                for (int port = first; port < first + count; port++) {
                    held.add(new ServerSocket(port, 1, InetAddress.getByName("0.0.0.0")));
                }
                return first;
            } catch (IOException e) {
                // Somebody has one of them.
            } finally {
                for (ServerSocket each : held) {
                    each.close();
                }
            }
        }
        throw new IOException("no free ports");
    }

    /**
     * {@code command} in an allocation of the first so many nodes, even if one still ends the job before; it gets what
     * the allocation's shell gets.
     */
    List<String> allocated(int nodes, String name, List<String> command) {
        List<String> all = new ArrayList<>(List.of("env", "SLURM_CONF=" + state.resolve("slurm.conf"), "salloc"));
        all.addAll(List.of("--quiet", "--nodelist=node[1-" + nodes + "]", "--job-name=" + name));
        all.addAll(command);
        return all;
    }

    /** Runs one of Slurm's programs. */
    String slurm(String... command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("env", "SLURM_CONF=" + state.resolve("slurm.conf")));
        all.addAll(List.of(command));
        return run(all);
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Path log = Files.createTempFile("slurm", ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroy();
            throw new IOException(command + ": " + Files.readString(log));
        }
        String said = Files.readString(log);
        Files.delete(log);
        return said;
    }

    @Override
    public void close() throws IOException {
        try {
            run(List.of(SCRIPT, "down", state.toString()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
