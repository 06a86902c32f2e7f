package jfab.launch;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import jfab.connection.Connection;
import jfab.connection.ConnectionException;
import jfab.connection.Host;

/**
 * Hears the processes of one host until they have ended. Where the line breaks, it is made again, and the logs go on at the byte where
 * they were cut.
 */
final class Listening {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(20);
    private static final int MOST_TRIES = 40;

    private final Job job;
    private final Host host;
    private final Map<String, Long> offsets = new TreeMap<>();
    private final BooleanSupplier wanted;

    /** Hears {@code members} of {@code host}; a broken line is made again as long as that is {@code wanted}. */
    Listening(Job job, Host host, List<Member> members, BooleanSupplier wanted) {
        this.job = job;
        this.host = host;
        this.wanted = wanted;
        members.forEach(member -> offsets.put(member.name(), 0L));
    }

    /** Returns when all have ended. */
    void hear(Streamed.Listener listener) throws InterruptedException {
        Streamed stream = new Streamed(offsets, listener);
        Duration pause = FIRST_PAUSE;
        int tries = 0;
        while (!offsets.isEmpty()) {
            Map<String, Long> before = Map.copyOf(offsets);
            try {
                request(stream);
                return;
            } catch (ConnectionException e) {
                if (!offsets.equals(before)) {
                    tries = 0;
                    pause = FIRST_PAUSE;
                }
                if (!wanted.getAsBoolean() || ++tries > MOST_TRIES) {
                    throw e;
                }
                job.listener().notice(host + ": " + e.getMessage() + "; trying again");
                stream.cut();
            }
            Thread.sleep(pause);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    private void request(Streamed stream) {
        try (Connection connection = job.hosts().connector().open(host)) {
            Node node = new Node(connection, job.description().rootDir());
            String[] words = Stream.concat(
                            Stream.of(node.directory(job.id())),
                            offsets.entrySet().stream()
                                    .flatMap(each -> Stream.of(each.getKey(), Long.toString(each.getValue()))))
                    .toArray(String[]::new);
            Node.checked(connection.pipe(NodeScript.request("stream", words).warn(), null, stream));
        }
    }
}
