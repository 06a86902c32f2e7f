package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.Channel;
import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.ChannelShell;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import jfab.control.connection.host.ConnectionException;
import org.jspecify.annotations.Nullable;

/** Channels on one logged-in session, for commands each given the same. */
public final class Channels {
    /** How long a host may refuse a further channel before that is final. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** The same, where there is another way. */
    private static final Duration HASTE = Duration.ofMillis(500);

    private static final long LONGEST_PAUSE = 500;

    /** All that JSch says of a channel that the host refused. */
    private static final String REFUSED = "channel is not opened.";

    private volatile Session session;
    private final Supplier<Session> another;
    private final Duration patience;
    private final Map<String, String> environment;
    private final boolean agent;
    private volatile Runnable giveUpSpare = () -> {};
    private Consumer<Session> left = Session::disconnect;
    private volatile @Nullable SignOfLife sign;
    private Supplier<Optional<Session>> further = Optional::empty;

    /** Makes a channel that is not opened yet. */
    interface Fresh<C extends Channel> {
        C make() throws JSchException;
    }

    /**
     * The channels of {@code session}.
     *
     * @param another logs in to the same host once more
     * @param environment variables that are sent with each command; the host takes those that its sshd accepts
     * @param agent whether commands may use the user's agent
     */
    public Channels(Session session, Supplier<Session> another, Map<String, String> environment, boolean agent) {
        this(session, another, environment, agent, PATIENCE);
    }

    private Channels(
            Session session,
            Supplier<Session> another,
            Map<String, String> environment,
            boolean agent,
            Duration patience) {
        this.session = session;
        this.another = another;
        this.patience = patience;
        this.environment = Map.copyOf(environment);
        this.agent = agent;
    }

    /** These channels, whose session is {@code next}'s when they are left, and nothing goes through it any more. */
    public Channels leavingTo(Consumer<Session> next) {
        left = next;
        return this;
    }

    /** These channels, beside whose session {@code further} logs in to the host once more, unless somebody would be asked for something. */
    public Channels beside(Supplier<Optional<Session>> further) {
        this.further = further;
        return this;
    }

    /** Channels of one more session, for what gains by a connection more; whoever asks for them disconnects it. Empty where there is none. */
    Optional<Channels> beside() {
        try {
            return further.get().map(session -> new Channels(session, another, environment, agent, HASTE));
        } catch (ConnectionException e) {
            return Optional.empty();
        }
    }

    /** These channels, of a session that is replaced by another where it breaks without {@code sign}: all it was asked is to open a channel. */
    public Channels unless(SignOfLife sign) {
        this.sign = sign;
        return this;
    }

    Session session() {
        return session;
    }

    /** The session, once its host is known to answer. */
    Session answering() throws JSchException {
        SignOfLife expected = sign;
        Session asked = session;
        while (expected != null && expected.missing(asked) && !replaced(asked)) {
            pause(1);
        }
        return session;
    }

    /** Whether {@code broken} is a session that nothing has come of, and that another stands for now. */
    private synchronized boolean replaced(Session broken) {
        if (sign == null || !sign.missing(broken) || broken.isConnected()) {
            return false;
        }
        if (broken.equals(session)) {
            left.accept(broken);
            session = another.get();
        }
        return true;
    }

    private void waitNoLonger() {
        SignOfLife expected = sign;
        if (expected != null) {
            expected.cancel();
        }
    }

    /** Gives the session away. */
    void leave() {
        giveUpSpare.run();
        waitNoLonger();
        left.accept(session);
    }

    /** The same session's, given up soon where the host refuses one. */
    Channels hasty() {
        Channels same = new Channels(session, another, environment, agent, HASTE);
        same.giveUpSpare = () -> giveUpSpare.run();
        return same;
    }

    /**
     * Channels of a session that is logged in to for them, and that whoever asks for them disconnects.
     *
     * @throws ConnectionException where it cannot be
     */
    Channels apart() {
        return new Channels(another.get(), another, environment, agent, PATIENCE);
    }

    /** A channel for a command, not opened yet. */
    ChannelExec exec() throws JSchException {
        ChannelExec channel = made(ChannelExec.class, "exec");
        channel.setAgentForwarding(agent);
        environment.forEach((name, value) ->
                channel.setEnv(name.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8)));
        return channel;
    }

    /** A channel for a login shell, not opened yet. */
    ChannelShell shell() throws JSchException {
        ChannelShell channel = made(ChannelShell.class, "shell");
        channel.setAgentForwarding(agent);
        environment.forEach((name, value) ->
                channel.setEnv(name.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8)));
        return channel;
    }

    /** A channel for files, not opened yet. */
    ChannelSftp sftp() throws JSchException {
        return made(ChannelSftp.class, "sftp");
    }

    private <C extends Channel> C made(Class<C> type, String name) throws JSchException {
        Channel channel = session.openChannel(name);
        if (channel == null) {
            // JSch keeps to itself why.
            throw new JSchException("session is down");
        }
        return type.cast(channel);
    }

    /** Has {@code giveUp} close a channel that is open but idle, when the host refuses another. */
    void spare(Runnable giveUp) {
        giveUpSpare = giveUp;
    }

    /**
     * Opens a channel. sshd has at most {@code MaxSessions} on one connection and refuses more, so a refused one is tried again:
     * others of this session may end meanwhile.
     *
     * @param wanted whether somebody still waits for it
     * @throws NoFurtherSessionException where the host has refused it for 10 s
     * @throws ConnectionException where the session had been lost before, and no other one can be had
     * @throws JSchException where it cannot be opened for another reason
     */
    <C extends Channel> C open(Fresh<C> fresh, BooleanSupplier wanted) throws JSchException {
        long start = System.nanoTime();
        for (long pause = 10; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
            Session asked = session;
            try {
                C channel = fresh.make();
                asked = channel.getSession();
                // No time limit: with one, JSch polls every 10 ms.
                channel.connect();
                waitNoLonger();
                return channel;
            } catch (JSchException e) {
                if (replaced(asked)) {
                    continue;
                }
                if (!REFUSED.equals(e.getMessage()) || !session.isConnected()) {
                    // JSch's own message of a broken connection names a class of Java's.
                    throw e.getCause() instanceof IOException broken
                            ? new JSchException(broken.getMessage(), broken)
                            : e;
                }
                if (System.nanoTime() - start > patience.toNanos()) {
                    throw new NoFurtherSessionException(e);
                }
                giveUpSpare.run();
                pause(pause);
                if (!wanted.getAsBoolean()) {
                    throw e;
                }
            }
        }
    }

    private static void pause(long milliseconds) throws JSchException {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JSchException("interrupted", e);
        }
    }

    boolean connected() {
        return session.isConnected();
    }
}
