package jfab.control.connection.jsch.channels;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import jfab.control.connection.transfer.FileParts;
import org.jspecify.annotations.Nullable;

/**
 * One file over several channels at the same time. Each of them carries no more per round trip than its window of OpenSSH's, 2 MB,
 * and each connection no more than TCP's, which is little where the host is distant; for what is larger still, there is a second
 * session. A host that does not open them, or the file on them, in time is sent it over one.
 */
final class SftpParts implements Closeable {
    /** How long all of them may take to open, and then to open the file: a channel that is there already would be done by then. */
    private static final Duration OPENING = Duration.ofSeconds(10);

    /** How long one that was told to stop may take to end what it has in hand, behind which it waits for the host in vain. */
    private static final Duration STOPPING = Duration.ofSeconds(1);

    /** How long a second session may take to be logged in to and to open its channels; with an answer in 100 ms it takes one. */
    private static final Duration BESIDE = Duration.ofSeconds(2);

    /** From which size on there are several channels, and from which on two sessions. */
    private static final long LARGE = 32 << 20;

    private static final long LARGER = 96 << 20;

    /** How many of each session. */
    private static final int CHANNELS = 4;

    private final Duration patience;
    private final List<SftpFiles> wanted = new CopyOnWriteArrayList<>();
    private final List<SftpFiles> writers = new CopyOnWriteArrayList<>();
    private final Set<SftpFiles> beside = ConcurrentHashMap.newKeySet();
    private final List<Thread> opening;
    private final List<Thread> openingBeside;
    private @Nullable Channels further;
    private boolean closed;

    /** Whether all have opened the file: decided once, for all of them. */
    static final class Opened {
        private final AtomicInteger missing;
        private final CompletableFuture<Boolean> all =
                new CompletableFuture<Boolean>().completeOnTimeout(false, OPENING.toNanos(), TimeUnit.NANOSECONDS);

        private Opened(int all) {
            this.missing = new AtomicInteger(all);
        }

        /** Waits for all others, and returns false where one of them does not come. */
        boolean arrive() {
            if (missing.decrementAndGet() == 0) {
                all.complete(true);
            }
            return all();
        }

        private void fail() {
            all.complete(false);
        }

        private boolean all() {
            return all.join();
        }
    }

    /**
     * Begins to open as many as the host allows, and as pay.
     *
     * @param patience how long the host may keep silent on each of them
     * @param size of the file; 0 where its host is near
     */
    SftpParts(Channels channels, Duration patience, long size) {
        this.patience = patience;
        this.opening = size < LARGE ? List.of() : open(channels, false);
        this.openingBeside = size < LARGER ? List.of() : List.of(Thread.startVirtualThread(() -> openBeside(channels)));
    }

    private List<Thread> open(Channels channels, boolean second) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CHANNELS; i++) {
            SftpFiles each = new SftpFiles(channels.hasty(), patience);
            wanted.add(each);
            if (second) {
                beside.add(each);
            }
            threads.add(Thread.startVirtualThread(() -> {
                if (each.available()) {
                    writers.add(each);
                }
            }));
        }
        return threads;
    }

    private void openBeside(Channels channels) {
        Channels second = channels.beside().orElse(null);
        if (second == null) {
            return;
        }
        List<Thread> threads;
        synchronized (this) {
            if (closed) {
                second.session().disconnect();
                return;
            }
            further = second;
            threads = open(second, true);
        }
        ended(threads, BESIDE);
    }

    /** Whether more than one is open by now, without which there is nothing to win; waits for those on their way. */
    boolean several() {
        boolean inTime = ended(opening, OPENING);
        if (!ended(openingBeside, BESIDE) || !inTime) {
            wanted.stream().filter(each -> !writers.contains(each)).forEach(SftpFiles::abandon);
        }
        return writers.size() > 1;
    }

    private static boolean ended(List<Thread> threads, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        try {
            for (Thread each : threads) {
                if (!each.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) {
                    return false;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        return true;
    }

    /**
     * Fills the file of this name, which is there and empty.
     *
     * @param mark its time, by which it is known
     * @return false where it is to be written once more, from its beginning, because not all could open it, or the second session broke
     */
    boolean write(String path, long mark, FileParts file) throws IOException {
        List<SftpFiles> all = List.copyOf(writers);
        long length = file.size() / all.size();
        Opened opened = new Opened(all.size());
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        AtomicBoolean besides = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            SftpFiles writer = all.get(i);
            long from = i * length;
            // The last one takes what is added meanwhile.
            long to = i < all.size() - 1 ? from + length : Long.MAX_VALUE;
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    writer.writePart(path, mark, from, file.part(from, to), opened);
                } catch (IOException | RuntimeException e) {
                    opened.fail();
                    if (failure.compareAndSet(null, e) && opened.all()) {
                        besides.set(beside.contains(writer));
                        interrupt();
                    }
                }
            }));
        }
        if (!opened.all()) {
            // One that still asks to open it may not be closed either.
            ended(threads, STOPPING);
            wanted.forEach(SftpFiles::abandon);
            return false;
        }
        // Each is watched over by itself.
        ended(threads, Duration.ofDays(365));
        if (besides.get()) {
            return false;
        }
        Exception first = failure.get();
        if (first instanceof IOException told) {
            throw told;
        }
        if (first instanceof RuntimeException defect) {
            throw defect;
        }
        return true;
    }

    /** Ends what is being written; the first failure of one ends the others as well. */
    void interrupt() {
        wanted.forEach(SftpFiles::interrupt);
        Thread.startVirtualThread(() -> {
            try {
                TimeUnit.NANOSECONDS.sleep(STOPPING.toNanos());
                // Not before: a thread that still writes to a channel which is closed would end the session.
                wanted.forEach(SftpFiles::abandon);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** A channel counts among those that the host allows on one connection. */
    @Override
    public synchronized void close() {
        closed = true;
        wanted.forEach(SftpFiles::abandon);
        if (further != null) {
            further.session().disconnect();
        }
    }
}
