package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSchException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import jfab.control.connection.jsch.channels.SftpClient.Handle;
import jfab.control.connection.jsch.channels.SftpClient.StatusException;
import jfab.control.connection.transfer.FileParts;
import jfab.control.connection.transfer.RemoteFiles;
import org.jspecify.annotations.Nullable;

/** Files over SFTP, on one channel that is kept: opening one costs several round trips. */
final class SftpFiles implements RemoteFiles {
    /** How many bytes may be on their way. */
    private static final int IN_FLIGHT = 2 << 20;

    /**
     * To a host that answers in less than {@link #NEAR}, for which they are 250 MB/s. OpenSSH's sshd makes room for what its server of
     * files has not taken yet by 32 kB at a time, and copies all that is there each time.
     */
    private static final int IN_FLIGHT_NEAR = 512 << 10;

    private static final Duration NEAR = Duration.ofMillis(2);

    /** From where on it matters how near a host is, and how often it is asked again before it counts as farther away than that. */
    private static final long MEASURED = 8 << 20;

    private static final int MEASUREMENTS = 4;

    /** A host that takes longer to answer is distant, however busy this side may be. */
    private static final Duration SURELY_DISTANT = Duration.ofMillis(30);

    /** From which time for an answer on a large file goes over several channels. */
    private static final Duration DISTANT = Duration.ofMillis(10);

    private static final String FAILED = "the host could not do it";
    private static final String DISK = FAILED + "; is the disk full, or read-only?";
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
    private final SftpWatch watch = new SftpWatch();
    private final ReentrantLock inUse = new ReentrantLock();
    private volatile @Nullable SftpClient client;
    private volatile @Nullable ChannelSftp coming;
    private volatile @Nullable SftpParts parts;
    /** The shortest answer so far, in nanoseconds. */
    private long roundTrip = Long.MAX_VALUE;

    /** A request to the host's server of files. */
    private interface Request<T> {
        T to(SftpClient sftp) throws IOException;
    }

