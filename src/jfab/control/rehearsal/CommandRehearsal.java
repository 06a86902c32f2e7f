package jfab.control.rehearsal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfab.control.demo.DemoHosts;

/**
 * What the build runs once so that Java can record which classes a command behind {@code --} loads where there is no fabfile.
 * Java reads a whole record at every start, so this one is without the tasks' classes, and the hosts are in another process.
 */
final class CommandRehearsal {
    private CommandRehearsal() {}

    /** Takes a folder for its hosts, and the flags of the Java that records. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (DemoHosts hosts = DemoHosts.open(Path.of(arguments[0]).toAbsolutePath())) {
            List<String> line = new ArrayList<>();
            line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            line.addAll(List.of(arguments).subList(1, arguments.length));
            line.addAll(List.of("-cp", System.getProperty("java.class.path"), RehearsedCommand.class.getName()));
            line.addAll(hosts.options());
            // One that nobody has: no fabfile is near.
            line.addAll(List.of("-c", "none-of-the-rehearsal"));
            line.addAll(List.of("--", "true"));
            int code = new ProcessBuilder(line)
                    .directory(Path.of(arguments[0]).toFile())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IOException("the rehearsed command ended with " + code);
            }
        }
    }
}
