package jfab.control.connection.jsch.channels;

import java.time.Duration;
import java.util.List;
import jfab.TextResource;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.HostScript;

/** The processes of one command on the host, to be ended over a second channel: TERM, and KILL when that is not enough. */
record ProcessGroup(Channels channels, long id) {
    /** {@code end.sh}, whose first lines tell its arguments. */
    private static final String END = TextResource.script(ProcessGroup.class, "end.sh");

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    ProcessGroup {
        if (id <= 1) {
            throw new IllegalArgumentException("process group " + id);
        }
    }

    /**
     * What ends process {@code id} with its group and, where the host has a /proc, with all of its session, if that is the one that
     * {@code command}'s shell leads; both are the same but behind sudo.
     */
    static Command ending(long id, long command) {
        return Command.of(HostScript.argv(END, List.of(Long.toString(id), Long.toString(command))));
    }

    /**
     * Ends them and waits for that; returns whether the host did as told.
     *
     * @throws NoFurtherSessionException where the host allows no second channel
     */
    boolean end() throws NoFurtherSessionException {
        String line = ending(id, id).line();
        try (Exec exec = new Exec(channels, line, null, null)) {
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (true) {
                Event event = exec.next(Math.max(end - System.nanoTime(), 0));
                if (event instanceof Event.Ended(NoFurtherSessionException refused)) {
                    throw refused;
                }
                if (event == null || event instanceof Event.Ended) {
                    return event != null && exec.exitStatus() == 0;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
