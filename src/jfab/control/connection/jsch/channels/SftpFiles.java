package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.SftpATTRS;
import com.jcraft.jsch.SftpException;
import com.jcraft.jsch.SftpProgressMonitor;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import jfab.control.connection.transfer.FileParts;
import jfab.control.connection.transfer.RemoteFiles;
import org.jspecify.annotations.Nullable;

/** Files over SFTP, on one channel that is kept: opening one costs several round trips. */
final class SftpFiles implements RemoteFiles {
    private static final int PERMISSIONS = 07777;
    private static final int TYPE = 0170000;
    private static final int IN_FLIGHT = 64;

    /**
     * To a host that answers in less than {@link #NEAR}, for which they are 250 MB/s. OpenSSH's sshd makes room for what its server of
     * files has not taken yet by 32 kB at a time, and copies all that is there each time.
     */
    private static final int IN_FLIGHT_NEAR = 16;

    private static final Duration NEAR = Duration.ofMillis(2);

    /** From where on it matters how near a host is, and how often it is asked again before it counts as farther away than that. */
    private static final long MEASURED = 8 << 20;

    private static final int MEASUREMENTS = 4;

    /** A host that takes longer to answer is distant, however busy this side may be. */
    private static final Duration SURELY_DISTANT = Duration.ofMillis(30);

    /** From which time for an answer on a large file goes over several channels. */
    private static final Duration DISTANT = Duration.ofMillis(10);

    /** What fits into one of SFTP's packets with what it says of itself. */
    private static final int PACKET = 31 << 10;

    /** What JSch and Java's pipes say of a channel that is closed. */
    private static final Set<String> CLOSED = Set.of("inputstream is closed", "Pipe closed", "channel is broken");

    private static final String FAILED = "the host could not do it";
    private static final String DISK = FAILED + "; is the disk full?";
    /** As many as fit into memory beside other hosts'. */
    private static final int MOST_NAMES =
            (int) Math.min(1_000_000, Runtime.getRuntime().maxMemory() / 16_384);

    /** How long a name is of which so many fit: a file system's longest. */
    private static final int USUAL_NAME = 256;

    /** How long the host's server of files may keep silent; one that fetches from a tape takes minutes. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** How long it may take to say that it is there; files go through the shell where it does not. */
    private static final Duration OPENING = Duration.ofMinutes(1);

    private final Channels channels;
    private final Duration patience;
    private final Stop stop = new Stop();
    private final ReentrantLock inUse = new ReentrantLock();
    private volatile @Nullable ChannelSftp channel;
    private volatile @Nullable ChannelSftp coming;
    private volatile @Nullable SftpParts parts;
    /** The shortest answer so far, in nanoseconds. */
    private long roundTrip = Long.MAX_VALUE;

    /** A request to the host's server of files. */
    private interface Request<T> {
        T to(ChannelSftp sftp) throws SftpException, IOException;
    }

    /** A request without an answer. */
    private interface Order {
        void to(ChannelSftp sftp) throws SftpException, IOException;
    }

    SftpFiles(Channels channels) {
        this(channels, PATIENCE);
    }

    SftpFiles(Channels channels, Duration patience) {
        this.channels = channels;
        this.patience = patience;
        channels.spare(this::giveUp);
    }

    /** Whether the host serves SFTP. */
    boolean available() {
        inUse.lock();
        try {
            channel();
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            inUse.unlock();
        }
    }

    private ChannelSftp channel() throws IOException {
        ChannelSftp open = channel;
        if (open != null && open.isConnected()) {
            return open;
        }
        Silence silence = new Silence(this::abandon, OPENING.compareTo(patience) < 0 ? OPENING : patience);
        try (silence) {
            ChannelSftp fresh = channels.open(
                    () -> {
                        ChannelSftp made = channels.sftp();
                        // JSch begins with 16, which halves the speed of a distant host again and again.
                        made.setBulkRequests(IN_FLIGHT);
                        coming = made;
                        return made;
                    },
                    () -> !stop.asked);
            channel = fresh;
            return fresh;
        } catch (JSchException e) {
            throw silence.told(new IOException("no SFTP: " + e.getMessage(), e));
        } finally {
            coming = null;
        }
    }

    /** Closes the channel, which is opened again when it is needed, if nobody uses it. */
    private void giveUp() {
        if (inUse.tryLock()) {
            try {
                disconnect();
            } finally {
                inUse.unlock();
            }
        }
    }

    void disconnect() {
        ChannelSftp open = channel;
        if (open != null) {
            open.disconnect();
        }
    }

    /** Ends what another thread waits for in vain, also where its channel is not open yet. */
    void abandon() {
        ChannelSftp opening = coming;
        if (opening != null) {
            opening.disconnect();
        }
        disconnect();
    }

    /** SFTP gives one code for most failures; {@code failure} says what failed, and may ask for the likely reason. */
    private <T> T ask(String failure, Request<T> request) throws IOException {
        inUse.lock();
        try {
            ChannelSftp open = channel();
            Silence silence = new Silence(open::disconnect, patience);
            try (silence) {
                return request.to(open);
            } catch (SftpException e) {
                throw silence.told(told(e, failure));
            } catch (IOException e) {
                // JSch's streams wrap what the host has answered.
                throw silence.told(e.getCause() instanceof SftpException refused ? told(refused, failure) : plain(e));
            }
        } finally {
            inUse.unlock();
        }
    }

