package jfab.control.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfab.control.demo.DemoHosts;

/**
 * What the build runs once for each record of classes that jfab loads: another Java, which records, with hosts in this one. Java reads
 * a whole record at every start, so the hosts' classes are in none.
 */
final class Rehearsal {
    private Rehearsal() {}

    /** Takes a folder for its hosts, a fabfile or {@code none}, and the flags of the Java that records. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Path.of(arguments[0]).toAbsolutePath();
        Path fabfile = Path.of(arguments[1]).toAbsolutePath();
        try (DemoHosts hosts = DemoHosts.open(folder)) {
            List<String> line = new ArrayList<>();
            line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            line.addAll(List.of(arguments).subList(2, arguments.length));
            line.addAll(List.of("-cp", System.getProperty("java.class.path"), RehearsedCommands.class.getName()));
            line.addAll(Files.exists(fabfile) ? hosts.options(fabfile) : hosts.options());
            int code = new ProcessBuilder(line)
                    .directory(folder.toFile())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IOException("the rehearsed command ended with " + code);
            }
        }
    }
}
