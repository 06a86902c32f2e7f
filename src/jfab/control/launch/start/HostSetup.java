package jfab.control.launch.start;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jfab.control.connection.command.Command;
import jfab.control.connection.host.Host;
import jfab.control.launch.Attempts;
import jfab.control.launch.Description;
import jfab.control.launch.JobId;
import jfab.control.launch.Member;
import jfab.control.launch.Node;
import jfab.control.launch.NodeScript;
import jfab.control.launch.RunScript;
import jfab.control.launch.start.ClusterSpec.Network;
import org.jspecify.annotations.Nullable;

/** A host while a job is brought there and started: each step is one request. */
record HostSetup(Node node, JobId job) {
    private static final Duration QUICK = Duration.ofSeconds(60);

    /** What every Java obeys, and what our engine's own may not even start with. */
    private static final Set<String> FOR_THE_HOSTS_JAVA =
            Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    Host host() {
        return node.host();
    }

    /**
     * Makes a directory on the host the job's workspace.
     *
     * @param checkpoints where the job keeps them, as seen from there; empty for nowhere
     */
    Adopted adopt(String workspace, String checkpoints) {
        String answer = node.ask("adopt", node.directory(job), workspace, checkpoints);
        return Node.read(host(), answer, Adopted::parse);
    }

    /** Sends a local folder, dotfiles too, but not what an earlier job left here of it. */
    void dispatch(Payload.Folder sent, String key) {
        StringBuilder files = new StringBuilder();
        sent.files().stream()
                .filter(file -> Files.isRegularFile(sent.folder().resolve(file)))
                .forEach(file -> files.append("./").append(file).append('\n'));
        Command seed = NodeScript.request("seed", rootDir(), job.toString(), key);
        node.send(seed, new ByteArrayInputStream(files.toString().getBytes(StandardCharsets.UTF_8)));
        node.connection()
                .put(
                        Map.of("sync", true, "exclude", Payload.Folder.leftOut(), "broadcast", "quietly"),
                        sent.folder() + "/",
                        node.directory(job) + "/");
    }

    /** Asks the host for its address and for free ports; {@code peer} is another host of the job, or empty. */
    String reserve(ClusterSpec cluster, String peer, List<Placement.Place> places) {
        Network network = cluster.network();
        List<String> arguments =
                new ArrayList<>(List.of(node.directory(job), network.nic(), peer, Integer.toString(network.port())));
        for (Placement.Place place : places) {
            arguments.add(wanted(place, cluster));
        }
        return node.ask("reserve", arguments.toArray(String[]::new));
    }

    /** Asks the host for other ports for one of its processes, from {@code first} on; returns the first of them. */
    int exchange(ClusterSpec cluster, Placement.Place place, int first) {
        String answer = node.ask("exchange", node.directory(job), Integer.toString(first), wanted(place, cluster));
        return Node.read(node.host(), answer.strip(), line -> ProcessAddresses.port(line.replaceFirst(".* ", "")));
    }

    private static String wanted(Placement.Place place, ClusterSpec cluster) {
        return place.name() + "=" + cluster.ports(place.role(), place.rank());
    }

    /**
     * Starts processes and waits until they are ready.
     *
     * @param written {@code description} as its file, which is the same on all hosts and large where ranks are many
     * @param ready what each of {@code members} shows then
     * @param onEnd what this host runs when the job has ended; empty for nothing
     * @param workspace where they work on this host; empty for the job's own directory
     * @return the failure as the host says it: {@code died NAME} or {@code late NAME}; empty for none
     */
    String launch(
            Description description,
            String written,
            List<Member> members,
            List<String> ready,
            List<String> onEnd,
            String workspace,
            Duration limit) {
        List<String> arguments = new ArrayList<>(List.of(node.directory(job), Long.toString(limit.toSeconds())));
        StringBuilder files = new StringBuilder();
        file(files, "description.new", written);
        file(files, "record", NodeScript.recorder());
        if (!onEnd.isEmpty()) {
            Map<String, String> environment = new TreeMap<>(members.getFirst().environment());
            // For the engine, not for what sends mail.
            environment.remove("LD_LIBRARY_PATH");
            file(
                    files,
                    "on-end",
                    RunScript.exports(environment) + "exec "
                            + Command.of(within(workspace, null, onEnd)).line());
        }
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            file(
                    files,
                    member.name() + ".run",
                    run(description, member, workspace).text());
            arguments.add(member.name() + "=" + ready.get(i));
        }
        Command launch = NodeScript.request("launch", arguments)
                .within(limit.plus(QUICK))
                .warn();
        byte[] input = files.toString().getBytes(StandardCharsets.UTF_8);
        return Node.checked(() -> node.connection()
                        .launch(
                                launch,
                                new ByteArrayInputStream(input),
                                NodeScript.request("keep", node.directory(job))))
                .out()
                .strip();
    }

    private static RunScript run(Description description, Member member, String workspace) {
        Map<String, String> environment = new TreeMap<>(member.environment());
        String libraries = environment.remove("LD_LIBRARY_PATH");
        return new RunScript(
                member.log(),
                member.restarts(),
                Duration.ofSeconds(1),
                description.timeLimit(),
                description.grace(),
                failure(member),
                Attempts.of(member, description),
                description.on(member.host()).size(),
                member.ours() ? FOR_THE_HOSTS_JAVA : Set.of(),
                environment,
                within(workspace, libraries, member.argv()));
    }

    private static RunScript.Failure failure(Member member) {
        if (member.survived()) {
            return RunScript.Failure.SURVIVED;
        }
        return member.ours() ? RunScript.Failure.LEFT_TO_THEM : RunScript.Failure.ENDS_OTHERS;
    }

    /** The same command in another directory, and with more places to look for libraries than its host has. */
    private static List<String> within(String directory, @Nullable String libraries, List<String> argv) {
        List<String> all = new ArrayList<>();
        if (libraries != null) {
            all.addAll(List.of(
                    "sh",
                    "-c",
                    "export LD_LIBRARY_PATH=\"$1${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\"; shift; exec \"$@\"",
                    "jfab",
                    libraries));
        }
        if (!directory.isEmpty()) {
            all.addAll(List.of("sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "jfab", directory));
        }
        all.addAll(argv);
        return all;
    }

    private static void file(StringBuilder files, String name, String text) {
        files.append('>').append(name).append('\n');
        // Not String.lines, for which a carriage return ends a line as well.
        String whole = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        files.append('|').append(whole.replace("\n", "\n|")).append('\n');
    }

    private String rootDir() {
        String directory = node.directory(job);
        return directory.substring(0, directory.lastIndexOf('/'));
    }
}