    private void order(String failure, Order order) throws IOException {
        Request<Boolean> request = sftp -> {
            order.to(sftp);
            return true;
        };
        ask(failure, request);
    }

    /** An order after which replies to what was in flight may still be to come; JSch would take them for answers to what we ask next. */
    private void stream(String failure, Order order) throws IOException {
        order(failure, sftp -> {
            try {
                order.to(sftp);
                stop.check();
            } catch (SftpException e) {
                sftp.disconnect();
                throw e;
            }
        });
    }

    @Override
    public @Nullable Entry find(String path) throws IOException {
        List<Entry> found = ask(FAILED, sftp -> {
            long asked = System.nanoTime();
            try {
                return List.of(entry(sftp.stat(literal(path))));
            } catch (SftpException e) {
                if (e.id == ChannelSftp.SSH_FX_NO_SUCH_FILE) {
                    return List.of();
                }
                throw e;
            } finally {
                roundTrip = Math.min(roundTrip, System.nanoTime() - asked);
            }
        });
        return found.isEmpty() ? null : found.getFirst();
    }

    private static Entry entry(SftpATTRS found) {
        // Some servers send no type, and serve files and directories alone.
        boolean file = found.isReg() || (found.getPermissions() & TYPE) == 0;
        Kind kind = found.isDir() ? Kind.DIRECTORY : found.isLink() ? Kind.LINK : file ? Kind.FILE : Kind.OTHER;
        return new Entry(kind, found.getSize(), found.getPermissions() & PERMISSIONS, found.getMTime());
    }

    @Override
    public List<Named> list(String path) throws IOException {
        List<Named> names = new ArrayList<>();
        long[] size = {0};
        order(
                FAILED,
                sftp -> sftp.ls(literal(path), each -> {
                    stop.heard = System.nanoTime();
                    if (!each.getFilename().equals(".") && !each.getFilename().equals("..")) {
                        names.add(new Named(each.getFilename(), entry(each.getAttrs())));
                        size[0] += 1 + each.getFilename().length() / USUAL_NAME;
                    }
                    return size[0] > MOST_NAMES
                            ? ChannelSftp.LsEntrySelector.BREAK
                            : ChannelSftp.LsEntrySelector.CONTINUE;
                }));
        if (size[0] > MOST_NAMES) {
            throw new IOException("the host lists more than " + MOST_NAMES + " files, or names as long as so many");
        }
        return RemoteFiles.names(names);
    }

    @Override
    public void write(String path, FileParts file, Attributes last) throws IOException {
        String name = literal(path);
        if (file.size() > MEASURED) {
            measure(path);
        }
        long distant = roundTrip < DISTANT.toNanos() ? 0 : file.size();
        stream(DISK, sftp -> {
            inFlight(sftp, roundTrip < NEAR.toNanos() ? IN_FLIGHT_NEAR : IN_FLIGHT);
            try (SftpParts opening = new SftpParts(channels, patience, distant)) {
                parts = opening;
                stop.check();
                sftp.put(InputStream.nullInputStream(), name);
                sftp.setStat(name, attributes(0600, null));
                // Each of the others watches over its own.
                stop.ours = true;
                boolean written = opening.several() && opening.write(name, file);
                stop.heard = System.nanoTime();
                stop.ours = false;
                if (!written) {
                    stop.check();
                    sftp.put(stop.timed(file.whole()), name, stop, ChannelSftp.OVERWRITE);
                }
            } finally {
                parts = null;
                stop.ours = false;
            }
            stop.check();
            sftp.setStat(name, attributes(last.mode(), last.time()));
        });
    }

    /** One answer says little: this side may have been busy, or not have its code compiled yet. */
    private void measure(String path) throws IOException {
        for (int i = 0; i < MEASUREMENTS && roundTrip >= NEAR.toNanos() && roundTrip < SURELY_DISTANT.toNanos(); i++) {
            find(path);
        }
    }

    private static void inFlight(ChannelSftp sftp, int packets) throws IOException {
        try {
            sftp.setBulkRequests(packets);
        } catch (JSchException e) {
            throw new IOException(e);
        }
    }

    /**
     * Writes into a file that is there.
     *
     * @param all is told that it is open, and whether to write: JSch begins where the file ends, which others may move then
     */
    void writePart(String name, long from, InputStream in, SftpParts.Opened all) throws IOException {
        stream(DISK, sftp -> {
            OutputStream out = sftp.put(name, stop, ChannelSftp.RESUME, from);
            if (!all.arrive()) {
                return;
            }
            byte[] packet = new byte[PACKET];
            InputStream timed = stop.timed(in);
            for (int count = timed.read(packet); count > 0; count = timed.read(packet)) {
                out.write(packet, 0, count);
            }
            out.close();
        });
    }

