package jfab.control.connection.broadcast;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import jfab.JfabException;
import jfab.PlainText;
import jfab.control.connection.command.Result;
import org.jspecify.annotations.Nullable;

/** What a broadcast runs on one of its hosts beside what takes the content there: a script that is given orders, and the submitter's own feeding. */
final class HostSession implements BroadcastHost.Script, AutoCloseable {
    private static final Duration READY = Duration.ofSeconds(30);
    /** More than the script waits for whoever else changes the keys. */
    private static final Duration TIDY = Duration.ofSeconds(20);
    /** The same where the user wants it to end. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final HostLine line;
    private final String id;
    private final Content content;
    private final Chunks chunks;
    private final Orders orders = new Orders();
    private final CompletableFuture<String> first = new CompletableFuture<>();
    private final Thread talk;
    private final int number;
    private volatile @Nullable Reach reach;
    private volatile @Nullable Part part;
    private volatile IntConsumer progress = have -> {};
    private volatile @Nullable Thread feeding;
    private volatile long sent;

    /** Its place among the others. */
    private record Part(Chain chain, BroadcastHost member) {}

    HostSession(HostLine line, String id, int number, Content content, Chunks chunks) {
        this.line = line;
        this.id = id;
        this.number = number;
        this.content = content;
        this.chunks = chunks;
        orders.give(chunks.list());
        // Not a virtual one: interrupted while it writes, that would close the socket.
        talk = Thread.ofPlatform().daemon().name("broadcast to " + line.host()).start(this::talk);
    }

    private void talk() {
        String end = "";
        boolean tidy = false;
        try {
            Result result = line.pipe(CastScript.cast(id, number, chunks).warn(), orders, new SaidLines(this::said));
            end = result.err().strip().lines().reduce("", (one, other) -> other);
            tidy = result.exitStatus() == 0;
        } catch (JfabException e) {
            end = String.valueOf(e.getMessage());
        } finally {
            first.complete("star " + (end.isEmpty() ? "it does not answer" : end));
            leave();
            if (!tidy) {
                sweep();
            }
        }
    }

    /** In place of a script that was killed: what takes the content there would wait for ever. */
    private void sweep() {
        try {
            line.pipe(CastScript.swept().warn(), null, OutputStream.nullOutputStream());
        } catch (JfabException e) {
            // The connection has broken: what waits there ends with it, and the next broadcast sweeps.
        }
    }

    /** What it says at first: that it is ready, or {@code star} and why it is to be sent the content by itself. */
    String answer() throws InterruptedException {
        try {
            return first.get(READY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return "star it does not answer";
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Has it take part, as {@code where} it is reached. */
    void join(Chain all, Reach where, IntConsumer listener) {
        reach = where;
        progress = listener;
        BroadcastHost member = all.member(line.host(), number, this);
        part = new Part(all, member);
        all.join(member);
        if (!talk.isAlive()) {
            leave();
        }
    }

    /** Waits until nobody needs this host any more. */
    void finish() throws InterruptedException {
        Part mine = part;
        if (mine != null) {
            mine.chain().finish();
        }
    }

    /** Why it was fed by the submitter alone; empty where it was not, or where that is not known. */
    String reason() {
        Part mine = part;
        return mine == null ? "" : mine.chain().reason(mine.member());
    }

    private void leave() {
        Part mine = part;
        if (mine != null) {
            mine.chain().leave(mine.member());
        }
    }

    private void said(String text) {
        Part mine = part;
        if (mine == null) {
            first.complete(text);
            return;
        }
        BroadcastHost me = mine.member();
        Chain all = mine.chain();
        String[] words = text.split(" ", 4);
        Optional<Long> number = words.length > 1 ? number(words[1]) : Optional.empty();
        if (number.isEmpty()) {
            return;
        }
        long order = number.get();
        String rest = words.length > 3 ? words[3] : "";
        String why = words.length > 2 ? text.split(" ", 3)[2] : "";
        switch (words[0]) {
            case "have" -> {
                all.have(me, (int) Math.min(order, Integer.MAX_VALUE));
                progress.accept(me.have);
            }
            case "allowed" -> all.allowed(me, order);
            case "refused" -> all.refused(me, order, why);
            case "fed" -> all.fed(me, order, words.length > 2 && words[2].equals("0"), rest);
            case "bad" -> all.bad(me, order);
            case "left" ->
                line.notice("the line of this broadcast stays, and lets nobody in: " + why
                        + "; the next broadcast takes it away");
            default -> {}
        }
    }

    private static Optional<Long> number(String word) {
        return word.matches("\\d{1,9}") ? Optional.of(Long.parseLong(word)) : Optional.empty();
    }

    private Reach reach() {
        Reach known = reach;
        if (known == null) {
            throw new IllegalStateException("not ready");
        }
        return known;
    }

    @Override
    public void allow(long order, BroadcastHost feeder) {
        Reach from = ((HostSession) feeder.script).reach();
        orders.give("allow " + order + " " + from.from() + " " + from.key() + "\n");
    }

    @Override
    public void feed(long order, BroadcastHost child) {
        HostSession next = (HostSession) child.script;
        Reach to = next.reach();
        orders.give("feed " + order + " " + to.address() + " " + to.port() + " " + to.user() + " " + child.have + " "
                + next.line.hostKey().orElseThrow() + "\n");
    }

    @Override
    public void stop() {
        orders.give("stop 0\n");
    }

    @Override
    public void feedFromHere(long order, int from) {
        sent = System.nanoTime();
        feeding = Thread.ofPlatform().daemon().name("feeding " + line.host()).start(() -> {
            String failure = fed(order, from);
            Part mine = part;
            if (!failure.isEmpty() && mine != null) {
                mine.chain().fedFromHere(mine.member(), order, failure);
            }
        });
    }

    /** Feeds it from here; returns why that did not reach the end, empty where it did. */
    private String fed(long order, int from) {
        try (InputStream in = new WatchedInput(chunks.from(content, from))) {
            Result result =
                    line.pipe(CastScript.receive(id, order, from, chunks).warn(), in, OutputStream.nullOutputStream());
            return result.exitStatus() == 0 ? "" : "it does not take it: " + PlainText.line(result.err());
        } catch (IOException | JfabException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Override
    public void stopFromHere() {
        Thread running = feeding;
        if (running != null) {
            running.interrupt();
        }
    }

    @Override
    public void giveUp() {
        orders.end();
    }

    @Override
    public void notice(String text) {
        line.notice(text);
    }

    @Override
    public long sentFromHere() {
        long last = sent;
        return last == Long.MAX_VALUE ? System.nanoTime() : last;
    }

    /** Tells when what was read of it had been sent, which is when it is read again; what is slow here is not the host's fault. */
    private final class WatchedInput extends FilterInputStream {
        WatchedInput(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            sent = Long.MAX_VALUE;
            try {
                return super.read(bytes, from, length);
            } finally {
                sent = System.nanoTime();
            }
        }
    }

    /** Has the host tidy up, and waits for that as long as it answers in time. */
    @Override
    public void close() {
        leave();
        stopFromHere();
        orders.end();
        boolean interrupted = Thread.interrupted();
        try {
            if (!talk.join(interrupted ? GRACE : TIDY)) {
                line.notice("does not tidy up after the broadcast; the next one does");
                talk.interrupt();
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
