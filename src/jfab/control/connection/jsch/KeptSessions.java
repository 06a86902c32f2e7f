package jfab.control.connection.jsch;

import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfab.control.connection.jsch.channels.SignOfLife;

/**
 * Sessions that stay open behind their command, where its process waits for the next one and {@code ControlPersist} asks for it. The next
 * log-in takes one when all that has let the first one in is as it was, and when the host still answers.
 */
public final class KeptSessions {
    /** The name of the thread that watches one. */
    public static final String WATCHING = "to host";

    private static final int MOST = 1024;
    private static final List<Kept> KEPT = new ArrayList<>();
    private static volatile boolean keeping;

    private KeptSessions() {}

    /** A session, with whom and on what grounds, and what is heard of its host. */
    record Kept(LoginTarget target, LoginGrounds grounds, Session session, PatientInput line, long until) {
        private boolean usable() {
            return session.isConnected() && until - System.nanoTime() > 0;
        }

        SignOfLife ask() {
            return SignOfLife.ask(session, line::heard);
        }
    }

    /** From now on, this process waits for commands after each command. */
    public static void begin() {
        keeping = true;
    }

    /** How many there are. */
    public static synchronized int size() {
        trim();
        return KEPT.size();
    }

    /** Whether sessions with {@code target} may outlive their command. */
    static boolean wants(LoginTarget target) {
        return keeping
                && !target.dialing().persist().isZero()
                && target.route() instanceof Route.Direct
                && target.grants().agent() == null;
    }

    /** One with {@code target}, if there is one; on what grounds it may be used, its taker looks at. */
    static synchronized Optional<Kept> take(LoginTarget target) {
        trim();
        Optional<Kept> found =
                KEPT.stream().filter(kept -> kept.target().equals(target)).findFirst();
        found.ifPresent(KEPT::remove);
        return found;
    }

    /** Keeps {@code session}, or ends it: where something still goes through it, or there are enough. */
    static synchronized void keep(Kept session) {
        trim();
        if (keeping && session.usable() && KEPT.size() < MOST && !forwards(session.session())) {
            KEPT.add(session);
        } else {
            session.session().disconnect();
        }
    }

    private static boolean forwards(Session session) {
        try {
            return session.getPortForwardingL().length > 0 || session.getPortForwardingR().length > 0;
        } catch (JSchException e) {
            return true;
        }
    }

    private static void trim() {
        KEPT.removeIf(kept -> {
            if (kept.usable()) {
                return false;
            }
            kept.session().disconnect();
            return true;
        });
    }
}