    /** A request without an answer. */
    private interface Order {
        void to(SftpClient sftp) throws IOException;
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
            client();
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            inUse.unlock();
        }
    }

    private SftpClient client() throws IOException {
        SftpClient open = client;
        if (open != null && open.connected()) {
            return open;
        }
        SftpWatch.Silence silence =
                watch.new Silence(this::abandon, OPENING.compareTo(patience) < 0 ? OPENING : patience);
        try (silence) {
            ChannelSftp channel = channels.open(
                    () -> {
                        ChannelSftp made = channels.sftp();
                        coming = made;
                        return made;
                    },
                    () -> !watch.stopped());
            SftpClient fresh = new SftpClient(channel, watch);
            client = fresh;
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
        SftpClient open = client;
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
            SftpClient open = client();
            SftpWatch.Silence silence = watch.new Silence(open::disconnect, patience);
            try (silence) {
                open.forget();
                return request.to(open);
            } catch (StatusException e) {
                throw silence.told(told(e, failure));
            } catch (IOException e) {
                throw silence.told(e);
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

    @Override
    public @Nullable Entry find(String path) throws IOException {
        List<Entry> found = ask(FAILED, sftp -> {
            long asked = System.nanoTime();
            try {
                return List.of(sftp.stat(path));
            } catch (StatusException e) {
                if (e.code() == ChannelSftp.SSH_FX_NO_SUCH_FILE) {
                    return List.of();
                }
                throw e;
            } finally {
                roundTrip = Math.min(roundTrip, System.nanoTime() - asked);
            }
        });
        return found.isEmpty() ? null : found.getFirst();
    }

    @Override
    public List<Named> list(String path) throws IOException {
        List<Named> names = new ArrayList<>();
        long[] size = {0};
        order(
                FAILED,
                sftp -> sftp.list(path, each -> {
                    names.add(each);
                    size[0] += 1 + each.name().length() / USUAL_NAME;
                    return size[0] <= MOST_NAMES;
                }));
        if (size[0] > MOST_NAMES) {
            throw new IOException("the host lists more than " + MOST_NAMES + " files, or names as long as so many");
        }
        return RemoteFiles.names(names);
    }

    @Override
    public long write(String path, FileParts file, Attributes last) throws IOException {
        if (file.size() > MEASURED) {
            measure(path);
        }
        long distant = roundTrip < DISTANT.toNanos() ? 0 : file.size();
        return ask(DISK, sftp -> {
            Handle made = null;
            try (SftpParts opening = new SftpParts(channels, patience, distant)) {
                parts = opening;
                watch.check();
                made = sftp.make(path, 0600);
                // Each of the others watches over its own.
                watch.pause(true);
                boolean several = opening.several();
                watch.pause(false);
                boolean written = several && severally(sftp, made, opening, path, file);
                if (!written) {
                    watch.check();
                    write(sftp, made, file);
                }
                watch.check();
                long size = sftp.end(made, last.mode(), last.time());
                made = null;
                return size;
            } finally {
                parts = null;
                watch.pause(false);
                if (made != null) {
                    sftp.close(made);
                }
            }
        });
    }

    /** To a host that is near, a large file goes in parts as large as it takes: each is answered, which costs both sides time. */
    private void write(SftpClient sftp, Handle made, FileParts file) throws IOException {
        boolean near = roundTrip < NEAR.toNanos();
        int part = near && file.size() > MEASURED ? sftp.largestPart() : SftpClient.PART;
        sftp.write(made, 0, watch.timed(file.whole()), part, near ? IN_FLIGHT_NEAR : IN_FLIGHT);
    }

    private boolean severally(SftpClient sftp, Handle made, SftpParts opening, String path, FileParts file)
            throws IOException {
        int mark = ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
        sftp.mark(made, mark);
        watch.pause(true);
        try {
            return opening.write(path, mark, file);
        } finally {
            watch.pause(false);
        }
    }

    /** One answer says little: this side may have been busy, or not have its code compiled yet. */
    private void measure(String path) throws IOException {
        for (int i = 0; i < MEASUREMENTS && roundTrip >= NEAR.toNanos() && roundTrip < SURELY_DISTANT.toNanos(); i++) {
            find(path);
        }
    }

    /**
     * Writes into a file that is there and empty.
     *
     * @param mark its time, by which it is known: another user may have put something else in its place
     * @param all is told that it is open, and whether to write
     */
    void writePart(String path, long mark, long from, InputStream in, SftpParts.Opened all) throws IOException {
        order(DISK, sftp -> {
            Handle file = sftp.openToWrite(path);
            try {
                Entry there = sftp.stat(file);
                if (there.time() != mark || there.size() != 0) {
                    throw new IOException(path + " is not what was made there");
                }
                if (all.arrive()) {
                    sftp.write(file, from, watch.timed(in), SftpClient.PART, IN_FLIGHT);
                }
            } finally {
                sftp.close(file);
            }
        });
    }

    @Override
    public void read(String path, OutputStream out) throws IOException {
        order("the host could not read it", sftp -> {
            Handle file = sftp.openToRead(path);
            try {
                sftp.read(file, watch.timed(out), roundTrip < DISTANT.toNanos() ? MEASURED : Long.MAX_VALUE, IN_FLIGHT);
            } finally {
                sftp.close(file);
            }
        });
    }

    @Override
    public void mkdir(String path, int mode) throws IOException {
        order(FAILED + "; is something of that name there, or the disk full, or read-only?", sftp -> {
            sftp.mkdir(path);
            sftp.change(path, mode);
        });
    }

    @Override
    public void rmdir(String path) throws IOException {
        order(FAILED + "; is it an empty directory?", sftp -> sftp.rmdir(path));
    }

    @Override
    public void chmod(String path, int mode) throws IOException {
        order(FAILED, sftp -> sftp.change(path, mode));
    }

    @Override
    public void touch(String path, long time) throws IOException {
        order(FAILED, sftp -> sftp.touch(path, time));
    }

    @Override
    public String target(String path) throws IOException {
        return ask(FAILED + "; is it a link?", sftp -> sftp.target(path));
    }

    @Override
    public void link(String path, String target) throws IOException {
        order(
                FAILED + "; is something of that name there, or the disk full, or read-only?",
                sftp -> sftp.link(path, target));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        order(DISK, sftp -> sftp.rename(from, to));
    }

    @Override
    public void remove(String path) throws IOException {
        order(FAILED + "; is it a directory?", sftp -> sftp.remove(path));
    }

    /** Closing the channel here instead would end the session: its other thread would go on writing to it. */
    @Override
    public void interrupt() {
        watch.stop();
        SftpParts several = parts;
        if (several != null) {
            several.interrupt();
        }
    }

    private static IOException told(StatusException e, String failure) {
        return new IOException(
                switch (e.code()) {
                    case ChannelSftp.SSH_FX_NO_SUCH_FILE -> "there is no such file or directory";
                    case ChannelSftp.SSH_FX_PERMISSION_DENIED -> "permission denied";
                    case ChannelSftp.SSH_FX_FAILURE -> failure;
                    default -> e.getMessage();
                },
                e);
    }
}
