package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.ChannelSftp;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;
import jfab.control.connection.jsch.channels.SftpPackets.Answer;
import jfab.control.connection.transfer.RemoteFiles.Entry;
import jfab.control.connection.transfer.RemoteFiles.Kind;
import jfab.control.connection.transfer.RemoteFiles.Named;
import org.jspecify.annotations.Nullable;

/**
 * Requests of SFTP's version 3 (draft-ietf-secsh-filexfer-02), on a channel that JSch has opened. JSch's own give a file the permissions
 * of the host's umask until they are changed, and change them by its path, where another user may have put something else meanwhile;
 * these make a file that is private from the beginning and must be new, and go by its handle from then on.
 *
 * <p>Belongs to one thread at a time. A failure that the host tells is a {@link StatusException}; any other one is a sentence.
 */
final class SftpClient {
    /** A file that is open on the host; {@code id} has a letter per byte. */
    record Handle(String id) {}

    /** What the host has answered instead of doing it. */
    static final class StatusException extends IOException {
        private static final long serialVersionUID = 1;
        private final int code;

        StatusException(int code, String message) {
            super(message);
            this.code = code;
        }

        /** One of {@link ChannelSftp}'s. */
        int code() {
            return code;
        }
    }

    /** Bytes of a file that are asked for, or sent, at a time: with what SFTP says of them they fit into one of SSH's packets. */
    static final int PART = 127 << 8;

    private static final int OPEN = 3;
    private static final int CLOSE = 4;
    private static final int READ = 5;
    private static final int WRITE = 6;
    private static final int FSTAT = 8;
    private static final int SETSTAT = 9;
    private static final int FSETSTAT = 10;
    private static final int OPENDIR = 11;
    private static final int READDIR = 12;
    private static final int REMOVE = 13;
    private static final int MKDIR = 14;
    private static final int RMDIR = 15;
    private static final int STAT = 17;
    private static final int RENAME = 18;
    private static final int READLINK = 19;
    private static final int SYMLINK = 20;
    private static final int STATUS = 101;
    private static final int HANDLE = 102;
    private static final int DATA = 103;
    private static final int NAME = 104;
    private static final int ATTRS = 105;
    private static final int EXTENDED = 200;
    private static final int EXTENDED_REPLY = 201;

    private static final int TO_READ = 1;
    private static final int TO_WRITE = 2;
    private static final int NEW = 8 | 32;

    private static final int HAS_SIZE = 1;
    private static final int HAS_OWNER = 2;
    private static final int HAS_PERMISSIONS = 4;
    private static final int HAS_TIMES = 8;
    private static final int HAS_MORE = 0x80000000;

    private static final int PERMISSIONS = 07777;
    private static final int TYPE = 0170000;
    private static final int DIRECTORY = 0040000;
    private static final int REGULAR = 0100000;
    private static final int LINK = 0120000;

    private static final String RENAMING = "posix-rename@openssh.com";
    private static final String LIMITS = "limits@openssh.com";

    /** As much as OpenSSH's server takes at a time. */
    private static final int LARGEST_PART = 255 << 10;

    private final SftpWatch watch;
    private final SftpPackets packets;
    private final boolean renames;
    private final boolean hasLimits;
    private int largest;

    /** Takes over {@code channel}, which is open and on which nothing was asked yet. */
    SftpClient(ChannelSftp channel, SftpWatch watch) throws IOException {
        this.watch = watch;
        this.renames = "1".equals(channel.getExtension(RENAMING));
        this.hasLimits = "1".equals(channel.getExtension(LIMITS));
        this.packets = new SftpPackets(channel, watch);
    }

    boolean connected() {
        return packets.connected();
    }

    void disconnect() {
        packets.disconnect();
    }

    /** Answers to what was asked so far are not waited for any more. */
    void forget() {
        packets.forget();
    }

    Entry stat(String path) throws IOException {
        return attributes(packets.ask(STAT, body -> text(body, path)));
    }

