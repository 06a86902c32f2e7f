package jfab.control.testing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import jfab.control.connection.Connector;
import jfab.control.connection.Transport;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;

/**
 * Hosts that only write down what tasks do on them, and answer as a test says. Safe for use by many threads.
 *
 * <pre>{@code
 * def hosts = new RecordingConnector()
 * hosts.on('uname -r').prints('6.1')
 * hosts.on(~/systemctl restart .*\/).at('gpu02').exits(1).complains('unit not found')
 * }</pre>
 */
public final class RecordingConnector implements Connector {
    private final List<Answer> answers = new CopyOnWriteArrayList<>();
    private final List<Recorded> recorded = new CopyOnWriteArrayList<>();
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final List<String> unreachable = new CopyOnWriteArrayList<>();
    private volatile boolean strict;
    private volatile OutputListener output = (host, stream, line) -> {};

    /** Begins an answer to the shell line {@code line}; of several that fit, the last one is given. */
    public Answer on(String line) {
        return answer(new Answer(line::equals));
    }

    /** Begins an answer to all shell lines that match {@code lines} from begin to end. */
    public Answer on(Pattern lines) {
        return answer(new Answer(line -> lines.matcher(line).matches()));
    }

    private Answer answer(Answer answer) {
        answers.add(answer);
        return answer;
    }

    /** Lets every host have a file with this text, to be fetched by tasks and seen by their {@code c.sftp()}. */
    public void file(String remote, String text) {
        files.put(remote, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Lets no connection to the host {@code name} succeed. */
    public void unreachable(String name) {
        unreachable.add(name);
    }

    /** Makes a command without answer an error, instead of one that prints nothing and exits with 0. */
    public void strict() {
        strict = true;
    }

    /** All that was done, in the order of each host; hosts work at the same time. */
    public List<Recorded> recorded() {
        return List.copyOf(recorded);
    }

    /** The shell lines that ran on the host {@code name}, in order. */
    public List<String> commands(String name) {
        List<String> lines = new ArrayList<>();
        for (Recorded each : recorded) {
            if (each instanceof Recorded.Ran ran && ran.host().name().equals(name)) {
                lines.add(ran.command().line());
            }
        }
        return lines;
    }

    @Override
    public Transport connect(Host host) {
        if (unreachable.contains(host.name())) {
            throw new ConnectionException(
                    host, ConnectionException.Reason.UNREACHABLE, "unreachable, as the test says", null);
        }
        return new RecordingTransport(host, this);
    }

    @Override
    public void close() {}

    void show(OutputListener listener) {
        output = listener;
    }

    OutputListener output() {
        return output;
    }

    void record(Recorded done) {
        recorded.add(done);
    }

    Optional<byte[]> file(String remote) {
        return Optional.ofNullable(files.get(remote));
    }

    /** The names in a directory that has some of the files. */
    List<String> names(String directory) {
        String prefix = directory.endsWith("/") ? directory : directory + "/";
        return files.keySet().stream()
                .filter(path -> path.startsWith(prefix))
                .map(path -> path.substring(prefix.length()).replaceFirst("/.*", ""))
                .distinct()
                .sorted()
                .toList();
    }

    Answer answer(Host host, Command command) {
        for (Answer answer : answers.reversed()) {
            if (answer.fits(host, command)) {
                return answer.used();
            }
        }
        if (strict) {
            throw new UnexpectedCommand(host, command);
        }
        return new Answer(line -> true);
    }
}
