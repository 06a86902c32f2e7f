package jfab.control.connection.jsch.channels;

import java.time.Duration;

/** The processes of one command on the host, to be ended over a second channel: TERM, and KILL when that is not enough. */
record ProcessGroup(Channels channels, long id) {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    ProcessGroup {
        if (id <= 1) {
            throw new IllegalArgumentException("process group " + id);
        }
    }

    /** A script that ends the group of process {@code id}: TERM, and KILL when that is not enough. */
    static String ending(long id) {
        // A server other than sshd may not make the shell a group leader: then only the shell itself is signalled.
        return "g=-" + id + "; kill -s 0 -- $g 2>/dev/null || g=" + id + "\n"
                + "kill -s TERM -- $g 2>/dev/null\n"
                + "i=0; while [ $i -lt 20 ] && kill -s 0 -- $g 2>/dev/null; do sleep 0.1; i=$((i+1)); done\n"
                + "kill -s KILL -- $g 2>/dev/null\n"
                + "exit 0";
    }

    /**
     * Ends them and waits for that; returns whether the host did as told.
     *
     * @throws NoFurtherSessionException where the host allows no second channel
     */
    boolean end() throws NoFurtherSessionException {
        String line = ending(id);
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
