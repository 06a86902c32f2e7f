package jfab.control.connection.transfer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.control.bundle.TreeItem;
import jfab.control.connection.broadcast.SaidLines;
import jfab.control.connection.files.BoundedOutput;

/**
 * The sending of large files of which the host has other versions: only chunks that differ travel. Each new version is made beside the
 * old one, and takes its place when its SHA-256 is that of the file here. Whatever fails, or is odd, leaves a file to be sent whole.
 *
 * <p>Where the host has no version, what an upload that broke off has left counts as one, so that the next one goes on there.
 */
final class Delta {
    /** For less, it is not worth asking. */
    private static final long LARGE = 16L << 20;

    private static final String EACH = "cd \"$1\" && exec xargs -0 -n 3 sh -c \"$2\" sh \"$3\"";

    /** No more of an old version counts than the new one is long. Not every split has filters; without one, no digests come. */
    private static final String DIGESTS = TransferScript.BASE + """
            echo "$2"
            base "$3" && nowait "$base" "$4" | SHELL=/bin/sh split -b "$1" --filter="$sum256"
            exit 0
            """;

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final Pattern DIGEST = Pattern.compile("([0-9a-f]{64}) (?: -|\\*stdin)");

    private final HostSide host;
    private final String directory;
    private final TransferProgress progress;
    private final FileCopy copy;
    private final List<Patch> patches = new ArrayList<>();
    private final Map<String, String> made = new LinkedHashMap<>();
    private long sent;

    /**
     * Nothing that differs yet.
     *
     * @param directory that has the files
     * @param progress is told of what is sent, and of what more or less there is to send than all
     */
    Delta(HostSide host, String directory, TransferProgress progress) {
        this.host = host;
        this.directory = directory;
        this.progress = progress;
        // Not by SFTP, which may have another root than the shell.
        this.copy = new FileCopy(new ShellFiles(host.shell()), progress);
    }

    /**
     * Finds what differs between the files in {@code tree} and those that the host has.
     *
     * @param compared is told how much of those that the host has is compared
     */
    void compare(LocalTree tree, TransferProgress compared) {
        List<TreeItem.File> large = tree.items().stream()
                .filter(Delta::isLarge)
                .map(TreeItem.File.class::cast)
                .toList();
        if (large.isEmpty()) {
            return;
        }
        try (Answers there = new Answers(large, compared)) {
            ask(large, there);
            for (int i = 0; i < large.size(); i++) {
                if (there.has(i)) {
                    TreeItem.File file = large.get(i);
                    Patch patch = Patch.of(file, host.watched(there.here(i)), there.of(i));
                    if (patch.bytes() < file.size()) {
                        patches.add(patch);
                        progress.expect(patch.bytes() - file.size());
                    }
                }
            }
            compared.end();
        } catch (IOException e) {
            // What hinders the sending of whole files as well is told by that.
            return;
        }
    }

    /** Whether versions of it are compared. */
    static boolean isLarge(TreeItem item) {
        return item.bytes() >= LARGE;
    }

    private void ask(List<TreeItem.File> files, Answers there) throws IOException {
        StringBuilder asked = new StringBuilder();
        for (int i = 0; i < files.size(); i++) {
            asked.append(i + "\0./" + files.get(i).name() + "\0" + files.get(i).size() + "\0");
        }
        host.shell()
                .run(
                        EACH,
                        List.of(RemotePath.plain(directory), DIGESTS, Integer.toString(Patch.CHUNK)),
                        new ByteArrayInputStream(asked.toString().getBytes(StandardCharsets.UTF_8)),
                        there.lines());
    }

    /**
     * The host's digests of the chunks of each file of which it has a version, as they come; meanwhile those of the file here are made.
     */
    private static final class Answers implements AutoCloseable {
        private final List<TreeItem.File> files;
        private final TransferProgress compared;
        private final Map<Integer, List<String>> digests = new HashMap<>();
        private final Map<Integer, Future<Patch.Sums>> here = new HashMap<>();

