package jfab.control.connection.broadcast;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.CountingStream;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * One content on its way to many hosts, which pass it on to each other over SSH, each while it gets it; or, where that does not pay or
 * cannot be, sent to each from here. Safe for threads: each host's comes with its own line.
 *
 * <p>What a host does for it lies in {@code cast.sh}, who brings what to whom is {@link Chain}'s.
 */
public final class Broadcast {
    /** Bytes that are not sent from here, from which on a chain pays: it needs about a second to begin. */
    private static final long WORTH = 64L << 20;

    /** Below this many hosts, the submitter sends each its own. */
    private static final int FEW = 3;

    private static final String SHARED_HOME = "they share a home with another of the hosts";
    private static final Pattern SHARED = Pattern.compile("star shared (\\d{1,6})");
    private static final Pattern HOST_KEY = Pattern.compile("[a-z0-9@.-]+ [A-Za-z0-9+/=]+");
    private static final Duration TICK = Duration.ofMillis(250);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Content content;
    private final int hosts;
    private final long worth;
    private final Broadcasts.Wish wish;
    private final String id = String.format(Locale.ROOT, "%032x", new BigInteger(128, RANDOM));
    private final Map<String, Set<Host>> stars = new LinkedHashMap<>();
    private @Nullable Chunks chunks;
    private @Nullable Chain chain;
    private final AtomicInteger numbers = new AtomicInteger();
    private int inside;
    private int each;
    private boolean hinted;

    /** A content for {@code hosts} hosts; a broadcast pays where it saves {@code worth} bytes. */
    Broadcast(Content content, int hosts, Broadcasts.Wish wish, long worth) {
        this.content = content;
        this.hosts = hosts;
        this.wish = wish;
        this.worth = worth;
    }

    static Broadcast of(Content content, int hosts, Broadcasts.Wish wish) {
        return new Broadcast(content, hosts, wish, WORTH);
    }

    /**
     * Runs {@code taker} on a host with the content as its standard input; returns its result, whatever its exit code, when no other
     * host needs this one any more.
     *
     * @param progress told how many bytes are there
     */
    public Result bring(HostLine line, Command taker, LongConsumer progress) throws IOException {
        enter();
        try {
            if (hosts < FEW || (hosts - 1) * content.about() < worth) {
                return sent(line, taker, progress, wish == Broadcasts.Wish.ASKED ? "so little gets there as fast" : "");
            }
            if (wish == Broadcasts.Wish.NONE) {
                synchronized (this) {
                    each++;
                }
                return sent(line, taker, progress, "");
            }
            if (line.hostKey().filter(key -> HOST_KEY.matcher(key).matches()).isEmpty()) {
                return sent(line, taker, progress, "there is no host key by which a neighbour could know them");
            }
            return passed(line, taker, progress);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } finally {
            leave(line);
        }
    }

    private Result passed(HostLine line, Command taker, LongConsumer progress)
            throws IOException, InterruptedException {
        Chunks all = chunks();
        Chain shared = chain();
        String said;
        try (HostSession session = new HostSession(line, id, numbers.incrementAndGet(), content, all)) {
            said = session.answer();
            Optional<Reach> reach = Reach.parse(said);
            if (reach.isPresent()) {
                session.join(
                        shared, reach.get(), have -> progress.accept(Math.min(all.size(), (long) have * all.chunk())));
                Command drained = CastScript.drained(id, taker).warn();
                Result result = line.pipe(drained, null, OutputStream.nullOutputStream());
                if (result.exitStatus() != CastScript.GIVEN_UP) {
                    if (result.exitStatus() == 0) {
                        session.finish();
                    }
                    return result;
                }
                said = "star " + (session.reason().isEmpty() ? "its part was ended there" : session.reason());
            }
        }
        return sent(line, taker, progress, why(said, shared));
    }

    /** Why a host is sent the content by itself, as it says. */
    private static String why(String said, Chain shared) {
        Matcher other = SHARED.matcher(said);
        if (other.matches()) {
            shared.shared(Integer.parseInt(other.group(1)), SHARED_HOME);
        }
        return said.startsWith("star shared")
                ? SHARED_HOME
                : said.startsWith("star ") ? said.substring("star ".length()) : "it does not answer as it should";
    }

    private Result sent(HostLine line, Command taker, LongConsumer progress, String why) throws IOException {
        if (!why.isEmpty()) {
            synchronized (this) {
                stars.computeIfAbsent(why, any -> new LinkedHashSet<>()).add(line.host());
            }
        }
        long[] sent = {0};
        try (InputStream in = new CountingStream(content.open(), count -> progress.accept(sent[0] += count))) {
            return line.pipe(taker.warn(), in, OutputStream.nullOutputStream());
        }
    }

    private synchronized Chunks chunks() throws IOException {
        Chunks known = chunks;
        if (known == null) {
            known = Chunks.of(content, hosts);
            chunks = known;
        }
        return known;
    }

    private synchronized Chain chain() throws IOException {
        Chain known = chain;
        if (known == null) {
            known = new Chain(chunks().count(), System::nanoTime);
            chain = known;
        }
        return known;
    }

    private synchronized void enter() {
        if (inside++ == 0) {
            Thread.ofVirtual().name("broadcast").start(this::watch);
        }
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(TICK);
                Chain watched;
                synchronized (this) {
                    if (inside == 0) {
                        return;
                    }
                    watched = chain;
                }
                if (watched != null) {
                    watched.tick();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The last of those that came at the same time tells how all got it. */
    private void leave(HostLine line) {
        String told;
        synchronized (this) {
            if (--inside > 0) {
                return;
            }
            told = told();
            stars.clear();
            chain = null;
        }
        if (!told.isEmpty()) {
            line.notice(told);
        }
    }

    private String told() {
        if (each >= FEW && (each - 1) * content.about() >= worth && !hinted) {
            hinted = true;
            return content.what()
                    + ": sent from here to each host by itself; with --broadcast they pass one copy on to each other";
        }
        long chained = 0;
        if (chain != null) {
            chain.starred()
                    .forEach(each -> stars.computeIfAbsent(each.star, any -> new LinkedHashSet<>())
                            .add(each.host));
            chained = chain.passedOn();
        }
        String starred = stars.entrySet().stream()
                .map(star -> shown(star.getValue()) + ", since " + star.getKey())
                .collect(Collectors.joining("; to "));
        String passed = chained == 0 ? "" : "passed on from host to host by " + chained;
        return passed.isEmpty() && starred.isEmpty()
                ? ""
                : content.what() + ": " + passed + (passed.isEmpty() || starred.isEmpty() ? "" : ", ")
                        + (starred.isEmpty() ? "" : "sent from here to " + starred);
    }

    private static String shown(Set<Host> hosts) {
        List<String> names = hosts.stream().map(Host::toString).sorted().toList();
        return String.join(", ", names.subList(0, Math.min(8, names.size())))
                + (names.size() > 8 ? " and " + (names.size() - 8) + " others" : "");
    }
}