    Entry stat(Handle file) throws IOException {
        return attributes(packets.ask(FSTAT, body -> handle(body, file)));
    }

    /** @param more whether to go on, with a name that is none of those for the directory itself and the one above */
    void list(String path, Predicate<Named> more) throws IOException {
        Handle directory = handle(packets.ask(OPENDIR, body -> text(body, path)));
        try {
            while (true) {
                Answer answer = packets.answer(packets.ask(READDIR, body -> handle(body, directory)));
                if (ended(answer)) {
                    return;
                }
                ByteBuffer names = expect(answer, NAME);
                int count = names.getInt();
                if (count <= 0) {
                    throw SftpPackets.malformed(null);
                }
                for (int left = count; left > 0; left--) {
                    String name = text(names);
                    bytes(names);
                    Entry entry = entry(names);
                    if (!name.equals(".") && !name.equals("..") && !more.test(new Named(name, entry))) {
                        return;
                    }
                }
            }
        } catch (BufferUnderflowException e) {
            throw SftpPackets.malformed(e);
        } finally {
            close(directory);
        }
    }

    /** Makes a file that is not there yet. */
    Handle make(String path, int mode) throws IOException {
        return handle(packets.ask(OPEN, body -> {
            text(body, path);
            body.writeInt(TO_WRITE | NEW);
            body.writeInt(HAS_PERMISSIONS);
            body.writeInt(mode);
        }));
    }

    Handle openToWrite(String path) throws IOException {
        return open(path, TO_WRITE);
    }

    Handle openToRead(String path) throws IOException {
        return open(path, TO_READ);
    }

    private Handle open(String path, int how) throws IOException {
        return handle(packets.ask(OPEN, body -> {
            text(body, path);
            body.writeInt(how);
            body.writeInt(0);
        }));
    }

    /** Neither the end of it is waited for, nor told where the channel has gone: what is asked next tells of that. */
    void close(Handle file) {
        try {
            packets.forget(packets.ask(CLOSE, body -> handle(body, file)));
        } catch (IOException e) {
            return;
        }
    }

    /** How many bytes of a file the host takes at a time, at least {@link #PART}; it is asked once. */
    int largestPart() throws IOException {
        if (largest == 0) {
            largest = hasLimits ? Math.clamp(limit(), PART, LARGEST_PART) : PART;
        }
        return largest;
    }

    private long limit() throws IOException {
        try {
            ByteBuffer limits =
                    expect(packets.answer(packets.ask(EXTENDED, body -> text(body, LIMITS))), EXTENDED_REPLY);
            return Math.min(limits.getLong(Long.BYTES), limits.getLong(2 * Long.BYTES));
        } catch (StatusException e) {
            return PART;
        } catch (IndexOutOfBoundsException e) {
            throw SftpPackets.malformed(e);
        }
    }

    /**
     * Copies to {@code file} all that comes.
     *
     * @param at where in the file to begin
     * @param size of a part, in bytes
     * @param ahead how many bytes may be on their way
     */
    void write(Handle file, long at, InputStream from, int size, int ahead) throws IOException {
        Deque<Integer> sent = new ArrayDeque<>();
        byte[] part = new byte[size];
        long to = at;
        for (int count = from.readNBytes(part, 0, size); count > 0; count = from.readNBytes(part, 0, size)) {
            if (sent.size() == ahead / size) {
                done(sent.remove());
            }
            sent.add(write(file, to, part, count));
            to += count;
            watch.check();
        }
        while (!sent.isEmpty()) {
            done(sent.remove());
            watch.check();
        }
    }

    private int write(Handle file, long at, byte[] part, int count) throws IOException {
        return packets.ask(
                WRITE,
                body -> {
                    handle(body, file);
                    body.writeLong(at);
                    body.writeInt(count);
                },
                part,
                count);
    }

