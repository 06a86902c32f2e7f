package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SftpATTRS;
import com.jcraft.jsch.SftpException;
import com.jcraft.jsch.SftpProgressMonitor;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import jfab.control.connection.transfer.RemoteFiles;
import org.jspecify.annotations.Nullable;

/** Files over SFTP, on one channel that is kept: opening one costs several round trips. */
final class SftpFiles implements RemoteFiles {
    private static final int PERMISSIONS = 07777;
    private static final int IN_FLIGHT = 64;
    /** As many as fit into memory beside other hosts'. */
    private static final int MOST_NAMES =
            (int) Math.min(1_000_000, Runtime.getRuntime().maxMemory() / 16_384);

    private final Session session;
    private final Stop stop = new Stop();
    private volatile @Nullable ChannelSftp channel;

    SftpFiles(Session session) {
        this.session = session;
    }

    /** Whether the host serves SFTP. */
    boolean available() {
        try {
            channel();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private ChannelSftp channel() throws IOException {
        ChannelSftp open = channel;
        if (open != null && open.isConnected()) {
            return open;
        }
        try {
            ChannelSftp fresh = (ChannelSftp) session.openChannel("sftp");
            // JSch keeps 16 packets in flight otherwise, which halves the speed of a distant host again and again.
            fresh.setBulkRequests(IN_FLIGHT);
            fresh.connect();
            channel = fresh;
            return fresh;
        } catch (JSchException e) {
            throw new IOException("no SFTP: " + e.getMessage(), e);
        }
    }

    @Override
    public @Nullable Entry find(String path) throws IOException {
        try {
            return entry(channel().stat(literal(path)));
        } catch (SftpException e) {
            if (e.id == ChannelSftp.SSH_FX_NO_SUCH_FILE) {
                return null;
            }
            throw told(e);
        }
    }

    private static Entry entry(SftpATTRS found) {
        Kind kind =
                found.isDir() ? Kind.DIRECTORY : found.isLink() ? Kind.LINK : found.isReg() ? Kind.FILE : Kind.OTHER;
        return new Entry(kind, found.getSize(), found.getPermissions() & PERMISSIONS, found.getMTime());
    }

    @Override
    public List<Named> list(String path) throws IOException {
        List<Named> names = new ArrayList<>();
        try {
            channel().ls(literal(path), each -> {
                if (!each.getFilename().equals(".") && !each.getFilename().equals("..")) {
                    names.add(new Named(each.getFilename(), entry(each.getAttrs())));
                }
                return names.size() > MOST_NAMES
                        ? ChannelSftp.LsEntrySelector.BREAK
                        : ChannelSftp.LsEntrySelector.CONTINUE;
            });
            if (names.size() > MOST_NAMES) {
                throw new IOException("the host lists more than " + MOST_NAMES + " files");
            }
            return RemoteFiles.names(names);
        } catch (SftpException e) {
            throw told(e);
        }
    }

    @Override
    public void write(String path, InputStream in, Attributes last) throws IOException {
        String name = literal(path);
        try {
            ChannelSftp sftp = channel();
            sftp.put(InputStream.nullInputStream(), name);
            sftp.chmod(0600, name);
            sftp.put(in, name, stop, ChannelSftp.OVERWRITE);
            stop.check();
            sftp.chmod(last.mode(), name);
            Long time = last.time();
            if (time != null) {
                sftp.setMtime(name, time.intValue());
            }
        } catch (SftpException e) {
            throw broken(e);
        }
    }

    @Override
    public void read(String path, OutputStream out) throws IOException {
        try {
            channel().get(literal(path), out, stop);
            stop.check();
        } catch (SftpException e) {
            throw broken(e);
        }
    }

    @Override
    public void mkdir(String path, int mode) throws IOException {
        String name = literal(path);
        try {
            // What mkdir takes is no pattern.
            channel().mkdir(path);
            channel().chmod(mode, name);
        } catch (SftpException e) {
            throw told(e, "is something of that name there, or the disk full?");
        }
    }

    @Override
    public void rmdir(String path) throws IOException {
        try {
            channel().rmdir(literal(path));
        } catch (SftpException e) {
            throw told(e, "is it an empty directory?");
        }
    }

    @Override
    public void chmod(String path, int mode) throws IOException {
        try {
            channel().chmod(mode, literal(path));
        } catch (SftpException e) {
            throw told(e);
        }
    }

    @Override
    public String target(String path) throws IOException {
        try {
            return channel().readlink(literal(path));
        } catch (SftpException e) {
            throw told(e, "is it a link?");
        }
    }

    @Override
    public void link(String path, String target) throws IOException {
        try {
            channel().symlink(literal(target), literal(path));
        } catch (SftpException e) {
            throw told(e, "is something of that name there, or the disk full?");
        }
    }

    @Override
    public void rename(String from, String to) throws IOException {
        try {
            channel().rename(literal(from), literal(to));
        } catch (SftpException e) {
            throw told(e);
        }
    }

    @Override
    public void remove(String path) throws IOException {
        try {
            channel().rm(literal(path));
        } catch (SftpException e) {
            throw told(e, "is it a directory?");
        }
    }

    /** Closing the channel here instead would end the session: its other thread would go on writing to it. */
    @Override
    public void interrupt() {
        stop.asked = true;
    }

    /** Has JSch end a transfer after the packet in hand. */
    private static final class Stop implements SftpProgressMonitor {
        private volatile boolean asked;

        @Override
        public void init(int direction, String from, String to, long bytes) {}

        @Override
        public boolean count(long bytes) {
            return !asked;
        }

        @Override
        public void end() {}

        void check() throws InterruptedIOException {
            if (asked) {
                throw new InterruptedIOException("interrupted");
            }
        }
    }

    private IOException broken(SftpException e) {
        // Replies to what was in flight are still to come, and JSch would take them for answers to what we ask next.
        ChannelSftp open = channel;
        if (open != null) {
            open.disconnect();
        }
        return told(e);
    }

    /** JSch reads paths as patterns; this stands for the very characters. */
    private static String literal(String path) {
        return path.replaceAll("[\\\\*?]", "\\\\$0");
    }

    private static IOException told(SftpException e) {
        return told(e, "is the disk full?");
    }

    /** SFTP gives one code for most failures; {@code guess} asks for the likely reason. */
    private static IOException told(SftpException e, String guess) {
        if (e.getCause() instanceof IOException cause) {
            return cause;
        }
        return new IOException(
                switch (e.id) {
                    case ChannelSftp.SSH_FX_NO_SUCH_FILE -> "there is no such file or directory";
                    case ChannelSftp.SSH_FX_PERMISSION_DENIED -> "permission denied";
                    case ChannelSftp.SSH_FX_FAILURE -> "the host could not do it; " + guess;
                    default -> e.getMessage();
                },
                e);
    }
}
