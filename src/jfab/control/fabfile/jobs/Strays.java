package jfab.control.fabfile.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import jfab.control.connection.Group;
import jfab.control.connection.host.Host;
import jfab.control.launch.JobId;
import jfab.control.launch.LaunchException;
import jfab.control.launch.Node;

/** Processes of jobs whose directories are gone from under them, so that no other request finds them. */
record Strays(Group hosts, String rootDir) {
    /** Throws where there are some, of {@code job} or of any, on {@code hosts}. */
    void refuse(Optional<JobId> job) throws InterruptedException {
        List<String> sentences = new ArrayList<>();
        Map<Host, List<String>> told = hosts.run(connection -> new Node(connection, rootDir).strays(job))
                .values();
        told.forEach((host, lines) -> {
            Map<String, String> pids = new TreeMap<>();
            lines.forEach(line -> pids.merge(
                    line.replaceFirst(" .*", ""), line.replaceFirst(".* ", ""), (one, other) -> one + " " + other));
            pids.forEach((id, own) -> sentences.add(id + ": its directory is gone on " + host
                    + ", and processes of it go on there; end them on that host with: kill " + own));
        });
        if (!sentences.isEmpty()) {
            throw new LaunchException(String.join("\n", sentences));
        }
    }
}