    /** JSch's own words for these ask first what they are, a round trip each. */
    private static SftpATTRS attributes(int mode, @Nullable Long time) {
        SftpATTRS attributes = new SftpATTRS();
        attributes.setPERMISSIONS(mode);
        if (time != null) {
            attributes.setACMODTIME(time.intValue(), time.intValue());
        }
        return attributes;
    }

    @Override
    public void read(String path, OutputStream out) throws IOException {
        stream("the host could not read it", sftp -> sftp.get(literal(path), stop.timed(out), stop));
    }

    @Override
    public void mkdir(String path, int mode) throws IOException {
        order(FAILED + "; is something of that name there, or the disk full?", sftp -> {
            // What mkdir takes is no pattern.
            sftp.mkdir(path);
            sftp.setStat(literal(path), attributes(mode, null));
        });
    }

    @Override
    public void rmdir(String path) throws IOException {
        order(FAILED + "; is it an empty directory?", sftp -> sftp.rmdir(literal(path)));
    }

    @Override
    public void chmod(String path, int mode) throws IOException {
        order(FAILED, sftp -> sftp.setStat(literal(path), attributes(mode, null)));
    }

    @Override
    public String target(String path) throws IOException {
        return ask(FAILED + "; is it a link?", sftp -> sftp.readlink(literal(path)));
    }

    @Override
    public void link(String path, String target) throws IOException {
        order(
                FAILED + "; is something of that name there, or the disk full?",
                sftp -> sftp.symlink(literal(target), literal(path)));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        order(DISK, sftp -> sftp.rename(literal(from), literal(to)));
    }

    @Override
    public void remove(String path) throws IOException {
        order(FAILED + "; is it a directory?", sftp -> sftp.rm(literal(path)));
    }

    /** Closing the channel here instead would end the session: its other thread would go on writing to it. */
    @Override
    public void interrupt() {
        stop.asked = true;
        SftpParts several = parts;
        if (several != null) {
            several.interrupt();
        }
    }

    /** Ends a channel on which nothing comes or goes: a server that is mute, or that answers without a byte, would be asked for ever. */
    private final class Silence implements AutoCloseable {
        private final Runnable end;
        private final Duration limit;
        private final Thread watching;
        private volatile boolean over;

        Silence(Runnable end, Duration limit) {
            this.end = end;
            this.limit = limit;
            stop.heard = System.nanoTime();
            watching = Thread.ofVirtual().start(this::watch);
        }

        private void watch() {
            try {
                for (long left = left(); left > 0; left = left()) {
                    TimeUnit.NANOSECONDS.sleep(left);
                }
                over = true;
                end.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private long left() {
            return limit.toNanos() - (stop.ours ? 0 : System.nanoTime() - stop.heard);
        }

        /** Why a request failed that has failed with {@code failure}. */
        IOException told(IOException failure) {
            return over
                    ? new IOException("the host's SFTP gives nothing for " + limit.toSeconds() + " s", failure)
                    : failure;
        }

        @Override
        public void close() {
            watching.interrupt();
        }
    }

    /** Has JSch end a transfer after the packet in hand. */
    private static final class Stop implements SftpProgressMonitor {
        private volatile boolean asked;
        private volatile long heard;

        /** Whether it is this side that the transfer waits for. */
        private volatile boolean ours;

        @Override
        public void init(int direction, String from, String to, long bytes) {}

        @Override
        public boolean count(long bytes) {
            heard = System.nanoTime();
            return !asked;
        }

        @Override
        public void end() {}

        OutputStream timed(OutputStream out) {
            return new FilterOutputStream(out) {
                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    ours = true;
                    try {
                        out.write(bytes, from, length);
                    } finally {
                        heard = System.nanoTime();
                        ours = false;
                    }
                }
            };
        }

        InputStream timed(InputStream in) {
            return new FilterInputStream(in) {
                @Override
                public int read(byte[] bytes, int from, int length) throws IOException {
                    ours = true;
                    try {
                        return in.read(bytes, from, length);
                    } finally {
                        heard = System.nanoTime();
                        ours = false;
                    }
                }
            };
        }

        void check() throws InterruptedIOException {
            if (asked) {
                throw new InterruptedIOException("interrupted");
            }
        }
    }

    /** JSch reads paths as patterns; this stands for the very characters. */
    private static String literal(String path) {
        return path.replaceAll("[\\\\*?]", "\\\\$0");
    }

    private static IOException told(SftpException e, String failure) {
        if (e.getCause() instanceof IOException cause) {
            return plain(cause);
        }
        return new IOException(
                switch (e.id) {
                    case ChannelSftp.SSH_FX_NO_SUCH_FILE -> "there is no such file or directory";
                    case ChannelSftp.SSH_FX_PERMISSION_DENIED -> "permission denied";
                    case ChannelSftp.SSH_FX_FAILURE -> failure;
                    default -> e.getMessage();
                },
                e);
    }

    private static IOException plain(IOException failure) {
        return CLOSED.contains(String.valueOf(failure.getMessage()))
                ? new IOException("the host's server of files ended", failure)
                : failure;
    }
}
