package jfab.control.connection.jsch.channels;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import jfab.control.connection.transfer.FileParts;
import org.jspecify.annotations.Nullable;

/**
 * One file over several channels of a session at the same time. Each of them carries no more per round trip than its window of
 * OpenSSH's, 2 MB, which is little where the host is distant.
 */
final class SftpParts implements Closeable {
    private final List<SftpFiles> wanted;
    private final List<SftpFiles> writers = new CopyOnWriteArrayList<>();
    private final List<Thread> opening = new ArrayList<>();

    /** One part of the work, on a thread of its own. */
    private interface Work {
        void run() throws IOException;
    }

    /** Begins to open as many of {@code wanted} as the host allows. */
    SftpParts(List<SftpFiles> wanted) {
        this.wanted = wanted;
        for (SftpFiles each : wanted) {
            opening.add(Thread.startVirtualThread(() -> {
                if (each.available()) {
                    writers.add(each);
                }
            }));
        }
    }

    /** Whether more than one is open by now, without which there is nothing to win; waits for those on their way. */
    boolean several() {
        try {
            for (Thread each : opening) {
                each.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return writers.size() > 1;
    }

    /** Fills the file of this name, which is there and empty. */
    void write(String name, FileParts file) throws IOException {
        int count = writers.size();
        long length = file.size() / count;
        CountDownLatch opened = new CountDownLatch(count);
        together(IntStream.range(0, count)
                .mapToObj(i -> (Work) () -> {
                    long from = i * length;
                    // The last one takes what is added meanwhile.
                    long to = i < count - 1 ? from + length : Long.MAX_VALUE;
                    writers.get(i).writePart(name, from, file.part(from, to), opened);
                })
                .toList());
    }

    /** The first failure ends the others. */
    private void together(List<Work> all) throws IOException {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Work each : all) {
                Future<?> _ = threads.submit(() -> {
                    try {
                        each.run();
                    } catch (IOException | RuntimeException e) {
                        if (failure.compareAndSet(null, e)) {
                            interrupt();
                        }
                    }
                });
            }
        }
        switch (failure.get()) {
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case null, default -> {}
        }
    }

    /** Ends what is being written. */
    void interrupt() {
        wanted.forEach(SftpFiles::interrupt);
    }

    /** A channel counts among those that the host allows on one connection. */
    @Override
    public void close() {
        several();
        writers.forEach(SftpFiles::disconnect);
    }
}
