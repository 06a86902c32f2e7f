package jfab.control.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import jfab.control.connection.Connection;
import jfab.control.connection.Connector;
import jfab.control.connection.Group;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.host.Host;
import jfab.control.connection.jsch.JschConnector;
import jfab.role.Role;
import jfab.tools.Await;

/** Real OpenSSH hosts, each with a home of its own, and jobs on them whose processes are lines of shell. */
public final class LightCluster implements AutoCloseable {
    /** Commands start in the home of the fixture, and find what it has in {@code bin} first; how long each is and what it asks are noted. */
    private static final String OWN_HOME =
            "ForceCommand cd \"$HOME\" && echo \"${#SSH_ORIGINAL_COMMAND} $(echo \"$SSH_ORIGINAL_COMMAND\" | grep -o"
                    + " '# jfab [^\\\\]*' | head -n 1)\" >>requests; PATH=\"$HOME/bin:$PATH\" exec /bin/sh -c \"$SSH_ORIGINAL_COMMAND\"";

    private final List<SshdFixture> servers = new ArrayList<>();
    private final Connector connector;

    /** A process of a job: {@code line} is what it runs, again after {@code pause} where it fails. */
    record Part(int host, Role role, int rank, String line, int restarts, Duration pause) {
        Part(int host, Role role, int rank, String line, int restarts) {
            this(host, role, rank, line, restarts, Duration.ZERO);
        }

        static Part server(int host, int rank, String line) {
            return new Part(host, Role.PSERVER, rank, line, 0);
        }

        static Part trainer(int host, int rank, String line) {
            return new Part(host, Role.TRAINER, rank, line, 0);
        }

        String name() {
            return Worker.nameOf(role, rank);
        }
    }

    /** Hosts without SFTP. */
    public LightCluster(int hosts) throws IOException, InterruptedException {
        this(hosts, OWN_HOME);
    }

    /** Hosts with SFTP. */
    static LightCluster withSftp(int hosts) throws IOException, InterruptedException {
        String sftp =
                "case $SSH_ORIGINAL_COMMAND in internal-sftp) cd \"$HOME\" && exec /usr/lib/openssh/sftp-server ;; esac; ";
        return new LightCluster(
                hosts, OWN_HOME.replaceFirst("^ForceCommand ", Matcher.quoteReplacement("ForceCommand " + sftp)));
    }

    private LightCluster(int hosts, String command) throws IOException, InterruptedException {
        OutputListener silent = (host, stream, line) -> {};
        for (int i = 0; i < hosts; i++) {
            SshdFixture server = SshdFixture.start(command);
            servers.add(server);
        }
        connector = new JschConnector(servers.getFirst()
                .settings(silent)
                .withIdentities(servers.stream()
                        .map(server -> server.folder().resolve("id_ed25519"))
                        .toList()));
    }

    public SshdFixture server(int index) {
        return servers.get(index);
    }

    public List<Host> hosts() {
        return servers.stream().map(SshdFixture::host).toList();
    }

    public Group group() {
        return new Group(hosts(), connector);
    }

    /** Where nobody listens; the host of parts whose number is that of no server. */
    Host closed() {
        return new Host("127.0.0.1", null, 1);
    }

    private Host host(Part part) {
        return part.host < servers.size() ? hosts().get(part.host) : closed();
    }

    /** What a host was asked, a line for each command: how many bytes it had, and which request it is. */
    Path requests(int host) {
        return servers.get(host).folder().resolve("home/requests");
    }

    Path job(int host, JobId id) {
        return servers.get(host).folder().resolve("home/work").resolve(id.toString());
    }

    /** Starts a job whose processes wait for nothing. */
    JobId start(String stamp, Map<String, String> environment, Part... parts) throws IOException, InterruptedException {
        JobId id = create(stamp);
        begin(describe(id, environment, parts), part -> true, parts);
        return id;
    }

    /** Makes the directories of a job, which have nothing in them. */
    JobId create(String stamp) throws IOException, InterruptedException {
        JobId id = new JobId(stamp, 1);
        for (int i = 0; i < servers.size(); i++) {
            try (Connection connection = connector.open(hosts().get(i))) {
                new Node(connection, "work").create(id, i, "token".getBytes(StandardCharsets.US_ASCII), false);
            }
        }
        return id;
    }

    /** Tells the hosts what the job is going to be. */
    Description describe(JobId id, Map<String, String> environment, Part... parts)
            throws IOException, InterruptedException {
        List<Member> members = new ArrayList<>();
        for (Part part : parts) {
            members.add(new Member(
                    part.role,
                    part.rank,
                    host(part),
                    "127.0.0.1",
                    List.of(),
                    "log/" + part.name() + ".log",
                    List.of("sh", "-c", part.line),
                    environment,
                    part.restarts));
        }
        Description description = new Description(
                id,
                members.stream().map(Member::host).distinct().toList(),
                members,
                "work",
                "",
                Duration.ofSeconds(2),
                Duration.ZERO,
                Map.of("kind", "light"));
        for (int i = 0; i < servers.size(); i++) {
            try (Connection connection = connector.open(hosts().get(i))) {
                new Node(connection, "work").describe(description);
            }
        }
        return description;
    }

    /** Starts those of its processes that are {@code wanted}. */
    void begin(Description description, Predicate<Member> wanted, Part... parts)
            throws IOException, InterruptedException {
        JobId id = description.id();
        for (int i = 0; i < servers.size(); i++) {
            List<String> begin = new ArrayList<>(List.of("work/" + id));
            for (Member member : description.on(hosts().get(i))) {
                if (wanted.test(member)) {
                    Files.writeString(
                            job(i, id).resolve(".jfab/" + member.name() + ".run"),
                            script(member, parts).text());
                    begin.add(member.name());
                }
            }
            if (begin.size() > 1) {
                try (Connection connection = connector.open(hosts().get(i))) {
                    Command command = NodeScript.request("begin", begin);
                    connection.run(command);
                }
            }
        }
    }

    /** Waits until these processes are over. */
    void awaitEnd(JobId id, Part... parts) throws IOException, InterruptedException {
        for (Part part : parts) {
            await(job(part.host(), id).resolve(".jfab/" + part.name() + ".exit"));
        }
    }

    /** Waits until a file is there. */
    static void await(Path file) throws IOException, InterruptedException {
        Await.until("there is " + file, () -> Files.exists(file));
    }

    /** Waits until a file is gone, which goes just after something else. */
    static void awaitGone(Path file) throws IOException, InterruptedException {
        Await.until("there is no more " + file, () -> !Files.exists(file));
    }

    private static RunScript script(Member member, Part... parts) {
        Duration pause = Stream.of(parts)
                .filter(part -> part.name().equals(member.name()))
                .findFirst()
                .orElseThrow()
                .pause();
        return new RunScript(
                member.log(),
                member.restarts(),
                pause,
                Duration.ZERO,
                Duration.ofSeconds(2),
                RunScript.Failure.LEFT_TO_THEM,
                Attempts.ALONE,
                0,
                Set.of(),
                member.environment(),
                member.argv());
    }

    @Override
    public void close() throws IOException {
        connector.close();
        for (SshdFixture server : servers) {
            server.close();
        }
    }
}
