package jfab.control.rehearsal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfab.control.Main;
import jfab.control.demo.DemoHosts;

/**
 * What the build runs once so that Java can record which classes jfab loads: the list of tasks, a look for jobs, a command
 * over SSH. The launcher starts every later run from that record.
 */
final class Rehearsal {
    private Rehearsal() {}

    /** Takes a folder for its hosts, and a fabfile. */
    public static void main(String[] arguments) throws IOException {
        Path fabfile = Path.of(arguments[1]);
        try (DemoHosts hosts = DemoHosts.open(Path.of(arguments[0]).toAbsolutePath())) {
            for (List<String> task :
                    List.of(List.of("--list"), List.of("--list"), List.of("status"), List.of("--", "true"))) {
                List<String> line = new ArrayList<>(hosts.options(fabfile));
                line.addAll(task);
                Main.run(line);
            }
        }
    }
}