    /**
     * Copies what {@code file} has now; of what has no length, as the files of {@code /proc}, all that comes.
     *
     * @param large from which size on the host is asked for parts as large as it gives at a time
     * @param ahead how many bytes may be on their way
     */
    void read(Handle file, OutputStream to, long large, int ahead) throws IOException {
        long size = stat(file).size();
        int most = size < large ? PART : largestPart();
        Deque<Integer> asked = new ArrayDeque<>();
        long next = 0;
        for (long at = 0; size <= 0 || at < size; at += most) {
            while (asked.size() < ahead / most && (size <= 0 ? asked.isEmpty() : next < size)) {
                asked.add(read(file, next, most));
                next += most;
            }
            ByteBuffer part = data(asked.remove(), most);
            for (int got = 0; part != null; ) {
                to.write(part.array(), part.arrayOffset() + part.position(), part.remaining());
                watch.check();
                got += part.remaining();
                packets.reuse(part);
                if (got == most || (size > 0 && at + got >= size)) {
                    break;
                }
                part = data(read(file, at + got, most - got), most - got);
            }
            if (part == null) {
                return;
            }
        }
    }

    private int read(Handle file, long from, int length) throws IOException {
        return packets.ask(READ, body -> {
            handle(body, file);
            body.writeLong(from);
            body.writeInt(length);
        });
    }

    /** Null at the end of the file. */
    private @Nullable ByteBuffer data(int request, int most) throws IOException {
        Answer answer = packets.answer(request);
        if (ended(answer)) {
            return null;
        }
        ByteBuffer data = expect(answer, DATA);
        if (data.remaining() <= Integer.BYTES || data.getInt() != data.remaining() || data.remaining() > most) {
            throw SftpPackets.malformed(null);
        }
        return data;
    }

    /** Gives a file, which stays private, a time in seconds since 1970. */
    void mark(Handle file, long time) throws IOException {
        done(changed(file, 0600, time));
    }

    /**
     * Gives {@code file}, in which all is written, what it is to have, and closes it.
     *
     * @param time in seconds since 1970; null to leave it
     * @return how many bytes it has
     */
    long end(Handle file, int mode, @Nullable Long time) throws IOException {
        int asked = packets.ask(FSTAT, body -> handle(body, file));
        int changed = changed(file, mode, time);
        int closed = packets.ask(CLOSE, body -> handle(body, file));
        long size = attributes(asked).size();
        done(changed);
        done(closed);
        return size;
    }

    private int changed(Handle file, int mode, @Nullable Long time) throws IOException {
        return packets.ask(FSETSTAT, body -> {
            handle(body, file);
            attributes(body, mode, time);
        });
    }

    void change(String path, int mode) throws IOException {
        done(packets.ask(SETSTAT, body -> {
            text(body, path);
            attributes(body, mode, null);
        }));
    }

    /** Sets the time of the last change, in seconds since 1970. */
    void touch(String path, long time) throws IOException {
        done(packets.ask(SETSTAT, body -> {
            text(body, path);
            body.writeInt(HAS_TIMES);
            times(body, time);
        }));
    }

    void mkdir(String path) throws IOException {
        done(packets.ask(MKDIR, body -> {
            text(body, path);
            body.writeInt(0);
        }));
    }

    void rmdir(String path) throws IOException {
        done(packets.ask(RMDIR, body -> text(body, path)));
    }

    void remove(String path) throws IOException {
        done(packets.ask(REMOVE, body -> text(body, path)));
    }

    /** Replaces what has the name, where the host can. */
    void rename(String from, String to) throws IOException {
        done(packets.ask(renames ? EXTENDED : RENAME, body -> {
            if (renames) {
                text(body, RENAMING);
            }
            text(body, from);
            text(body, to);
        }));
    }

    String target(String path) throws IOException {
        ByteBuffer names = expect(packets.answer(packets.ask(READLINK, body -> text(body, path))), NAME);
        try {
            if (names.getInt() != 1) {
                throw SftpPackets.malformed(null);
            }
            return text(names);
        } catch (BufferUnderflowException e) {
            throw SftpPackets.malformed(e);
        }
    }

    /** In the order of OpenSSH's server, which is not the draft's. */
    void link(String path, String target) throws IOException {
        done(packets.ask(SYMLINK, body -> {
            text(body, target);
            text(body, path);
        }));
    }

