package jfab.observe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jfab.connection.Command;
import jfab.connection.Connection;
import jfab.connection.Group;
import jfab.connection.HostScript;
import jfab.launch.LineOutputStream;

/**
 * Has one host tell how a job goes, until it is interrupted.
 *
 * @param host a group of that one host
 * @param directory of the job
 * @param told is called when the log has something new to show
 */
record HostObserver(Group host, String directory, Duration period, int keep, HostLog log, Runnable told)
        implements Runnable {
    private static final Duration AGAIN = Duration.ofSeconds(2);
    private static final String SCRIPT = read();

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                // A failure is shown as a host that is not reached, for as long as it lasts.
                if (!host.run(this::observe).ok()) {
                    log.lost();
                    told.run();
                    Thread.sleep(AGAIN);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean observe(Connection connection) {
        List<String> arguments =
                new ArrayList<>(List.of(directory, Long.toString(period.toSeconds()), Integer.toString(keep)));
        arguments.addAll(log.offsets());
        // The first line is what an error message quotes of a command.
        Command observe = Command.shell("# jfab observe " + directory + "\n"
                        + Command.of(HostScript.argv(SCRIPT, arguments)).line())
                .hide();
        try (LineOutputStream lines = new LineOutputStream(this::line)) {
            return connection.pipe(observe, null, lines).ok();
        }
    }

    private void line(String line) {
        Told told;
        try {
            told = Told.parse(line);
        } catch (IllegalArgumentException e) {
            // Cut where the line to the host broke.
            return;
        }
        log.add(told);
        if (told instanceof Told.End) {
            this.told.run();
        }
    }

    private static String read() {
        try (InputStream script = HostObserver.class.getResourceAsStream("observe.sh")) {
            if (script == null) {
                throw new IllegalStateException("observe.sh is missing from the class path");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