        /** One after another, as the host does; not on a virtual thread: it takes a processor for as long as it takes. */
        private final ExecutorService summing = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("sums").factory());

        private int file;
        private long said;

        Answers(List<TreeItem.File> files, TransferProgress compared) {
            this.files = files;
            this.compared = compared;
            file = files.size();
        }

        /** Where its lines go. */
        OutputStream lines() {
            return new CountingOutput(new SaidLines(this::take), this::bound);
        }

        private void bound(long bytes) throws IOException {
            said += bytes;
            if (said > BoundedOutput.LIMIT) {
                throw new IOException("the host's list of checksums is too long");
            }
        }

        private void take(String answer) {
            Matcher digest = DIGEST.matcher(answer);
            if (digest.matches() && file < files.size()) {
                List<String> known = digests.computeIfAbsent(file, this::begin);
                if (known.size() * (long) Patch.CHUNK < files.get(file).size()) {
                    known.add(digest.group(1));
                    compared.add(Patch.CHUNK);
                }
            } else if (NUMBER.matcher(answer).matches()) {
                file = Integer.parseInt(answer);
            }
        }

        private List<String> begin(int number) {
            here.put(number, summing.submit(() -> Patch.Sums.of(files.get(number))));
            return new ArrayList<>();
        }

        boolean has(int number) {
            return digests.containsKey(number);
        }

        List<String> of(int number) {
            return Objects.requireNonNull(digests.get(number));
        }

        HostSide.Work<Patch.Sums, IOException> here(int number) {
            Future<Patch.Sums> sums = Objects.requireNonNull(here.get(number));
            return () -> {
                try {
                    return sums.get();
                } catch (ExecutionException e) {
                    throw new IOException(e.getCause());
                } catch (InterruptedException e) {
                    throw new InterruptedIOException("interrupted");
                }
            };
        }

        /** Ends what is still made. */
        @Override
        public void close() {
            summing.shutdownNow();
        }
    }

    /** How many bytes of chunks were sent, also in vain. */
    long sent() {
        return sent;
    }

    /** Makes new versions beside the old ones, and returns what is left to be sent whole. */
    LocalTree make(LocalTree tree, boolean keepTime) throws IOException {
        Set<TreeItem> done = new HashSet<>();
        for (Patch patch : patches) {
            TreeItem.File file = patch.file();
            long before = sent;
            String path = RemotePath.join(directory, file.name());
            String part = RemotePath.folder(path) + FileCopy.partName();
            try (InputStream in = patch.open(count -> {
                sent += count;
                progress.add(count);
            })) {
                host.shell()
                        .run(
                                TransferScript.PATCH,
                                List.of(
                                        RemotePath.plain(path),
                                        RemotePath.plain(part),
                                        Long.toString(file.size()),
                                        Integer.toString(Patch.CHUNK),
                                        patch.sum(),
                                        Integer.toOctalString(file.mode()),
                                        keepTime ? Long.toString(file.time()) : ""),
                                in,
                                OutputStream.nullOutputStream());
                made.put(part, path);
                done.add(file);
            } catch (IOException e) {
                copy.discard(part, e);
                if (e instanceof InterruptedIOException) {
                    throw e;
                }
                progress.expect(file.size() - patch.bytes() + sent - before);
            }
        }
        return tree.without(done);
    }

    /** Puts the new versions in the place of the old ones. */
    void place() throws IOException {
        for (Map.Entry<String, String> each : made.entrySet()) {
            try {
                copy.place(each.getKey(), each.getValue());
            } catch (IOException e) {
                throw new IOException(each.getValue() + ": " + e.getMessage(), e);
            }
        }
    }

    /** Removes those that have not been placed. */
    void discard(Exception failure) {
        made.keySet().forEach(part -> copy.discard(part, failure));
    }
}
