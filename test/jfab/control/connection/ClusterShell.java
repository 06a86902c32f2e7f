package jfab.control.connection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** ClusterShell's {@code cluset} as an oracle for sets of hosts. */
final class ClusterShell {
    private ClusterShell() {}

    /** What {@code cluset option} prints for each of {@code texts}, a process for all. */
    static List<String> answers(String option, List<String> texts) throws IOException, InterruptedException {
        Path script = Files.createTempFile("cluset", ".py");
        try {
            Files.writeString(script, """
                    import sys
                    from ClusterShell.NodeSet import NodeSet
                    for line in sys.stdin.buffer.read().decode().split("\\n"):
                        nodes = NodeSet(line)
                        print(str(nodes) if sys.argv[1] == "-f" else " ".join(nodes))
                    """);
            Process process = new ProcessBuilder("/usr/bin/python3", script.toString(), option)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            process.getOutputStream().write(String.join("\n", texts).getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IOException("ClusterShell did not answer");
            }
            return new ArrayList<>(out.lines().toList());
        } finally {
            Files.delete(script);
        }
    }
}