    private static void text(DataOutputStream body, String text) throws IOException {
        bytes(body, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void handle(DataOutputStream body, Handle file) throws IOException {
        bytes(body, file.id().getBytes(StandardCharsets.ISO_8859_1));
    }

    private static void bytes(DataOutputStream body, byte[] bytes) throws IOException {
        body.writeInt(bytes.length);
        body.write(bytes);
    }

    private static void attributes(DataOutputStream body, int mode, @Nullable Long time) throws IOException {
        body.writeInt(HAS_PERMISSIONS | (time == null ? 0 : HAS_TIMES));
        body.writeInt(mode);
        if (time != null) {
            times(body, time);
        }
    }

    private static void times(DataOutputStream body, long time) throws IOException {
        body.writeInt((int) time);
        body.writeInt((int) time);
    }

    /** @throws StatusException where it was not done */
    private void done(int request) throws IOException {
        Answer answer = packets.answer(request);
        if (answer.type() != STATUS) {
            throw SftpPackets.malformed(null);
        }
        StatusException status = status(answer);
        if (status.code() != ChannelSftp.SSH_FX_OK) {
            throw status;
        }
    }

    private static boolean ended(Answer answer) throws IOException {
        if (answer.type() != STATUS) {
            return false;
        }
        StatusException status = status(answer);
        if (status.code() != ChannelSftp.SSH_FX_EOF) {
            throw status;
        }
        return true;
    }

    private static StatusException status(Answer answer) throws IOException {
        try {
            int code = answer.body().getInt();
            return new StatusException(code, answer.body().hasRemaining() ? text(answer.body()) : "status " + code);
        } catch (BufferUnderflowException e) {
            throw SftpPackets.malformed(e);
        }
    }

    private static ByteBuffer expect(Answer answer, int type) throws IOException {
        if (answer.type() == STATUS) {
            throw status(answer);
        }
        if (answer.type() != type) {
            throw SftpPackets.malformed(null);
        }
        return answer.body();
    }

    private Handle handle(int request) throws IOException {
        return new Handle(new String(bytes(expect(packets.answer(request), HANDLE)), StandardCharsets.ISO_8859_1));
    }

    private Entry attributes(int request) throws IOException {
        try {
            return entry(expect(packets.answer(request), ATTRS));
        } catch (BufferUnderflowException e) {
            throw SftpPackets.malformed(e);
        }
    }

    private static Entry entry(ByteBuffer told) throws IOException {
        int has = told.getInt();
        long size = (has & HAS_SIZE) == 0 ? 0 : told.getLong();
        if (size < 0) {
            throw SftpPackets.malformed(null);
        }
        if ((has & HAS_OWNER) != 0) {
            told.getLong();
        }
        int mode = (has & HAS_PERMISSIONS) == 0 ? 0 : told.getInt();
        long time = 0;
        if ((has & HAS_TIMES) != 0) {
            told.getInt();
            time = told.getInt();
        }
        for (int more = (has & HAS_MORE) == 0 ? 0 : told.getInt(); more > 0; more--) {
            bytes(told);
            bytes(told);
        }
        Kind kind = switch (mode & TYPE) {
            case DIRECTORY -> Kind.DIRECTORY;
            case LINK -> Kind.LINK;
            // Some servers send no type, and serve files and directories alone.
            case REGULAR, 0 -> Kind.FILE;
            default -> Kind.OTHER;
        };
        return new Entry(kind, size, mode & PERMISSIONS, time);
    }

    private static String text(ByteBuffer from) throws IOException {
        return new String(bytes(from), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(ByteBuffer from) throws IOException {
        try {
            int length = from.getInt();
            if (length < 0 || length > from.remaining()) {
                throw SftpPackets.malformed(null);
            }
            byte[] bytes = new byte[length];
            from.get(bytes);
            return bytes;
        } catch (BufferUnderflowException e) {
            throw SftpPackets.malformed(e);
        }
    }
}
